package blueprint

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// begin registers the blueprint c, if its arguments are valid. It gets the parts in hosted.
func (r *rosaPlan) begin(
	ctx *pulumi.Context, kind, name string, c pulumi.ComponentResource, hosted *ROSAHCP, opts ...pulumi.ResourceOption,
) error {
	if err := r.problems.Err(); err != nil {
		return err
	}
	opts, err := r.keepNames(ctx, name, opts)
	if err != nil {
		return err
	}
	if err := ctx.RegisterComponentResourceV2(prefix+kind, name, r.names(), c, opts...); err != nil {
		return err
	}
	r.registrar = registrar{ctx: ctx, name: name, parent: c}
	r.parts = hosted
	hosted.MachinePools, hosted.IdentityProviders = map[string]*rosa.MachinePool{}, map[string]*rosa.IdentityProvider{}
	return r.findIdentity(c)
}

// names are inputs of the blueprint, by the fields that they come from, with which the state has what a cluster keeps for life.
func (r *rosaPlan) names() pulumi.Map {
	return pulumi.Map{
		"name":                 pulumi.String(r.Name),
		"accountRoles.prefix":  pulumi.String(cmp.Or(valueOf(r.AccountRoles).Prefix, r.Name)),
		"operatorRoles.prefix": pulumi.String(cmp.Or(valueOf(r.OperatorRoles).Prefix, r.operatorPrefix())),
	}
}

// keepNames adds the hook that rejects other names, in a preview too. OCM rejects them as well, but after the roles, whose names begin with
// them, were replaced: the stack could then go neither forward nor back, where the roles of the old names wait to be deleted.
func (r *rosaPlan) keepNames(ctx *pulumi.Context, name string, opts []pulumi.ResourceOption) ([]pulumi.ResourceOption, error) {
	if valueOf(r.HCP).AllowReplacement || valueOf(r.classic).AllowReplacement || ctx.RunningWithMocks() {
		return opts, nil
	}
	hook, err := ctx.RegisterResourceHook(name+"-rosa-keep-names", func(args *pulumi.ResourceHookArgs) error {
		for _, field := range []resource.PropertyKey{"name", "accountRoles.prefix", "operatorRoles.prefix"} {
			before, after := args.OldInputs[field], args.NewInputs[field]
			if before.IsString() && !before.DeepEquals(after) {
				return fmt.Errorf("%s: %s cannot become %s: a cluster keeps its name and its roles. Set it back; for another one create a cluster "+
					"in another stack. AllowReplacement of %s deletes the cluster and creates another one",
					r.problems.path+"."+fieldNames[field], before.StringValue(), after.StringValue(), r.product)
			}
		}
		return nil
	}, &pulumi.ResourceHookOptions{OnDryRun: true})
	if err != nil {
		return nil, err
	}
	return append(slices.Clone(opts), pulumi.ResourceHooks(&pulumi.ResourceHookBinding{BeforeUpdate: []*pulumi.ResourceHook{hook}})), nil
}

// fieldNames are the fields of the inputs in names.
var fieldNames = map[resource.PropertyKey]string{
	"name": "Name", "accountRoles.prefix": "AccountRoles.Prefix", "operatorRoles.prefix": "OperatorRoles.Prefix",
}

// findIdentity reads whose AWS credentials these are, unless the arguments say it.
func (r *rosaPlan) findIdentity(c pulumi.ComponentResource) error {
	account, creator := valueOf(r.HCP).AccountID, valueOf(r.HCP).CreatorARN
	if r.product == iam.Classic {
		account, creator = valueOf(r.classic).AccountID, valueOf(r.classic).CreatorARN
	}
	if account != nil && creator != nil {
		return nil
	}
	caller, err := aws.GetCallerIdentity(r.ctx, nil, pulumi.Parent(c))
	if err != nil {
		return err
	}
	r.account, r.creator = pulumi.String(caller.AccountId), pulumi.String(caller.Arn)
	return nil
}

// rosaCluster is the cluster of one product, C, with its arguments, A.
type rosaCluster[C, A any] struct {
	register constructor[C, A]
	args     func() *A
	id       func(*C) pulumi.StringOutput
}

