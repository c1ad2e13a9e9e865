package blueprint

import (
	"cmp"
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
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
// with name or, for those of a pool, with its name, after that of LoadNamedCluster. Problems are reported at the fields of workers and at the
// settings of the cluster, those of each component before it is registered.
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
		move := moveTo(c, check.Key(workersPath+".WorkerPools", pool), workers.WorkerPools[pool])
		if err := move.Error(args.Validate()); err != nil {
			return nil, err
		}
		afterPool, err := c.addPoolConfiguration(pool, args, inCluster)
		if err != nil {
			return nil, err
		}
		if registered[pool], err = addMoved(c, move, nodes.NewWorkerPool, pool, args, afterPool); err != nil {
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
	move := moveTo(c, workersPath+".CSRApprover", workers.CSRApprover)
	if _, err := addMoved(c, move, nodes.NewCSRApprover, name, approver, inCluster); err != nil || !autoscaled {
		return registered, err
	}
	autoscaler := valueOf(workers.ClusterAutoscaler)
	fill(&autoscaler.InfraID, c.InfraID())
	c.fillRole(&autoscaler.Role, autoscaler.RoleARN)
	move = moveTo(c, workersPath+".ClusterAutoscaler", workers.ClusterAutoscaler)
	_, err := addMoved(c, move, nodes.NewClusterAutoscalerASG, name, autoscaler, inCluster)
	return registered, err
}

const workersPath = "blueprint.Workers"

// fromCluster are the settings, or the outputs of the cluster's stack, that fill fields of workers.
var fromCluster = map[check.Path]string{
	".InfraID": "infraId", ".Subnets": "subnets", ".SecurityGroupIDs": "securityGroupIds", ".AMI": "ami",
	".InstanceProfile": "instanceProfile", ".Ignition": "workerIgnition", ".Role.OIDCProviderARN": "oidcProviderArn",
	".Role.ControlPlaneRoleName": "controlPlaneRole",
}

// moveTo moves problems to a path of Workers, at which the caller wrote the arguments given, and those of other fields to the settings.
func moveTo[A any](c *ExistingCluster, at check.Path, given *A) check.Move {
	named := func(path check.Path) check.Path {
		for field, key := range fromCluster {
			if below, found := path.In("").Below(field); found {
				if _, set := field.At(given); !set {
					return c.source(key) + below
				}
			}
		}
		return path.In(at)
	}
	return func(problem *check.Problem) *check.Problem {
		moved := *problem
		if moved.Path = named(problem.Path); problem.Other != "" {
			moved.Other = named(problem.Other)
		}
		return &moved
	}
}

// addMoved registers a component whose problems are moved.
func addMoved[C, A any](
	c *ExistingCluster, move check.Move, register constructor[C, A], name string, args *A, opts ...pulumi.ResourceOption,
) (*C, error) {
	added, err := register(component.WithMove(c.ctx, move), c.prefix+name, args, opts...)
	return added, move.Error(err)
}

// validate reports pools that no node would join, and taints that no node would have.
func (w Workers) validate() error {
	var p check.Problems
	for _, pool := range slices.Sorted(maps.Keys(w.WorkerPools)) {
		args := valueOf(w.WorkerPools[pool])
		at := check.Key(workersPath+".WorkerPools", pool)
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
	move := moveTo(c, check.Key(workersPath+".TerminationHandlers", pool), set)
	_, err := addMoved(c, move, nodes.NewTerminationHandler, pool, args, inCluster)
	return err
}
