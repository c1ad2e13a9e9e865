package nodes_test

import (
	"os"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const machineSetType = "kubernetes:machine.openshift.io/v1beta1:MachineSet"

func infraArgs(changes ...func(*nodes.MachineSetArgs)) *nodes.MachineSetArgs {
	return checktest.With(&nodes.MachineSetArgs{
		InfraID:          infraID,
		Subnets:          subnets("us-east-2a", "us-east-2b", "us-east-2c"),
		AMI:              pulumi.String("ami-0123456789abcdef0"),
		SecurityGroupIDs: securityGroups(),
		InstanceProfile:  pulumi.String("demo-x7k2p-worker"),
		LoadBalancers:    []pulumi.StringInput{pulumi.String("demo-x7k2p-apps")},
		Tags: pulumi.StringMap{
			"team":        pulumi.String("core"),
			"cost-center": pulumi.String("42").ToStringOutput(),
		},
	}, changes...)
}

func infra(change func(*nodes.MachineSetArgs)) pulumi.RunFunc {
	return mockstest.Exporting(nodes.NewInfraMachineSet, "demo", infraArgs(change),
		func(set *nodes.InfraMachineSet) pulumi.Map { return pulumi.Map{"names": set.MachineSetNames} })
}

func unchanged(*nodes.MachineSetArgs) {}

// assertManifest compares an object with the manifest in a file, whose comments are the reasons.
func assertManifest(t *testing.T, path string, object map[string]any) {
	t.Helper()
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	got, err := yaml.Marshal(object)
	require.NoError(t, err)
	assert.YAMLEq(t, string(want), string(got))
}

func TestInfraMachineSetIsTheDocumentedObject(t *testing.T) {
	t.Parallel()
	created, patched := kubetest.Recorded(t, run(t, infra(unchanged)))
	require.Len(t, created, 3)
	assert.Empty(t, patched)
	assertManifest(t, "testdata/infra-us-east-2a.yaml", created[0])
}

func TestInfraNodesWithoutRoleTaint(t *testing.T) {
	t.Parallel()
	for _, set := range run(t, infra(func(a *nodes.MachineSetArgs) { a.RoleTaint = new(false) })).OfType(machineSetType) {
		spec := at(set.Inputs, nodeSpec...).(map[string]any)
		assert.NotContains(t, spec, "taints")
		assert.Equal(t, map[string]any{"labels": map[string]any{"node-role.kubernetes.io/infra": ""}},
			spec["metadata"], "the role label does not depend on the taint")
	}
}

func TestArgumentsAreNotModified(t *testing.T) {
	t.Parallel()
	args := infraArgs()
	run(t, mockstest.Program(nodes.NewInfraMachineSet, "demo", args))
	assert.Nil(t, args.ReplicasPerZone)
	assert.Nil(t, args.RootVolume)
	assert.Empty(t, args.InstanceType)
}

func workerSetArgs() *nodes.MachineSetArgs {
	args := *infraArgs()
	args.LoadBalancers = nil
	return &args
}

func workerSets(change func(*nodes.MachineSetArgs)) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		args := workerSetArgs()
		change(args)
		sets, err := nodes.NewWorkerMachineSet(ctx, "demo", args)
		if err != nil {
			return err
		}
		ctx.Export("names", sets.MachineSetNames)
		return nil
	}
}

func sameWorkers(*nodes.MachineSetArgs) {}

func autoscaled(a *nodes.MachineSetArgs) {
	a.Autoscaling = &nodes.MachineAutoscalingArgs{MinPerZone: 1, MaxPerZone: 4}
}

func TestDefaultInstanceTypes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		reason, architecture, worker, infra string
	}{
		{reason: "infra nodes have a memory optimized type", worker: "m5.xlarge", infra: "r5.xlarge"},
		{reason: "amd64 is the default", architecture: "amd64", worker: "m5.xlarge", infra: "r5.xlarge"},
		{reason: "arm64 types are Graviton", architecture: "arm64", worker: "m6g.xlarge", infra: "r6g.xlarge"},
	} {
		workers := run(t, workerSets(func(a *nodes.MachineSetArgs) { a.Architecture = tt.architecture })).OfType(
			machineSetType,
		)
		assert.Equal(t, tt.worker, at(workers[0].Inputs, below(provider, "instanceType")...), tt.reason)
		infras := run(t, infra(func(a *nodes.MachineSetArgs) { a.Architecture = tt.architecture })).OfType(
			machineSetType,
		)
		assert.Equal(t, tt.infra, at(infras[0].Inputs, below(provider, "instanceType")...), tt.reason)
	}
}

func TestWorkersHaveNoTaintsOrLabels(t *testing.T) {
	t.Parallel()
	for _, set := range run(t, workerSets(sameWorkers)).OfType(machineSetType) {
		spec := at(set.Inputs, nodeSpec...).(map[string]any)
		assert.NotContains(t, spec, "taints")
		assert.NotContains(t, spec, "metadata")
	}
}

const stream = `{"stream": "rhel-9.6", "architectures": {"x86_64": {"images": {"aws": {"regions": {
  "us-east-2": {"image": "ami-east"}
}}}}}}`

func TestAMI(t *testing.T) {
	t.Parallel()
	image, err := nodes.AMI([]byte(stream), "us-east-2", "amd64")
	require.NoError(t, err)
	assert.Equal(t, "ami-east", image)

	_, err = nodes.AMI([]byte(stream), "us-east-1", "amd64")
	assert.ErrorContains(t, err, `nodes.AMI: stream rhel-9.6 has no AMI for amd64 in region "us-east-1"`)
}
