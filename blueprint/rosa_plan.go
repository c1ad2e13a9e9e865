package blueprint

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// ROSAParts are the parts of a ROSA cluster that both products have. Those that the cluster does not have are nil.
type ROSAParts struct {
	// Network is the network of the cluster.
	Network network.Network
	// PublicSubnetIDs and PrivateSubnetIDs are the IDs of its subnets by zone. They stay when the network gets another zone.
	PublicSubnetIDs, PrivateSubnetIDs map[string]pulumi.StringOutput

	// Vpc, ExistingVpc, EgressProxy, JumpHost, AccountRoles, OIDCConfig, OIDCProvider, OperatorRoles, VolumeKey, MachinePools,
	// KubeletConfigs, Ingress, Autoscaler and IdentityProviders are the parts; those of which there are several by their names.
	Vpc               *network.Vpc
	ExistingVpc       *network.ExistingVpc
	EgressProxy       *network.EgressProxy
	JumpHost          *network.JumpHost
	AccountRoles      *iam.AccountRoles
	OIDCConfig        *iam.OIDCConfig
	OIDCProvider      *iam.OIDCProvider
	OperatorRoles     *iam.OperatorRoles
	VolumeKey         *iam.VolumeKey
	MachinePools      map[string]*rosa.MachinePool
	KubeletConfigs    map[string]*rosa.KubeletConfig
	Ingress           *rosa.Ingress
	Autoscaler        *rosa.Autoscaler
	IdentityProviders map[string]*rosa.IdentityProvider
}

// rosaParts are the parts of a cluster of either product.
type rosaParts struct {
	ROSAParts

	EtcdKey           *iam.EtcdKey
	HCP               *rosa.HCP
	PrivateLinkAccess *network.PrivateLinkAccess
	TuningConfigs     map[string]*rosa.TuningConfig
	ImageMirrors      map[string]*rosa.ImageMirror
	LogForwarders     map[string]*rosa.LogForwarder
	Classic           *rosa.Classic
}

// rosaPlan computes the arguments of the parts of a ROSA cluster from three sources: the arguments of the blueprint, what follows from
// them, and outputs of parts that come before.
type rosaPlan struct {
	registrar
	// ROSAHCPArgs are the arguments of either product. Those of ROSAClassic are a part of them, except for Classic.
	ROSAHCPArgs

	product iam.Product
	// classic is the cluster, instead of HCP.
	classic *rosa.ClassicArgs
	// account and creator are the identity of the AWS credentials.
	account, creator pulumi.StringInput
	// parts have the registered components. Before the registration, their outputs are not known.
	parts *rosaParts
}

// copyShared sets the fields of args that classic has too. A composite literal cannot name fields of an embedded struct, so the two
// structs of arguments do not embed one that has these fields.
func copyShared(args *ROSAHCPArgs, classic *ROSAClassicArgs) {
	to, from := reflect.ValueOf(args).Elem(), reflect.ValueOf(classic).Elem()
	for i := range from.NumField() {
		if field := to.FieldByName(from.Type().Field(i).Name); field.CanSet() {
			field.Set(from.Field(i))
		}
	}
}

// adminPassword is the field of a part that AdminPassword fills.
const adminPassword = "IdentityProviders[admins].HTPasswd.Users[0].Password"

// adminLogin is the login that AdminPassword adds.
const (
	adminLogin = "admins"
	adminUser  = "admin"
)

func (r *rosaPlan) omits(part Part) bool {
	return slices.Contains(r.Omit, part)
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

// check reports the problems of the arguments; args are the user's, at path. The parts use planned outputs.
func (r *rosaPlan) check(path check.Path, args any, name string) {
	p := &parts{path: path, args: args, toSettings: r.settings.move(path, args)}
	p.Problems = check.Struct(args)
	// The Inputs without a value are found first, so that the fields of parts that they fill are hidden.
	_ = p.ErrOf(args)
	r.problems, r.parts, r.ownParts = p, &rosaParts{}, r.owned
	r.name, r.Name = name, cmp.Or(r.Name, name)
	r.Scope = cmp.Or(r.Scope, network.External)
	if r.AdminPassword != nil {
		r.IdentityProviders = maps.Clone(r.IdentityProviders)
		if r.IdentityProviders == nil {
			r.IdentityProviders = map[string]*rosa.IdentityProviderArgs{}
		}
		if _, taken := r.IdentityProviders[adminLogin]; taken {
			p.Addf(path+".AdminPassword", "adds the login %[1]s, which is in IdentityProviders: give it another name than %[1]s", adminLogin)
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
	zonesOf := []check.Path{".Zones", ".Region", ".NAT"}
	if !r.omits(PartVpc) {
		zonesOf = append(zonesOf, ofNetwork...)
	}
	p.hide(map[check.Path][]check.Path{
		".Version": {".Version", ".OpenShiftVersion", ".HCP.ControlPlaneVersion"}, ".Scope": {".Scope"}, ".Tags": {".Tags"},
		".Zones":         zonesOf,
		".Network":       slices.Concat(ofNetwork, machineCIDR),
		".AdminPassword": {adminPassword}, ".Name": {"HCP.Name", "Classic.Name"},
		".Vpc.CIDR": machineCIDR, ".ExistingVpc.CIDR": machineCIDR,
	})
	p.checkOmitted(args, r.Omit)
	r.account, r.creator = unknown(), unknown()
	r.addParts()
	_ = p.move() // Callers return the problems of p.
}

// ofNetwork are the fields of parts that come from the network, machineCIDR those that come from its CIDR.
var (
	ofNetwork = []check.Path{
		"EgressProxy.Network", "JumpHost.Network", "PrivateLinkAccess.Network", ".Subnet", ".Subnets", ".PrivateSubnets", ".PublicSubnets",
	}
	machineCIDR = []check.Path{"HCP.Network.MachineCIDR", "Classic.Network.MachineCIDR"}
)

// plannedPolicies are the policies of operators that the account's roles have.
func (r *rosaPlan) plannedPolicies() map[iam.Operator]pulumi.StringOutput {
	policies := unknownOf(classicOperators)
	if partition.OfRegion(r.region()).ID == "aws-us-gov" {
		policies[iam.OperatorVPCE] = unknown()
	}
	return policies
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
func (r *rosaPlan) checkPoolZone(path check.Path, pool *rosa.ClassicPoolArgs) {
	if pool != nil && pool.Zone != "" && len(r.Zones) > 0 && !slices.Contains(r.Zones, pool.Zone) {
		r.problems.Addf(path, "%s is not a zone of the cluster, which has %s", pool.Zone, strings.Join(r.Zones, ", "))
	}
}

// checkPoolName reports a pool with the name of another one, or of an initial pool that the cluster has itself. OCM rejects the first when the
// cluster exists, and the update could go neither forward nor back: creations come before deletions.
func (r *rosaPlan) checkPoolName(path check.Path, name string, names map[string]bool) {
	workers := valueOf(valueOf(r.HCP).Workers)
	if r.product == iam.HCP && (workers.Adopt == nil || *workers.Adopt) {
		names["workers"] = true
		for i := range r.Zones {
			names["workers-"+strconv.Itoa(i)] = true
		}
	}
	if names[name] {
		r.problems.Addf(path, "must not be %s: another pool of the cluster has this name", name)
	}
	names[name] = true
}
