package acceptance

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

const elasticID = "elastic-x7k2p"

// poolInfra is what a pool needs in the account: a network, security groups and an instance profile.
type poolInfra struct {
	subnets         []network.Subnet
	groups          pulumi.StringArray
	profile, master pulumi.StringOutput
	vpc             pulumi.StringOutput
}

func newPoolInfra(ctx *pulumi.Context, cidr string) (*poolInfra, error) {
	return newInfraOf(ctx, elasticID, cidr)
}

func newInfraOf(ctx *pulumi.Context, infraID, cidr string) (*poolInfra, error) {
	vpc, err := network.NewVpc(ctx, "infra", &network.VpcArgs{
		InfraID: infraID, CIDR: cidr, Zones: []string{"us-east-2a", "us-east-2b"}, NAT: network.NATNone,
	})
	if err != nil {
		return nil, err
	}
	groups, err := network.NewSecurityGroups(ctx, "grounds",
		&network.SecurityGroupsArgs{InfraID: infraID, Network: vpc.Network})
	if err != nil {
		return nil, err
	}
	role, err := iam.NewRole(ctx, "infra", &iam.RoleArgs{AssumeRolePolicy: pulumi.String(
		`{"Version":"2012-10-17","Statement":[` +
			`{"Effect":"Allow","Principal":{"Service":"ec2.amazonaws.com"},"Action":"sts:AssumeRole"}]}`,
	)})
	if err != nil {
		return nil, err
	}
	profile, err := iam.NewInstanceProfile(ctx, "infra", &iam.InstanceProfileArgs{Role: role.Name})
	if err != nil {
		return nil, err
	}
	return &poolInfra{
		subnets: vpc.PrivateSubnets,
		groups:  groups.WorkerMachine(),
		profile: profile.Name,
		master:  role.Name,
		vpc:     vpc.ID,
	}, nil
}

// labStack is a stack in the emulator and the API server, which is destroyed if the test fails.
type labStack struct {
	*testing.T
	box *sandbox.Sandbox
}

func newLabStack(t *testing.T, project string, program pulumi.RunFunc) labStack {
	t.Helper()
	return newConfiguredStack(t, project, maps.Clone(emulatorConfig), program)
}

func newConfiguredStack(t *testing.T, project string, config map[string]string, program pulumi.RunFunc) labStack {
	t.Helper()
	config["kubernetes:context"] = "lab"
	box, err := sandbox.New(sandbox.Options{
		Project: project, Program: program, Dir: filepath.Join(t.TempDir(), project), Config: config,
		RealAWS: true, Kubeconfig: os.Getenv("KUBECONFIG"),
	})
	require.NoError(t, err)
	// A failed test must not leave resources to later tests.
	t.Cleanup(func() {
		if t.Failed() {
			_, _ = box.Destroy(context.Background())
		}
	})
	return labStack{t, box}
}

// refreshes counts the instance refreshes of an Auto Scaling group.
func (l labStack) refreshes(group string) int {
	return strings.Count(callAWS(l, "autoscaling", "DescribeInstanceRefreshes", "AutoScalingGroupName", group),
		"<member>")
}

func (l labStack) up() result {
	l.Helper()
	made, err := l.box.Up(l.Context())
	require.NoError(l, err)
	return result{Changes: made.Changes, Steps: steps(made), Outputs: made.Outputs}
}

func (l labStack) destroy() {
	l.Helper()
	_, err := l.box.Destroy(l.Context())
	require.NoError(l, err)
}

func steps(made *sandbox.Result) map[string]string {
	all := map[string]string{}
	for _, step := range made.Steps {
		all[step.URN] = step.Op
	}
	return all
}

