package rosa

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// IdentityProvider lets users log in to a cluster, and makes some of them administrators.
//
// OCM can change the users and passwords of HTPasswd only: any other change deletes the provider and creates it again under its name.
// Users keep their identity, which OpenShift derives from the name of the provider and their own.
type IdentityProvider struct {
	pulumi.ResourceState

	// Name is the name of the provider. It resolves when the provider is created.
	Name pulumi.StringOutput `pulumi:"name"`
}

// The groups of administrators that OCM has in every cluster.
const (
	clusterAdmins   = "cluster-admins"
	dedicatedAdmins = "dedicated-admins"
)

// NewIdentityProvider registers an IdentityProvider.
func NewIdentityProvider(
	ctx *pulumi.Context, name string, args *IdentityProviderArgs, opts ...pulumi.ResourceOption,
) (*IdentityProvider, error) {
	return component.Register(ctx, name, args, opts, component.Type[IdentityProviderArgs, IdentityProvider]{
		Token:    "openshift-aws:rosa:IdentityProvider",
		Children: registerIdentityProvider,
	})
}

func registerIdentityProvider(c *component.Builder[IdentityProviderArgs, IdentityProvider]) error {
	b := builder{Base: c.Base}
	var provider namedResource
	if err := b.register("IdentityProvider", "idp", c.Args.inputs(), &provider, c.Args.replacement(), pulumi.DeleteBeforeReplace(true)); err != nil {
		return err
	}
	if err := b.registerMemberships(c.Args.ClusterID, clusterAdmins, c.Args.ClusterAdmins); err != nil {
		return err
	}
	return b.registerMemberships(c.Args.ClusterID, dedicatedAdmins, c.Args.DedicatedAdmins)
}

// registerMemberships registers the users' memberships of a group. OCM cannot change a membership, so it is replaced. RHCS 1.7.7 calls
// rhcs_group_membership deprecated, and has no other resource for it.
func (b builder) registerMemberships(cluster pulumi.StringInput, group string, users []string) error {
	for _, user := range users {
		var membership pulumi.CustomResourceState
		inputs := rhcs.Properties{"cluster": cluster, "group": group, "user": user}
		if err := b.register("GroupMembership", group+"-"+user, inputs, &membership, replaceWithCluster("group", "user")); err != nil {
			return err
		}
	}
	return nil
}

// replacement replaces the provider on every change that OCM cannot apply.
func (a *IdentityProviderArgs) replacement() pulumi.ResourceOption {
	if a.HTPasswd != nil {
		return replaceWithCluster("name", "mappingMethod", "github", "gitlab", "google", "ldap", "openid")
	}
	return pulumi.ReplaceOnChanges([]string{"*"})
}

// inputs are the properties of rhcs_identity_provider, which requires the object with the attributes of LDAP and applies the defaults of
// its lists.
func (a *IdentityProviderArgs) inputs() rhcs.Properties {
	inputs := rhcs.Inputs(a)
	if a.LDAP != nil && a.LDAP.Attributes == nil {
		argument.Put(inputs, "ldap.attributes", map[string]any{})
	}
	return inputs
}
