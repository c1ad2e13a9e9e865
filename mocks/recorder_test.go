package mocks_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

func TestRejections(t *testing.T) {
	t.Parallel()
	object := func(metadata pulumi.Map) pulumi.Map {
		return pulumi.Map{"apiVersion": pulumi.String("v1"), "kind": pulumi.String("ConfigMap"), "metadata": metadata}
	}
	tests := []struct {
		reason, token string
		inputs        pulumi.Map
		want          string
	}{
		{
			reason: "an unknown property",
			token:  vpcType,
			inputs: pulumi.Map{"cidr": pulumi.String("10.0.0.0/16")},
			want:   vpcType + " x: cidr: is not a property of " + vpcType + "; did you mean cidrBlock?",
		},
		{
			reason: "a missing property",
			token:  subnetType,
			inputs: pulumi.Map{},
			want:   subnetType + " x: vpcId: is required",
		},
		{
			reason: "a conflicting pair",
			token:  instanceType,
			inputs: pulumi.Map{"userData": pulumi.String("a"), "userDataBase64": pulumi.String("b")},
			want:   instanceType + " x: userData: must not be set together with userDataBase64",
		},
		{
			reason: "several problems of one resource",
			token:  lbType,
			inputs: pulumi.Map{"nam": pulumi.String("x")},
			want: lbType +
				" x: nam: is not a property of " + lbType + "; did you mean name?\n" +
				"subnetMappings: one of subnetMappings, subnets is required",
		},
		{
			reason: "a name that Pulumi would make too long",
			token:  lbType,
			inputs: pulumi.Map{"name": pulumi.String("fine"), "subnets": pulumi.ToStringArray([]string{"subnet-1"})},
		},
		{
			reason: "a type without a schema",
			token:  "aws:rds/instance:Instance",
			inputs: pulumi.Map{},
			want: "aws:rds/instance:Instance x: mocks has no schema of this type, only of those that OpenShift on AWS " +
				`consists of; add mocks.Answer("aws:rds/instance:Instance", ...) with its outputs, ` +
				`mocks.Unchecked("aws:rds/instance:Instance"), or mocks.UncheckedOthers() for all such types`,
		},
		{
			reason: "a value that AWS rejects",
			token:  "aws:lb/loadBalancer:LoadBalancer",
			inputs: pulumi.Map{
				"loadBalancerType": text("foo"), "subnets": pulumi.Array{text("subnet-1")},
			},
			want: "aws:lb/loadBalancer:LoadBalancer x: loadBalancerType: must be application, gateway or network " +
				`(got "foo")`,
		},
		{
			reason: "a name that the API server rejects",
			token:  "kubernetes:core/v1:ConfigMap",
			inputs: object(pulumi.Map{"name": text("Not A Name")}),
			want: `kubernetes:core/v1:ConfigMap x: metadata.name: "Not A Name" is not a valid DNS subdomain ` +
				`(for example, example.name)`,
		},
		{
			reason: "an object without fields",
			token:  "kubernetes:core/v1:ConfigMap",
			inputs: pulumi.Map{},
			want:   "kubernetes:core/v1:ConfigMap x: apiVersion: is required\nkind: is required",
		},
		{
			reason: "Pulumi names an object without a name",
			token:  "kubernetes:core/v1:ConfigMap",
			inputs: object(pulumi.Map{}),
		},
		{
			reason: "a patch needs the name of its object",
			token:  "kubernetes:core/v1:ConfigMapPatch",
			inputs: object(pulumi.Map{}),
			want: "kubernetes:core/v1:ConfigMapPatch x: " +
				"metadata.name: is required: a patch is for an object that exists",
		},
		{
			reason: "a whole object",
			token:  "kubernetes:core/v1:ConfigMap",
			inputs: object(pulumi.Map{"name": pulumi.String("x")}),
		},
		{
			reason: "a chart is not an object",
			token:  "kubernetes:helm.sh/v3:Release",
			inputs: pulumi.Map{"chart": pulumi.String("x")},
		},
		{
			reason: "other providers are not checked",
			token:  "random:index/randomPet:RandomPet",
			inputs: pulumi.Map{"x": pulumi.String("x")},
		},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			t.Parallel()
			program := asProgram(func(ctx *pulumi.Context) { register(ctx, test.token, "x", test.inputs) })
			for _, run := range []func(*mocks.Recorder) error{
				func(rec *mocks.Recorder) error { return rec.Run(program) },
				func(rec *mocks.Recorder) error { return rec.Preview(program) },
			} {
				got := ""
				if err := run(mocks.New()); err != nil {
					got = err.Error()
				}
				assert.Equal(t, test.want, got, test.reason)
			}
		})
	}
}

