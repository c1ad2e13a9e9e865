package acceptance

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

const elasticID = "elastic-x7k2p"

// grounds is what a pool stands on: a network and a profile of an account.
type grounds struct {
	subnets         []network.Subnet
	groups          pulumi.StringArray
	profile, master pulumi.StringOutput
}

func newGrounds(ctx *pulumi.Context, cidr string) (*grounds, error) {
	vpc, err := network.NewVpc(ctx, "grounds", &network.VpcArgs{
		InfraID: elasticID, CIDR: cidr, Zones: []string{"us-east-2a", "us-east-2b"}, NAT: network.NATNone,
	})
	if err != nil {
		return nil, err
	}
	groups, err := network.NewSecurityGroups(
		ctx,
		"grounds",
		&network.SecurityGroupsArgs{InfraID: elasticID, VpcID: vpc.ID, VpcCIDR: cidr},
	)
	if err != nil {
		return nil, err
	}
	role, err := iam.NewRole(ctx, "grounds", &iam.RoleArgs{AssumeRolePolicy: pulumi.String(
		`{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"Service":"ec2.amazonaws.com"},"Action":"sts:AssumeRole"}]}`,
	)})
	if err != nil {
		return nil, err
	}
	profile, err := iam.NewInstanceProfile(ctx, "grounds", &iam.InstanceProfileArgs{Role: role.Name})
	if err != nil {
		return nil, err
	}
	return &grounds{
		subnets: vpc.PrivateSubnets,
		groups:  groups.WorkerMachine(),
		profile: profile.Name,
		master:  role.Name,
	}, nil
}

// lab is a program's stack against the emulator and the API server. It is destroyed when the test ends.
type lab struct {
	*testing.T
	box *sandbox.Sandbox
}

func newLab(t *testing.T, project string, program pulumi.RunFunc) lab {
	t.Helper()
	box, err := sandbox.New(sandbox.Options{
		Project: project, Program: program, Dir: filepath.Join(t.TempDir(), project), Config: emulatorConfig,
		RealAWS: true, Kubeconfig: os.Getenv("KUBECONFIG"),
	})
	require.NoError(t, err)
	// A test that fails half way must not leave anything to those after it.
	t.Cleanup(func() {
		if t.Failed() {
			_, _ = box.Destroy(context.Background())
		}
	})
	return lab{t, box}
}

// refreshes counts the instance refreshes of an Auto Scaling group.
func (l lab) refreshes(group string) int {
	return strings.Count(callAWS(l, "autoscaling", "DescribeInstanceRefreshes", "AutoScalingGroupName", group), "<member>")
}

func (l lab) up() result {
	l.Helper()
	made, err := l.box.Up(l.Context())
	require.NoError(l, err)
	return result{Changes: made.Changes, Steps: steps(made), Outputs: made.Outputs}
}

func (l lab) destroy() {
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

// TestInfraNodes scales and widens the sets of a cluster that exists.
func TestInfraNodes(t *testing.T) {
	theCluster.inTurn(t)
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
		assert.Equal(t, sets, r.with("update"), "scaling changes the sets alone")
		assert.Empty(t, r.with("create", "delete", "replace"))
	}
	set := kubeObject(t, "machineset.machine.openshift.io", "openshift-machine-api", "infra-x7k2p-infra-us-east-2a")
	assert.InDelta(t, 3, set["spec"].(map[string]any)["replicas"], 0)

	r := infra.run("up", "subnets="+two+",us-east-2c=subnet-0123456789abcdef2")
	assert.Equal(
		t,
		[]string{"kubernetes:machine.openshift.io/v1beta1:MachineSet infra-machineset-us-east-2c"},
		r.with("create"),
		"another zone only adds",
	)
	assert.Empty(t, r.with("update", "delete", "replace"))
	infra.run("refresh").unchanged(t, "refresh")
	infra.run("up").unchanged(t, "update after refresh")
	infra.run("destroy")
	assert.Nil(
		t,
		kubeObject(t, "machineset.machine.openshift.io", "openshift-machine-api", "infra-x7k2p-infra-us-east-2a"),
	)
}

// TestMachineSetsAndTheirAutoscalers has every object of the Machine API taken by a real API server, and a set that an
// autoscaler has resized left at its size.
func TestMachineSetsAndTheirAutoscalers(t *testing.T) {
	theCluster.inTurn(t)
	tags := pulumi.StringMap{}
	l := newLab(t, "machine-sets", func(ctx *pulumi.Context) error { return everyMachineAPIObject(ctx, tags) })
	created := l.up()
	assert.Equal(t, created.Steps, onlyOperation(created, "create"))
	l.up().unchanged(t, "second update")

	const name = "elastic-x7k2p-batch-us-east-2a"
	kubectl(
		t,
		"",
		"-n",
		"openshift-machine-api",
		"patch",
		"machineset.machine.openshift.io",
		name,
		"--type=merge",
		"--field-manager=autoscaler",
		"-p",
		`{"spec":{"replicas":5}}`,
	)
	l.up().unchanged(t, "after the autoscaler")
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
	assert.InDelta(
		t,
		5,
		set["spec"].(map[string]any)["replicas"],
		0,
		"a change of something else leaves the size alone",
	)
	l.destroy()
}

