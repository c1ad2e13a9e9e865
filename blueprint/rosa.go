package blueprint

import (
	"maps"
	"slices"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// register registers the parts of a blueprint.
func (r *rosaPlan) register(b *component.Base) error {
	r.ctx, r.parent, r.parts = b.Ctx, b.Resource, &rosaParts{}
	if err := r.findIdentity(b.Resource); err != nil {
		return err
	}
	if warning := r.egressWarning(); warning != "" {
		if err := b.Ctx.Log.Warn(warning, &pulumi.LogArgs{Resource: b.Resource}); err != nil {
			return err
		}
	}
	r.addParts()
	return r.err
}

// allowsReplacement reports whether the cluster may be replaced, and its roles with it.
func (r *rosaPlan) allowsReplacement() bool {
	return valueOf(r.HCP).AllowReplacement || valueOf(r.classic).AllowReplacement
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

// addParts adds the parts, each of them after those that it needs.
func (r *rosaPlan) addParts() {
	p := r.parts
	p.Network, p.ExistingVpc, p.Vpc = r.addNetwork(r.Network, r.ExistingVpc, r.vpcArgs())
	if r.isPlan() {
		r.checkNetworkZones()
	}
	if r.EgressProxy != nil {
		p.EgressProxy = add(&r.registrar, "EgressProxy", "proxy", network.NewEgressProxy, proxyArgs(r.EgressProxy, p.Network, r.Tags))
	}
	if r.JumpHost != nil {
		p.JumpHost = add(&r.registrar, "JumpHost", "jump", network.NewJumpHost, r.jumpHostArgs())
	}
	r.addIdentities()
	if r.product == iam.HCP && !r.omits("EtcdKey") {
		p.EtcdKey = add(&r.registrar, "EtcdKey", "etcd", iam.NewEtcdKey, r.etcdKeyArgs())
	}
	if !r.omits("VolumeKey") {
		p.VolumeKey = add(&r.registrar, "VolumeKey", "volumes", iam.NewVolumeKey, r.volumeKeyArgs())
	}
	if r.product == iam.Classic {
		p.Classic = add(&r.registrar, "Classic", "", rosa.NewClassic, r.classicArgs())
		r.addContents(p.Classic.ID)
		return
	}
	p.HCP = add(&r.registrar, "HCP", "", rosa.NewHCP, r.hcpArgs())
	// The security group of the API's endpoint has rules.
	if !r.omits("PrivateLinkAccess") && (r.PrivateLinkAccess != nil || r.Scope == network.Internal) {
		p.PrivateLinkAccess = add(&r.registrar, "PrivateLinkAccess", "", network.NewPrivateLinkAccess, r.accessArgs())
	}
	r.addContents(p.HCP.ID)
}

func (r *rosaPlan) addIdentities() {
	p := r.parts
	if !r.omits("AccountRoles") {
		p.AccountRoles = add(&r.registrar, "AccountRoles", "account", iam.NewAccountRoles, r.accountRolesArgs())
		if r.isPlan() {
			p.AccountRoles.OperatorPolicyARNs = r.plannedPolicies()
		}
	}
	if !r.omits("OIDCConfig") {
		p.OIDCConfig = add(&r.registrar, "OIDCConfig", "", iam.NewOIDCConfig, r.oidcConfigArgs())
	}
	if !r.omits("OIDCProvider") {
		p.OIDCProvider = add(&r.registrar, "OIDCProvider", "", iam.NewOIDCProvider, r.oidcProviderArgs())
	}
	if !r.omits("OperatorRoles") {
		p.OperatorRoles = add(&r.registrar, "OperatorRoles", "operator", iam.NewOperatorRoles, r.operatorRolesArgs())
		if r.isPlan() {
			p.OperatorRoles.ARNs = unknownOf(hostedOperators)
		}
	}
}

// addContents adds what OCM has in the cluster.
func (r *rosaPlan) addContents(cluster pulumi.StringOutput) {
	p := r.parts
	p.MachinePools, p.IdentityProviders = map[string]*rosa.MachinePool{}, map[string]*rosa.IdentityProvider{}
	names := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(r.MachinePools)) {
		field, args := check.Key("MachinePools", name), r.poolArgs(name, cluster)
		p.MachinePools[name] = add(&r.registrar, field, name, rosa.NewMachinePool, args)
		r.checkPoolName(r.problems.path+"."+field+".Name", args.Name, names)
		r.checkPoolZone(r.problems.path+"."+field+".Classic.Zone", args.Classic)
	}
	// OCM chooses who can reach the default ingress of an internal cluster, unless the blueprint configures it.
	if !r.omits("Ingress") && (r.Ingress != nil || r.product == iam.HCP && r.Scope == network.Internal) {
		p.Ingress = add(&r.registrar, "Ingress", "", rosa.NewIngress, r.ingressArgs(cluster))
	}
	if r.Autoscaler != nil {
		p.Autoscaler = add(&r.registrar, "Autoscaler", "", rosa.NewAutoscaler, r.autoscalerArgs(cluster))
	}
	for _, name := range slices.Sorted(maps.Keys(r.IdentityProviders)) {
		field, args := check.Key("IdentityProviders", name), r.loginArgs(name, cluster)
		p.IdentityProviders[name] = add(&r.registrar, field, name, rosa.NewIdentityProvider, args)
	}
}
