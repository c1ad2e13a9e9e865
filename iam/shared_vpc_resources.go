package iam

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ram"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/route53"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// SharedVpcResources are the resources of an account that shares the subnets of its VPC with the account of a ROSA cluster: the resource
// share, the private hosted zones of the cluster's domains, and the roles with which the service changes their records and, with a hosted
// control plane, creates the endpoint of the API server. They come from Red Hat's Terraform modules
// (terraform-redhat/terraform-rhcs-rosa-hcp v1.7.4 modules/shared-vpc-resources, terraform-redhat/terraform-rhcs-rosa-classic 4dcd65d
// modules/shared-vpc-policy-and-hosted-zone).
//
// Pass the component a provider of the account that owns the VPC. The roles of the cluster's account must exist before those that trust
// them, and their policies have the ARNs of these: pass SharedVpcRoles to AccountRoles, and the roles of AccountRoles and OperatorRoles to
// this component. The outputs wait until the subnets are shared and the roles have their policies; a cluster that receives them is
// destroyed before them.
type SharedVpcResources struct {
	pulumi.ResourceState

	// IngressZoneID is the ID of the hosted zone of the cluster's routes, and with Classic of its API.
	IngressZoneID pulumi.StringOutput `pulumi:"ingressZoneId"`
	// InternalZoneID is the ID of the hosted zone <domain prefix>.hypershift.local; nil with Classic.
	InternalZoneID pulumi.StringPtrOutput `pulumi:"internalZoneId"`
	// Route53RoleARN is the ARN of the role that can change records in both zones.
	Route53RoleARN pulumi.StringOutput `pulumi:"route53RoleArn"`
	// VpcEndpointRoleARN is the ARN of the role that can create the endpoint of the API server; nil with Classic.
	VpcEndpointRoleARN pulumi.StringPtrOutput `pulumi:"vpcEndpointRoleArn"`
	// ResourceShareARN is the ARN of the resource share. It waits until the subnets are associated with it.
	ResourceShareARN pulumi.StringOutput `pulumi:"resourceShareArn"`
}

// SharedVpcResourcesArgs are the arguments of SharedVpcResources. Unless a field says otherwise, changes are applied in place.
type SharedVpcResourcesArgs struct {
	// Product is the product of the cluster. Defaults to HCP. A change replaces the roles.
	Product Product `check:"hcp|classic" default:"hcp"`
	// Prefix begins the names of the roles and of the resource share. Required. At most 32 characters. A change replaces them.
	Prefix string `check:"required,format=iam-name,length=1..32"`
	// Region is the region of the VPC. Defaults to the region of the AWS provider.
	Region string `check:"format=region"`
	// AccountID is the ID of the cluster's AWS account, 12 digits. Required. A change replaces the association of the account.
	AccountID pulumi.StringInput `check:"required,format=account-id"`
	// VpcID is the ID of the VPC. Required. A change replaces the hosted zones.
	VpcID pulumi.StringInput `check:"required,format=vpc-id"`
	// SubnetIDs are the IDs of the subnets to share, by keys that you choose and that name the associations, such as
	// private-us-east-2a. Required. A subnet in which machines run cannot leave the share.
	SubnetIDs map[string]pulumi.StringInput `check:"required,format=subnet-id"`
	// DomainPrefix is the first label of the cluster's domain: HCPArgs.DomainPrefix or ClassicArgs.DomainPrefix of package
	// cluster/rosa, or the cluster's name, at most 15 characters. Required. A change replaces the hosted zones.
	DomainPrefix string `check:"required,format=dns-label,length=1..15"`
	// BaseDNSDomain is the parent of the cluster's domain, which the cluster's account has: DNSDomain.Name of package cluster/rosa.
	// Required. A change replaces the hosted zone.
	BaseDNSDomain pulumi.StringInput `check:"required,format=domain"`
	// InstallerRoleARN is the ARN of the cluster's installer role: AccountRoles.InstallerRoleARN. Required.
	InstallerRoleARN pulumi.StringInput `check:"required,format=role-arn"`
	// IngressRoleARN is the ARN of the role of the ingress operator: OperatorRoles.ARNs of OperatorIngress. Required.
	IngressRoleARN pulumi.StringInput `check:"required,format=role-arn"`
	// ControlPlaneRoleARN is the ARN of the role of the control-plane operator: OperatorRoles.ARNs of OperatorControlPlane. Required for
	// HCP; Classic has none.
	ControlPlaneRoleARN pulumi.StringInput `check:"format=role-arn"`
	// PermissionsBoundary is the ARN of the policy that limits the permissions of the roles. Defaults to none.
	PermissionsBoundary pulumi.StringInput `check:"format=policy-arn"`
	// PropagationWait is the minimum age of a new role before its ARN resolves, because IAM is eventually consistent: 0 to 5
	// minutes. Defaults to 20 seconds, the wait of Red Hat's Terraform modules. Only the update that creates a role waits.
	PropagationWait *time.Duration `check:"0s..5m" default:"20s"`
	// Tags are the tags of the roles and of the resource share, and of the hosted zones when they are created. The component's own tags
	// take precedence.
	Tags pulumi.StringMap `check:"iam-tags"`
}

