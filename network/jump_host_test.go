package network_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func jumpHostArgs(changes ...func(*network.JumpHostArgs)) *network.JumpHostArgs {
	return checktest.With(&network.JumpHostArgs{
		Network: testNetwork(),
		Subnet:  network.Subnet{ID: pulumi.String("subnet-0123456789abcdef0"), Zone: "us-east-2a", CIDR: "10.0.16.0/22"},
		AMI:     pulumi.String("ami-0123456789abcdef0"),
		Tags:    pulumi.StringMap{"team": pulumi.String("core")},
	}, changes...)
}

func runJumpHost(t *testing.T, args *network.JumpHostArgs) *mocks.Recorder {
	t.Helper()
	return mockstest.Run(t, mockstest.Program(network.NewJumpHost, "jump", args))
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
	assert.Contains(t, script("4.18.5"), `"$clients/ocp/4.18.5" openshift-client-linux.tar.gz`)
	assert.Contains(t, script(""), `"$clients/ocp/stable" openshift-client-linux.tar.gz`)
}

// mirror is a mirror of the clients, of which a fake curl copies the files.
type mirror struct{ dir, bin string }

func newMirror(t *testing.T) mirror {
	t.Helper()
	m := mirror{t.TempDir(), t.TempDir()}
	for name, text := range map[string]string{
		"curl":  `shift 5; cp "` + m.dir + `/${2##*/clients/}" "$1"`, // after --output
		"sleep": "exit 0",
		"seq":   "echo 1 2",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(m.bin, name), []byte("#!/bin/bash\n"+text+"\n"), 0o700))
	}
	return m
}

// add adds an archive of programs with this content, and returns its checksum.
func (m mirror) add(t *testing.T, path, content string, programs ...string) string {
	t.Helper()
	var archive bytes.Buffer
	compressed := gzip.NewWriter(&archive)
	files := tar.NewWriter(compressed)
	for _, name := range programs {
		require.NoError(t, files.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(content))}))
		_, err := files.Write([]byte(content))
		require.NoError(t, err)
	}
	require.NoError(t, errors.Join(files.Close(), compressed.Close()))
	m.write(t, path, archive.String())
	sum := sha256.Sum256(archive.Bytes())
	return hex.EncodeToString(sum[:])
}

func (m mirror) write(t *testing.T, path, text string) {
	t.Helper()
	file := filepath.Join(m.dir, path)
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
}

// run runs the script of an instance, and returns the names of the programs that it has installed.
func (m mirror) run(t *testing.T, script string) ([]string, error) {
	t.Helper()
	installed := t.TempDir()
	shell := exec.Command("bash")
	shell.Stdin = strings.NewReader(strings.ReplaceAll(script, "/usr/local/bin", installed))
	shell.Env = append(os.Environ(), "PATH="+m.bin+":"+os.Getenv("PATH"), "TMPDIR="+t.TempDir())
	output, err := shell.CombinedOutput()
	t.Log(string(output))
	entries, readErr := os.ReadDir(installed)
	require.NoError(t, readErr)
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names, err
}

// TestJumpHostVerifiesClients runs the instance's script: what has another checksum is not installed.
func TestJumpHostVerifiesClients(t *testing.T) {
	t.Parallel()
	m := newMirror(t)
	oc := m.add(t, "ocp/stable/openshift-client-linux.tar.gz", "oc", "oc", "kubectl")
	rosa := m.add(t, "rosa/1.2.50/rosa-linux.tar.gz", "rosa", "rosa")
	args := jumpHostArgs()
	args.RosaVersion, args.RosaSHA256 = "1.2.50", rosa
	script := func() string { return mockstest.Find(t, runJumpHost(t, args), "jump-host").Inputs["userData"].(string) }

	m.write(t, "ocp/stable/sha256sum.txt", strings.Repeat("0", 64)+"  openshift-client-linux-4.20.1.tar.gz\n")
	names, err := m.run(t, script())
	require.Error(t, err)
	assert.Empty(t, names, "another oc")

	m.write(t, "ocp/stable/sha256sum.txt", oc+"  openshift-client-linux-4.20.1.tar.gz\n")
	names, err = m.run(t, script())
	require.NoError(t, err)
	assert.Equal(t, []string{"kubectl", "oc", "rosa"}, names)

	args.RosaSHA256 = strings.Repeat("0", 64)
	names, err = m.run(t, script())
	require.Error(t, err)
	assert.Equal(t, []string{"kubectl", "oc"}, names, "another rosa")
}

// TestRolesHaveTheComponentsName: IAM rejects names of roles over 64 characters; flow logs to a bucket need no role.
func TestRolesHaveTheComponentsName(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 60)
	vpc := func(logs *network.FlowLogsArgs) pulumi.RunFunc {
		return mockstest.Program(network.NewVpc, long, &network.VpcArgs{Zones: []string{"us-east-2a"}, FlowLogs: logs})
	}
	mockstest.Rejected(t, vpc(&network.FlowLogsArgs{}), "network.NewVpc.name: must have at most 42 characters (has 60)")
	mockstest.Run(t, vpc(nil))
	mockstest.Run(t, vpc(&network.FlowLogsArgs{BucketARN: pulumi.String("arn:aws:s3:::logs")}))
	mockstest.Rejected(t, mockstest.Program(network.NewJumpHost, long, jumpHostArgs()),
		"network.NewJumpHost.name: must have at most 51 characters (has 60)")
}

func TestJumpHostArgs(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, "network.JumpHostArgs", map[string]checktest.Case{
		"valid": {Reason: "a network, a subnet and an AMI are enough", Args: jumpHostArgs()},
		"everything": {
			Reason: "all fields can be set together",
			Args: jumpHostArgs(func(a *network.JumpHostArgs) {
				a.SSHAllowedCIDRs, a.KeyName, a.ClientVersion = []string{"10.0.0.0/16"}, pulumi.String("ops"), "4.18.5"
				a.PermissionsBoundary = pulumi.String("arn:aws:iam::123456789012:policy/boundary")
			}),
		},
		"no CIDR": {
			Reason: "the host can be reached from the VPC",
			Args:   jumpHostArgs(func(a *network.JumpHostArgs) { a.Network.CIDR, a.Subnet.CIDR = "", "" }),
			Want:   []string{".Network.CIDR: required"},
		},
		"formats": {
			Reason: "a subnet is in its VPC, and the checksum is a part of a command",
			Args: jumpHostArgs(func(a *network.JumpHostArgs) {
				a.Subnet.CIDR, a.RosaVersion, a.RosaSHA256 = "10.9.0.0/20", "1.2.50", "$(reboot)"
			}),
			Want: []string{
				".Subnet.CIDR: 10.9.0.0/20 is not within the VPC's CIDRs [10.0.0.0/16]",
				`.RosaSHA256: must be 64 lower-case hexadecimal digits (got "$(reboot)")`,
			},
		},
	})
}
