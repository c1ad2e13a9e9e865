package blueprint

import (
	"cmp"
	"maps"
	"slices"
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
	// parts are those that are registered, and planned ones before, without classicCluster.
	parts          *ROSAHCP
	classicCluster *rosa.Classic
}

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
	r.addParts()
}

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
func (r *rosaPlan) checkPoolZone(path string, pool *rosa.ClassicPoolArgs) {
	if pool != nil && pool.Zone != "" && len(r.Zones) > 0 && !slices.Contains(r.Zones, pool.Zone) {
		r.problems.Addf(path, "%s is not a zone of the cluster, which has %s", pool.Zone, strings.Join(r.Zones, ", "))
	}
}
