package rosa

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// DNSDomain reserves a base domain for clusters, such as a1b2.p3.openshiftapps.com: BaseDNSDomain of HCPArgs and ClassicArgs. A VPC of
// another account needs one, because the VPC owner's hosted zones must exist before the cluster.
type DNSDomain struct {
	pulumi.ResourceState

	// Name is the base domain.
	Name pulumi.StringOutput `pulumi:"name"`
}

// DNSDomainArgs are the arguments of a DNSDomain. Changes replace the domain.
type DNSDomainArgs struct {
	// Classic reserves a domain for ROSA Classic. Defaults to false: for a hosted control plane.
	Classic bool
}

// Validate returns all problems of the arguments, joined; nil if there are none. All arguments are valid.
func (a *DNSDomainArgs) Validate() error { return nil }

// NewDNSDomain registers a DNSDomain.
func NewDNSDomain(ctx *pulumi.Context, name string, args *DNSDomainArgs, opts ...pulumi.ResourceOption) (*DNSDomain, error) {
	return component.Register(ctx, name, args, opts, component.Type[DNSDomainArgs, DNSDomain]{
		Token:    "openshift-aws:rosa:DNSDomain",
		Children: registerDNSDomain,
	})
}

func registerDNSDomain(c *component.Builder[DNSDomainArgs, DNSDomain]) error {
	b := builder{Base: c.Base}
	inputs := rhcs.Properties{}
	if !c.Args.Classic {
		inputs["clusterArch"] = "hcp" // terraform-redhat/terraform-rhcs-rosa-hcp modules/shared-vpc-resources
	}
	var domain pulumi.CustomResourceState
	if err := b.register("DnsDomain", "domain", inputs, &domain, pulumi.ReplaceOnChanges([]string{"clusterArch"})); err != nil {
		return err
	}
	c.Component.Name = domain.ID().ToStringOutput()
	return nil
}

// OCMRoleLink links an AWS account's OCM role to the organization in OpenShift Cluster Manager, as `rosa link ocm-role` does. Clusters
// that a program creates do not need it: with it, the console of OCM shows the account's roles and creates clusters. An organization
// has one link for each account, and only its administrator can make it.
type OCMRoleLink struct {
	pulumi.ResourceState

	// RoleARN is the ARN of the linked role.
	RoleARN pulumi.StringOutput `pulumi:"roleArn"`
}

// OCMRoleLinkArgs are the arguments of an OCMRoleLink. A change links the other role instead.
type OCMRoleLinkArgs struct {
	// RoleARN is the ARN of the role: OCMRole.RoleARN of package iam. Required.
	RoleARN pulumi.StringInput `rhcs:"roleArn" check:"required,format=role-arn"`
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *OCMRoleLinkArgs) Validate() error { return check.Valid(a) }

// NewOCMRoleLink registers an OCMRoleLink.
func NewOCMRoleLink(ctx *pulumi.Context, name string, args *OCMRoleLinkArgs, opts ...pulumi.ResourceOption) (*OCMRoleLink, error) {
	return component.Register(ctx, name, args, opts, component.Type[OCMRoleLinkArgs, OCMRoleLink]{
		Token:    "openshift-aws:rosa:OCMRoleLink",
		Children: registerOCMRoleLink,
	})
}

func registerOCMRoleLink(c *component.Builder[OCMRoleLinkArgs, OCMRoleLink]) error {
	b := builder{Base: c.Base}
	var link pulumi.CustomResourceState
	// An organization has one link for an account: another role needs another link, after the first is gone.
	if err := b.register("RosaOcmRoleLink", "link", rhcs.Inputs(c.Args), &link,
		pulumi.ReplaceOnChanges([]string{"roleArn"}), pulumi.DeleteBeforeReplace(true)); err != nil {
		return err
	}
	c.Component.RoleARN = c.Args.RoleARN.ToStringOutput()
	return nil
}
