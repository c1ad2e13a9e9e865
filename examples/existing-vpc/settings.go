package main

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// settings is the stack's configuration.
type settings struct {
	install           *cluster.InstallDir
	stage             cluster.Stage
	scope             network.Scope
	vpc               *network.ExistingVpcArgs
	ami, publicZoneID string
	workersPerZone    int
}

// loadSettings reads the configuration.
func loadSettings(ctx *pulumi.Context) (settings, error) {
	cfg := config.New(ctx, "")
	s := settings{
		stage:          cluster.Stage(cmp.Or(cfg.Get("stage"), string(cluster.StageBootstrap))),
		scope:          network.Scope(cmp.Or(cfg.Get("publish"), string(network.External))),
		ami:            cfg.Require("ami"),
		workersPerZone: 1,
	}
	if cfg.Get("workersPerZone") != "" {
		cfg.RequireObject("workersPerZone", &s.workersPerZone)
	}
	if s.scope == network.External {
		s.publicZoneID = cfg.Require("publicZoneId")
	}
	var err error
	if s.install, err = loadInstallDir(ctx, cfg, s.stage); err != nil {
		return s, err
	}
	described, err := loadVpc(ctx, cfg)
	s.vpc = described.args(s.install.InfraID)
	return s, err
}

// loadVpc returns the output vpc of the network's stack, or the setting vpc if there is no such stack.
func loadVpc(ctx *pulumi.Context, cfg *config.Config) (described vpc, err error) {
	name := cfg.Get("networkStack")
	if name == "" {
		cfg.RequireObject("vpc", &described)
		return described, nil
	}
	stack, err := pulumi.NewStackReference(ctx, name, nil)
	if err != nil {
		return described, err
	}
	output, err := stack.GetOutputDetails("vpc")
	if err != nil {
		return described, err
	}
	text, err := json.Marshal(output.Value)
	if err != nil {
		return described, err
	}
	return described, json.Unmarshal(text, &described)
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

// vpc is the setting vpc, which describes the network. The stack of the network can export it under this name.
type vpc struct {
	ID             string            `json:"id"`
	CIDR           string            `json:"cidr"`
	SecondaryCIDRs []string          `json:"secondaryCidrs"`
	PrivateSubnets []subnet          `json:"privateSubnets"`
	PublicSubnets  []subnet          `json:"publicSubnets"`
	Endpoints      map[string]string `json:"endpoints"`
}

type subnet struct {
	ID           string            `json:"id"`
	Zone         string            `json:"zone"`
	CIDR         string            `json:"cidr"`
	RouteTableID string            `json:"routeTableId"`
	Tags         map[string]string `json:"tags"`
}

func (v vpc) args(infraID string) *network.ExistingVpcArgs {
	args := &network.ExistingVpcArgs{
		VpcID:          pulumi.String(v.ID),
		CIDR:           v.CIDR,
		SecondaryCIDRs: v.SecondaryCIDRs,
		PrivateSubnets: existing(v.PrivateSubnets),
		PublicSubnets:  existing(v.PublicSubnets),
		Endpoints:      map[string]pulumi.StringInput{},
		InfraID:        infraID,
		TagSubnets:     true,
	}
	for service, id := range v.Endpoints {
		args.Endpoints[service] = pulumi.String(id)
	}
	return args
}

func existing(subnets []subnet) (all []network.ExistingSubnet) {
	for _, s := range subnets {
		each := network.ExistingSubnet{ID: pulumi.String(s.ID), Zone: s.Zone, CIDR: s.CIDR, Tags: s.Tags}
		if s.RouteTableID != "" {
			each.RouteTableID = pulumi.String(s.RouteTableID)
		}
		all = append(all, each)
	}
	return all
}
