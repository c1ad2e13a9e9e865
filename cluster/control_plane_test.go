package cluster

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/s3"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
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
	own := map[string]any{"openshift-aws": "project/stack"}
	assert.Equal(t, own, clustertest.One(t, rec, "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule",
		"demo-ext-from-0.0.0.0-0").Inputs["tags"])
	own["Name"], own["kubernetes.io/cluster/demo-x7k2p"] = "demo-x7k2p-ext", "owned"
	assert.Equal(t, own,
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
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		c, err := NewControlPlane(ctx, "demo", demoArgs())
		if err != nil {
			return err
		}
		_, err = s3.NewBucketObjectv2(ctx, "user",
			&s3.BucketObjectv2Args{Bucket: pulumi.String("b"), Key: pulumi.String("k"), Content: c.Kubeconfig})
		return err
	})
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
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		// A subnet whose id waits for a chain of four, as a Vpc's does.
		var last pulumi.StringInput = pulumi.String("key")
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
				for kind, subnets := range [][]network.Subnet{a.Network.PublicSubnets, a.Network.PrivateSubnets} {
					subnets[i].ID = pulumi.ToOutput(last).ApplyT(func(any) string {
						return fmt.Sprintf("subnet-0123456789abcd%d%d0", kind, i)
					}).(pulumi.StringOutput)
				}
			}
		}))
		return err
	})
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

func TestArgsAreNotChanged(t *testing.T) {
	t.Parallel()
	args := demoArgs(func(a *ControlPlaneArgs) { slices.Reverse(a.Network.PrivateSubnets) })
	before := *args
	before.Network.PrivateSubnets = slices.Clone(args.Network.PrivateSubnets)
	require.NoError(t, mocks.New().Run(mockstest.Program(NewControlPlane, "demo", args)))
	assert.Equal(t, before.Network.PrivateSubnets, args.Network.PrivateSubnets)
	assert.Nil(t, args.RootVolume)
	assert.Nil(t, args.APIAllowedCIDRs)
	assert.Empty(t, args.Scope)
}
