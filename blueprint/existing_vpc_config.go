package blueprint

import (
	"encoding/json"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// vpcSetting is the setting vpc.
type vpcSetting struct {
	ID             string            `json:"id"`
	CIDR           string            `json:"cidr"`
	SecondaryCIDRs []string          `json:"secondaryCidrs"`
	PrivateSubnets []subnetSetting   `json:"privateSubnets"`
	PublicSubnets  []subnetSetting   `json:"publicSubnets"`
	Endpoints      map[string]string `json:"endpoints"`
}

type subnetSetting struct {
	ID           string            `json:"id"`
	Zone         string            `json:"zone"`
	CIDR         string            `json:"cidr"`
	RouteTableID string            `json:"routeTableId"`
	Tags         map[string]string `json:"tags"`
}

// ExistingVpcConfig returns the VPC that the setting vpc describes, an object, or the output vpc of the stack that the setting
// networkStack names:
//
//	id: vpc-0123456789abcdef0
//	cidr: 10.20.0.0/16
//	secondaryCidrs: []
//	privateSubnets:
//	  - {id: subnet-0123456789abcdef0, zone: us-east-2a, cidr: 10.20.0.0/20, routeTableId: rtb-0123456789abcdef0, tags: {}}
//	publicSubnets: []
//	endpoints: {s3: vpce-0123456789abcdef0}
//
// The owner of a subnet sets these tags; the cluster sets the others (network.ExistingVpcArgs.TagSubnets).
func ExistingVpcConfig(ctx *pulumi.Context) (*network.ExistingVpcArgs, error) {
	cfg, setting := config.New(ctx, ""), vpcSetting{}
	name := cfg.Get("networkStack")
	if name == "" {
		cfg.RequireObject("vpc", &setting)
		return setting.args(), nil
	}
	outputs, err := stackOutputs(ctx, name)
	if err != nil {
		return nil, err
	}
	object, err := json.Marshal(outputs["vpc"])
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(object, &setting); err != nil {
		return nil, err
	}
	return setting.args(), nil
}

func (v vpcSetting) args() *network.ExistingVpcArgs {
	args := &network.ExistingVpcArgs{
		VpcID:          text(v.ID),
		CIDR:           v.CIDR,
		SecondaryCIDRs: v.SecondaryCIDRs,
		PrivateSubnets: existingSubnets(v.PrivateSubnets),
		PublicSubnets:  existingSubnets(v.PublicSubnets),
		Endpoints:      map[string]pulumi.StringInput{},
		TagSubnets:     true,
	}
	for service, id := range v.Endpoints {
		args.Endpoints[service] = pulumi.String(id)
	}
	return args
}

func existingSubnets(settings []subnetSetting) (subnets []network.ExistingSubnet) {
	for _, s := range settings {
		subnets = append(subnets, network.ExistingSubnet{
			ID: text(s.ID), Zone: s.Zone, CIDR: s.CIDR, Tags: s.Tags, RouteTableID: text(s.RouteTableID),
		})
	}
	return subnets
}
