package mocks_test

import (
	"maps"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

func text(s string) pulumi.StringInput { return pulumi.String(s) }

// policy is any required text.
var policy = text("{}")

func TestIDsAndOutputsHaveTheirRealForm(t *testing.T) {
	t.Parallel()
	const own = "arn:aws:elasticloadbalancing:us-east-2:123456789012:"
	type patterns = map[string]string
	tests := []struct {
		token  string
		inputs pulumi.Map
		id     string
		want   patterns
	}{
		{vpcType, nil, `vpc-0[0-9a-f]{16}`, patterns{
			"arn": `arn:aws:ec2:us-east-2:123456789012:vpc/vpc-0[0-9a-f]{16}`, "defaultSecurityGroupId": `sg-0[0-9a-f]{16}`,
			"mainRouteTableId": `rtb-0[0-9a-f]{16}`, "ownerId": `123456789012`}},
		{"aws:ec2/eip:Eip", nil, `eipalloc-0[0-9a-f]{16}`, patterns{"publicIp": `52\.\d+\.\d+\.\d+`}},
		{"aws:ec2/internetGateway:InternetGateway", nil, `igw-0[0-9a-f]{16}`, nil},
		{"aws:ec2/launchTemplate:LaunchTemplate", nil, `lt-0[0-9a-f]{16}`, patterns{"name": `x-[0-9a-f]{7}`}},
		{"aws:iam/role:Role", pulumi.Map{"assumeRolePolicy": policy, "name": text("master"), "path": text("/a/")}, `master`,
			patterns{"arn": `arn:aws:iam::123456789012:role/a/master`, "uniqueId": `A[A-Z2-7]{20}`}},
		{"aws:iam/openIdConnectProvider:OpenIdConnectProvider", pulumi.Map{
			"url": text("https://b.s3.us-east-2.amazonaws.com"), "clientIdLists": pulumi.ToStringArray([]string{"openshift"}),
			"thumbprintLists": pulumi.ToStringArray([]string{"0"})},
			`arn:aws:iam::123456789012:oidc-provider/b\.s3\.us-east-2\.amazonaws\.com`, nil},
		{lbType, pulumi.Map{"name": text("ext"), "loadBalancerType": text("network"), "subnets": pulumi.ToStringArray([]string{"s"})},
			own + `loadbalancer/net/ext/[0-9a-f]{16}`, patterns{
				"dnsName": `ext-[0-9a-f]{16}\.elb\.us-east-2\.amazonaws\.com`, "zoneId": `Z[A-Z2-7]{13}`,
				"arnSuffix": `net/ext/[0-9a-f]{16}`}},
		{lbType, pulumi.Map{"name": text("app"), "internal": pulumi.Bool(true), "subnets": pulumi.ToStringArray([]string{"s"})},
			own + `loadbalancer/app/app/[0-9a-f]{16}`,
			patterns{"dnsName": `internal-app-[0-9a-f]{16}\.us-east-2\.elb\.amazonaws\.com`}},
		{"aws:lb/targetGroup:TargetGroup", nil, own + `targetgroup/x-[0-9a-f]{7}/[0-9a-f]{16}`, nil},
		{"aws:lb/listener:Listener", pulumi.Map{"loadBalancerArn": text(own + "loadbalancer/net/ext/0123456789abcdef"),
			"defaultActions": pulumi.Array{pulumi.Map{"type": text("forward")}}},
			own + `listener/net/ext/0123456789abcdef/[0-9a-f]{16}`, nil},
		{zoneType, pulumi.Map{"name": text("demo.example.com")}, `Z[A-Z2-7]{17}`,
			patterns{"arn": `arn:aws:route53:::hostedzone/Z[A-Z2-7]{17}`, "primaryNameServer": `ns-\d+\.awsdns-\d\d\.com`}},
		{"aws:s3/bucketV2:BucketV2", pulumi.Map{"bucket": text("b")}, `b`, patterns{"arn": `arn:aws:s3:::b`,
			"bucketRegionalDomainName": `b\.s3\.us-east-2\.amazonaws\.com`, "region": `us-east-2`}},
		{"aws:s3/bucketObjectv2:BucketObjectv2", pulumi.Map{"bucket": text("b"), "content": text("c")}, `x`,
			patterns{"arn": `arn:aws:s3:::b/x`}},
		{"aws:kms/key:Key", nil, `[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}`,
			patterns{"arn": `arn:aws:kms:us-east-2:123456789012:key/[0-9a-f-]{36}`}},
		{"aws:sqs/queue:Queue", pulumi.Map{"name": text("q")}, `https://sqs\.us-east-2\.amazonaws\.com/123456789012/q`, nil},
		{"kubernetes:machine.openshift.io/v1beta1:MachineSet", pulumi.Map{"apiVersion": text("machine.openshift.io/v1beta1"),
			"kind": text("MachineSet"), "metadata": pulumi.Map{"name": text("demo"), "namespace": text("openshift-machine-api")}},
			`openshift-machine-api/demo`, nil},
		{"kubernetes:config.openshift.io/v1:IngressPatch", pulumi.Map{"apiVersion": text("config.openshift.io/v1"),
			"kind": text("Ingress"), "metadata": pulumi.Map{"name": text("cluster")}}, `cluster`, nil},
		{"random:index/randomPet:RandomPet", nil, `x-[0-9a-f]{7}`, nil},
	}
	for _, test := range tests {
		rec := mocks.New()
		run(t, rec, func(ctx *pulumi.Context) { register(ctx, test.token, "x", test.inputs) })
		got := find(t, rec, "x")
		assert.Regexp(t, "^"+test.id+"$", got.ID, test.token)
		for property, pattern := range test.want {
			assert.Regexp(t, "^"+pattern+"$", got.Outputs[property], "%s %s", test.token, property)
		}
	}
}

func TestAnswersKnowTheirNeighbours(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	run(t, rec, func(ctx *pulumi.Context) {
		vpc := register(ctx, vpcType, "vpc", nil)
		subnet := register(ctx, subnetType, "subnet", pulumi.Map{
			"vpcId": vpc.ID(), "cidrBlock": text("10.0.4.0/28"), "availabilityZone": text("us-east-2c")})
		register(ctx, instanceType, "machine", pulumi.Map{"subnetId": subnet.ID()})
		register(ctx, lbType, "lb", pulumi.Map{"loadBalancerType": text("network"), "subnets": pulumi.Array{subnet.ID()}})
		eip := register(ctx, "aws:ec2/eip:Eip", "eip", nil)
		register(ctx, "aws:ec2/natGateway:NatGateway", "nat", pulumi.Map{"subnetId": subnet.ID(), "allocationId": eip.ID()})
		zone := register(ctx, zoneType, "zone", pulumi.Map{"name": text("demo.example.com")})
		for name, label := range map[string]string{"short": "api", "full": "api.demo.example.com"} {
			register(ctx, "aws:route53/record:Record", name, pulumi.Map{"zoneId": zone.ID(), "name": text(label),
				"type": text("A"), "records": pulumi.ToStringArray([]string{"10.0.0.1"})})
		}
	})
	output := func(name, property string) any { return find(t, rec, name).Outputs[property] }
	require.Equal(t, "us-east-2c", output("machine", "availabilityZone"))
	require.Equal(t, "use2-az3", output("subnet", "availabilityZoneId"))
	require.Equal(t, find(t, rec, "vpc").ID, output("lb", "vpcId"))
	require.Equal(t, output("eip", "publicIp"), output("nat", "publicIp"))
	require.Equal(t, "api.demo.example.com", output("short", "fqdn"))
	require.Equal(t, "api.demo.example.com", output("full", "fqdn"))
	address := output("machine", "privateIp").(string)
	require.Equal(t, "ip-"+strings.ReplaceAll(address, ".", "-")+".us-east-2.compute.internal", output("machine", "privateDns"))
}

func TestPrivateAddressesAreHostsOfTheSubnet(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		octets := rapid.SliceOfN(rapid.Byte(), 4, 4).Draw(t, "address")
		prefix, err := netip.AddrFrom4([4]byte(octets)).Prefix(rapid.IntRange(16, 28).Draw(t, "bits"))
		require.NoError(t, err)
		name := rapid.StringMatching(`[a-z]{1,8}`).Draw(t, "name")
		rec := mocks.New()
		require.NoError(t, rec.Run(asProgram(func(ctx *pulumi.Context) {
			subnet := register(ctx, subnetType, "s", pulumi.Map{"vpcId": text("vpc-1"), "cidrBlock": text(prefix.String())})
			register(ctx, instanceType, "i-"+name, pulumi.Map{"subnetId": subnet.ID()})
		})))
		machine, _ := rec.Find("i-" + name)
		address := netip.MustParseAddr(machine.Outputs["privateIp"].(string))
		require.True(t, prefix.Contains(address), "%s is not in %s", address, prefix)
		reserved := prefix.Addr()
		for range 4 {
			require.NotEqual(t, reserved, address, "AWS keeps the first four addresses")
			reserved = reserved.Next()
		}
		if next := address.Next(); next.IsValid() {
			require.True(t, prefix.Contains(next), "AWS keeps the last address")
		}
	})
}

