package rosa

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// SharedVpcArgs are what a cluster with a hosted control plane needs in subnets that another account shares. Changes replace the cluster.
type SharedVpcArgs struct {
	// IngressZoneID is the ID of the private hosted zone rosa.<domain prefix>.<base domain> in the VPC owner's account. Required.
	IngressZoneID pulumi.StringInput `rhcs:"ingressPrivateHostedZoneId" check:"required,format=hosted-zone-id"`
	// InternalZoneID is the ID of the private hosted zone <domain prefix>.hypershift.local in the VPC owner's account. Required: without
	// it the provider ignores the other fields.
	InternalZoneID pulumi.StringInput `rhcs:"internalCommunicationPrivateHostedZoneId" check:"required,format=hosted-zone-id"`
	// Route53RoleARN is the ARN of the VPC owner's role that can change records in both zones. Required.
	Route53RoleARN pulumi.StringInput `rhcs:"route53RoleArn" check:"required,format=role-arn"`
	// VpcEndpointRoleARN is the ARN of the VPC owner's role that can create the API server's endpoint. Required.
	VpcEndpointRoleARN pulumi.StringInput `rhcs:"vpceRoleArn" check:"required,format=role-arn"`
}

// HostedZoneArgs are what a Classic cluster needs in subnets that another account shares. Changes replace the cluster.
type HostedZoneArgs struct {
	// ID is the ID of the private hosted zone <domain prefix>.<base domain> in the VPC owner's account. Required.
	ID pulumi.StringInput `rhcs:"id" check:"required,format=hosted-zone-id"`
	// RoleARN is the ARN of the VPC owner's role that can change records in it. Required.
	RoleARN pulumi.StringInput `rhcs:"roleArn" check:"required,format=role-arn"`
}

// AutoNodeArgs enable AutoNode: the service runs Karpenter, which chooses and launches machines as pods need them. It cannot be disabled.
type AutoNodeArgs struct {
	// RoleARN is the ARN of the role that Karpenter assumes. Required. Changes are applied in place.
	RoleARN pulumi.StringInput `rhcs:"roleArn" check:"required,format=role-arn"`
}