func TestTooLongGeneratedNameIsRejected(t *testing.T) {
	t.Parallel()
	err := mocks.New().Run(asProgram(func(ctx *pulumi.Context) {
		register(ctx, lbType, strings.Repeat("x", 25),
			pulumi.Map{"subnets": pulumi.ToStringArray([]string{"subnet-1"})})
	}))
	require.ErrorContains(t, err, "(33 characters), the limit is 32")
}

func TestOneURNTwiceIsRejected(t *testing.T) {
	t.Parallel()
	err := mocks.New(mocks.Project("shop"), mocks.Stack("dev")).Run(asProgram(func(ctx *pulumi.Context) {
		register(ctx, vpcType, "main", nil)
		register(ctx, vpcType, "main", nil)
	}))
	require.EqualError(t, err, vpcType+" main: registered twice, as urn:pulumi:dev::shop::"+vpcType+"::main")
}

func TestOneNameInAnAccountTwiceIsRejected(t *testing.T) {
	t.Parallel()
	role := pulumi.Map{"name": pulumi.String("demo"), "assumeRolePolicy": pulumi.String("{}")}
	twice := asProgram(func(ctx *pulumi.Context) {
		register(ctx, roleType, "a", role)
		register(ctx, roleType, "b", role)
	})
	rec := mocks.New()
	const message = `name: "demo" is the name of another resource of the program: `
	require.ErrorContains(t, rec.Run(twice), message)
	require.ErrorContains(t, rec.Preview(twice), message)
	run(t, rec, func(ctx *pulumi.Context) {
		other := providerOf(ctx, "aws", "other", pulumi.Map{"profile": pulumi.String("other")})
		register(ctx, roleType, "a", role)
		register(ctx, roleType, "b", role, pulumi.Provider(other))
	})
}

func TestOneNameInOtherTypesAndComponents(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	run(t, rec, func(ctx *pulumi.Context) {
		register(ctx, vpcType, "main", nil)
		register(ctx, roleType, "main", pulumi.Map{"assumeRolePolicy": pulumi.String("{}")})
		register(ctx, vpcType, "main", nil, pulumi.Parent(component(ctx, "main")))
	})
	require.Len(t, rec.Resources(), 4)
	require.Equal(t, rec.Resources()[0], find(t, rec, "main"))
	_, ok := rec.Find("other")
	require.False(t, ok)
}

func TestRunReportsAllRejections(t *testing.T) {
	t.Parallel()
	own := errors.New("the program gave up")
	err := mocks.New().Run(func(ctx *pulumi.Context) error {
		rejected := register(ctx, vpcType, "b", pulumi.Map{"x": pulumi.String("")})
		register(ctx, vpcType, "a", pulumi.Map{"x": pulumi.String("")})
		register(ctx, subnetType, "c", pulumi.Map{"vpcId": rejected.ID()})
		return own
	})
	require.ErrorIs(t, err, own)
	require.EqualError(t, err, vpcType+" a: x: is not a property of "+vpcType+"\n"+
		vpcType+" b: x: is not a property of "+vpcType+"\nthe program gave up")
}

