package blueprint

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/release"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// rosaPlan computes the arguments of the parts of a ROSA cluster: what is set, what follows from the arguments of the blueprint, and
// outputs of the parts before. A hosted cluster has the arguments and the parts of both products, but for the Classic cluster itself.
type rosaPlan struct {
	registrar
	ROSAHCPArgs

	product iam.Product
	// classic is the cluster, instead of HCP.
	classic *rosa.ClassicArgs
	// account and creator are the identity of the AWS credentials.
	account, creator pulumi.StringInput
	// parts are those that are registered, and planned ones before.
	parts    *ROSAHCP
	problems *parts
}

// adminLogin is the login that AdminPassword adds.
const (
	adminLogin = "admins"
	adminUser  = "admin"
)

func (r *rosaPlan) omits(part Part) bool {
	return slices.Contains(r.Omit, part)
}

func (r *rosaPlan) hasEtcdKey() bool { return r.product == iam.HCP && !r.omits("EtcdKey") }

// hasAccess reports whether the security group of the API's endpoint has rules.
func (r *rosaPlan) hasAccess() bool {
	return !r.omits("PrivateLinkAccess") && (r.PrivateLinkAccess != nil || r.product == iam.HCP && r.Scope == network.Internal)
}

// hasIngress reports whether the blueprint configures the default ingress. OCM chooses who can reach that of an internal cluster.
func (r *rosaPlan) hasIngress() bool {
	return !r.omits("Ingress") && (r.Ingress != nil || r.product == iam.HCP && r.Scope == network.Internal)
}

// region returns the region of the zones; none if there are no valid ones.
func (r *rosaPlan) region() string {
	for _, zone := range r.Zones {
		if region, ok := partition.RegionOfZone(zone); ok {
			return region
		}
	}
	return ""
}

// check reports the problems of the arguments, of which args are those of the user at path. The parts use planned outputs.
func (r *rosaPlan) check(path string, args any, name string) {
	p := &parts{path: path}
	p.Problems = check.Struct(args)
	r.problems, r.parts = p, &ROSAHCP{}
	r.name, r.Name = name, cmp.Or(r.Name, name)
	r.Scope = cmp.Or(r.Scope, network.External)
	if r.AdminPassword != nil {
		r.IdentityProviders = maps.Clone(r.IdentityProviders)
		if r.IdentityProviders == nil {
			r.IdentityProviders = map[string]*rosa.IdentityProviderArgs{}
		}
		if _, taken := r.IdentityProviders[adminLogin]; taken {
			p.Addf(path+".AdminPassword", "adds the login %s, which is in IdentityProviders", adminLogin)
		}
		r.IdentityProviders[adminLogin] = &rosa.IdentityProviderArgs{
			HTPasswd:      &rosa.HTPasswdArgs{Users: []rosa.HTPasswdUser{{Username: adminUser, Password: r.AdminPassword}}},
			ClusterAdmins: []string{adminUser},
		}
	}
	if r.Network != nil {
		p.Required(path+".Network.ID", r.Network.ID)
	}
	if r.Zones == nil {
		r.Zones = givenZones(r.Network, r.ExistingVpc)
	}
	p.Required(path+".Zones", r.Zones)
	p.hide(map[string][]string{
		"Version": {".Version", ".OpenShiftVersion", ".HCP.ControlPlaneVersion"}, "Scope": {".Scope"}, "Tags": {".Tags"},
		"Zones":   {".Zones", ".Network", ".Subnet", ".PrivateSubnets", ".PublicSubnets", ".Region", ".NAT"},
		"Network": {".Network", ".Subnet", ".PrivateSubnets", ".PublicSubnets"}, "AdminPassword": {".HTPasswd"},
	})
	p.checkOmitted(args, r.Omit)
	r.account, r.creator = unknown(), unknown()
	r.plan(p)
	r.checkParts(p)
}

