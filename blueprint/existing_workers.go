package blueprint

import (
	"cmp"
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

// Workers are pools of workers in Auto Scaling groups, which a program adds to an existing cluster, and their agents. Fields that are not
// set have the values of the cluster.
type Workers struct {
	// WorkerPools are the pools, by the names of their machine config pools. One other than worker is created: it selects its nodes by
	// Labels of the pool, which it requires, and they have the taints of Autoscaling. The pool worker must not have taints: its
	// KubeletConfig would taint all workers of the cluster.
	WorkerPools map[string]*nodes.WorkerPoolArgs
	// CSRApprover approves the CSRs of the pools' instances.
	CSRApprover *nodes.CSRApproverArgs
	// ClusterAutoscaler resizes the pools with Autoscaling. There is one if there are such pools.
	ClusterAutoscaler *nodes.ClusterAutoscalerASGArgs
	// TerminationHandlers drain the nodes of the pools with Drain, by the names of the pools. There is one for each such pool.
	TerminationHandlers map[string]*nodes.TerminationHandlerArgs
}

// AddWorkers registers the pools and their agents, with the provider of the cluster, and returns the pools. The names of the resources begin
// with name or, for those of a pool, with its name, after that of LoadNamedCluster. Each component reports the problems of its own arguments.
func (c *ExistingCluster) AddWorkers(name string, workers Workers, provider pulumi.ProviderResource) (map[string]*nodes.WorkerPool, error) {
	if err := workers.validate(); err != nil {
		return nil, err
	}
	inCluster := pulumi.Provider(provider)
	registered, groups, profiles := map[string]*nodes.WorkerPool{}, pulumi.StringArray{}, pulumi.StringArray{}
	var autoscaled bool
	for _, pool := range slices.Sorted(maps.Keys(workers.WorkerPools)) {
		args, err := c.poolArgs(pool, workers.WorkerPools[pool])
		if err != nil {
			return nil, err
		}
		afterPool, err := c.addPoolConfiguration(pool, args, inCluster)
		if err != nil {
			return nil, err
		}
		if registered[pool], err = nodes.NewWorkerPool(c.ctx, c.prefix+pool, args, afterPool); err != nil {
			return nil, err
		}
		groups, profiles = append(groups, registered[pool].GroupName), append(profiles, args.InstanceProfile)
		autoscaled = autoscaled || hasAutoscaling(args)
		if hasDrain(args) {
			if err := c.addHandler(pool, registered[pool], workers.TerminationHandlers[pool], inCluster); err != nil {
				return nil, err
			}
		}
	}
	approver := valueOf(workers.CSRApprover)
	fill(&approver.InfraID, c.InfraID())
	if approver.GroupNames == nil {
		approver.GroupNames = groups
	}
	if approver.InstanceProfiles == nil {
		approver.InstanceProfiles = profiles
	}
	c.fillRole(&approver.Role, approver.RoleARN)
	if _, err := nodes.NewCSRApprover(c.ctx, c.prefix+name, approver, inCluster); err != nil || !autoscaled {
		return registered, err
	}
	autoscaler := valueOf(workers.ClusterAutoscaler)
	fill(&autoscaler.InfraID, c.InfraID())
	c.fillRole(&autoscaler.Role, autoscaler.RoleARN)
	_, err := nodes.NewClusterAutoscalerASG(c.ctx, c.prefix+name, autoscaler, inCluster)
	return registered, err
}

// validate reports pools that no node would join, and taints that no node would have.
func (w Workers) validate() error {
	var p check.Problems
	for _, pool := range slices.Sorted(maps.Keys(w.WorkerPools)) {
		args := valueOf(w.WorkerPools[pool])
		at := check.Key("blueprint.Workers.WorkerPools", pool)
		isWorker := cmp.Or(args.Pool, pool) == workerPool
		if !isWorker && len(args.Labels) == 0 {
			p.Addf(check.Join(at, "Labels"), "is required: the pool %s selects its nodes by them", pool)
		}
		if isWorker && args.Autoscaling != nil && len(args.Autoscaling.Taints) > 0 {
			p.Addf(check.Join(at, "Autoscaling.Taints"), "must not be set for the pool worker, all nodes of which would have them; "+
				"use a pool of another name")
		}
	}
	return p.Err()
}

// workerPool is the machine config pool that every cluster has for its workers.
const workerPool = "worker"

// poolArgs returns the arguments of a pool with what is known of the cluster.
func (c *ExistingCluster) poolArgs(pool string, set *nodes.WorkerPoolArgs) (*nodes.WorkerPoolArgs, error) {
	args := valueOf(set)
	fill(&args.InfraID, c.InfraID())
	fill(&args.Pool, pool)
	if args.Subnets == nil {
		args.Subnets = c.Subnets()
	}
	if args.SecurityGroupIDs == nil {
		args.SecurityGroupIDs = c.SecurityGroupIDs()
	}
	if args.AMI == nil {
		args.AMI = c.AMI()
	}
	if args.InstanceProfile == nil {
		args.InstanceProfile = c.InstanceProfile()
	}
	if args.Ignition != nil || args.CloudInit != nil {
		return args, nil
	}
	ignition, err := c.WorkerIgnition()
	args.Ignition = ignition
	return args, err
}

// addPoolConfiguration registers the machine config pool of a pool other than worker, and the taints of its nodes. A kubelet cannot set the
// label of a role, so the pool selects its nodes by the labels with which they register, which requires OpenShift 4.19. It returns the option
// with which the pool's instances are launched after both, so that the first node has its taints, and terminated before both are deleted.
func (c *ExistingCluster) addPoolConfiguration(
	pool string, args *nodes.WorkerPoolArgs, inCluster pulumi.ResourceOption,
) (pulumi.ResourceOption, error) {
	if args.Pool == workerPool {
		return pulumi.Composite(), nil
	}
	configured, err := machineconfig.NewMachineConfigPool(c.ctx, c.prefix+pool, &machineconfig.MachineConfigPoolArgs{
		Name: args.Pool, NodeSelector: args.Labels,
	}, inCluster)
	if err != nil {
		return nil, err
	}
	if args.Autoscaling == nil || len(args.Autoscaling.Taints) == 0 {
		return pulumi.DependsOn([]pulumi.Resource{configured.Pool}), nil
	}
	kubelet, err := machineconfig.NewKubeletConfig(c.ctx, c.prefix+pool, &machineconfig.KubeletConfigArgs{
		Name: args.Pool, Pool: args.Pool, Taints: args.Autoscaling.Taints,
	}, inCluster)
	if err != nil {
		return nil, err
	}
	return pulumi.DependsOn([]pulumi.Resource{configured.Pool, kubelet}), nil
}

// fillRole sets the role of an agent without a role. AgentRole requires settings that a program with roles of its own does not have.
func (c *ExistingCluster) fillRole(role **iam.ServiceAccountRoleArgs, arn pulumi.StringPtrInput) {
	if *role == nil && arn == nil {
		*role = c.AgentRole()
	}
}

// addHandler registers the handler that drains the nodes of a pool, in a namespace of its own.
func (c *ExistingCluster) addHandler(
	pool string, workers *nodes.WorkerPool, set *nodes.TerminationHandlerArgs, inCluster pulumi.ResourceOption,
) error {
	args := valueOf(set)
	fill(&args.InfraID, c.InfraID())
	fill(&args.Namespace, "termination-handler-"+pool)
	if args.QueueURL == nil {
		args.QueueURL = workers.DrainQueueURL
	}
	c.fillRole(&args.Role, args.RoleARN)
	_, err := nodes.NewTerminationHandler(c.ctx, c.prefix+pool, args, inCluster)
	return err
}