func TestAnswersAreTheSameInEveryRunAndDifferByStack(t *testing.T) {
	t.Parallel()
	id := func(stack string) string {
		rec := mocks.New(mocks.Stack(stack))
		run(t, rec, func(ctx *pulumi.Context) { register(ctx, vpcType, "main", nil) })
		return find(t, rec, "main").ID
	}
	require.Equal(t, id("a"), id("a"))
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
	require.Equal(t, map[string]any{"password": mocks.Secret{Value: "p"}, "arn": "arn:db-1"}, find(t, rec, "db").Outputs)
	require.Equal(t, "mine", find(t, rec, "zone").Outputs["arn"])
	require.NotEmpty(t, find(t, rec, "zone").Outputs["primaryNameServer"])
	require.Equal(t, true, find(t, rec, "vpc").Outputs["younger"])
}

func TestFunctions(t *testing.T) {
	t.Parallel()
	type answers = map[string]any
	tests := []struct {
		reason, region, token string
		args                  pulumi.Map
		want                  answers
	}{
		{"three zones", "us-east-2", "getAvailabilityZones", nil, answers{
			"names": []any{"us-east-2a", "us-east-2b", "us-east-2c"}, "zoneIds": []any{"use2-az1", "use2-az2", "use2-az3"}}},
		{"excluded zones", "us-gov-west-1", "getAvailabilityZones",
			pulumi.Map{"excludeNames": pulumi.ToStringArray([]string{"us-gov-west-1b"})},
			answers{"names": []any{"us-gov-west-1a", "us-gov-west-1c"}, "zoneIds": []any{"usgw1-az1", "usgw1-az3"}}},
		{"the own region", "cn-north-1", "getRegion", nil,
			answers{"name": "cn-north-1", "endpoint": "ec2.cn-north-1.amazonaws.com.cn"}},
		{"another region", "us-east-2", "getRegion", pulumi.Map{"name": text("us-west-2")}, answers{"name": "us-west-2"}},
		{"the account", "us-gov-west-1", "getCallerIdentity", nil,
			answers{"accountId": "123456789012", "arn": "arn:aws-us-gov:iam::123456789012:user/pulumi"}},
		{"the partition", "cn-north-1", "getPartition", nil,
			answers{"partition": "aws-cn", "dnsSuffix": "amazonaws.com.cn", "reverseDnsPrefix": "cn.com.amazonaws"}},
		{"a principal", "us-east-2", "getServicePrincipal", pulumi.Map{"serviceName": text("ec2")},
			answers{"name": "ec2.amazonaws.com"}},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			t.Parallel()
			token := "aws:index/" + test.token + ":" + test.token
			rec := mocks.New(mocks.Region(test.region))
			run(t, rec, func(ctx *pulumi.Context) {
				result := ctx.InvokeOutput(token, test.args, pulumi.MapOutput{}, pulumi.InvokeOutputOptions{})
				ctx.Export("result", result)
			})
			got := maps.Clone(rec.Outputs()["result"].(map[string]any))
			maps.DeleteFunc(got, func(key string, _ any) bool { _, wanted := test.want[key]; return !wanted })
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.reason, diff)
			}
			require.Equal(t, token, rec.Calls()[0].Token)
		})
	}
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
