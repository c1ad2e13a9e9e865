package cluster

import (
	"fmt"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// RosaIdentityProvider lets users log in to a ROSA cluster, and makes some of them administrators.
//
// OCM cannot change a provider, except for the users and passwords of HTPasswd: any other change deletes the provider and makes it
// again, under its name. Users stay who they are, as OpenShift knows them by the provider's name and their own.
type RosaIdentityProvider struct {
	pulumi.ResourceState

	// Name is the provider's name, once it is there.
	Name pulumi.StringOutput `pulumi:"name"`
}

// Groups of administrators that OCM has in every cluster.
const (
	rosaClusterAdmins   = "cluster-admins"
	rosaDedicatedAdmins = "dedicated-admins"
)

// NewRosaIdentityProvider registers a RosaIdentityProvider. Wrong arguments are reported together, as by Validate, before anything is
// registered.
func NewRosaIdentityProvider(ctx *pulumi.Context, name string, args *RosaIdentityProviderArgs, opts ...pulumi.ResourceOption) (*RosaIdentityProvider, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	component := &RosaIdentityProvider{}
	if err := ctx.RegisterComponentResource("openshift-aws:cluster:RosaIdentityProvider", name, component, opts...); err != nil {
		return nil, err
	}
	var made rosaNamed
	options := []pulumi.ResourceOption{pulumi.Parent(component), args.replacement(), pulumi.DeleteBeforeReplace(true)}
	if err := rhcs.Register(ctx, args.RHCS, "IdentityProvider", name+"-idp", args.inputs(), &made, options...); err != nil {
		return nil, fmt.Errorf("openshift-aws:cluster:RosaIdentityProvider %s: %w", name, err)
	}
	for _, group := range []struct {
		name  string
		users []string
	}{{rosaClusterAdmins, args.ClusterAdmins}, {rosaDedicatedAdmins, args.DedicatedAdmins}} {
		if err := args.admins(ctx, name, group.name, group.users, pulumi.Parent(component)); err != nil {
			return nil, fmt.Errorf("openshift-aws:cluster:RosaIdentityProvider %s: %w", name, err)
		}
	}
	component.Name = made.Name
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"name": component.Name})
}

// admins registers users' memberships of a group. A membership cannot be changed, so it is replaced.
func (a *RosaIdentityProviderArgs) admins(ctx *pulumi.Context, name, group string, users []string, opts ...pulumi.ResourceOption) error {
	for _, user := range users {
		var made pulumi.CustomResourceState
		inputs := pulumi.Map{"cluster": a.ClusterID, "group": pulumi.String(group), "user": pulumi.String(user)}
		options := slices.Concat(opts, []pulumi.ResourceOption{rosaOfCluster("group", "user")})
		if err := rhcs.Register(ctx, a.RHCS, "GroupMembership", name+"-"+group+"-"+user, inputs, &made, options...); err != nil {
			return err
		}
	}
	return nil
}

// replacement spares what OCM can change.
func (a *RosaIdentityProviderArgs) replacement() pulumi.ResourceOption {
	if a.HTPasswd != nil {
		return rosaOfCluster("name", "mappingMethod", "github", "gitlab", "google", "ldap", "openid")
	}
	return pulumi.ReplaceOnChanges([]string{"*"})
}

// inputs are the properties of rhcs_identity_provider.
func (a *RosaIdentityProviderArgs) inputs() pulumi.Map {
	inputs := pulumi.Map{
		"cluster":       a.ClusterID,
		"name":          pulumi.String(a.Name),
		"mappingMethod": rosaText(a.MappingMethod),
	}
	for _, kind := range a.kinds() {
		inputs[kind.property] = rosaObject(kind.inputs())
	}
	return inputs
}
