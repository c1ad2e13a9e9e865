package rosa

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// SharedVpcArgs are what a cluster with a hosted control plane needs in subnets that another account shares. Changes replace the cluster.
type SharedVpcArgs struct {
	// IngressZoneID is the ID of the private hosted zone rosa.<domain prefix>.<base domain> in the VPC owner's account. Required.
	IngressZoneID pulumi.StringInput
	// InternalZoneID is the ID of the private hosted zone <domain prefix>.hypershift.local in the VPC owner's account. Required: without
	// it the provider ignores the other fields.
	InternalZoneID pulumi.StringInput
	// Route53RoleARN is the ARN of the VPC owner's role that can change records in both zones. Required.
	Route53RoleARN pulumi.StringInput
	// VpcEndpointRoleARN is the ARN of the VPC owner's role that can create the API server's endpoint. Required.
	VpcEndpointRoleARN pulumi.StringInput
}

func (s *SharedVpcArgs) check(p *check.Problems, path, region string) {
	if s == nil {
		return
	}
	p.RequiredFormat(path+".IngressZoneID", s.IngressZoneID, check.HostedZoneID)
	p.RequiredFormat(path+".InternalZoneID", s.InternalZoneID, check.HostedZoneID)
	checkRole(p, path+".Route53RoleARN", s.Route53RoleARN, region, "")
	checkRole(p, path+".VpcEndpointRoleARN", s.VpcEndpointRoleARN, region, "")
}

func (s *SharedVpcArgs) inputs() pulumi.Input {
	if s == nil {
		return nil
	}
	return pulumi.Map{
		"ingressPrivateHostedZoneId":               s.IngressZoneID,
		"internalCommunicationPrivateHostedZoneId": s.InternalZoneID,
		"route53RoleArn":                           s.Route53RoleARN,
		"vpceRoleArn":                              s.VpcEndpointRoleARN,
	}
}

// HostedZoneArgs are what a Classic cluster needs in subnets that another account shares. Changes replace the cluster.
type HostedZoneArgs struct {
	// ID is the ID of the private hosted zone <domain prefix>.<base domain> in the VPC owner's account. Required.
	ID pulumi.StringInput
	// RoleARN is the ARN of the VPC owner's role that can change records in it. Required.
	RoleARN pulumi.StringInput
}

func (z *HostedZoneArgs) check(p *check.Problems, path, region string) {
	if z == nil {
		return
	}
	p.RequiredFormat(path+".ID", z.ID, check.HostedZoneID)
	checkRole(p, path+".RoleARN", z.RoleARN, region, "")
}

func (z *HostedZoneArgs) inputs() pulumi.Input {
	if z == nil {
		return nil
	}
	return pulumi.Map{"id": z.ID, "roleArn": z.RoleARN}
}

// AutoNodeArgs enable AutoNode: the service runs Karpenter, which chooses and launches machines as pods need them. It cannot be disabled.
type AutoNodeArgs struct {
	// RoleARN is the ARN of the role that Karpenter assumes. Required. Changes are applied in place.
	RoleARN pulumi.StringInput
}

func (a *AutoNodeArgs) check(p *check.Problems, path, region, account string) {
	if a != nil {
		checkRole(p, path+".RoleARN", a.RoleARN, region, account)
	}
}

func (a *AutoNodeArgs) inputs() pulumi.Input {
	if a == nil {
		return nil
	}
	return pulumi.Map{"mode": pulumi.String("enabled"), "roleArn": a.RoleARN}
}
