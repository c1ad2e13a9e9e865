package main

import (
	"cmp"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// openShiftDomains are the hosts of OpenShift's images, updates and telemetry (openshift/openshift-docs
// modules/configuring-firewall.adoc), and those of AWS's services that have no endpoint in the VPC.
const openShiftDomains = ".quay.io,quayio-production-s3.s3.amazonaws.com,.redhat.io,.redhat.com,.openshift.com," +
	"iam.amazonaws.com,route53.amazonaws.com,tagging.us-east-1.amazonaws.com"

// program registers the network and the cluster in it: everything that accepts a scope is internal. Without the URL of a proxy
// elsewhere there is a proxy in the VPC, and the public subnets are for its instances alone. With a URL, the VPC has no public subnets
// and no internet gateway. The provider of the cluster's API reaches it from the VPC only, or through the jump host.
func program(ctx *pulumi.Context) error {
	cfg := config.New(ctx, "")
	hostAMI, proxyURL := pulumi.String(cfg.Require("hostAmi")), cfg.Get("proxyUrl")
	args := blueprint.SelfManagedConfig(ctx)
	args.Scope = network.Internal
	args.Vpc = &network.VpcArgs{
		CIDR:        cfg.Get("vpcCidr"),
		NAT:         network.NATNone,
		PrivateOnly: proxyURL != "",
		Endpoints:   &network.EndpointsArgs{Presets: []network.EndpointPreset{network.EndpointsPrivate, network.EndpointsSSM}},
	}
	args.JumpHost = &network.JumpHostArgs{AMI: hostAMI}
	if proxyURL == "" {
		args.EgressProxy = &network.EgressProxyArgs{
			LoadBalancer:   true,
			AMI:            hostAMI,
			AllowedDomains: strings.Split(cmp.Or(cfg.Get("allowedDomains"), openShiftDomains), ","),
		}
	}
	cluster, err := blueprint.NewSelfManaged(ctx, "demo", args)
	if err != nil {
		return err
	}
	cluster.Export(ctx)
	noProxy := cluster.Network.NoProxy
	if cluster.EgressProxy != nil {
		proxyURL, noProxy = network.EgressProxyURL("proxy."+cluster.Install.ClusterName+".internal"), cluster.EgressProxy.NoProxy
	}
	ctx.Export("proxyUrl", pulumi.String(proxyURL))
	ctx.Export("noProxy", pulumi.String(strings.Join(noProxy, ",")))
	return nil
}