// plan sets the parts whose outputs other parts use.
func (r *rosaPlan) plan(p *parts) {
	valid := true
	switch {
	case r.Network != nil:
		r.parts.Network = *r.Network
	case r.ExistingVpc != nil:
		r.parts.Network, valid = plannedExistingVpc(r.ExistingVpc)
	default:
		r.parts.Network, valid = plannedNetwork(r.vpcArgs())
	}
	if !valid {
		p.hidden = append(p.hidden, ".Network", ".Subnet", ".PrivateSubnets", ".PublicSubnets", ".HCP.SubnetID")
	}
	if r.EgressProxy != nil {
		r.parts.EgressProxy = planned[network.EgressProxy]()
	}
	if !r.omits("AccountRoles") {
		r.parts.AccountRoles = planned[iam.AccountRoles]()
		r.parts.AccountRoles.OperatorPolicyARNs = map[iam.Operator]pulumi.StringOutput{}
		for _, operator := range classicOperators {
			r.parts.AccountRoles.OperatorPolicyARNs[operator] = unknown()
		}
		if partition.OfRegion(r.region()).ID == "aws-us-gov" {
			r.parts.AccountRoles.OperatorPolicyARNs[iam.OperatorVPCE] = unknown()
		}
	}
	if !r.omits("OIDCConfig") {
		r.parts.OIDCConfig = planned[iam.OIDCConfig]()
	}
	if !r.omits("OIDCProvider") {
		r.parts.OIDCProvider = planned[iam.OIDCProvider]()
	}
	if !r.omits("OperatorRoles") {
		r.parts.OperatorRoles = planned[iam.OperatorRoles]()
		r.parts.OperatorRoles.ARNs = map[iam.Operator]pulumi.StringOutput{}
		for _, operator := range hostedOperators {
			r.parts.OperatorRoles.ARNs[operator] = unknown()
		}
	}
	if r.hasEtcdKey() {
		r.parts.EtcdKey = planned[iam.EtcdKey]()
	}
	if !r.omits("VolumeKey") {
		r.parts.VolumeKey = planned[iam.VolumeKey]()
	}
}

// checkParts reports the problems of the parts.
func (r *rosaPlan) checkParts(p *parts) {
	switch {
	case r.ExistingVpc != nil:
		p.check("ExistingVpc", r.ExistingVpc)
	case r.Network == nil:
		p.check("Vpc", r.vpcArgs())
	}
	if r.EgressProxy != nil {
		p.check("EgressProxy", proxyArgs(r.EgressProxy, r.parts.Network, r.Tags))
	}
	if r.JumpHost != nil {
		p.check("JumpHost", r.jumpHostArgs())
	}
	if r.parts.AccountRoles != nil {
		p.check("AccountRoles", r.accountRolesArgs())
	}
	if r.parts.OIDCConfig != nil {
		p.check("OIDCConfig", r.oidcConfigArgs())
	}
	if r.parts.OIDCProvider != nil {
		p.check("OIDCProvider", r.oidcProviderArgs())
	}
	if r.parts.OperatorRoles != nil {
		p.check("OperatorRoles", r.operatorRolesArgs())
	}
	if r.parts.EtcdKey != nil {
		p.check("EtcdKey", r.etcdKeyArgs())
	}
	if r.parts.VolumeKey != nil {
		p.check("VolumeKey", r.volumeKeyArgs())
	}
	if r.product == iam.HCP {
		p.check("HCP", r.hcpArgs())
	} else {
		p.check("Classic", r.classicArgs())
	}
	if r.hasAccess() {
		p.check("PrivateLinkAccess", r.accessArgs(planned[rosa.HCP]()))
	}
	for _, name := range slices.Sorted(maps.Keys(r.MachinePools)) {
		args := r.poolArgs(name, unknown())
		p.check(check.Key("MachinePools", name), args)
		r.checkPoolZone(p, check.Key(p.path+".MachinePools", name)+".Classic.Zone", args.Classic)
	}
	if r.hasIngress() {
		p.check("Ingress", r.ingressArgs(unknown()))
	}
	if r.Autoscaler != nil {
		p.check("Autoscaler", r.autoscalerArgs(unknown()))
	}
	for _, name := range slices.Sorted(maps.Keys(r.IdentityProviders)) {
		p.check(check.Key("IdentityProviders", name), r.loginArgs(name, unknown()))
	}
}

// operatorPrefix is the prefix of the operators' roles, which OCM limits to 32 characters.
func (r *rosaPlan) operatorPrefix() string {
	return names.Cut(32, r.Name)
}

func (r *rosaPlan) minor() string { return release.Minor(r.Version) }

// hostedOperators are the operators whose roles the keys of a hosted control plane name, classicOperators those whose policies
// iam.AccountRoles has.
var (
	hostedOperators = []iam.Operator{
		iam.OperatorKubeControllerManager, iam.OperatorKMSProvider, iam.OperatorCAPA, iam.OperatorEBSCSI,
	}
	classicOperators = []iam.Operator{
		iam.OperatorImageRegistry, iam.OperatorIngress, iam.OperatorEBSCSI, iam.OperatorNetworkConfig, iam.OperatorMachineAPI,
		iam.OperatorCloudCredential,
	}
)

// checkPoolZone reports a zone that the cluster does not have: RHCS rejects it when the cluster exists (terraform-redhat/
// terraform-provider-rhcs v1.7.7 provider/machinepool/classic/machine_pool_resource.go, validateAZConfig).
func (r *rosaPlan) checkPoolZone(p *parts, path string, pool *rosa.ClassicPoolArgs) {
	if pool != nil && pool.Zone != "" && len(r.Zones) > 0 && !slices.Contains(r.Zones, pool.Zone) {
		p.Addf(path, "%s is not a zone of the cluster, which has %s", pool.Zone, strings.Join(r.Zones, ", "))
	}
}
