package mocks_test

import (
	"slices"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

func text(s string) pulumi.StringInput { return pulumi.String(s) }

func TestIDs(t *testing.T) {
	t.Parallel()
	object := func(version, kind, name, namespace string) pulumi.Map {
		metadata := pulumi.Map{"name": text(name)}
		if namespace != "" {
			metadata["namespace"] = text(namespace)
		}
		return pulumi.Map{"apiVersion": text(version), "kind": text(kind), "metadata": metadata}
	}
	tests := []struct {
		reason, token string
		inputs        pulumi.Map
		id            string
	}{
		{reason: "a VPC has an ID of EC2", token: vpcType, id: `vpc-0[0-9a-f]{16}`},
		{
			reason: "the rest of the name is Pulumi's",
			token:  "aws:lb/targetGroup:TargetGroup",
			id:     `arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/x-[0-9a-f]{7}/[0-9a-f]{16}`,
		},
		{
			reason: "or AWS's",
			token:  "aws:lb/targetGroup:TargetGroup",
			inputs: pulumi.Map{"namePrefix": text("p-")},
			id:     `arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/p-[0-9a-f]{26}/[0-9a-f]{16}`,
		},
		{
			reason: "the property id is the id",
			token:  "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule",
			inputs: pulumi.Map{"securityGroupId": text("sg-1"), "ipProtocol": text("-1")},
			id:     `sgr-0[0-9a-f]{16}`,
		},
		{
			reason: "of an object in a namespace",
			token:  "kubernetes:machine.openshift.io/v1beta1:MachineSet",
			inputs: object("machine.openshift.io/v1beta1", "MachineSet", "demo", "openshift-machine-api"),
			id:     `openshift-machine-api/demo`,
		},
		{
			reason: "of an object of the whole cluster",
			token:  "kubernetes:config.openshift.io/v1:IngressPatch",
			inputs: object("config.openshift.io/v1", "Ingress", "cluster", ""),
			id:     `cluster`,
		},
		{reason: "of another provider", token: "random:index/randomPet:RandomPet", id: `x-[0-9a-f]{7}`},
	}
	for _, test := range tests {
		rec := mocks.New()
		run(t, rec, func(ctx *pulumi.Context) { register(ctx, test.token, "x", test.inputs) })
		assert.Regexp(t, "^"+test.id+"$", find(t, rec, "x").ID, test.reason)
	}
}

func TestAnswersKnowTheirNeighbours(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	run(t, rec, func(ctx *pulumi.Context) {
		vpc := register(ctx, vpcType, "vpc", nil)
		subnet := register(
			ctx,
			subnetType,
			"subnet",
			pulumi.Map{"vpcId": vpc.ID(), "availabilityZone": text("us-east-2c")},
		)
		register(ctx, instanceType, "machine", pulumi.Map{"subnetId": subnet.ID()})
		register(
			ctx,
			lbType,
			"lb",
			pulumi.Map{"loadBalancerType": text("network"), "subnets": pulumi.Array{subnet.ID()}},
		)
	})
	require.Equal(t, "us-east-2c", find(t, rec, "machine").Outputs["availabilityZone"])
	require.Equal(t, find(t, rec, "vpc").ID, find(t, rec, "lb").Outputs["vpcId"])
	require.NotEmpty(t, find(t, rec, "machine").Outputs["publicIp"], "nothing is empty")
}

func TestAnswersAreTheSameInEveryRunAndDifferByStack(t *testing.T) {
	t.Parallel()
	id := func(stack string) string {
		rec := mocks.New(mocks.Stack(stack))
		run(t, rec, func(ctx *pulumi.Context) { register(ctx, vpcType, "main", nil) })
		return find(t, rec, "main").ID
	}
	first, again := id("a"), id("a")
	require.Equal(t, first, again)
	require.NotEqual(t, id("a"), id("b"))
}

func TestOwnAnswers(t *testing.T) {
	t.Parallel()
	var seen map[string]any
	rec := mocks.New(
		mocks.Answer("aws:rds/instance:Instance", func(inputs map[string]any) (map[string]any, error) {
			seen = inputs
			return map[string]any{"id": "db-1", "arn": "arn:db-1"}, nil
		}),
		mocks.Answer(zoneType, func(map[string]any) (map[string]any, error) {
			return map[string]any{"arn": "mine"}, nil
		}),
		mocks.Unchecked(vpcType))
	run(t, rec, func(ctx *pulumi.Context) {
		register(ctx, "aws:rds/instance:Instance", "db", pulumi.Map{"password": pulumi.ToSecret(text("p"))})
		register(ctx, zoneType, "zone", pulumi.Map{"name": text("a.b")})
		register(ctx, vpcType, "vpc", pulumi.Map{"younger": pulumi.Bool(true)})
	})
	require.Equal(t, map[string]any{"password": "p"}, seen, "an Answer sees through secrets")
	require.Equal(t, "db-1", find(t, rec, "db").ID)
	require.Equal(
		t,
		map[string]any{"password": mocks.Secret{Value: "p"}, "arn": "arn:db-1"},
		find(t, rec, "db").Outputs,
	)
	require.Equal(t, "mine", find(t, rec, "zone").Outputs["arn"])
	require.NotEmpty(t, find(t, rec, "zone").Outputs["primaryNameServer"])
	require.Equal(t, true, find(t, rec, "vpc").Outputs["younger"])
}

func TestFunctions(t *testing.T) {
	t.Parallel()
	const token = "aws:index/getRegion:getRegion"
	call := func(rec *mocks.Recorder) any {
		run(t, rec, func(ctx *pulumi.Context) {
			result := ctx.InvokeOutput(token, pulumi.Map{}, pulumi.MapOutput{}, pulumi.InvokeOutputOptions{})
			ctx.Export("name", result.(pulumi.MapOutput).MapIndex(text("name")))
		})
		require.Equal(t, token, rec.Calls()[0].Token)
		return rec.Outputs()["name"]
	}
	require.Equal(t, "cn-north-1", call(mocks.New(mocks.Region("cn-north-1"))))
	own := mocks.Answer(
		token,
		func(map[string]any) (map[string]any, error) { return map[string]any{"name": "own"}, nil },
	)
	require.Equal(t, "own", call(mocks.New(own)))
}

func TestFunctionsWithoutAnswerTellHowToAddOne(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	err := rec.Run(func(ctx *pulumi.Context) error {
		var result struct{}
		return ctx.Invoke("aws:ec2/getAmi:getAmi", &struct{}{}, &result)
	})
	require.ErrorContains(t, err, `calling aws:ec2/getAmi:getAmi: mocks does not support this function; `+
		`add its result with mocks.Answer("aws:ec2/getAmi:getAmi", func(`)
	require.Len(t, slices.Collect(slices.Values(rec.Calls())), 1)
}

func registerRHCS(resourceType string, inputs pulumi.Map) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		var resource pulumi.CustomResourceState
		return rhcs.Register(ctx, rhcs.Provider{}, resourceType, "x", inputs, &resource)
	}
}

