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
	vpcCIDR       string
	ami           string
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

// loadSettings reads the configuration and reports all missing and invalid settings together.
func loadSettings(ctx *pulumi.Context) (settings, error) {
	r := &reader{Config: config.New(ctx, "")}
	s := settings{
		installDir:               r.required("installDir"),
		allowExpiredIgnition:     r.GetBool("allowExpiredIgnition"),
		stage:                    cluster.Stage(r.choice("stage", string(cluster.StageBootstrap), string(cluster.StageCluster))),
		scope:                    network.Scope(r.choice("publish", string(network.External), string(network.Internal))),
		region:                   config.Get(ctx, "aws:region"),
		zones:                    list(r.required("zones")),
		furtherZones:             list(r.Get("furtherZones")),
		operatorCIDRs:            list(r.Get("operatorCidrs")),
		vpcCIDR:                  r.optional("vpcCidr", "10.0.0.0/16"),
		ami:                      r.required("ami"),
		disabledCapabilities:     list(r.Get("disabledCapabilities")),
		routerLoadBalancer:       ingress.LoadBalancerType(r.choice("routerLoadBalancer", string(ingress.NLB), string(ingress.Classic))),
		controlPlaneInstanceType: r.optional("controlPlaneInstanceType", "m5.xlarge"),
		infraInstanceType:        r.optional("infraInstanceType", "r5.xlarge"),
		workerInstanceType:       r.optional("workerInstanceType", "m5.xlarge"),
		workersPerZone:           r.number("workersPerZone", 1),
		elasticWorkers:           r.number("elasticWorkers", 0),
		routers:                  r.number("routers", 2),
	}
	if s.credentialsName = r.Get("credentialsName"); s.credentialsName != "" {
		s.openShiftVersion = r.required("openshiftVersion")
	}
	r.problems = append(r.problems, checkCapabilities(s.disabledCapabilities))
	if s.scope == network.External {
		s.publicZoneID = pulumi.String(r.required("publicZoneId"))
	}
	return s, errors.Join(r.problems...)
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

// reader reads the configuration and collects its problems.
type reader struct {
	*config.Config
	problems []error
}

func (r *reader) required(key string) string {
	value := r.Get(key)
	if value == "" {
		r.problems = append(r.problems, fmt.Errorf("config %s: is required; set it with `pulumi config set %s VALUE`", key, key))
	}
	return value
}

func (r *reader) optional(key, otherwise string) string {
	return cmp.Or(r.Get(key), otherwise)
}

// choice reads one of the allowed values; the first is the default.
func (r *reader) choice(key string, allowed ...string) string {
	value := r.optional(key, allowed[0])
	if !slices.Contains(allowed, value) {
		r.problems = append(r.problems, fmt.Errorf("config %s: must be %s (got %q)", key, strings.Join(allowed, " or "), value))
	}
	return value
}

func (r *reader) number(key string, otherwise int) int {
	value, err := r.TryInt(key)
	if errors.Is(err, config.ErrMissingVar) {
		return otherwise
	}
	if err != nil {
		r.problems = append(r.problems, fmt.Errorf("config %s: %q is not a whole number", key, r.Get(key)))
	}
	return value
}

func list(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return c == ',' })
}
