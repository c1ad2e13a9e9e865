package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// program registers a VPC that has no gateway but that of S3, a cluster that pulls its images from ECR by the VPC's endpoints, and the
// mirrors of the images of your applications.
func program(ctx *pulumi.Context) error {
	cfg := config.New(ctx, "")
	var mirrors map[string]rosa.ImageMirrorArgs
	if cfg.Get("imageMirrors") != "" {
		cfg.RequireObject("imageMirrors", &mirrors)
	}
	provider, err := blueprint.RHCSProviderConfig(ctx)
	if err != nil {
		return err
	}
	args := blueprint.ROSAHCPConfig(ctx)
	args.Name = cfg.Get("name") // not the name of the component, without which its stack would lose the cluster
	args.Scope = network.Internal
	args.Vpc = &network.VpcArgs{
		CIDR:        cfg.Get("vpcCidr"),
		PrivateOnly: true,
		Endpoints:   &network.EndpointsArgs{Presets: []network.EndpointPreset{network.EndpointsZeroEgress}},
	}
	args.HCP.ZeroEgress = true
	cluster, err := blueprint.NewROSAHCP(ctx, "disconnected", args, provider)
	if err != nil {
		return err
	}
	for key, mirror := range mirrors {
		mirror.ClusterID = cluster.ClusterID
		if _, err := rosa.NewImageMirror(ctx, "disconnected-"+key, &mirror, provider); err != nil {
			return err
		}
	}
	cluster.Export(ctx)
	return nil
}