func TestRHCSIsRefusedWhatTheProviderRefuses(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason       string
		resourceType string
		inputs       pulumi.Map
		want         string
	}{
		"misspelt": {
			reason:       "a property that the provider does not have is refused",
			resourceType: "RosaOidcConfigInput",
			inputs:       pulumi.Map{"region": pulumi.String("us-east-2"), "prefx": pulumi.String("a")},
			want:         "prefx: is not a property of rhcs:index/rosaOidcConfigInput:RosaOidcConfigInput; did you mean prefix?",
		},
		"missing": {
			reason:       "the provider requires a region",
			resourceType: "RosaOidcConfigInput",
			want:         "region: is required",
		},
		"computed": {
			reason:       "a computed property must not be set",
			resourceType: "RosaOidcConfig",
			inputs:       pulumi.Map{"managed": pulumi.Bool(true), "thumbprint": pulumi.String("aa")},
			want:         "thumbprint: is computed by the provider and must not be set",
		},
		"nested": {
			reason:       "objects in a map are checked too",
			resourceType: "DefaultIngress",
			inputs: pulumi.Map{
				"cluster":         pulumi.String("1"),
				"componentRoutes": pulumi.Map{"console": pulumi.Map{"host": pulumi.String("a")}},
			},
			want: "componentRoutes.console.host: is not a property",
		},
		"unknown type": {
			reason:       "the provider has no such resource",
			resourceType: "RosaOidc",
			want:         "mocks has no schema of this type",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.ErrorContains(t, mocks.New().Run(registerRHCS(tt.resourceType, tt.inputs)), tt.want, tt.reason)
		})
	}
}

func TestRHCSOutputsHaveTheirRealForm(t *testing.T) {
	t.Parallel()
	tests := []struct {
		resourceType string
		inputs       pulumi.Map
		want         map[string]string
	}{
		{
			resourceType: "RosaOidcConfig",
			inputs:       pulumi.Map{"managed": pulumi.Bool(true)},
			want: map[string]string{
				"oidcEndpointUrl": `^oidc\.op1\.openshiftapps\.com/[0-9a-f]{32}$`,
				"thumbprint":      `^[0-9a-f]{40}$`,
			},
		},
		{
			resourceType: "RosaOidcConfigInput",
			inputs:       pulumi.Map{"region": pulumi.String("us-east-2"), "prefix": pulumi.String("team")},
			want: map[string]string{
				"bucketName":           `^team-oidc-[0-9a-f]{8}$`,
				"issuerUrl":            `^https://team-oidc-[0-9a-f]{8}\.s3\.us-east-2\.amazonaws\.com$`,
				"privateKeySecretName": `^rosa-private-key-team-oidc-`,
			},
		},
		{
			resourceType: "ClusterRosaHcp",
			inputs: pulumi.Map{
				"name": pulumi.String(
					"demo",
				), "awsAccountId": pulumi.String("123456789012"), "cloudRegion": pulumi.String("us-east-2"),
				"availabilityZones": pulumi.ToStringArray(
					[]string{"us-east-2a"},
				), "awsSubnetIds": pulumi.ToStringArray([]string{"subnet-1"}),
				"sts": pulumi.Map{
					"roleArn":            pulumi.String("a"),
					"supportRoleArn":     pulumi.String("b"),
					"operatorRolePrefix": pulumi.String("demo"),
					"instanceIamRoles":   pulumi.Map{"workerRoleArn": pulumi.String("c")},
				}},
			want: map[string]string{
				"apiUrl": `^https://api\.demo\.[0-9a-f]{4}\.p3\.openshiftapps\.com:443$`,
				"state":  `^ready$`,
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.resourceType, func(t *testing.T) {
			t.Parallel()
			rec := mocks.New()
			require.NoError(t, rec.Run(registerRHCS(tt.resourceType, tt.inputs)))
			registered := rec.OfType(rhcs.Token(tt.resourceType))
			require.Len(t, registered, 1)
			assert.Regexp(t, `^[0-9a-f]{32}$`, registered[0].ID)
			for property, pattern := range tt.want {
				assert.Regexp(t, pattern, registered[0].Outputs[property])
			}
		})
	}
}
