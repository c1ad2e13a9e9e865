package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// program registers a VPC that has no gateway but that of S3, and the cluster in it. The nodes pull the release from the mirrors in the
// install-config; at stage cluster the mirror serves operators and recommended updates too.
func program(ctx *pulumi.Context) error {
	cfg := config.New(ctx, "")
	m := mirror{registry: cfg.Require("mirror"), ca: cfg.Get("mirrorCa"), catalog: cfg.Get("catalog")}
	if err := m.images().Validate(); err != nil {
		return err
	}
	args := blueprint.SelfManagedConfig(ctx)
	args.Scope = network.Internal
	args.Vpc = &network.VpcArgs{
		CIDR:        cfg.Get("vpcCidr"),
		PrivateOnly: true,
		Endpoints:   &network.EndpointsArgs{Presets: []network.EndpointPreset{network.EndpointsPrivate}},
	}
	c, err := blueprint.NewSelfManaged(ctx, "demo", args)
	if err != nil {
		return err
	}
	c.Export(ctx)
	if args.Stage == cluster.StageBootstrap {
		return nil
	}
	in := pulumi.Provider(c.KubernetesProvider)
	operator, err := m.serveOperators(ctx, in)
	if err != nil {
		return err
	}
	return m.serveUpdates(ctx, operator, cfg.GetBool("updateService"), cfg.Get("upstream"), in)
}