func TestRunReportsErrorsOfUsedApplies(t *testing.T) {
	t.Parallel()
	failing := func(ctx *pulumi.Context) pulumi.Output {
		return register(ctx, vpcType, "main", nil).Arn.ApplyT(func(string) (string, error) {
			return "", errors.New("lookup failed")
		})
	}
	err := mocks.New().Run(asProgram(func(ctx *pulumi.Context) { ctx.Export("out", failing(ctx)) }))
	require.ErrorContains(t, err, "lookup failed", "consumed by a stack output")
	err = mocks.New().Run(asProgram(func(ctx *pulumi.Context) {
		register(ctx, roleType, "role", pulumi.Map{"assumeRolePolicy": failing(ctx)})
	}))
	require.ErrorContains(t, err, "lookup failed", "consumed by an input")
}

func TestPreview(t *testing.T) {
	t.Parallel()
	applied := false
	program := asProgram(func(ctx *pulumi.Context) {
		vpc := register(ctx, vpcType, "main", pulumi.Map{"cidrBlock": pulumi.String("10.0.0.0/16")})
		register(ctx, subnetType, "a", pulumi.Map{"vpcId": vpc.ID(), "tags": pulumi.Map{"vpc": vpc.ID()}})
		role := register(ctx, roleType, "role", pulumi.Map{"assumeRolePolicy": pulumi.String("{}")})
		vpc.Arn.ApplyT(func(string) int { applied = true; return 0 })
		ctx.Export("vpc", vpc.ID())
		ctx.Export("name", role.Name)
		ctx.Export("password", pulumi.ToSecret(vpc.Arn))
	})
	rec := mocks.New()
	require.NoError(t, rec.Preview(program))
	want := map[string]any{"vpcId": mocks.Unknown{}, "tags": map[string]any{"vpc": mocks.Unknown{}}}
	require.Equal(t, want, find(t, rec, "a").Inputs)
	require.Empty(t, find(t, rec, "main").ID)
	require.Equal(t, map[string]any{"cidrBlock": "10.0.0.0/16"}, find(t, rec, "main").Outputs)
	require.False(t, applied, "a function applied to an unknown value does not run")
	outputs := rec.Outputs()
	require.Regexp(t, `^role-[0-9a-f]{7}$`, outputs["name"], "Pulumi chooses names before it creates anything")
	require.Equal(t, mocks.Secret{Value: mocks.Unknown{}}, outputs["password"])
	require.Equal(t, mocks.Unknown{}, outputs["vpc"])

	previewed := rec.Resources()
	require.NoError(t, rec.Run(program))
	require.True(t, applied)
	updated := rec.Resources()
	require.Len(t, updated, len(previewed))
	for i := range updated {
		require.Equal(t, updated[i].URN, previewed[i].URN)
		require.Equal(t, updated[i].Dependencies, previewed[i].Dependencies)
	}
	require.Equal(t, find(t, rec, "main").ID, find(t, rec, "a").Inputs["vpcId"])
}

func TestConfig(t *testing.T) {
	t.Parallel()
	rec := mocks.New(mocks.Project("shop"), mocks.Stack("dev"), mocks.Region("eu-west-1"),
		mocks.Config(map[string]string{"shop:stage": "cluster"}),
		mocks.SecretConfig(map[string]string{"shop:token": "t0p"}))
	run(t, rec, func(ctx *pulumi.Context) {
		c := config.New(ctx, "")
		ctx.Export("stage", pulumi.String(c.Require("stage")))
		ctx.Export("token", c.RequireSecret("token"))
		ctx.Export("region", pulumi.String(config.Require(ctx, "aws:region")))
		ctx.Export("where", pulumi.Sprintf("%s/%s", ctx.Project(), ctx.Stack()))
		ctx.Export("sizes", pulumi.ToIntArray([]int{1, 2}))
		ctx.Export("tags", pulumi.StringMap{"a": pulumi.String("b")})
	})
	want := map[string]any{
		"stage": "cluster", "token": mocks.Secret{Value: "t0p"}, "region": "eu-west-1", "where": "shop/dev",
		"sizes": []any{1.0, 2.0}, "tags": map[string]any{"a": "b"},
	}
	if diff := cmp.Diff(want, rec.Outputs()); diff != "" {
		t.Errorf("outputs (-want +got):\n%s", diff)
	}
}

