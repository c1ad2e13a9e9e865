package main

import (
	"cmp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/examples/internal/stackconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// settings is the stack's configuration.
type settings struct {
	stage        cluster.Stage
	install      *cluster.InstallDir
	vpc          *network.VpcArgs
	hostAMI, ami string
	// proxyURL is the URL of a proxy elsewhere; empty for one in the VPC.
	proxyURL       string
	allowedDomains []string
	workersPerZone int
}

// openShiftDomains are the hosts of OpenShift's images, updates and telemetry (openshift/openshift-docs
// modules/configuring-firewall.adoc), and those of AWS's services that have no endpoint in the VPC.
const openShiftDomains = ".quay.io,quayio-production-s3.s3.amazonaws.com,.redhat.io,.redhat.com,.openshift.com," +
	"iam.amazonaws.com,route53.amazonaws.com,tagging.us-east-1.amazonaws.com"

// loadSettings reads the configuration and reports all missing and invalid settings together.
func loadSettings(ctx *pulumi.Context) (settings, error) {
	r := stackconfig.New(ctx)
	s := settings{
		stage:          cluster.Stage(r.Choice("stage", string(cluster.StageBootstrap), string(cluster.StageCluster))),
		hostAMI:        r.Required("hostAmi"),
		ami:            r.Required("ami"),
		proxyURL:       r.Get("proxyUrl"),
		allowedDomains: stackconfig.List(r.Optional("allowedDomains", openShiftDomains)),
		workersPerZone: r.Number("workersPerZone", 1),
	}
	s.install = r.InstallDir("installDir", s.stage)
	s.vpc = &network.VpcArgs{
		InfraID:     cmp.Or(s.install.InfraID, "unknown"),
		CIDR:        r.Optional("vpcCidr", network.DefaultCIDR),
		Zones:       stackconfig.List(r.Required("zones")),
		NAT:         network.NATNone,
		PrivateOnly: s.proxyURL != "",
		Endpoints:   &network.EndpointsArgs{Presets: []network.EndpointPreset{network.EndpointsPrivate, network.EndpointsSSM}},
	}
	if r.Err() == nil {
		r.Add(s.vpc.Validate())
	}
	return s, r.Err()
}
