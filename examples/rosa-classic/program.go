package main

import (
	"cmp"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// program registers the cluster with everything that it needs, from the stack's configuration, which Pulumi.yaml describes. One update
// creates it.
func program(ctx *pulumi.Context) error {
	cfg := config.New(ctx, "")
	zones, version := strings.Split(cfg.Require("zones"), ","), cfg.Require("version")
	pool := &rosa.AutoscalingArgs{Min: 3, Max: 6}
	for key, number := range map[string]*int{"poolMin": &pool.Min, "poolMax": &pool.Max} {
		if cfg.Get(key) != "" {
			cfg.RequireObject(key, number)
		}
	}
	provider, err := rhcsProvider(ctx, cfg.Get("rhcsPath"))
	if err != nil {
		return err
	}
	args := &blueprint.ROSAClassicArgs{
		Version: version,
		Zones:   zones,
		Vpc:     &network.VpcArgs{CIDR: cfg.Get("vpcCidr")},
		Classic: &rosa.ClassicArgs{Version: &rosa.VersionArgs{Channel: cfg.Get("channel")}},
		MachinePools: map[string]*rosa.MachinePoolArgs{"general": {
			InstanceType: cmp.Or(cfg.Get("poolInstanceType"), "m5.xlarge"),
			Autoscaling:  pool,
		}},
		Autoscaler: &rosa.AutoscalerArgs{Classic: &rosa.ClassicAutoscalerArgs{BalanceSimilarNodeGroups: new(true)}},
		Ingress:    &rosa.IngressArgs{Classic: &rosa.ClassicIngressArgs{LoadBalancerType: rosa.LoadBalancerNetwork}},
	}
	if key, value, found := strings.Cut(cfg.Get("routeSelector"), "="); found {
		args.Ingress.Classic.RouteSelectors = map[string]string{key: value}
	}
	if cfg.Get("adminPassword") != "" {
		args.AdminPassword = cfg.GetSecret("adminPassword")
	}
	cluster, err := blueprint.NewROSAClassic(ctx, cmp.Or(cfg.Get("name"), "rosaclassic"), args, provider)
	if err != nil {
		return err
	}
	ctx.Export("clusterId", cluster.ClusterID)
	ctx.Export("version", cluster.Classic.CurrentVersion)
	ctx.Export("apiUrl", cluster.APIURL)
	ctx.Export("consoleUrl", cluster.ConsoleURL)
	return nil
}

// rhcsProvider returns the provider option for a local RHCS binary; without a path the components use the default provider.
func rhcsProvider(ctx *pulumi.Context, path string) (pulumi.ResourceOption, error) {
	if path == "" {
		return pulumi.Composite(), nil
	}
	provider, err := iam.NewRHCSProvider(ctx, "rhcs", &iam.RHCSProviderArgs{Path: path})
	return pulumi.Providers(provider), err
}
