package cluster

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/s3"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// demoText returns the text of a file of the example's install directory.
func demoText(file string) []byte {
	text, err := os.ReadFile(filepath.Join(exampleInstallDir, file))
	if err != nil {
		panic(err)
	}
	return text
}

// demoKubeconfig leads to a port at which nothing listens.
const demoKubeconfig = `apiVersion: v1
kind: Config
clusters: [{name: demo, cluster: {server: "https://127.0.0.1:1"}}]
users: [{name: admin, user: {token: the administrator's token}}]
contexts: [{name: admin, context: {cluster: demo, user: admin}}]
current-context: admin
`

func demoInstall() *InstallDir {
	return &InstallDir{
		InfraID:           demo.infraID,
		ClusterName:       demo.name,
		Domain:            demo.domain(),
		Region:            demo.region,
		BootstrapIgnition: secretText(demoText("bootstrap.ign")),
		MasterIgnition:    secretText(demoText("master.ign")),
		WorkerIgnition:    secretText(demoText("worker.ign")),
		Kubeconfig:        secretText([]byte(demoKubeconfig)),
	}
}

// subnets are one subnet per zone, with IDs such as subnet-0aaaaaaaaaaaaaaaa: public ones begin with 0, private ones
// with 1.
func subnets(kind, region string, firstOctet int, zones ...string) []network.Subnet {
	var list []network.Subnet
	for i, zone := range zones {
		digit := map[string]string{"public": "0", "private": "1"}[kind]
		list = append(list, network.Subnet{
			ID:   pulumi.String("subnet-" + digit + strings.Repeat(zone, 16)),
			Zone: region + zone,
			CIDR: fmt.Sprintf("10.0.%d.0/24", firstOctet+i),
		})
	}
	return list
}

// demoArgs are a control plane across three zones.
func demoArgs(changes ...func(*ControlPlaneArgs)) *ControlPlaneArgs {
	args := &ControlPlaneArgs{
		Install: demoInstall(),
		Stage:   StageBootstrap,
		Network: network.Network{
			ID:             pulumi.String("vpc-0123456789abcdef0").ToStringOutput(),
			PublicSubnets:  subnets("public", demo.region, 0, "a", "b", "c"),
			PrivateSubnets: subnets("private", demo.region, 100, "a", "b", "c"),
		},
		AMI:                      pulumi.String("ami-0123456789abcdef0"),
		InstanceProfile:          pulumi.String("demo-master-profile"),
		BootstrapInstanceProfile: pulumi.String("demo-bootstrap-profile"),
		SecurityGroupIDs: pulumi.StringArray{
			pulumi.String("sg-00000000000000001"),
			pulumi.String("sg-00000000000000002"),
			pulumi.String("sg-00000000000000003"),
		},
		APIServerLBSecurityGroupIDs: pulumi.StringArray{pulumi.String("sg-00000000000000004")},
		PublicZoneID:                pulumi.String("Z0123456789ABCDEFGHIJ"),
		Tags:                        pulumi.StringMap{"team": pulumi.String("core")},
	}
	for _, change := range changes {
		change(args)
	}
	return args
}

func afterBootstrap(a *ControlPlaneArgs) { a.Stage, a.BootstrapInstanceProfile = StageCluster, nil }
func internalOnly(a *ControlPlaneArgs)   { a.Scope = network.Internal }

// inZones puts the control-plane machines into zones of us-east-2, which are those of the network's subnets.
func inZones(letters ...string) func(*ControlPlaneArgs) {
	return func(a *ControlPlaneArgs) {
		for _, letter := range letters {
			a.MachineZones = append(a.MachineZones, demo.region+letter)
		}
		a.Network = a.Network.InZones(a.MachineZones...)
	}
}

var controlPlanes = map[string][]func(*ControlPlaneArgs){
	"bootstrap-external": nil,
	"bootstrap-internal": {internalOnly},
	"cluster-external":   {afterBootstrap},
	"cluster-internal":   {afterBootstrap, internalOnly},
	"cluster-everything": {afterBootstrap, withEverything},
	"bootstrap-one-zone": {inZones("a", "a", "a")},
	"cluster-two-zones":  {afterBootstrap, inZones("a", "b", "a")},
	"bootstrap-recorded": {withRecordedDir},
}

func controlPlaneProgram(changes ...func(*ControlPlaneArgs)) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		c, err := NewControlPlane(ctx, "demo", demoArgs(changes...))
		if err != nil {
			return err
		}
		ctx.Export("apiUrl", c.APIURL)
		ctx.Export("kubeconfig", c.Kubeconfig)
		ctx.Export("privateZoneId", c.PrivateZoneID)
		ctx.Export("internal", c.InternalLoadBalancerDNSName)
		ctx.Export("operators", c.OperatorLoadBalancerDNSNames)
		ctx.Export("external", c.ExternalLoadBalancerDNSName)
		ctx.Export("machines", c.MachineIDs)
		ctx.Export("machineIps", c.MachineIPs)
		ctx.Export("bootstrapIp", c.BootstrapIP)
		return nil
	}
}

