package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
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

// loadSettings reads the configuration.
func loadSettings(ctx *pulumi.Context) (settings, error) {
	cfg := config.New(ctx, "")
	s := settings{
		stage:          cluster.Stage(cmp.Or(cfg.Get("stage"), string(cluster.StageBootstrap))),
		hostAMI:        cfg.Require("hostAmi"),
		ami:            cfg.Require("ami"),
		proxyURL:       cfg.Get("proxyUrl"),
		allowedDomains: strings.Split(cmp.Or(cfg.Get("allowedDomains"), openShiftDomains), ","),
		workersPerZone: 1,
	}
	if cfg.Get("workersPerZone") != "" {
		cfg.RequireObject("workersPerZone", &s.workersPerZone)
	}
	var err error
	if s.install, err = loadInstallDir(ctx, cfg, s.stage); err != nil {
		return s, err
	}
	s.vpc = &network.VpcArgs{
		InfraID:     s.install.InfraID,
		CIDR:        cmp.Or(cfg.Get("vpcCidr"), network.DefaultCIDR),
		Zones:       strings.Split(cfg.Require("zones"), ","),
		NAT:         network.NATNone,
		PrivateOnly: s.proxyURL != "",
		Endpoints:   &network.EndpointsArgs{Presets: []network.EndpointPreset{network.EndpointsPrivate, network.EndpointsSSM}},
	}
	return s, nil
}

// loadInstallDir returns the directory that openshift-install wrote, for a cluster in the region of the AWS provider. Only an
// installation needs certificates that are still valid; a running cluster has renewed its own.
func loadInstallDir(ctx *pulumi.Context, cfg *config.Config, stage cluster.Stage) (*cluster.InstallDir, error) {
	var options []cluster.InstallDirOption
	if stage == cluster.StageCluster || cfg.GetBool("allowExpiredIgnition") {
		options = append(options, cluster.AllowExpiredIgnition())
	}
	install, err := cluster.LoadInstallDir(cfg.Require("installDir"), options...)
	if err != nil {
		return nil, err
	}
	if region := config.Require(ctx, "aws:region"); region != install.Region {
		return nil, fmt.Errorf("the cluster in %s is for %s, and aws:region is %s", install.Path, install.Region, region)
	}
	return install, nil
}