// TestInfraNodes scales the machine sets of an existing cluster and adds a zone.
func TestInfraNodes(t *testing.T) {
	clusterLock.acquire(t)
	const two = "us-east-2a=subnet-0123456789abcdef0,us-east-2b=subnet-0123456789abcdef1"
	infra := newExample(t, "infra-nodes", map[string]string{
		"infraId": "infra-x7k2p", "kubeconfig": "auth/kubeconfig", "subnets": two, "securityGroupIds": "sg-0123456789abcdef0",
		"instanceProfile": "worker", "ami": emulatedAMI, "registryBucket": "registry", "replicasPerZone": "0",
	})
	created := infra.run("up")
	assert.Equal(t, created.Steps, onlyOperation(created, "create"))
	infra.run("up").unchanged(t, "second update")

	sets := []string{
		"kubernetes:machine.openshift.io/v1beta1:MachineSet infra-machineset-us-east-2a",
		"kubernetes:machine.openshift.io/v1beta1:MachineSet infra-machineset-us-east-2b",
	}
	for _, replicas := range []string{"2", "3"} {
		r := infra.run("up", "replicasPerZone="+replicas)
		assert.Equal(t, sets, r.with("update"), "scaling changes only the machine sets")
		assert.Empty(t, r.with("create", "delete", "replace"))
	}
	set := kubeObject(t, "machineset.machine.openshift.io", "openshift-machine-api", "infra-x7k2p-infra-us-east-2a")
	assert.InDelta(t, 3, set["spec"].(map[string]any)["replicas"], 0)

	r := infra.run("up", "subnets="+two+",us-east-2c=subnet-0123456789abcdef2")
	assert.Equal(t, []string{"kubernetes:machine.openshift.io/v1beta1:MachineSet infra-machineset-us-east-2c"},
		r.with("create"), "adding a zone only creates its machine set")
	assert.Equal(t, []string{"openshift-aws:nodes:InfraMachineSet infra"}, r.with("update"), "the component keeps the names of its sets")
	assert.Empty(t, r.with("delete", "replace"))
	infra.run("refresh").unchanged(t, "refresh")
	infra.run("up").unchanged(t, "update after refresh")
	infra.run("destroy")
	assert.Nil(t,
		kubeObject(t, "machineset.machine.openshift.io", "openshift-machine-api", "infra-x7k2p-infra-us-east-2a"))
}

// TestMachineSetsAndTheirAutoscalers creates every object of the Machine API in a real API server, and asserts that a
// machine set keeps the size that an autoscaler set.
func TestMachineSetsAndTheirAutoscalers(t *testing.T) {
	clusterLock.acquire(t)
	tags := pulumi.StringMap{}
	l := newLabStack(t, "machine-sets", func(ctx *pulumi.Context) error { return everyMachineAPIObject(ctx, tags) })
	created := l.up()
	assert.Equal(t, created.Steps, onlyOperation(created, "create"))
	l.up().unchanged(t, "second update")

	const name = "elastic-x7k2p-batch-us-east-2a"
	kubectl(t, "", "-n", "openshift-machine-api", "patch", "machineset.machine.openshift.io", name, "--type=merge",
		"--field-manager=autoscaler", "-p", `{"spec":{"replicas":5}}`)
	l.up().unchanged(t, "after the autoscaler resized a machine set")
	tags["team"] = pulumi.String("core")
	assert.Equal(
		t,
		[]string{
			"kubernetes:machine.openshift.io/v1beta1:MachineSet batch-machineset-us-east-2a",
			"kubernetes:machine.openshift.io/v1beta1:MachineSet batch-machineset-us-east-2b",
		},
		l.up().with("update"),
	)
	set := kubeObject(t, "machineset.machine.openshift.io", "openshift-machine-api", name)
	assert.InDelta(t, 5, set["spec"].(map[string]any)["replicas"], 0, "a change of tags keeps the size")
	l.destroy()
}

func everyMachineAPIObject(ctx *pulumi.Context, tags pulumi.StringMap) error {
	most := 24
	sets, err := nodes.NewWorkerMachineSet(ctx, "batch", &nodes.MachineSetArgs{
		InfraID: elasticID, Pool: "batch",
		Subnets: []network.Subnet{
			{
				ID:   pulumi.String("subnet-0123456789abcdef0"),
				Zone: "us-east-2a",
			}, {ID: pulumi.String("subnet-0123456789abcdef1"), Zone: "us-east-2b"},
		},
		Autoscaling: &nodes.MachineAutoscalingArgs{MinPerZone: 1, MaxPerZone: 6},
		AMI:         pulumi.String(emulatedAMI), InstanceType: "g4dn.xlarge", GPU: &nodes.GPUArgs{Accelerator: "nvidia-t4"},
		Labels: map[string]string{
			"example.com/batch": "",
		}, Taints: []nodes.Taint{{Key: "example.com/batch", Effect: "NoExecute"}},
		DataVolumes: []nodes.DataVolume{{DeviceName: "/dev/sdf"}}, Spot: &nodes.SpotArgs{MaxPrice: "0.5"},
		SecurityGroupIDs: pulumi.ToStringArray(
			[]string{"sg-0123456789abcdef0"},
		), InstanceProfile: pulumi.String("worker"),
		DeletePolicy: "Newest", Tags: tags,
	})
	if err != nil {
		return err
	}
	if _, err := nodes.NewMachineAutoscaler(ctx, "other", &nodes.MachineAutoscalerArgs{
		Name: "elastic-other", MachineSet: sets.MachineSetNames.MapIndex(pulumi.String("us-east-2a")), Max: 3,
	}); err != nil {
		return err
	}
	if _, err := nodes.NewClusterAutoscaler(ctx, "cluster", &nodes.ClusterAutoscalerArgs{
		MaxNodesTotal: &most, Cores: &nodes.ResourceRange{Max: 200}, GPULimits: []nodes.GPULimit{{Type: "nvidia-t4", Max: 8}},
		ScaleDown: &nodes.ScaleDownArgs{UtilizationThreshold: 0.4, UnneededTime: 5 * time.Minute},
		Expanders: []string{"LeastWaste", "Random"},
	}); err != nil {
		return err
	}
	for _, check := range []*nodes.MachineHealthCheckArgs{
		{Name: "elastic-workers"},
		{Name: "elastic-batch", Pools: []string{"batch"}, MaxUnhealthy: "2"},
	} {
		if _, err := nodes.NewMachineHealthCheck(ctx, check.Name, check); err != nil {
			return err
		}
	}
	_, err = machineconfig.NewKubeletConfig(ctx, "taints", &machineconfig.KubeletConfigArgs{
		Name: "elastic-lab", Pool: "elastic-lab", Taints: []machineconfig.Taint{{Key: "a", Effect: "NoSchedule"}},
	})
	return err
}