func recordControlPlane(t *testing.T, changes ...func(*ControlPlaneArgs)) *mocks.Recorder {
	t.Helper()
	rec := mocks.New()
	require.NoError(t, rec.Run(controlPlaneProgram(changes...)))
	return rec
}

func inputsByName(rec *mocks.Recorder) map[string]any {
	all := map[string]any{}
	for _, r := range rec.Resources() {
		all[r.Type+" "+r.Name] = r.Inputs
	}
	return all
}

const (
	instanceType   = "aws:ec2/instance:Instance"
	balancerType   = "aws:lb/loadBalancer:LoadBalancer"
	attachmentType = "aws:lb/targetGroupAttachment:TargetGroupAttachment"
	recordType     = "aws:route53/record:Record"
	objectType     = "aws:s3/bucketObjectv2:BucketObjectv2"
)

func TestControlPlanes(t *testing.T) {
	t.Parallel()
	const base = "cluster-everything"
	baseText := recordControlPlane(t, controlPlanes[base]...).Golden()
	golden.Check(t, "testdata/"+base+".golden", baseText)
	for name, changes := range controlPlanes {
		if name == base {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := recordControlPlane(t, changes...).Golden()
			golden.CheckDifference(t, "testdata/"+name+".golden", base+".golden", baseText, got)
		})
	}
}

func TestPreviewRegistersWhatUpdateDoes(t *testing.T) {
	t.Parallel()
	for name, changes := range controlPlanes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			mockstest.PreviewIsTheUpdate(t, controlPlaneProgram(changes...))
		})
	}
}

func TestOutputs(t *testing.T) {
	t.Parallel()
	rec := recordControlPlane(t)
	assert.Equal(t, map[string]any{
		"apiUrl":        "https://api.demo.example.com:6443",
		"kubeconfig":    mocks.Secret{Value: demoKubeconfig},
		"operators":     map[string]any{},
		"privateZoneId": clustertest.One(t, rec, "aws:route53/zone:Zone", "demo-private").Outputs["zoneId"],
		"internal":      clustertest.One(t, rec, balancerType, "demo-int").Outputs["dnsName"],
		"external":      clustertest.One(t, rec, balancerType, "demo-ext").Outputs["dnsName"],
		"machines": map[string]any{
			"us-east-2a": clustertest.One(t, rec, instanceType, "demo-master-us-east-2a").ID,
			"us-east-2b": clustertest.One(t, rec, instanceType, "demo-master-us-east-2b").ID,
			"us-east-2c": clustertest.One(t, rec, instanceType, "demo-master-us-east-2c").ID,
		},
		"machineIps": map[string]any{
			"us-east-2a": clustertest.One(t, rec, instanceType, "demo-master-us-east-2a").Outputs["privateIp"],
			"us-east-2b": clustertest.One(t, rec, instanceType, "demo-master-us-east-2b").Outputs["privateIp"],
			"us-east-2c": clustertest.One(t, rec, instanceType, "demo-master-us-east-2c").Outputs["privateIp"],
		},
		"bootstrapIp": clustertest.One(t, rec, instanceType, "demo-bootstrap").Outputs["publicIp"],
	}, rec.Outputs())
	assert.NotEmpty(t, rec.Outputs()["bootstrapIp"])

	internal := recordControlPlane(t, internalOnly)
	assert.Nil(t, internal.Outputs()["external"])
	assert.Equal(t, clustertest.One(t, internal, instanceType, "demo-bootstrap").Outputs["privateIp"],
		internal.Outputs()["bootstrapIp"])
	assert.Nil(t, recordControlPlane(t, afterBootstrap).Outputs()["bootstrapIp"])
}

func TestPreviewKnowsTheKubeconfig(t *testing.T) {
	t.Parallel()
	preview := mocks.New()
	require.NoError(t, preview.Preview(controlPlaneProgram()))
	assert.Equal(t, mocks.Secret{Value: demoKubeconfig}, preview.Outputs()["kubeconfig"],
		"a provider with an unknown kubeconfig cannot preview anything")
}

func TestNoTagsButItsOwn(t *testing.T) {
	t.Parallel()
	rec := recordControlPlane(t, func(a *ControlPlaneArgs) { a.Tags = nil })
	assert.NotContains(t,
		clustertest.One(t, rec, "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule",
			"demo-ext-from-0.0.0.0-0").Inputs,
		"tags")
	assert.Equal(t, map[string]any{"Name": "demo-x7k2p-ext", "kubernetes.io/cluster/demo-x7k2p": "owned"},
		clustertest.One(t, rec, balancerType, "demo-ext").Inputs["tags"])
}

