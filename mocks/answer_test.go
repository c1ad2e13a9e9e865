package mocks_test

import (
	"slices"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
		{reason: "AWS's are awsanswers'", token: vpcType, id: `vpc-0[0-9a-f]{16}`},
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
	require.ErrorContains(t, err, `calling aws:ec2/getAmi:getAmi: mocks has no answer to it; add one with `+
		`mocks.Answer("aws:ec2/getAmi:getAmi", func(`)
	require.Len(t, slices.Collect(slices.Values(rec.Calls())), 1)
}
