package blueprint

import (
	"errors"
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

const rosaClassicPath = "blueprint.ROSAClassicArgs"

// ROSAClassicArgs are the arguments of a ROSAClassic cluster. The fields that are named for a part are the arguments of its component, whose
// documentation says what a change does.
type ROSAClassicArgs struct {
	// Name is the name of the cluster in OCM, and begins the names of its roles. Defaults to the name of the blueprint. A change is rejected,
	// as one of the prefixes of AccountRoles and OperatorRoles is, without AllowReplacement of Classic.
	Name string
	// Version is the OpenShift release, such as 4.18.5. Required.
	Version string `check:"required,format=version"`
	// Zones are the zones of the cluster, and of the network unless Vpc has more, for machine pools. Required, unless Network or ExistingVpc
	// is set, of whose private subnets it defaults to the zones. A change replaces the cluster.
	Zones []string `check:"format=zone"`
	// Scope is who can reach the API and the routers: network.External or network.Internal. Defaults to network.External.
	Scope network.Scope `check:"External|Internal"`
	// Tags are set on all AWS resources. Tags of a part are added to them, and take precedence.
	Tags pulumi.StringMap `check:"tags"`
	// Omit are parts that the cluster does not have. Without AccountRoles, OIDCConfig, OIDCProvider or OperatorRoles, Classic.STS names those
	// that it uses instead. Without Vpc, the installer creates the VPC, unless Network or ExistingVpc is set, and deletes it with the cluster.
	Omit []Part `check:"Vpc|AccountRoles|OIDCConfig|OIDCProvider|OperatorRoles|VolumeKey"`

	// Network is the network of a network.Vpc or network.ExistingVpc of the program, instead of Vpc and ExistingVpc. Defaults to theirs.
	Network *network.Network `check:"not=Vpc,not=ExistingVpc,part"`
	// ExistingVpc is an existing VPC, also one that another account shares, instead of Vpc. Defaults to none.
	ExistingVpc *network.ExistingVpcArgs `check:"not=Vpc,part"`
	// Vpc are the arguments of the VPC. Defaults to one with a private and a public subnet and a NAT gateway in each zone.
	Vpc *network.VpcArgs `check:"part"`
	// EgressProxy is a proxy in a public subnet, which the cluster uses. Defaults to none.
	EgressProxy *network.EgressProxyArgs `check:"part"`
	// JumpHost is a host in the VPC from which administrators reach an internal cluster. Defaults to none.
	JumpHost *network.JumpHostArgs `check:"part"`
	// AccountRoles are the roles of the installer, of support and of the machines.
	AccountRoles *iam.AccountRolesArgs `check:"part"`
	// OIDCConfig is the issuer of the operators' tokens.
	OIDCConfig *iam.OIDCConfigArgs `check:"part"`
	// OIDCProvider makes the account trust the issuer.
	OIDCProvider *iam.OIDCProviderArgs `check:"part"`
	// OperatorRoles are the roles of the operators. Destroy deletes them after the cluster, which needs them to delete what it created.
	OperatorRoles *iam.OperatorRolesArgs `check:"part"`
	// VolumeKey encrypts the volumes of the machines.
	VolumeKey *iam.VolumeKeyArgs `check:"part"`
	// Classic is the cluster.
	Classic *rosa.ClassicArgs `check:"part"`
	// MachinePools are further machine pools, by their names. Defaults to none.
	MachinePools map[string]*rosa.MachinePoolArgs `check:"part"`
	// KubeletConfigs is the configuration of the kubelet of all workers, by its name: a Classic cluster has at most one. Defaults to none.
	KubeletConfigs map[string]*rosa.KubeletConfigArgs `check:"part,count=..1"`
	// Ingress is the default ingress. Defaults to OCM's.
	Ingress *rosa.IngressArgs `check:"part"`
	// Autoscaler are the settings of the cluster's autoscaler. Defaults to OCM's.
	Autoscaler *rosa.AutoscalerArgs `check:"part"`
	// IdentityProviders are the logins, by their names. Defaults to none.
	IdentityProviders map[string]*rosa.IdentityProviderArgs `check:"part"`
	// AdminPassword adds the login admins with the cluster administrator admin, for as long as it is set. Defaults to none.
	AdminPassword pulumi.StringInput `check:"rosa-password,secret"`

	// settings has the settings from which the arguments were read.
	settings settings
	// owned are the parts that the program registers.
	owned owned
}

// ROSAClassic is a ROSA Classic cluster, with its network, roles, OIDC configuration and key. Parts that the cluster does not have are
// nil.
type ROSAClassic struct {
	pulumi.ResourceState

	// ClusterID is the ID of the cluster in OCM.
	ClusterID pulumi.StringOutput `pulumi:"clusterId"`
	// APIURL is the URL of the API.
	APIURL pulumi.StringOutput `pulumi:"apiUrl"`
	// ConsoleURL is the URL of the console.
	ConsoleURL pulumi.StringOutput `pulumi:"consoleUrl"`

	ROSAParts
	// Classic is the cluster.
	Classic *rosa.Classic `check:"required"`
}

// NewROSAClassic registers a ROSAClassic cluster. It returns the problems of all invalid arguments, also those of the parts, joined, before
// anything is registered. Without AccountID or CreatorARN in Classic it reads the identity of the AWS credentials.
func NewROSAClassic(ctx *pulumi.Context, name string, args *ROSAClassicArgs, opts ...pulumi.ResourceOption) (*ROSAClassic, error) {
	return component.Register(ctx, name, args, opts, component.Type[ROSAClassicArgs, ROSAClassic]{
		Token:   prefix + "ROSAClassic",
		Lasting: true,
		Check: func(args *ROSAClassicArgs) error {
			return errors.Join(region.CheckZones(rosaClassicPath+".Zones", args.Zones, region.Known(ctx, "", opts...)),
				checkAccounts(rosaClassicPath, args, allowedAccounts(ctx, opts)))
		},
		Validate: func(args *ROSAClassicArgs) error { return args.plan(name).problems.Err() },
		Keep:     func(args *ROSAClassicArgs) []keep.Rule { return args.plan(name).kept() },
		Move:     func(args *ROSAClassicArgs) check.Move { return args.settings.move(rosaClassicPath, args) },
		Children: func(b *component.Builder[ROSAClassicArgs, ROSAClassic]) error {
			plan, c := b.Args.plan(name), b.Component
			plan.blueprint = func() any {
				c.ROSAParts, c.Classic = plan.parts.ROSAParts, plan.parts.Classic
				return c
			}
			if err := plan.register(b.Base); err != nil {
				return err
			}
			c.PublicSubnetIDs, c.PrivateSubnetIDs = c.Network.SubnetIDs()
			c.ClusterID, c.APIURL, c.ConsoleURL = c.Classic.ID, c.Classic.APIURL, c.Classic.ConsoleURL
			return nil
		},
	})
}

// Validate returns all problems of the arguments, joined, also of the parts and of what spans them; nil if there are none.
func (a *ROSAClassicArgs) Validate() error {
	return a.plan("cluster").problems.Err()
}

// plan returns the arguments with defaults, and their problems.
func (a *ROSAClassicArgs) plan(name string) *rosaPlan {
	full := valueOf(a)
	plan := &rosaPlan{product: iam.Classic, classic: full.Classic}
	copyShared(&plan.ROSAHCPArgs, full)
	plan.settings, plan.owned = full.settings, full.owned
	plan.check(rosaClassicPath, a, name)
	plan.checkOwned(plan.owned, reflect.TypeFor[ROSAClassic](), true)
	return plan
}
