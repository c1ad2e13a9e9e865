package blueprint

import (
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// addCluster adds what an installed cluster has: the objects inside it, and its pools.
func (s *selfManagedPlan) addCluster() {
	if s.Stage != cluster.StageCluster {
		s.c.KubernetesProvider = &cluster.KubernetesProvider{}
		return
	}
	s.addKubernetesProvider()
	s.addMachineSets()
	s.addWorkerPools()
	s.addWorkloads()
}

// addKubernetesProvider adds the provider of the objects inside the cluster. The kubeconfig depends on the control plane, which depends on
// the network: destroy deletes the objects while the API is reachable.
func (s *selfManagedPlan) addKubernetesProvider() {
	s.inCluster = pulumi.Composite()
	alias := pulumi.Aliases([]pulumi.Alias{{Name: pulumi.String("cluster"), NoParent: pulumi.Bool(true)}})
	provider := add(&s.registrar, "KubernetesProvider", "", cluster.NewKubernetesProvider, &cluster.KubernetesProviderArgs{
		ClusterIdentifier: pulumi.String(s.install.ClusterID),
		Kubeconfig:        s.c.ControlPlane.Kubeconfig,
	}, alias)
	if !s.isPlan() && s.err == nil {
		s.c.KubernetesProvider, s.inCluster = provider, pulumi.Provider(provider)
	}
}

func (s *selfManagedPlan) addMachineSets() {
	c := s.c
	afterPool := pulumi.Composite()
	if !s.omits(PartInfraMachineSet) && !s.omits(PartMachineConfigPool) {
		args := s.machineConfigPoolArgs()
		c.MachineConfigPool = add(&s.registrar, "MachineConfigPool", "infra", machineconfig.NewMachineConfigPool, args, s.inCluster)
		// Destroy deletes the pool after its machines: nodes whose pool is gone are degraded.
		afterPool = pulumi.DependsOn([]pulumi.Resource{c.MachineConfigPool.Pool})
	}
	if !s.omits(PartInfraMachineSet) {
		args := s.infraArgs()
		c.InfraMachineSet = add(&s.registrar, "InfraMachineSet", "", nodes.NewInfraMachineSet, args, s.inCluster, afterPool, s.afterProxy)
	}
	if !s.omits(PartWorkerMachineSet) {
		args := s.workerArgs()
		c.WorkerMachineSet = add(&s.registrar, "WorkerMachineSet", "worker", nodes.NewWorkerMachineSet, args, s.inCluster, s.afterProxy)
	}
}

// addWorkerPools adds the pools and the agents that they need: nothing in the cluster approves the CSRs of their instances.
func (s *selfManagedPlan) addWorkerPools() {
	c, path := s.c, s.problems.path
	c.WorkerPools, c.TerminationHandlers = map[string]*nodes.WorkerPool{}, map[string]*nodes.TerminationHandler{}
	groups := pulumi.StringArray{}
	for _, name := range slices.Sorted(maps.Keys(s.WorkerPools)) {
		args := s.workerPoolArgs(name)
		c.WorkerPools[name] = add(&s.registrar, check.Key("WorkerPools", name), name, nodes.NewWorkerPool, args, s.afterProxy)
		groups = append(groups, c.WorkerPools[name].GroupName)
		if hasDrain(s.WorkerPools[name]) {
			s.addTerminationHandler(name)
		}
	}
	for name := range s.TerminationHandlers {
		if !hasDrain(s.WorkerPools[name]) {
			s.problems.Addf(check.Key(path+".TerminationHandlers", name), "must be the name of a pool with Drain")
		}
	}
	if len(groups) > 0 {
		c.CSRApprover = add(&s.registrar, "CSRApprover", "", nodes.NewCSRApprover, s.approverArgs(groups), s.inCluster)
	}
	if slices.ContainsFunc(slices.Collect(maps.Values(s.WorkerPools)), hasAutoscaling) {
		c.ClusterAutoscaler = add(&s.registrar, "ClusterAutoscaler", "", nodes.NewClusterAutoscalerASG, s.autoscalerArgs(), s.inCluster)
	} else if s.ClusterAutoscaler != nil {
		s.problems.Addf(path+".ClusterAutoscaler", "requires a pool with Autoscaling")
	}
}

func (s *selfManagedPlan) addTerminationHandler(name string) {
	field := check.Key("TerminationHandlers", name)
	args := s.terminationHandlerArgs(name)
	s.c.TerminationHandlers[name] = add(&s.registrar, field, name, nodes.NewTerminationHandler, args, s.inCluster)
}

// addWorkloads adds what runs on the infra nodes. Destroy releases it from them before they drain.
func (s *selfManagedPlan) addWorkloads() {
	c := s.c
	afterInfra := pulumi.Composite()
	if c.InfraMachineSet != nil {
		afterInfra = pulumi.DependsOn(c.InfraMachineSet.MachineSets)
	}
	if !s.omits(PartIngressController) {
		args := s.ingressControllerArgs()
		c.IngressController = add(&s.registrar, "IngressController", "", ingress.NewIngressController, args, s.inCluster, afterInfra)
	}
	if !s.omits(PartImageRegistry) && s.hasCapability("ImageRegistry") {
		args := s.imageRegistryArgs()
		c.ImageRegistry = add(&s.registrar, "ImageRegistry", "", storage.NewImageRegistry, args, s.inCluster, afterInfra)
	}
	if !s.omits(PartMonitoringStorage) && s.hasCapability("Storage") {
		args := s.monitoringStorageArgs()
		c.MonitoringStorage = add(&s.registrar, "MonitoringStorage", "", storage.NewMonitoringStorage, args, s.inCluster, afterInfra)
	}
}