// sharedVpcPartition is the partition in which ROSA supports shared VPCs.
var sharedVpcPartition = partition.OfRegion("us-east-1")

const sharedVpcResourcesPath = "iam.SharedVpcResourcesArgs"

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *SharedVpcResourcesArgs) Validate() error {
	args, p := check.Begin(a)
	const path = sharedVpcResourcesPath + ".ControlPlaneRoleARN"
	switch {
	case args.Product != Classic:
		p.Required(path, args.ControlPlaneRoleARN)
	case args.ControlPlaneRoleARN != nil:
		p.Addf(path, "must not be set for Classic")
	}
	return p.ErrOf(a)
}

// SharedVpcRoles returns the ARNs that the roles of SharedVpcResources with a prefix have in the account that owns the VPC, for
// AccountRolesArgs.SharedVpc: the policies of the account roles have these ARNs before the roles exist. Shared VPCs are supported in the
// partition aws only.
func SharedVpcRoles(product Product, prefix, accountID string) *SharedVpcArgs {
	arn := func(name string) pulumi.String {
		return pulumi.String(sharedVpcPartition.ARN("iam", "", accountID, "role/"+name))
	}
	roles := &SharedVpcArgs{Route53RoleARN: arn(prefix + "-shared-route53-role")}
	if product != Classic {
		roles.VpcEndpointRoleARN = arn(prefix + "-shared-vpce-role")
	}
	return roles
}

// NewSharedVpcResources registers SharedVpcResources.
func NewSharedVpcResources(
	ctx *pulumi.Context, name string, args *SharedVpcResourcesArgs, opts ...pulumi.ResourceOption,
) (*SharedVpcResources, error) {
	return component.Register(ctx, name, args, opts, component.Type[SharedVpcResourcesArgs, SharedVpcResources]{
		Token:   "openshift-aws:iam:SharedVpcResources",
		Lasting: true,
		Children: func(c *component.Builder[SharedVpcResourcesArgs, SharedVpcResources]) error {
			b := &sharedVpcBuilder{Builder: c}
			return component.Run(b.registerRoles, b.registerShare, b.registerZones)
		},
	})
}

type sharedVpcBuilder struct {
	*component.Builder[SharedVpcResourcesArgs, SharedVpcResources]
}

func (b *sharedVpcBuilder) tags(what string) pulumi.StringMap {
	return tags.Merge(b.Args.Tags, map[string]string{"Name": b.Args.Prefix + "-" + what})
}

func (b *sharedVpcBuilder) registerRoles() (err error) {
	installer, ingress, controlPlane := b.Args.InstallerRoleARN, b.Args.IngressRoleARN, b.Args.ControlPlaneRoleARN
	b.Component.VpcEndpointRoleARN = component.NilString()
	if b.Args.Product == Classic {
		b.Component.Route53RoleARN, err = b.registerRole("route53", "", installer, ingress)
		return err
	}
	b.Component.Route53RoleARN, err = b.registerRole("route53", "ROSASharedVPCRoute53Policy", installer, controlPlane, ingress)
	if err != nil {
		return err
	}
	endpoint, err := b.registerRole("vpce", "ROSASharedVPCEndpointPolicy", installer, controlPlane)
	b.Component.VpcEndpointRoleARN = endpoint.ToStringPtrOutput()
	return err
}

// registerRole registers a role that roles of the cluster's account can assume, with an AWS managed policy, or without one with the
// permissions of Classic.
func (b *sharedVpcBuilder) registerRole(kind, managed string, trusted ...pulumi.StringInput) (arn pulumi.StringOutput, err error) {
	inputs := make([]any, len(trusted))
	for i, role := range trusted {
		inputs[i] = role
	}
	args := &iam.RoleArgs{
		Name:        pulumi.String(b.Args.Prefix + "-shared-" + kind + "-role"),
		Description: pulumi.String("For roles of a ROSA cluster in another account, in a shared VPC"),
		AssumeRolePolicy: pulumi.All(inputs...).ApplyT(func(all []any) string {
			var arns []string
			for _, arn := range all {
				arns = append(arns, arn.(string))
			}
			return policy.New(policy.Statement{
				Effect: policy.Allow, Principal: map[string][]string{"AWS": arns}, Action: []string{"sts:AssumeRole"},
			}).JSON()
		}).(pulumi.StringOutput),
		PermissionsBoundary: component.OptionalString(b.Args.PermissionsBoundary),
		Tags:                b.tags("shared-" + kind + "-role"),
	}
	name, wait := b.Name+"-"+kind, *b.Args.PropagationWait
	if managed != "" {
		policyARN := pulumi.String(sharedVpcPartition.ARN("iam", "", "aws", "policy/"+managed))
		return registerRole(b.Ctx, name, args, []rolePolicy{{"-attachment", policyARN}}, wait, b.Parent)
	}
	custom, err := iam.NewPolicy(b.Ctx, name+"-policy", &iam.PolicyArgs{
		Name: pulumi.String(b.Args.Prefix + "-shared-vpc-policy"), Policy: pulumi.String(sharedVpcClassicPolicy()), Tags: b.tags("shared-vpc-policy"),
	}, b.Parent)
	if err != nil {
		return arn, err
	}
	return registerRole(b.Ctx, name, args, []rolePolicy{{"-attachment", custom.Arn}}, wait, b.Parent)
}