func TestRecordedResource(t *testing.T) {
	t.Parallel()
	rec := mocks.New(mocks.Project("p"), mocks.Stack("s"))
	run(t, rec, func(ctx *pulumi.Context) {
		parent := component(ctx, "all")
		vpc := register(ctx, vpcType, "vpc", nil, pulumi.Parent(parent))
		other := register(ctx, vpcType, "other", nil)
		register(ctx, subnetType, "subnet", pulumi.Map{
			"vpcId": vpc.ID(), "cidrBlock": pulumi.ToSecret(pulumi.String("10.0.0.0/24")),
		}, pulumi.Parent(parent), pulumi.DependsOn([]pulumi.Resource{other}), pulumi.Protect(true),
			pulumi.IgnoreChanges([]string{"tags"}), pulumi.ReplaceOnChanges([]string{"cidrBlock"}),
			pulumi.DeleteBeforeReplace(true), pulumi.RetainOnDelete(true), pulumi.DeletedWith(vpc),
			pulumi.Aliases([]pulumi.Alias{{Name: pulumi.String("old")}}), pulumi.Version("6.1.0"),
			pulumi.Timeouts(&pulumi.CustomTimeouts{Create: "30m"}), pulumi.AdditionalSecretOutputs([]string{"arn"}))
	})
	vpcURN := "urn:pulumi:s::p::test:test:Group$aws:ec2/vpc:Vpc::vpc"
	otherURN := "urn:pulumi:s::p::aws:ec2/vpc:Vpc::other"
	got := find(t, rec, "subnet")
	require.Regexp(t, `^subnet-0[0-9a-f]{16}$`, got.ID)
	require.Equal(t, mocks.Secret{Value: "10.0.0.0/24"}, got.Outputs["cidrBlock"])
	got.ID, got.Outputs = "", nil
	want := mocks.Resource{
		URN: "urn:pulumi:s::p::test:test:Group$aws:ec2/subnet:Subnet::subnet", Type: subnetType, Name: "subnet", Custom: true,
		Inputs: map[string]any{
			"vpcId":     find(t, rec, "vpc").ID,
			"cidrBlock": mocks.Secret{Value: "10.0.0.0/24"},
		},
		Parent:               "urn:pulumi:s::p::test:test:Group::all",
		Dependencies:         []string{otherURN, vpcURN},
		PropertyDependencies: map[string][]string{"vpcId": {vpcURN}},
		Options: mocks.Options{
			Protect: true, DeleteBeforeReplace: true, RetainOnDelete: true, IgnoreChanges: []string{"tags"},
			ReplaceOnChanges: []string{"cidrBlock"}, DeletedWith: vpcURN, Aliases: []string{"name=old"},
			CustomTimeouts: pulumi.CustomTimeouts{
				Create: "30m",
			}, AdditionalSecretOutputs: []string{"arn"}, Version: "6.1.0",
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the subnet (-want +got):\n%s", diff)
	}
	require.Empty(t, find(t, rec, "other").Parent)
	require.False(t, find(t, rec, "all").Custom)
}

func TestReadResource(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	run(t, rec, func(ctx *pulumi.Context) {
		var zone custom
		if err := ctx.ReadResource(zoneType, "public", pulumi.ID("Z0PUBLIC"), nil, &zone); err != nil {
			panic(err)
		}
		ctx.Export("arn", zone.Arn)
	})
	require.True(t, find(t, rec, "public").Read)
	require.Equal(t, "Z0PUBLIC", find(t, rec, "public").ID)
	require.Equal(t, "arn:aws:route53:::hostedzone/Z0PUBLIC", rec.Outputs()["arn"])
}

func TestEachRunStartsWithoutResources(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	for range 2 {
		run(t, rec, func(ctx *pulumi.Context) { register(ctx, vpcType, "main", nil) })
		require.Len(t, rec.Resources(), 1)
	}
	run(t, rec, func(*pulumi.Context) {})
	require.Empty(t, rec.Resources())
}