func TestStageClusterDeletesTheBootstrapOnly(t *testing.T) {
	t.Parallel()
	before, after := inputsByName(recordControlPlane(t)), inputsByName(recordControlPlane(t, afterBootstrap))
	gone := maps.Clone(before)
	maps.DeleteFunc(gone, func(key string, _ any) bool { _, kept := after[key]; return kept })
	for key := range gone {
		assert.Contains(t, key, "bootstrap")
		delete(before, key)
	}
	assert.Len(t, gone, 13,
		"machine, group and its rule, 3 registrations, bucket and 4 settings, ignition, rule of the external load balancer")
	assert.Equal(t, before, after)
}

func TestScopeChangesTheExternalSideOnly(t *testing.T) {
	t.Parallel()
	external := inputsByName(recordControlPlane(t, afterBootstrap))
	internal := inputsByName(recordControlPlane(t, afterBootstrap, internalOnly))
	gone := maps.Clone(external)
	maps.DeleteFunc(gone, func(key string, _ any) bool { _, kept := internal[key]; return kept })
	for key := range gone {
		assert.Regexp(t, ` demo-(ext|aext|public-api)`, key)
		delete(external, key)
	}
	assert.Len(t, gone, 1+1+4+2+3+1, "load balancer, group, rules, target group and listener, registrations, record")
	assert.Equal(t, external, internal)
}

func TestAnotherZoneChangesNoOtherMachine(t *testing.T) {
	t.Parallel()
	oneZone := func(a *ControlPlaneArgs) { a.Network.PrivateSubnets = a.Network.PrivateSubnets[1:2] }
	single := inputsByName(recordControlPlane(t, afterBootstrap, oneZone))
	three := inputsByName(recordControlPlane(t, afterBootstrap))
	for key, inputs := range single {
		if !strings.HasPrefix(key, balancerType) {
			assert.Equal(t, inputs, three[key], key)
		}
	}
}

func TestOrderOfSubnetsIsNoChange(t *testing.T) {
	t.Parallel()
	reversed := func(a *ControlPlaneArgs) {
		slices.Reverse(a.Network.PrivateSubnets)
		slices.Reverse(a.Network.PublicSubnets)
	}
	assert.Equal(t, string(recordControlPlane(t).Golden()), string(recordControlPlane(t, reversed).Golden()))
}

func TestIgnitionIsSecret(t *testing.T) {
	t.Parallel()
	rec := recordControlPlane(t)
	for _, zone := range []string{"a", "b", "c"} {
		assert.Equal(t, mocks.Secret{Value: string(demoText("master.ign"))},
			clustertest.One(t, rec, instanceType, "demo-master-us-east-2"+zone).Inputs["userData"])
	}
	assert.Equal(t, mocks.Secret{Value: string(demoText("bootstrap.ign"))},
		clustertest.One(t, rec, objectType, "demo-bootstrap-ignition").Inputs["content"])
	assert.JSONEq(
		t,
		`{"ignition":{"config":{"replace":{"source":"s3://openshift-bootstrap-data-demo-x7k2p/bootstrap.ign"}},"version":`+
			`"3.2.0"}}`,
		clustertest.One(t, rec, instanceType, "demo-bootstrap").Inputs["userData"].(string),
		"the URL is not a secret",
	)
}

func TestRunningMachinesIgnoreChanges(t *testing.T) {
	t.Parallel()
	for _, machine := range recordControlPlane(t).OfType(instanceType) {
		assert.Equal(t, []string{"ami", "userData", "rootBlockDevice.kmsKeyId"}, machine.Options.IgnoreChanges,
			machine.Name)
	}
}

func TestBootstrapStartsAfterItsBucketIsPrivate(t *testing.T) {
	t.Parallel()
	rec := recordControlPlane(t)
	graph := rec.Graph()
	machine := clustertest.One(t, rec, instanceType, "demo-bootstrap")
	object := clustertest.One(t, rec, objectType, "demo-bootstrap-ignition")
	assert.True(t, graph.Reaches(machine.URN, object.URN))
	for _, token := range []string{
		"aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock", "aws:s3/bucketPolicy:BucketPolicy",
		"aws:s3/bucketOwnershipControls:BucketOwnershipControls",
		"aws:s3/bucketServerSideEncryptionConfigurationV2:BucketServerSideEncryptionConfigurationV2",
	} {
		assert.True(t, graph.Reaches(object.URN, clustertest.One(t, rec, token, "demo-bootstrap").URN), token)
	}
}

