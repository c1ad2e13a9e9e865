package main

import (
	"cmp"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

// loadSettings returns the stack's configuration as the arguments of a blueprint, which can validate all of it, and of its parts those
// that the configuration sets: installDir, stage, zones and so on, which are documented there, and those of this example.
func loadSettings(ctx *pulumi.Context) *blueprint.SelfManagedArgs {
	cfg := config.New(ctx, "")
	workersPerZone, elasticWorkers, routers := 1, 1, 2
	for key, number := range map[string]*int{
		"workersPerZone": &workersPerZone, "elasticWorkers": &elasticWorkers, "routers": &routers,
	} {
		if cfg.Get(key) != "" {
			cfg.RequireObject(key, number)
		}
	}
	worker := cmp.Or(cfg.Get("workerInstanceType"), "m5.xlarge")
	s := blueprint.SelfManagedConfig(ctx)
	s.Stage, s.Scope = cmp.Or(s.Stage, cluster.StageCluster), cmp.Or(s.Scope, network.External)
	s.ControlPlane = &cluster.ControlPlaneArgs{
		InstanceType:          cmp.Or(cfg.Get("controlPlaneInstanceType"), "m5.xlarge"),
		OperatorLoadBalancers: operatorLoadBalancers(cfg.Get("operatorCidrs"), s.Scope),
	}
	s.RouterLB = &ingress.RouterLBArgs{Type: ingress.LoadBalancerType(cmp.Or(cfg.Get("routerLoadBalancer"), string(ingress.NLB)))}
	s.InfraMachineSet = &nodes.MachineSetArgs{InstanceType: cmp.Or(cfg.Get("infraInstanceType"), "r5.xlarge")}
	s.WorkerMachineSet = &nodes.MachineSetArgs{InstanceType: worker, ReplicasPerZone: &workersPerZone}
	if elasticWorkers > 0 {
		s.WorkerPools = map[string]*nodes.WorkerPoolArgs{"elastic": {InstanceType: worker, Min: elasticWorkers, Max: elasticWorkers}}
	}
	s.IngressController = &ingress.IngressControllerArgs{Replicas: &routers}
	return s
}

// operatorLoadBalancers are the two that ROSA Classic has for the team that operates the cluster; none without its CIDRs.
func operatorLoadBalancers(cidrs string, scope network.Scope) map[string]cluster.OperatorLoadBalancer {
	if cidrs == "" {
		return nil
	}
	operator := cluster.OperatorLoadBalancer{AllowedCIDRs: strings.Split(cidrs, ","), Scope: scope}
	return map[string]cluster.OperatorLoadBalancer{"sre": operator, "sre2": operator}
}