func everyMachineAPIObject(ctx *pulumi.Context, tags pulumi.StringMap) error {
	most := 24
	sets, err := nodes.NewWorkerMachineSet(ctx, "batch", &nodes.WorkerMachineSetArgs{
		InfraID: elasticID, Region: "us-east-2", Pool: "batch",
		Subnets: []network.Subnet{
			{
				ID:   pulumi.String("subnet-0123456789abcdef0"),
				Zone: "us-east-2a",
			}, {ID: pulumi.String("subnet-0123456789abcdef1"), Zone: "us-east-2b"},
		},
		Autoscaling: &nodes.MachineAutoscalingArgs{MinPerZone: 1, MaxPerZone: 6},
		AMI: pulumi.String(
			emulatedAMI,
		), InstanceType: "g4dn.xlarge", GPU: &nodes.GPUArgs{Accelerator: "nvidia-t4"},
		Labels: map[string]string{
			"example.com/batch": "",
		}, Taints: []nodes.Taint{{Key: "example.com/batch", Effect: "NoExecute"}},
		DataVolumes: []nodes.DataVolumeArgs{{DeviceName: "/dev/sdf"}}, Spot: &nodes.SpotArgs{MaxPrice: "0.5"},
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
		ScaleDown: &nodes.ScaleDownArgs{UtilizationThreshold: 0.4, UnneededTime: 5 * time.Minute}, Expanders: []string{"LeastWaste", "Random"},
	}); err != nil {
		return err
	}
	for _, check := range []*nodes.MachineHealthCheckArgs{{Name: "elastic-workers"}, {Name: "elastic-batch", Pools: []string{"batch"}, MaxUnhealthy: "2"}} {
		if _, err := nodes.NewMachineHealthCheck(ctx, check.Name, check); err != nil {
			return err
		}
	}
	_, err = nodes.NewPoolTaints(
		ctx,
		"taints",
		&nodes.PoolTaintsArgs{Pool: "elastic-lab", Taints: []nodes.Taint{{Key: "a", Effect: "NoSchedule"}}},
	)
	return err
}

// TestWorkerPools resizes a pool, changes how it is bought, renews its machines, and removes it.
func TestWorkerPools(t *testing.T) {
	theElasticCluster.inTurn(t)
	args := nodes.WorkerPoolArgs{
		InfraID: elasticID, AMI: pulumi.String(emulatedAMI), Min: 1, Max: 3, Ignition: pulumi.String(`{"ignition":{"version":"3.2.0"}}`),
		Drain: &nodes.DrainArgs{Timeout: time.Minute}, Refresh: &nodes.RefreshArgs{},
	}
	l := newLab(t, "worker-pools", func(ctx *pulumi.Context) error {
		grounds, err := newGrounds(ctx, "10.77.0.0/16")
		if err != nil {
			return err
		}
		pool := args
		pool.Subnets, pool.SecurityGroupIDs, pool.InstanceProfile = grounds.subnets, grounds.groups, grounds.profile
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

	const group, template = "aws:autoscaling/group:Group pool-group", "aws:ec2/launchTemplate:LaunchTemplate pool-template"
	for _, step := range []struct {
		reason string
		change func()
		want   []string
	}{
		{
			reason: "a resize is the group's alone",
			change: func() { args.Min, args.Max = 2, 6 },
			want:   []string{group},
		},
		{
			reason: "an image is a new version and starts a refresh",
			change: func() { args.InstanceType = pulumi.String("m5.2xlarge") },
			want:   []string{group, template},
		},
		{
			reason: "bought on the spot market",
			change: func() { args.Spot = &nodes.SpotArgs{MaxPrice: "0.2"} },
			want:   []string{group, template},
		},
		{
			reason: "autoscaled",
			change: func() { args.Autoscaling = &nodes.PoolAutoscalingArgs{UtilizationThreshold: 0.5} },
			want:   []string{group},
		},
	} {
		step.change()
		r := l.up()
		assert.Equal(t, step.want, r.with("update"), step.reason)
		assert.Empty(t, r.with("create", "delete", "replace", "create-replacement", "delete-replaced"), step.reason)
		l.up().unchanged(t, "after: "+step.reason)
	}
	args.Spot, args.Mixed = nil, &nodes.MixedInstancesArgs{
		Types:        []nodes.MixedType{{InstanceType: "m5.xlarge"}, {InstanceType: "m5a.xlarge"}},
		OnDemandBase: 1,
	}
	// The emulator keeps a group's launch template beside its mixed policy, which AWS does not, so that this is the last step.
	mixed := l.up()
	assert.Equal(t, []string{group, template}, mixed.with("update"), "of several types, in part on demand")
	assert.Equal(t, 3, l.refreshes(mixed.Outputs["group"].(string)), "each new version of the launch template replaces the instances")
	l.destroy()
}

// TestElasticWorkers runs the example with its pool on a network of its own.
func TestElasticWorkers(t *testing.T) {
	theElasticCluster.inTurn(t)
	ground := newLab(t, "elastic-grounds", func(ctx *pulumi.Context) error {
		grounds, err := newGrounds(ctx, "10.78.0.0/16")
		if err != nil {
			return err
		}
		ctx.Export("a", grounds.subnets[0].ID)
		ctx.Export("b", grounds.subnets[1].ID)
		ctx.Export("groups", grounds.groups.ToStringArrayOutput())
		ctx.Export("profile", grounds.profile)
		ctx.Export("role", grounds.master)
		return nil
	})
	out := ground.up().Outputs
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
	// The emulator keeps a group's mixed policy beside its launch template, which AWS does not, so that nothing is refreshed after this.
	assert.Equal(
		t,
		[]string{"aws:autoscaling/group:Group elastic-group"},
		elastic.run("up", "spot=false").with("update"),
	)
	elastic.run("destroy")
	assert.Nil(t, kubeObject(t, "deployment", "worker-pool-approver", "approver"))
	assert.Nil(t, kubeObject(t, "deployment", "termination-handler", "termination-handler"))
	ground.destroy()
}
