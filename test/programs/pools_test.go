package programs_test

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

// pools adds workers to two existing clusters in one account. Each has Spot Instances of two architectures and instances on demand in
// Auto Scaling groups, which drain their nodes; the agents of the groups, with their default names; and machines with GPUs.
func pools(ctx *pulumi.Context) error {
	for _, name := range []string{"east", "west"} {
		install, err := cluster.LoadInstallDir(config.Require(ctx, name))
		if err != nil {
			return err
		}
		provider, err := cluster.NewKubernetesProvider(ctx, name, &cluster.KubernetesProviderArgs{
			Kubeconfig: install.Kubeconfig, ClusterIdentifier: pulumi.String(install.ClusterID),
		})
		if err != nil {
			return err
		}
		if err := newPools(ctx, name, install, pulumi.Provider(provider)); err != nil {
			return err
		}
	}
	return nil
}

func newPools(ctx *pulumi.Context, name string, install *cluster.InstallDir, inCluster pulumi.ResourceOption) error {
	groups := pulumi.StringArray{}
	handled := ""
	for pool, args := range map[string]*nodes.WorkerPoolArgs{
		"spot-amd64": {
			Mixed:       &nodes.MixedInstancesArgs{Types: []nodes.MixedType{{InstanceType: "m6i.xlarge"}, {InstanceType: "m5.xlarge"}}},
			Autoscaling: &nodes.PoolAutoscalingArgs{}, CapacityRebalance: true,
		},
		"spot-arm64": {
			AMI:   pulumi.String("ami-0fedcba9876543210"),
			Mixed: &nodes.MixedInstancesArgs{Types: []nodes.MixedType{{InstanceType: "m6g.xlarge"}, {InstanceType: "m7g.xlarge"}}},
		},
		"on-demand": {InstanceType: "m6i.2xlarge", Min: 1},
	} {
		args.InfraID, args.Pool, args.Max, args.Drain = install.InfraID, pool, 5, &nodes.DrainArgs{}
		args.Subnets, args.Ignition = subnets(), install.WorkerIgnition
		args.SecurityGroupIDs = pulumi.ToStringArray([]string{"sg-0123456789abcdef0"})
		args.InstanceProfile = pulumi.String(install.InfraID + "-worker-profile")
		if args.AMI == nil {
			args.AMI = pulumi.String("ami-0123456789abcdef0")
		}
		registered, err := nodes.NewWorkerPool(ctx, name+"-"+pool, args)
		if err != nil {
			return err
		}
		groups = append(groups, registered.GroupName)
		if handled == "" && pool == "spot-amd64" {
			handled = pool
			if err := newDrain(ctx, name, install.InfraID, registered, inCluster); err != nil {
				return err
			}
		}
	}
	if err := newAgents(ctx, name, install, groups, inCluster); err != nil {
		return err
	}
	_, err := nodes.NewWorkerMachineSet(ctx, name+"-gpu", &nodes.MachineSetArgs{
		InfraID: install.InfraID, OpenShiftVersion: "4.18", Pool: "gpu", InstanceType: "g5.xlarge", AMI: pulumi.String("ami-0123456789abcdef0"),
		GPU: &nodes.GPUArgs{Accelerator: "nvidia-a10g"}, Autoscaling: &nodes.MachineAutoscalingArgs{MinPerZone: 0, MaxPerZone: 2},
		Subnets: subnets(), SecurityGroupIDs: pulumi.ToStringArray([]string{"sg-0123456789abcdef0"}),
		InstanceProfile: pulumi.String(install.InfraID + "-worker-profile"),
	}, inCluster)
	if err != nil {
		return err
	}
	_, err = nodes.NewClusterAutoscaler(ctx, name, &nodes.ClusterAutoscalerArgs{OpenShiftVersion: "4.18", MaxNodesTotal: new(40)}, inCluster)
	return err
}

func subnets() []network.Subnet {
	return []network.Subnet{
		{ID: pulumi.String("subnet-0123456789abcdef0").ToStringOutput(), Zone: "us-east-2a", CIDR: "10.0.0.0/20"},
		{ID: pulumi.String("subnet-0123456789abcdef1").ToStringOutput(), Zone: "us-east-2b", CIDR: "10.0.16.0/20"},
	}
}

// newAgents are the approver and the autoscaler of the groups.
func newAgents(
	ctx *pulumi.Context, name string, install *cluster.InstallDir, groups pulumi.StringArray, inCluster pulumi.ResourceOption,
) error {
	if _, err := nodes.NewCSRApprover(ctx, name, &nodes.CSRApproverArgs{
		InfraID: install.InfraID, Region: "us-east-2", GroupNames: groups, LaunchWindow: 10 * time.Minute,
		InstanceProfiles: pulumi.ToStringArray([]string{install.InfraID + "-worker-profile"}), Role: agentRole(install.InfraID),
	}, inCluster); err != nil {
		return err
	}
	_, err := nodes.NewClusterAutoscalerASG(ctx, name, &nodes.ClusterAutoscalerASGArgs{
		InfraID: install.InfraID, Region: "us-east-2", Expanders: []string{"least-waste"}, Role: agentRole(install.InfraID),
	}, inCluster)
	return err
}

func newDrain(ctx *pulumi.Context, name, infraID string, pool *nodes.WorkerPool, inCluster pulumi.ResourceOption) error {
	_, err := nodes.NewTerminationHandler(ctx, name, &nodes.TerminationHandlerArgs{
		InfraID: infraID, Region: "us-east-2", QueueURL: pool.DrainQueueURL, Role: agentRole(infraID),
	}, inCluster)
	return err
}

// agentRole is the role of the control plane, on which the agents run.
func agentRole(infraID string) *iam.ServiceAccountRoleArgs {
	return &iam.ServiceAccountRoleArgs{ControlPlaneRoleName: pulumi.String(infraID + "-master-role")}
}

func TestPoolsOfTwoClusters(t *testing.T) {
	t.Parallel()
	run{
		program:   pools,
		clusters:  map[string]string{"east": "east.example.com", "west": "west.example.com"},
		resources: 80,
	}.lifecycle(t)
}
