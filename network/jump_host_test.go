package network_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

func jumpHostArgs() *network.JumpHostArgs {
	return &network.JumpHostArgs{
		Network: testNetwork(),
		Subnet:  network.Subnet{ID: pulumi.String("subnet-0123456789abcdef0"), Zone: "us-east-2a", CIDR: "10.0.16.0/22"},
		AMI:     pulumi.String("ami-0123456789abcdef0"),
		Tags:    pulumi.StringMap{"team": pulumi.String("core")},
	}
}

func registerJumpHost(args *network.JumpHostArgs) register {
	return func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
		_, err := network.NewJumpHost(ctx, "jump", args, opts...)
		return err
	}
}

func runJumpHost(t *testing.T, args *network.JumpHostArgs) *mocks.Recorder {
	t.Helper()
	return mockstest.Run(t, func(ctx *pulumi.Context) error { return registerJumpHost(args)(ctx) })
}

func TestJumpHostTags(t *testing.T) {
	t.Parallel()
	checkTags(t, runJumpHost(t, jumpHostArgs()), "team", "core", "jump")
}

// TestJumpHostRules lists the rules: no port is open unless SSHAllowedCIDRs is set.
func TestJumpHostRules(t *testing.T) {
	t.Parallel()
	rules := func(args *network.JumpHostArgs, token string) []string {
		var all []string
		for _, rule := range runJumpHost(t, args).OfType(token) {
			all = append(all, rule.Name)
		}
		slices.Sort(all)
		return all
	}
	assert.Empty(t, rules(jumpHostArgs(), ingressType))
	assert.Equal(t, []string{
		"jump-host-api-to-10.0.0.0-16", "jump-host-dns-tcp-to-10.0.0.0-16", "jump-host-dns-udp-to-10.0.0.0-16",
		"jump-host-https-to-0.0.0.0-0", "jump-host-proxy-to-10.0.0.0-16",
	}, rules(jumpHostArgs(), egressType))
	open := jumpHostArgs()
	open.SSHAllowedCIDRs = []string{"10.0.0.0/16"}
	assert.Equal(t, []string{"jump-host-ssh-from-10.0.0.0-16"}, rules(open, ingressType))
}

// TestJumpHostInstance: Session Manager needs the policy before the instance starts, and no public address.
func TestJumpHostInstance(t *testing.T) {
	t.Parallel()
	rec := runJumpHost(t, jumpHostArgs())
	host := mockstest.Find(t, rec, "jump-host")
	policy := mockstest.Find(t, rec, "jump-policy")
	assert.Contains(t, namesOf(rec, host.Dependencies), "jump-policy")
	assert.Equal(t, "arn:aws:iam::aws:policy/AmazonSSMManagedInstanceCore", policy.Inputs["policyArn"])
	assert.Equal(t, false, host.Inputs["associatePublicIpAddress"])
	assert.Equal(t, "required", host.Inputs["metadataOptions"].(map[string]any)["httpTokens"])
	assert.Equal(t, true, host.Inputs["rootBlockDevice"].(map[string]any)["encrypted"])

	assert.Equal(t, "t3.micro", host.Inputs["instanceType"])
	assert.NotContains(t, host.Inputs, "keyName")

	small := jumpHostArgs()
	small.InstanceType, small.KeyName, small.SSHAllowedCIDRs = "t3.nano", pulumi.String("ops"), []string{"10.0.0.0/16"}
	host = mockstest.Find(t, runJumpHost(t, small), "jump-host")
	assert.Equal(t, []any{"t3.nano", "ops"}, []any{host.Inputs["instanceType"], host.Inputs["keyName"]})

	china := jumpHostArgs()
	china.Subnet.Zone = "cn-north-1a"
	rec = runJumpHost(t, china)
	assert.Equal(t, "arn:aws-cn:iam::aws:policy/AmazonSSMManagedInstanceCore",
		mockstest.Find(t, rec, "jump-policy").Inputs["policyArn"])
	assert.Contains(t, mockstest.Find(t, rec, "jump-role").Inputs["assumeRolePolicy"], "ec2.amazonaws.com.cn")
}

// TestJumpHostClients: the instance has the release of oc that is set, the newest stable one otherwise.
func TestJumpHostClients(t *testing.T) {
	t.Parallel()
	script := func(version string) string {
		args := jumpHostArgs()
		args.ClientVersion = version
		return mockstest.Find(t, runJumpHost(t, args), "jump-host").Inputs["userData"].(string)
	}
	assert.Contains(t, script("4.18.5"), "/ocp/4.18.5/openshift-client-linux.tar.gz")
	assert.Contains(t, script(""), "/ocp/stable/openshift-client-linux.tar.gz")
	shell := exec.Command("bash", "-n")
	shell.Stdin = strings.NewReader(script(""))
	output, err := shell.CombinedOutput()
	require.NoError(t, err, string(output))
}

// TestRolesHaveTheComponentsName: IAM rejects names of roles over 64 characters; flow logs to a bucket need no role.
func TestRolesHaveTheComponentsName(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 60)
	vpc := func(logs *network.FlowLogsArgs) pulumi.RunFunc {
		return func(ctx *pulumi.Context) error {
			args := &network.VpcArgs{Zones: []string{"us-east-2a"}, FlowLogs: logs}
			_, err := network.NewVpc(ctx, long, args)
			return err
		}
	}
	mockstest.Rejected(t, vpc(&network.FlowLogsArgs{}), "network.NewVpc.name: must have at most 42 characters (has 60)")
	mockstest.Run(t, vpc(nil))
	mockstest.Run(t, vpc(&network.FlowLogsArgs{BucketARN: pulumi.String("arn:aws:s3:::logs")}))
	mockstest.Rejected(t, func(ctx *pulumi.Context) error {
		_, err := network.NewJumpHost(ctx, long, jumpHostArgs())
		return err
	}, "network.NewJumpHost.name: must have at most 51 characters (has 60)")
}
