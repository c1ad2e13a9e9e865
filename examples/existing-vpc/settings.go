package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/examples/internal/stackconfig"
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

// loadSettings reads the configuration and reports all missing and invalid settings together.
func loadSettings(ctx *pulumi.Context) (settings, error) {
	r := stackconfig.New(ctx)
	r.FromStack("networkStack")
	s := settings{
		stage:          cluster.Stage(r.Choice("stage", string(cluster.StageBootstrap), string(cluster.StageCluster))),
		scope:          network.Scope(r.Choice("publish", string(network.External), string(network.Internal))),
		ami:            r.Required("ami"),
		workersPerZone: r.Number("workersPerZone", 1),
	}
	s.install = r.InstallDir("installDir", s.stage)
	if s.scope == network.External {
		s.publicZoneID = r.Required("publicZoneId")
	}
	var described vpc
	r.Object("vpc", &described)
	s.vpc = described.args(s.install.InfraID)
	if r.Err() == nil {
		r.Add(s.vpc.Validate())
	}
	return s, r.Err()
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
