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

const rosaHCPPath = "blueprint.ROSAHCPArgs"

// ROSAHCPArgs are the arguments of a ROSAHCP cluster. The fields that are named for a part are the arguments of its component, whose
// documentation says what a change does.
type ROSAHCPArgs struct {
	// Name is the name of the cluster in OCM, and begins the names of its roles. Defaults to the name of the blueprint. A change is rejected,
	// as one of the prefixes of AccountRoles and OperatorRoles is, without AllowReplacement of HCP.
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
	// Omit are parts that the cluster does not have. Without AccountRoles, OIDCConfig, OIDCProvider or OperatorRoles, HCP.STS names those
	// that it uses instead.
	Omit []Part `check:"AccountRoles|OIDCConfig|OIDCProvider|OperatorRoles|EtcdKey|VolumeKey|PrivateLinkAccess|Ingress"`

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
	// EtcdKey encrypts etcd.
	EtcdKey *iam.EtcdKeyArgs `check:"part"`
	// VolumeKey encrypts the volumes of the machines.
	VolumeKey *iam.VolumeKeyArgs `check:"part"`
	// HCP is the cluster.
	HCP *rosa.HCPArgs `check:"part"`
	// PrivateLinkAccess lists who reaches the API. Defaults to the VPC with network.Internal, and to none otherwise.
	PrivateLinkAccess *network.PrivateLinkAccessArgs `check:"part"`
	// MachinePools are further machine pools, by their names. Defaults to none.
	MachinePools map[string]*rosa.MachinePoolArgs `check:"part"`
	// KubeletConfigs are configurations of the kubelet, by their names, which HCPPoolArgs.KubeletConfig of MachinePools can name. Defaults
	// to none.
	KubeletConfigs map[string]*rosa.KubeletConfigArgs `check:"part"`
	// TuningConfigs are TuneD profiles, by their names, which HCPPoolArgs.TuningConfigs of MachinePools can name. Defaults to none.
	TuningConfigs map[string]*rosa.TuningConfigArgs `check:"part"`
	// ImageMirrors are mirrors of registries, by names of your choice. Defaults to none.
	ImageMirrors map[string]*rosa.ImageMirrorArgs `check:"part"`
	// LogForwarders send logs of the control plane to S3 or CloudWatch, by names of your choice. Defaults to none.
	LogForwarders map[string]*rosa.LogForwarderArgs `check:"part"`
	// Ingress is the default ingress. Defaults to an internal one with network.Internal, and to OCM's otherwise.
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

// ROSAHCP is a ROSA cluster with a hosted control plane, with its network, roles, OIDC configuration and keys. Parts that the cluster does
// not have are nil.
type ROSAHCP struct {
	pulumi.ResourceState

	// ClusterID is the ID of the cluster in OCM.
	ClusterID pulumi.StringOutput `pulumi:"clusterId"`
	// APIURL is the URL of the API.
	APIURL pulumi.StringOutput `pulumi:"apiUrl"`
	// ConsoleURL is the URL of the console.
	ConsoleURL pulumi.StringOutput `pulumi:"consoleUrl"`

	ROSAParts
	// EtcdKey, HCP, PrivateLinkAccess, TuningConfigs, ImageMirrors and LogForwarders are parts that only this product has.
	EtcdKey           *iam.EtcdKey
	HCP               *rosa.HCP `check:"required"`
	PrivateLinkAccess *network.PrivateLinkAccess
	TuningConfigs     map[string]*rosa.TuningConfig
	ImageMirrors      map[string]*rosa.ImageMirror
	LogForwarders     map[string]*rosa.LogForwarder
}

// NewROSAHCP registers a ROSAHCP cluster. It returns the problems of all invalid arguments, also those of the parts, joined, before
// anything is registered. Without AccountID or CreatorARN in HCP it reads the identity of the AWS credentials.
func NewROSAHCP(ctx *pulumi.Context, name string, args *ROSAHCPArgs, opts ...pulumi.ResourceOption) (*ROSAHCP, error) {
	return component.Register(ctx, name, args, opts, component.Type[ROSAHCPArgs, ROSAHCP]{
		Token:   prefix + "ROSAHCP",
		Lasting: true,
		Check: func(args *ROSAHCPArgs) error {
			return errors.Join(region.CheckZones(rosaHCPPath+".Zones", args.Zones, region.Known(ctx, "", opts...)),
				checkAccounts(rosaHCPPath, args, allowedAccounts(ctx, opts)))
		},
		Validate: func(args *ROSAHCPArgs) error { return args.plan(name).problems.Err() },
		Keep:     func(args *ROSAHCPArgs) []keep.Rule { return args.plan(name).kept() },
		Move:     func(args *ROSAHCPArgs) check.Move { return args.settings.move(rosaHCPPath, args) },
		Children: func(b *component.Builder[ROSAHCPArgs, ROSAHCP]) error {
			plan, c := b.Args.plan(name), b.Component
			plan.blueprint = func() any {
				p := plan.parts
				c.ROSAParts, c.EtcdKey, c.HCP, c.PrivateLinkAccess = p.ROSAParts, p.EtcdKey, p.HCP, p.PrivateLinkAccess
				c.TuningConfigs, c.ImageMirrors, c.LogForwarders = p.TuningConfigs, p.ImageMirrors, p.LogForwarders
				return c
			}
			if err := plan.register(b.Base); err != nil {
				return err
			}
			c.PublicSubnetIDs, c.PrivateSubnetIDs = c.Network.SubnetIDs()
			c.ClusterID, c.APIURL, c.ConsoleURL = c.HCP.ID, c.HCP.APIURL, c.HCP.ConsoleURL
			if c.PrivateLinkAccess != nil {
				c.APIURL = c.PrivateLinkAccess.APIURL
			}
			return nil
		},
	})
}

// Validate returns all problems of the arguments, joined, also of the parts and of what spans them; nil if there are none.
func (a *ROSAHCPArgs) Validate() error {
	return a.plan("cluster").problems.Err()
}

// plan returns the arguments with defaults, and their problems.
func (a *ROSAHCPArgs) plan(name string) *rosaPlan {
	plan := &rosaPlan{ROSAHCPArgs: *valueOf(a), product: iam.HCP}
	plan.check(rosaHCPPath, a, name)
	plan.checkOwned(plan.owned, reflect.TypeFor[ROSAHCP](), true)
	return plan
}
