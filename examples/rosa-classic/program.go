package main

import (
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
)

// program registers the cluster with everything that it needs, from the stack's configuration, which Pulumi.yaml describes. One update
// creates it.
func program(ctx *pulumi.Context) error {
	cfg := config.New(ctx, "")
	pool := &rosa.AutoscalingArgs{Min: 3, Max: 6}
	for key, number := range map[string]*int{"poolMin": &pool.Min, "poolMax": &pool.Max} {
		if cfg.Get(key) != "" {
			cfg.RequireObject(key, number)
		}
	}
	provider, err := blueprint.RHCSProviderConfig(ctx)
	if err != nil {
		return err
	}
	args := blueprint.ROSAClassicConfig(ctx)
	args.Name = cfg.Get("name") // not the name of the component, without which its stack would lose the cluster
	args.MachinePools = map[string]*rosa.MachinePoolArgs{"general": {
		InstanceType: cfg.Get("poolInstanceType"), Autoscaling: pool,
	}}
	args.Autoscaler = &rosa.AutoscalerArgs{Classic: &rosa.ClassicAutoscalerArgs{BalanceSimilarNodeGroups: new(true)}}
	args.Ingress = &rosa.IngressArgs{Classic: &rosa.ClassicIngressArgs{LoadBalancerType: rosa.LoadBalancerNetwork}}
	if key, value, found := strings.Cut(cfg.Get("routeSelector"), "="); found {
		args.Ingress.Classic.RouteSelectors = map[string]string{key: value}
	}
	cluster, err := blueprint.NewROSAClassic(ctx, "rosaclassic", args, provider)
	if err != nil {
		return err
	}
	cluster.Export(ctx)
	return nil
}
