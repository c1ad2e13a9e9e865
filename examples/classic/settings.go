package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// settings is the stack's configuration.
type settings struct {
	installDir           string
	allowExpiredIgnition bool
	stage                cluster.Stage
	scope                network.Scope
	region               string
	// zones has the zone of each control-plane machine.
	zones         []string
	furtherZones  []string
	operatorCIDRs []string
	// bootstrapReaders are the ARNs of those who run Pulumi in stage bootstrap.
	bootstrapReaders []string
	vpcCIDR          string
	ami              string
	// publicZoneID is nil for a cluster that is internal.
	publicZoneID             pulumi.StringInput
	credentialsName          string
	openShiftVersion         string
	disabledCapabilities     []string
	routerLoadBalancer       ingress.LoadBalancerType
	controlPlaneInstanceType string
	infraInstanceType        string
	workerInstanceType       string
	workersPerZone           int
	elasticWorkers           int
	routers                  int
}

// loadSettings reads the configuration.
func loadSettings(ctx *pulumi.Context) (settings, error) {
	cfg := config.New(ctx, "")
	s := settings{
		installDir:               cfg.Require("installDir"),
		allowExpiredIgnition:     cfg.GetBool("allowExpiredIgnition"),
		stage:                    cluster.Stage(cmp.Or(cfg.Get("stage"), string(cluster.StageBootstrap))),
		scope:                    network.Scope(cmp.Or(cfg.Get("publish"), string(network.External))),
		region:                   config.Get(ctx, "aws:region"),
		zones:                    list(cfg.Require("zones")),
		furtherZones:             list(cfg.Get("furtherZones")),
		operatorCIDRs:            list(cfg.Get("operatorCidrs")),
		bootstrapReaders:         list(cfg.Get("bootstrapReaders")),
		vpcCIDR:                  cmp.Or(cfg.Get("vpcCidr"), network.DefaultCIDR),
		ami:                      cfg.Require("ami"),
		disabledCapabilities:     list(cfg.Get("disabledCapabilities")),
		routerLoadBalancer:       ingress.LoadBalancerType(cmp.Or(cfg.Get("routerLoadBalancer"), string(ingress.NLB))),
		controlPlaneInstanceType: cmp.Or(cfg.Get("controlPlaneInstanceType"), "m5.xlarge"),
		infraInstanceType:        cmp.Or(cfg.Get("infraInstanceType"), "r5.xlarge"),
		workerInstanceType:       cmp.Or(cfg.Get("workerInstanceType"), "m5.xlarge"),
		workersPerZone:           1,
		routers:                  2,
	}
	for key, number := range map[string]*int{
		"workersPerZone": &s.workersPerZone,
		"elasticWorkers": &s.elasticWorkers,
		"routers":        &s.routers,
	} {
		if cfg.Get(key) != "" {
			cfg.RequireObject(key, number)
		}
	}
	if s.credentialsName = cfg.Get("credentialsName"); s.credentialsName != "" {
		s.openShiftVersion = cfg.Require("openshiftVersion")
	}
	if s.scope == network.External {
		s.publicZoneID = pulumi.String(cfg.Require("publicZoneId"))
	}
	return s, checkCapabilities(s.disabledCapabilities)
}

// hasCapability reports whether the cluster has an optional component.
func (s settings) hasCapability(name string) bool {
	return !slices.Contains(s.disabledCapabilities, name)
}

// checkCapabilities reports a cluster in which the program cannot create its machines.
func checkCapabilities(disabled []string) error {
	if slices.Contains(disabled, "MachineAPI") {
		return errors.New("the capability MachineAPI must not be disabled: workers and infra machines are machine sets")
	}
	return nil
}

// vpcZones returns the zones of the VPC. Several control-plane machines can be in one zone.
func (s settings) vpcZones() []string {
	return slices.Concat(slices.Compact(slices.Sorted(slices.Values(s.zones))), s.furtherZones)
}

// checkRegion reports an AWS provider whose region is not that of the install directory.
func (s settings) checkRegion(install *cluster.InstallDir) error {
	if s.region == "" || install.Region == "" || s.region == install.Region {
		return nil
	}
	return fmt.Errorf("config aws:region: is %s, but the cluster in %s is for %s; set it with `pulumi config set aws:region %s`",
		s.region, install.Path, install.Region, install.Region)
}

func list(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return c == ',' })
}