// TestWorkerPools changes a pool's size, purchase option and instance type, refreshes its instances, and deletes it.
func TestWorkerPools(t *testing.T) {
	elasticClusterLock.acquire(t)
	args := nodes.WorkerPoolArgs{
		InfraID:  elasticID,
		AMI:      pulumi.String(emulatedAMI),
		Min:      1,
		Max:      3,
		Ignition: pulumi.String(`{"ignition":{"version":"3.2.0"}}`),
		Drain:    &nodes.DrainArgs{Timeout: time.Minute}, Refresh: &nodes.RefreshArgs{},
	}
	l := newConfiguredStack(t, "worker-pools", recorded(t, "options"), func(ctx *pulumi.Context) error {
		infra, err := newPoolInfra(ctx, "10.77.0.0/16")
		if err != nil {
			return err
		}
		pool := args
		pool.Subnets, pool.SecurityGroupIDs, pool.InstanceProfile = infra.subnets, infra.groups, infra.profile
		workers, err := nodes.NewWorkerPool(ctx, "pool", &pool)
		if err != nil {
			return err
		}
		ctx.Export("group", workers.GroupName)
		return nil
	})
	created := l.up()
	assert.Equal(t, created.Steps, onlyOperation(created, "create"))
	l.up().unchanged(t, "second update")
	l.isStoppedOvernight(created.Outputs["group"].(string))

	const group, template = "aws:autoscaling/group:Group pool-group", "aws:ec2/launchTemplate:LaunchTemplate pool-template"
	const bootHook = "aws:autoscaling/lifecycleHook:LifecycleHook pool-boot-hook"
	for _, step := range []struct {
		reason                 string
		change                 func()
		want, created, deleted []string
	}{
		{
			reason: "a resize updates only the group",
			change: func() { args.Min, args.Max = 2, 6 },
			want:   []string{group},
		},
		{
			reason: "an image is a new version and starts a refresh",
			change: func() { args.InstanceType = "m5.2xlarge" },
			want:   []string{group, template},
		},
		{
			reason: "a warm pool updates the group",
			change: func() { args.WarmPool = &nodes.WarmPoolArgs{} },
			want:   []string{group}, created: []string{bootHook},
		},
		{
			reason: "without the warm pool, its hook is deleted",
			change: func() { args.WarmPool = nil },
			want:   []string{group}, deleted: []string{bootHook},
		},
		{
			reason: "spot instances are set in the launch template",
			change: func() { args.Spot = &nodes.SpotArgs{MaxPrice: "0.2"} },
			want:   []string{group, template},
		},
		{
			reason: "autoscaling updates only the group",
			change: func() { args.Autoscaling = &nodes.PoolAutoscalingArgs{UtilizationThreshold: 0.5} },
			want:   []string{group},
		},
	} {
		step.change()
		r := l.up()
		assert.Equal(t, step.want, r.with("update"), step.reason)
		assert.Equal(t, step.created, r.with("create"), step.reason)
		assert.Equal(t, step.deleted, r.with("delete"), step.reason)
		assert.Empty(t, r.with("replace", "create-replacement", "delete-replaced"), step.reason)
		l.up().unchanged(t, "after: "+step.reason)
	}
	args.Spot, args.Mixed = nil, &nodes.MixedInstancesArgs{
		Types:        []nodes.MixedType{{InstanceType: "m5.xlarge"}, {InstanceType: "m5a.xlarge"}},
		OnDemandBase: 1,
	}
	// This is the last step, because the emulator keeps a group's launch template in addition to its mixed instances
	// policy; AWS does not.
	mixed := l.up()
	assert.Equal(t, []string{group, template}, mixed.with("update"),
		"mixed instances update the group and its launch template")
	refreshes := l.refreshes(mixed.Outputs["group"].(string))
	assert.Equal(t, 3, refreshes, "each launch template version starts an instance refresh")
	l.destroy()
}

