package blueprint

import (
	"cmp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// registerCluster registers what an installed cluster has: the objects inside it, and its pools.
func (b *selfManagedBuilder) registerCluster() error {
	if b.Stage != cluster.StageCluster {
		return nil
	}
	// The kubeconfig depends on the control plane, which depends on the network: destroy deletes the objects inside the cluster while
	// the API is reachable.
	provider, err := cluster.NewKubernetesProvider(b.ctx, b.name, &cluster.KubernetesProviderArgs{
		ClusterIdentifier: pulumi.String(b.install.ClusterID),
		Kubeconfig:        b.c.ControlPlane.Kubeconfig,
	}, pulumi.Parent(b.parent), pulumi.Aliases([]pulumi.Alias{
		{NoParent: pulumi.Bool(true)}, {Name: pulumi.String("cluster"), NoParent: pulumi.Bool(true)},
	}))
	if err != nil {
		return err
	}
	b.c.KubernetesProvider = provider
	inCluster := b.registrar
	inCluster.options = []pulumi.ResourceOption{pulumi.Provider(provider)}
	for _, register := range []func(registrar) error{b.registerMachineSets, b.registerWorkerPools, b.registerWorkloads} {
		if err := register(inCluster); err != nil {
			return err
		}
	}
	return nil
}

func (b *selfManagedBuilder) registerMachineSets(inCluster registrar) (err error) {
	c := b.c
	if !b.omits("WorkerMachineSet") {
		c.WorkerMachineSet, err = part(inCluster, nodes.NewWorkerMachineSet, "worker", b.workerArgs(c), b.afterProxy)
		if err != nil {
			return err
		}
	}
	afterPool := pulumi.Composite()
	if b.hasInfraPool() {
		args := b.machineConfigPoolArgs()
		if c.MachineConfigPool, err = part(inCluster, machineconfig.NewMachineConfigPool, "infra", args); err != nil {
			return err
		}
		// Destroy deletes the pool after its machines: nodes whose pool is gone are degraded.
		afterPool = pulumi.DependsOn([]pulumi.Resource{c.MachineConfigPool.Pool})
	}
	if !b.omits("InfraMachineSet") {
		c.InfraMachineSet, err = part(inCluster, nodes.NewInfraMachineSet, "", b.infraArgs(c), afterPool, b.afterProxy)
	}
	return err
}

// registerWorkerPools registers the pools and the agents that they need: nothing in the cluster approves the CSRs of their instances.
func (b *selfManagedBuilder) registerWorkerPools(inCluster registrar) (err error) {
	c := b.c
	c.WorkerPools, c.TerminationHandlers = map[string]*nodes.WorkerPool{}, map[string]*nodes.TerminationHandler{}
	groups := pulumi.StringArray{}
	for _, name := range b.poolNames() {
		pool, err := part(b.registrar, nodes.NewWorkerPool, name, b.workerPoolArgs(name, c), b.afterProxy)
		if err != nil {
			return err
		}
		c.WorkerPools[name] = pool
		groups = append(groups, pool.GroupName)
		if hasDrain(b.WorkerPools[name]) {
			if err := b.registerTerminationHandler(inCluster, name, pool); err != nil {
				return err
			}
		}
	}
	if len(groups) == 0 {
		return nil
	}
	account := nodes.CSRApproverServiceAccount
	account.Namespace = cmp.Or(valueOf(b.CSRApprover).Namespace, account.Namespace)
	role, afterPolicy, err := b.agentRole("approver", account, nodes.CSRApproverPolicy(), valueOf(b.CSRApprover).RoleARN)
	if err != nil {
		return err
	}
	c.CSRApprover, err = part(inCluster, nodes.NewCSRApprover, "", b.approverArgs(groups, role), afterPolicy)
	if err != nil || !b.hasAutoscaledPool() {
		return err
	}
	account = nodes.AutoscalerServiceAccount
	account.Namespace = cmp.Or(valueOf(b.ClusterAutoscaler).Namespace, account.Namespace)
	policy := nodes.AutoscalerPolicy(b.install.InfraID)
	role, afterPolicy, err = b.agentRole("autoscaler", account, policy, valueOf(b.ClusterAutoscaler).RoleARN)
	if err != nil {
		return err
	}
	c.ClusterAutoscaler, err = part(inCluster, nodes.NewClusterAutoscalerASG, "", b.autoscalerArgs(role), afterPolicy)
	return err
}

func (b *selfManagedBuilder) registerTerminationHandler(inCluster registrar, name string, pool *nodes.WorkerPool) error {
	args := b.terminationHandlerArgs(name, pool, nil)
	account := nodes.TerminationHandlerServiceAccount
	account.Namespace = args.Namespace
	policy := nodes.TerminationHandlerPolicy(b.install.InfraID, pool.DrainQueueARN)
	role, afterPolicy, err := b.agentRole(name+"-drain", account, policy, args.RoleARN)
	if err != nil {
		return err
	}
	args = b.terminationHandlerArgs(name, pool, role)
	b.c.TerminationHandlers[name], err = part(inCluster, nodes.NewTerminationHandler, name, args, afterPolicy)
	return err
}

// agentRole registers the permissions of an agent, unless it has a role: a role for its service account, or, without credentials for
// service accounts, a policy of the control plane's role. It returns the ARN of the role, nil if there is none, and the option with
// which the agent is created after its permissions and deleted before them.
func (b *selfManagedBuilder) agentRole(
	what string, account nodes.ServiceAccount, policy pulumi.StringInput, set pulumi.StringPtrInput,
) (pulumi.StringPtrInput, pulumi.ResourceOption, error) {
	c := b.c
	if set != nil || c.Credentials == nil && c.InstanceProfiles == nil {
		return set, pulumi.Composite(), nil
	}
	args := &iam.ServiceAccountRoleArgs{
		InfraID:         b.install.InfraID,
		ServiceAccounts: []iam.ServiceAccount{account},
		Policy:          policy,
		Tags:            b.Tags,
	}
	if c.Credentials != nil {
		args.OIDCProviderARN = c.Credentials.OIDCProviderARN
	} else {
		args.ControlPlaneRoleName = c.InstanceProfiles.ControlPlaneRoleName
	}
	role, err := part(b.registrar, iam.NewServiceAccountRole, what, args)
	if err != nil {
		return nil, nil, err
	}
	afterPolicy := pulumi.DependsOn([]pulumi.Resource{role.Policy})
	if c.Credentials == nil {
		return nil, afterPolicy, nil
	}
	return role.RoleARN, afterPolicy, nil
}

// registerWorkloads registers what runs on the infra nodes. Destroy releases it from them before they drain.
func (b *selfManagedBuilder) registerWorkloads(inCluster registrar) (err error) {
	c := b.c
	afterInfra := pulumi.Composite()
	if c.InfraMachineSet != nil {
		afterInfra = pulumi.DependsOn(c.InfraMachineSet.MachineSets)
	}
	if !b.omits("IngressController") {
		c.IngressController, err = part(inCluster, ingress.NewIngressController, "", b.ingressControllerArgs(), afterInfra)
		if err != nil {
			return err
		}
	}
	if b.hasImageRegistry() {
		c.ImageRegistry, err = part(inCluster, storage.NewImageRegistry, "", b.imageRegistryArgs(c), afterInfra)
		if err != nil {
			return err
		}
	}
	if b.hasMonitoringStorage() {
		c.MonitoringStorage, err = part(inCluster, storage.NewMonitoringStorage, "", b.monitoringStorageArgs(), afterInfra)
	}
	return err
}
