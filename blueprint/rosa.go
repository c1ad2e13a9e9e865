package blueprint

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
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
	r.blueprint() // The call sets the fields of the component.
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
	if !r.omits(PartVpc) || r.Network != nil || r.ExistingVpc != nil {
		p.Network, p.ExistingVpc, p.Vpc = r.addNetwork(r.Network, r.ExistingVpc, r.vpcArgs())
	}
	if r.isPlan() {
		r.checkNetworkZones()
	}
	if r.EgressProxy != nil {
		p.EgressProxy = add(&r.registrar, "EgressProxy", "proxy", network.NewEgressProxy, r.proxyArgs(r.EgressProxy, p.Network, r.Tags))
	}
	if r.JumpHost != nil {
		p.JumpHost = add(&r.registrar, "JumpHost", "jump", network.NewJumpHost, r.jumpHostArgs())
	}
	r.addIdentities()
	if r.product == iam.HCP && !r.omits(PartEtcdKey) {
		p.EtcdKey = add(&r.registrar, "EtcdKey", "etcd", iam.NewEtcdKey, r.etcdKeyArgs())
	}
	if !r.omits(PartVolumeKey) {
		p.VolumeKey = add(&r.registrar, "VolumeKey", "volumes", iam.NewVolumeKey, r.volumeKeyArgs())
	}
	if r.product == iam.Classic {
		p.Classic = add(&r.registrar, "Classic", "", rosa.NewClassic, r.classicArgs())
		r.addContents(p.Classic.ID)
		return
	}
	p.HCP = add(&r.registrar, "HCP", "", rosa.NewHCP, r.hcpArgs())
	// The security group of the API's endpoint has rules.
	if !r.omits(PartPrivateLinkAccess) && (r.PrivateLinkAccess != nil || r.Scope == network.Internal) {
		p.PrivateLinkAccess = add(&r.registrar, "PrivateLinkAccess", "", network.NewPrivateLinkAccess, r.accessArgs())
	}
	r.addContents(p.HCP.ID)
}

func (r *rosaPlan) addIdentities() {
	p := r.parts
	if !r.omits(PartAccountRoles) {
		p.AccountRoles = add(&r.registrar, "AccountRoles", "account", iam.NewAccountRoles, r.accountRolesArgs())
		if r.isPlan() {
			p.AccountRoles.OperatorPolicyARNs = r.plannedPolicies()
		}
	}
	if !r.omits(PartOIDCConfig) {
		p.OIDCConfig = add(&r.registrar, "OIDCConfig", "", iam.NewOIDCConfig, r.oidcConfigArgs())
	}
	if !r.omits(PartOIDCProvider) {
		p.OIDCProvider = add(&r.registrar, "OIDCProvider", "", iam.NewOIDCProvider, r.oidcProviderArgs())
	}
	if !r.omits(PartOperatorRoles) {
		p.OperatorRoles = add(&r.registrar, "OperatorRoles", "operator", iam.NewOperatorRoles, r.operatorRolesArgs())
		if r.isPlan() {
			p.OperatorRoles.ARNs = unknownOf(hostedOperators)
		}
	}
}