// isStoppedOvernight stops the instances of a group as docs/troubleshooting.md says. Updates leave the group's processes suspended, and one
// after a refresh resumes them.
func (l *labStack) isStoppedOvernight(group string) {
	l.Helper()
	suspended := func() int {
		return strings.Count(callAWS(l.T, "autoscaling", "DescribeAutoScalingGroups", "AutoScalingGroupNames.member.1", group), "<ProcessName>")
	}
	assert.Zero(l.T, suspended())
	callAWS(l.T, "autoscaling", "SuspendProcesses", "AutoScalingGroupName", group)
	all := suspended()
	assert.Positive(l.T, all)
	for _, instance := range instancesOf(l.T, group) {
		callAWS(l.T, "ec2", "StopInstances", "InstanceId.1", instance.ID)
	}
	l.up().unchanged(l.T, "while the instances are stopped")
	assert.Equal(l.T, all, suspended())
	for _, instance := range instancesOf(l.T, group) {
		assert.Equal(l.T, "stopped", instance.State)
		callAWS(l.T, "ec2", "StartInstances", "InstanceId.1", instance.ID)
	}
	_, err := l.box.Refresh(l.Context())
	require.NoError(l.T, err)
	assert.Equal(l.T, []string{"aws:autoscaling/group:Group pool-group"}, l.up().with("update"))
	assert.Zero(l.T, suspended())
}

// TestElasticWorkers runs the example with its pool in a separate network.
func TestElasticWorkers(t *testing.T) {
	elasticClusterLock.acquire(t)
	infraStack := newLabStack(t, "elastic-infra", func(ctx *pulumi.Context) error {
		infra, err := newPoolInfra(ctx, "10.78.0.0/16")
		if err != nil {
			return err
		}
		ctx.Export("a", infra.subnets[0].ID)
		ctx.Export("b", infra.subnets[1].ID)
		ctx.Export("groups", infra.groups.ToStringArrayOutput())
		ctx.Export("profile", infra.profile)
		ctx.Export("role", infra.master)
		return nil
	})
	out := infraStack.up().Outputs
	groups := out["groups"].([]any)
	ignition, err := filepath.Abs("../../examples/classic/install-dir/worker.ign")
	require.NoError(t, err)
	elastic := newExample(t, "elastic-workers", map[string]string{
		"infraId": elasticID, "kubeconfig": "auth/kubeconfig", "workerIgnition": ignition, "ami": emulatedAMI,
		"subnets":          "us-east-2a=" + out["a"].(string) + ",us-east-2b=" + out["b"].(string),
		"securityGroupIds": groups[0].(string) + "," + groups[1].(string),
		"instanceProfile":  out["profile"].(string), "controlPlaneRole": out["role"].(string),
	})
	t.Cleanup(func() {
		if t.Failed() {
			elastic.run("destroy")
		}
	})
	created := elastic.run("up")
	assert.Equal(t, created.Steps, onlyOperation(created, "create"))
	elastic.run("up").unchanged(t, "second update")
	assert.Equal(t, []string{"aws:autoscaling/group:Group elastic-group"}, elastic.run("up", "max=20").with("update"))
	elastic.run("refresh").unchanged(t, "refresh")
	elastic.run("up").unchanged(t, "update after refresh")
	// There is no refresh after this step, because the emulator keeps a group's mixed instances policy in addition to
	// its launch template; AWS does not.
	assert.Equal(t, []string{"aws:autoscaling/group:Group elastic-group"},
		elastic.run("up", "spot=false").with("update"))
	elastic.run("destroy")
	assert.Nil(t, kubeObject(t, "deployment", "worker-pool-approver", "approver"))
	assert.Nil(t, kubeObject(t, "deployment", "termination-handler-elastic", "termination-handler"))
	infraStack.destroy()
}