// registerROSA registers the parts of both products and the cluster, in this order.
func registerROSA[C, A any](r *rosaPlan, cluster rosaCluster[C, A]) (*C, error) {
	for _, register := range []func() error{r.registerNetwork, r.registerIdentities, r.registerKeys} {
		if err := register(); err != nil {
			return nil, err
		}
	}
	created, err := part(r.registrar, cluster.register, "", cluster.args())
	if err != nil {
		return nil, err
	}
	return created, r.registerContents(cluster.id(created))
}

func (r *rosaPlan) registerNetwork() (err error) {
	p := r.parts
	switch {
	case r.Network != nil:
		p.Network = *r.Network
	case r.ExistingVpc != nil:
		if p.ExistingVpc, err = part(r.registrar, network.NewExistingVpc, "", r.ExistingVpc); err != nil {
			return err
		}
		p.Network = p.ExistingVpc.Network
	default:
		if p.Vpc, err = part(r.registrar, network.NewVpc, "", r.vpcArgs()); err != nil {
			return err
		}
		p.Network = p.Vpc.Network
	}
	if r.EgressProxy != nil {
		args := proxyArgs(r.EgressProxy, p.Network, r.Tags)
		if p.EgressProxy, err = part(r.registrar, network.NewEgressProxy, "proxy", args); err != nil {
			return err
		}
	}
	if r.JumpHost != nil {
		p.JumpHost, err = part(r.registrar, network.NewJumpHost, "jump", r.jumpHostArgs())
	}
	return err
}

func (r *rosaPlan) registerIdentities() (err error) {
	p := r.parts
	if !r.omits("AccountRoles") {
		if p.AccountRoles, err = part(r.registrar, iam.NewAccountRoles, "account", r.accountRolesArgs()); err != nil {
			return err
		}
	}
	if !r.omits("OIDCConfig") {
		if p.OIDCConfig, err = part(r.registrar, iam.NewOIDCConfig, "", r.oidcConfigArgs()); err != nil {
			return err
		}
	}
	if !r.omits("OIDCProvider") {
		if p.OIDCProvider, err = part(r.registrar, iam.NewOIDCProvider, "", r.oidcProviderArgs()); err != nil {
			return err
		}
	}
	if !r.omits("OperatorRoles") {
		p.OperatorRoles, err = part(r.registrar, iam.NewOperatorRoles, "operator", r.operatorRolesArgs())
	}
	return err
}

func (r *rosaPlan) registerKeys() (err error) {
	if r.hasEtcdKey() {
		if r.parts.EtcdKey, err = part(r.registrar, iam.NewEtcdKey, "etcd", r.etcdKeyArgs()); err != nil {
			return err
		}
	}
	if !r.omits("VolumeKey") {
		r.parts.VolumeKey, err = part(r.registrar, iam.NewVolumeKey, "volumes", r.volumeKeyArgs())
	}
	return err
}

// registerContents registers what OCM has in the cluster.
func (r *rosaPlan) registerContents(cluster pulumi.StringOutput) (err error) {
	p := r.parts
	for _, name := range slices.Sorted(maps.Keys(r.MachinePools)) {
		if p.MachinePools[name], err = part(r.registrar, rosa.NewMachinePool, name, r.poolArgs(name, cluster)); err != nil {
			return err
		}
	}
	if r.Autoscaler != nil {
		if p.Autoscaler, err = part(r.registrar, rosa.NewAutoscaler, "", r.autoscalerArgs(cluster)); err != nil {
			return err
		}
	}
	if r.hasIngress() {
		if p.Ingress, err = part(r.registrar, rosa.NewIngress, "", r.ingressArgs(cluster)); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.IdentityProviders)) {
		if p.IdentityProviders[name], err = part(r.registrar, rosa.NewIdentityProvider, name, r.loginArgs(name, cluster)); err != nil {
			return err
		}
	}
	return nil
}

// end registers the outputs of the blueprint.
func (r *rosaPlan) end(c pulumi.ComponentResource, id, api, console pulumi.StringOutput) error {
	return r.ctx.RegisterResourceOutputs(c, pulumi.Map{"clusterId": id, "apiUrl": api, "consoleUrl": console})
}