// sharedVpcClassicPolicy returns the permissions of Classic's role (terraform-redhat/terraform-rhcs-rosa-classic 4dcd65d
// modules/shared-vpc-policy-and-hosted-zone).
func sharedVpcClassicPolicy() string {
	return policy.New(policy.Statement{
		Effect: policy.Allow,
		Action: []string{
			"route53:ChangeResourceRecordSets", "route53:ListHostedZones", "route53:ListHostedZonesByName", "route53:ListResourceRecordSets",
			"route53:ChangeTagsForResource", "route53:GetAccountLimit", "route53:GetChange", "route53:GetHostedZone",
			"route53:ListTagsForResource", "route53:UpdateHostedZoneComment", "tag:GetResources", "tag:UntagResources",
		},
		Resource: []string{"*"},
	}).JSON()
}

// registerShare registers the resource share: the cluster's account first, so that it receives the subnets at once.
func (b *sharedVpcBuilder) registerShare() error {
	where, err := region.Of(b.Ctx, b.Component, b.Args.Region)
	if err != nil {
		return err
	}
	share, err := ram.NewResourceShare(b.Ctx, b.Name+"-share", &ram.ResourceShareArgs{
		Name: pulumi.String(b.Args.Prefix + "-shared-vpc-resource-share"),
		// The accounts need not be in one organization.
		AllowExternalPrincipals: pulumi.Bool(true),
		Tags:                    b.tags("shared-vpc-resource-share"),
	}, b.Parent)
	if err != nil {
		return err
	}
	account, err := ram.NewPrincipalAssociation(b.Ctx, b.Name+"-account", &ram.PrincipalAssociationArgs{
		Principal: b.Args.AccountID.ToStringOutput(), ResourceShareArn: share.Arn,
	}, b.Parent)
	if err != nil {
		return err
	}
	associations := []pulumi.Resource{account}
	for _, key := range slices.Sorted(maps.Keys(b.Args.SubnetIDs)) {
		arn := pulumi.All(b.Args.SubnetIDs[key], where, share.Arn).ApplyT(func(all []any) string {
			// The account of the share owns the subnets: arn:aws:ram:us-east-2:123456789012:resource-share/...
			owner := strings.Split(all[2].(string), ":")[4]
			return sharedVpcPartition.ARN("ec2", all[1].(string), owner, "subnet/"+all[0].(string))
		}).(pulumi.StringOutput)
		association, err := ram.NewResourceAssociation(b.Ctx, b.Name+"-subnet-"+key, &ram.ResourceAssociationArgs{
			ResourceArn: arn, ResourceShareArn: account.ResourceShareArn,
		}, b.Parent)
		if err != nil {
			return err
		}
		associations = append(associations, association)
	}
	b.Component.ResourceShareARN = component.After(b.Ctx.Context(), share.Arn, associations...)
	return nil
}

// registerZones registers the hosted zones. Their outputs wait for the share as well: the cluster receives no output of the share.
func (b *sharedVpcBuilder) registerZones() (err error) {
	ingress := "rosa." + b.Args.DomainPrefix
	b.Component.InternalZoneID = component.NilString()
	if b.Args.Product == Classic {
		ingress = b.Args.DomainPrefix
	} else {
		zone, err := b.registerZone("internal", pulumi.String(b.Args.DomainPrefix+".hypershift.local"))
		if err != nil {
			return err
		}
		b.Component.InternalZoneID = zone.ToStringPtrOutput()
	}
	b.Component.IngressZoneID, err = b.registerZone("ingress", pulumi.Sprintf("%s.%s", ingress, b.Args.BaseDNSDomain))
	return err
}

func (b *sharedVpcBuilder) registerZone(key string, domain pulumi.StringInput) (id pulumi.StringOutput, err error) {
	zone, err := route53.NewZone(b.Ctx, b.Name+"-"+key, &route53.ZoneArgs{
		Name: domain,
		Vpcs: route53.ZoneVpcArray{route53.ZoneVpcArgs{VpcId: b.Args.VpcID}},
		// Records that the service has left must not keep the zone.
		ForceDestroy: pulumi.Bool(true),
		Tags:         b.tags(key),
		// The service tags the zones.
	}, b.Parent, pulumi.IgnoreChanges([]string{"tags", "tagsAll"}))
	if err != nil {
		return id, err
	}
	return pulumi.All(zone.ID(), b.Component.ResourceShareARN).ApplyT(func(all []any) string {
		return string(all[0].(pulumi.ID))
	}).(pulumi.StringOutput), nil
}
