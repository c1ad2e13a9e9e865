package rosa

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

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
	// RoleARN is the ARN of the role, which `rosa create ocm-role` creates. Required.
	RoleARN pulumi.StringInput `rhcs:"roleArn" check:"required,format=role-arn"`
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *OCMRoleLinkArgs) Validate() error {
	p := check.Struct(a)
	return p.ErrOf(a)
}

// NewOCMRoleLink registers an OCMRoleLink. It returns the problems of all invalid arguments, joined, before anything is registered.
func NewOCMRoleLink(ctx *pulumi.Context, name string, args *OCMRoleLinkArgs, opts ...pulumi.ResourceOption) (*OCMRoleLink, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	args = check.Outputs(args)
	component := &OCMRoleLink{}
	b, err := newBuilder(ctx, "OCMRoleLink", name, component, opts)
	if err != nil {
		return nil, err
	}
	var link pulumi.CustomResourceState
	// An organization has one link for an account: another role needs another link, after the first is gone.
	if err := b.register("RosaOcmRoleLink", "link", rhcs.Inputs(args), &link,
		pulumi.ReplaceOnChanges([]string{"roleArn"}), pulumi.DeleteBeforeReplace(true)); err != nil {
		return nil, err
	}
	component.RoleARN = args.RoleARN.ToStringOutput()
	return component, b.registerOutputs()
}
