package blueprint

import (
	"cmp"
	"maps"
	"slices"

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
// outputs of the parts before. It has the arguments of both products.
type rosaPlan struct {
	registrar

	product       iam.Product
	name, version string
	zones         []string
	scope         network.Scope
	tags          pulumi.StringMap
	omit          []Part
	network       *network.Network
	vpc           *network.VpcArgs
	existing      *network.ExistingVpcArgs
	proxy         *network.EgressProxyArgs
	jumpHost      *network.JumpHostArgs
	accounts      *iam.AccountRolesArgs
	config        *iam.OIDCConfigArgs
	provider      *iam.OIDCProviderArgs
	operators     *iam.OperatorRolesArgs
	etcdKey       *iam.EtcdKeyArgs
	volumeKey     *iam.VolumeKeyArgs
	hcp           *rosa.HCPArgs
	classic       *rosa.ClassicArgs
	access        *network.PrivateLinkAccessArgs
	pools         map[string]*rosa.MachinePoolArgs
	ingress       *rosa.IngressArgs
	autoscaler    *rosa.AutoscalerArgs
	logins        map[string]*rosa.IdentityProviderArgs
	adminPassword pulumi.StringInput

	// account and creator are the identity of the AWS credentials.
	account, creator pulumi.StringInput
	parts            rosaParts
	problems         *parts
}

// rosaParts are the parts of both products.
type rosaParts struct {
	Network           network.Network
	Vpc               *network.Vpc
	ExistingVpc       *network.ExistingVpc
	EgressProxy       *network.EgressProxy
	JumpHost          *network.JumpHost
	AccountRoles      *iam.AccountRoles
	OIDCConfig        *iam.OIDCConfig
	OIDCProvider      *iam.OIDCProvider
	OperatorRoles     *iam.OperatorRoles
	EtcdKey           *iam.EtcdKey
	VolumeKey         *iam.VolumeKey
	MachinePools      map[string]*rosa.MachinePool
	Ingress           *rosa.Ingress
	Autoscaler        *rosa.Autoscaler
	IdentityProviders map[string]*rosa.IdentityProvider
}

// adminLogin is the login that AdminPassword adds.
const (
	adminLogin = "admins"
	adminUser  = "admin"
)

func (r *rosaPlan) omits(part Part) bool {
	return slices.Contains(r.omit, part)
}

func (r *rosaPlan) hasEtcdKey() bool { return r.product == iam.HCP && !r.omits("EtcdKey") }

// hasAccess reports whether the security group of the API's endpoint has rules.
func (r *rosaPlan) hasAccess() bool {
	return !r.omits("PrivateLinkAccess") && (r.access != nil || r.product == iam.HCP && r.scope == network.Internal)
}

// hasIngress reports whether the blueprint configures the default ingress. OCM chooses who can reach that of an internal cluster.
func (r *rosaPlan) hasIngress() bool {
	return !r.omits("Ingress") && (r.ingress != nil || r.product == iam.HCP && r.scope == network.Internal)
}

// region returns the region of the zones; none if there are no valid ones.
func (r *rosaPlan) region() string {
	for _, zone := range r.zones {
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
	r.problems = p
	r.registrar.name, r.name = name, cmp.Or(r.name, name)
	r.scope = cmp.Or(r.scope, network.External)
	if r.adminPassword != nil {
		r.logins = maps.Clone(r.logins)
		if r.logins == nil {
			r.logins = map[string]*rosa.IdentityProviderArgs{}
		}
		if _, taken := r.logins[adminLogin]; taken {
			p.Addf(path+".AdminPassword", "adds the login %s, which is in IdentityProviders", adminLogin)
		}
		r.logins[adminLogin] = &rosa.IdentityProviderArgs{
			HTPasswd:      &rosa.HTPasswdArgs{Users: []rosa.HTPasswdUser{{Username: adminUser, Password: r.adminPassword}}},
			ClusterAdmins: []string{adminUser},
		}
	}
	if r.network != nil {
		p.Required(path+".Network.ID", r.network.ID)
	}
	if r.zones == nil {
		r.zones = givenZones(r.network, r.existing)
	}
	p.Required(path+".Zones", r.zones)
	p.hide(map[string][]string{
		"Version": {".Version", ".OpenShiftVersion", ".HCP.ControlPlaneVersion"}, "Scope": {".Scope"}, "Tags": {".Tags"},
		"Zones":   {".Zones", ".Network", ".Subnet", ".PrivateSubnets", ".PublicSubnets", ".Region", ".NAT"},
		"Network": {".Network", ".Subnet", ".PrivateSubnets", ".PublicSubnets"}, "AdminPassword": {".HTPasswd"},
	})
	p.checkOmitted(args, r.omit)
	r.account, r.creator = unknown(), unknown()
	r.plan(p)
	r.checkParts(p)
}

// plan sets the parts whose outputs other parts use.
func (r *rosaPlan) plan(p *parts) {
	valid := true
	switch {
	case r.network != nil:
		r.parts.Network = *r.network
	case r.existing != nil:
		r.parts.Network, valid = plannedExistingVpc(r.existing)
	default:
		r.parts.Network, valid = plannedNetwork(r.vpcArgs())
	}
	if !valid {
		p.hidden = append(p.hidden, ".Network", ".Subnet", ".PrivateSubnets", ".PublicSubnets", ".HCP.SubnetID")
	}
	if r.proxy != nil {
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
	case r.existing != nil:
		p.check("ExistingVpc", r.existing)
	case r.network == nil:
		p.check("Vpc", r.vpcArgs())
	}
	if r.proxy != nil {
		p.check("EgressProxy", proxyArgs(r.proxy, r.parts.Network, r.tags))
	}
	if r.jumpHost != nil {
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
	for _, name := range slices.Sorted(maps.Keys(r.pools)) {
		p.check(check.Key("MachinePools", name), r.poolArgs(name, unknown()))
	}
	if r.hasIngress() {
		p.check("Ingress", r.ingressArgs(unknown()))
	}
	if r.autoscaler != nil {
		p.check("Autoscaler", r.autoscalerArgs(unknown()))
	}
	for _, name := range slices.Sorted(maps.Keys(r.logins)) {
		p.check(check.Key("IdentityProviders", name), r.loginArgs(name, unknown()))
	}
}

// operatorPrefix is the prefix of the operators' roles, which OCM limits to 32 characters.
func (r *rosaPlan) operatorPrefix() string {
	return names.Cut(32, r.name)
}

func (r *rosaPlan) minor() string { return release.Minor(r.version) }

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
