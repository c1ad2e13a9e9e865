package main

import (
	"encoding/json"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

// program registers the cluster. With Vpc instead of ExistingVpc, the rest would be the same.
func program(ctx *pulumi.Context) error {
	cfg, workersPerZone := config.New(ctx, ""), 1
	if cfg.Get("workersPerZone") != "" {
		cfg.RequireObject("workersPerZone", &workersPerZone)
	}
	described, err := loadVpc(ctx, cfg)
	if err != nil {
		return err
	}
	args := blueprint.SelfManagedConfig(ctx)
	args.ExistingVpc = described.args()
	args.WorkerMachineSet = &nodes.MachineSetArgs{ReplicasPerZone: &workersPerZone}
	cluster, err := blueprint.NewSelfManaged(ctx, "demo", args)
	if err != nil {
		return err
	}
	cluster.Export(ctx)
	return nil
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

func (v vpc) args() *network.ExistingVpcArgs {
	args := &network.ExistingVpcArgs{
		VpcID:          pulumi.String(v.ID),
		CIDR:           v.CIDR,
		SecondaryCIDRs: v.SecondaryCIDRs,
		PrivateSubnets: existing(v.PrivateSubnets),
		PublicSubnets:  existing(v.PublicSubnets),
		Endpoints:      map[string]pulumi.StringInput{},
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