func TestWhatUsesTheKubeconfigComesAfterTheAPI(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		c, err := NewControlPlane(ctx, "demo", demoArgs())
		if err != nil {
			return err
		}
		_, err = s3.NewBucketObjectv2(ctx, "user",
			&s3.BucketObjectv2Args{Bucket: pulumi.String("b"), Key: pulumi.String("k"), Content: c.Kubeconfig})
		return err
	}))
	user := clustertest.One(t, rec, objectType, "user")
	for _, resources := range [][]mocks.Resource{
		rec.OfType(attachmentType), apiRecords(rec), rec.OfType(balancerType), rec.OfType(instanceType),
		rec.OfType("aws:lb/listener:Listener"),
	} {
		require.NotEmpty(t, resources)
		for _, r := range resources {
			assert.True(t, rec.Graph().Reaches(user.URN, r.URN), r.Name)
		}
	}
	assert.LessOrEqual(t, len(rec.Graph().LongestChain()), 7,
		"bucket, its settings, ignition, machine, registration, user")
}

func TestLongestChainBehindASubnet(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		// A subnet whose id waits for a chain of four, as a Vpc's does.
		var last pulumi.StringInput = pulumi.String("bucket")
		for i := range 4 {
			object, err := s3.NewBucketObjectv2(ctx, fmt.Sprintf("before-%d", i),
				&s3.BucketObjectv2Args{Bucket: pulumi.String("b"), Key: last})
			if err != nil {
				return err
			}
			last = object.Key
		}
		_, err := NewControlPlane(ctx, "demo", demoArgs(func(a *ControlPlaneArgs) {
			for i := range a.Network.PublicSubnets {
				a.Network.PublicSubnets[i].ID = pulumi.Sprintf("%s-public-%d", last, i)
				a.Network.PrivateSubnets[i].ID = pulumi.Sprintf("%s-private-%d", last, i)
			}
		}))
		return err
	}))
	chain := rec.Graph().LongestChain()
	assert.LessOrEqual(t, len(chain), 4+2, "%v", chain)
}

func TestLongestInfraIDFits(t *testing.T) {
	t.Parallel()
	const longest = "production-frankfurt1-x7k2p"
	rec := recordControlPlane(t, func(a *ControlPlaneArgs) { a.Install.InfraID = longest })
	assert.Equal(t, longest+"-int", clustertest.One(t, rec, balancerType, "demo-int").Inputs["name"])
	assert.Equal(t, longest+"-ext", clustertest.One(t, rec, balancerType, "demo-ext").Inputs["name"])
	assert.Equal(t, "openshift-bootstrap-data-"+longest,
		clustertest.One(t, rec, "aws:s3/bucketV2:BucketV2", "demo-bootstrap").Inputs["bucket"])
	for _, group := range rec.OfType("aws:lb/targetGroup:TargetGroup") {
		assert.LessOrEqual(t, len(group.Inputs["namePrefix"].(string)), 6, group.Name)
	}
}

// kube-apiserver fails /readyz before it ends, and then completes the requests that it has.
func TestUnhealthyAPIServersKeepTheirConnections(t *testing.T) {
	t.Parallel()
	groups := recordControlPlane(t, afterBootstrap).OfType("aws:lb/targetGroup:TargetGroup")
	assert.Len(t, groups, 3)
	for _, group := range groups {
		assert.Equal(t, []any{map[string]any{
			"enableUnhealthyConnectionTermination": false, "unhealthyDrainingInterval": float64(300),
		}}, group.Inputs["targetHealthStates"], group.Name)
	}
}

func TestNothingIsRegisteredForInvalidArgs(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	err := rec.Run(func(ctx *pulumi.Context) error {
		_, err := NewControlPlane(ctx, "demo", nil)
		return err
	})
	assert.ErrorContains(t, err, "cluster.ControlPlaneArgs.Install: is required")
	for _, r := range rec.Resources() {
		assert.NotContains(t, r.Type, "openshift-aws")
	}
}

func TestArgsAreNotChanged(t *testing.T) {
	t.Parallel()
	args := demoArgs(func(a *ControlPlaneArgs) { slices.Reverse(a.Network.PrivateSubnets) })
	before := *args
	before.Network.PrivateSubnets = slices.Clone(args.Network.PrivateSubnets)
	require.NoError(t, mocks.New().Run(func(ctx *pulumi.Context) error {
		_, err := NewControlPlane(ctx, "demo", args)
		return err
	}))
	assert.Equal(t, before.Network.PrivateSubnets, args.Network.PrivateSubnets)
	assert.Nil(t, args.RootVolume)
	assert.Nil(t, args.APIAllowedCIDRs)
	assert.Empty(t, args.Scope)
}
