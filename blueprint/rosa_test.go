package blueprint_test

import (
	"reflect"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func hosted() *blueprint.ROSAHCPArgs {
	return &blueprint.ROSAHCPArgs{Version: "4.18.5", Zones: []string{"us-east-2a", "us-east-2b", "us-east-2c"}}
}

func classic() *blueprint.ROSAClassicArgs {
	return &blueprint.ROSAClassicArgs{Version: "4.18.5", Zones: []string{"us-east-2a", "us-east-2b", "us-east-2c"}}
}

func rosaHCP(args *blueprint.ROSAHCPArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		c, err := blueprint.NewROSAHCP(ctx, "shop", args)
		if err != nil {
			return err
		}
		ctx.Export("apiUrl", c.APIURL)
		return nil
	}
}

func rosaClassic(args *blueprint.ROSAClassicArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		c, err := blueprint.NewROSAClassic(ctx, "shop", args)
		if err != nil {
			return err
		}
		ctx.Export("apiUrl", c.APIURL)
		return nil
	}
}

func TestROSAHCPLifecycle(t *testing.T) {
	t.Parallel()
	checkLifecycle(t, rosaHCP(hosted()), "create", "import")
}

func TestROSAClassicLifecycle(t *testing.T) {
	t.Parallel()
	checkLifecycle(t, rosaClassic(classic()), "create")
}

// everyROSAPart sets every part of an internal cluster with a hosted control plane.
func everyROSAPart() *blueprint.ROSAHCPArgs {
	args := hosted()
	args.Name, args.Scope, args.Tags = "store", network.Internal, pulumi.StringMap{"team": pulumi.String("web")}
	args.Vpc = &network.VpcArgs{NAT: network.NATNone}
	args.EgressProxy = &network.EgressProxyArgs{AMI: pulumi.String("ami-0123456789abcdef0")}
	args.JumpHost = &network.JumpHostArgs{AMI: pulumi.String("ami-0123456789abcdef0")}
	args.MachinePools = map[string]*rosa.MachinePoolArgs{"general": {Replicas: new(2)}}
	args.Ingress = &rosa.IngressArgs{HCP: &rosa.HCPIngressArgs{Scope: network.Internal}}
	args.AdminPassword = pulumi.String("a-long-Passw0rd")
	return args
}

// ebsPermissions are the permissions of one of the operators.
const ebsPermissions = "RolePolicyAttachment shop-operator-openshift-cluster-csi-drivers-ebs-cloud-credentials-attachment"

func TestROSAHCPOrder(t *testing.T) {
	t.Parallel()
	checkOrder(t, mockstest.Run(t, rosaHCP(everyROSAPart()), region(t)), []edge{
		{
			reason: "the operators need their roles until the cluster is uninstalled",
			after:  "ClusterRosaHcp shop-cluster", before: ebsPermissions,
		},
		{
			reason: "the operators' roles trust the issuer",
			after:  "ClusterRosaHcp shop-cluster", before: "OpenIdConnectProvider shop-provider",
		},
		{
			reason: "the installer needs its permissions until the cluster is uninstalled",
			after:  "ClusterRosaHcp shop-cluster", before: "RolePolicyAttachment shop-account-installer-attachment",
		},
		{
			reason: "the cluster pulls images by the proxy",
			after:  "ClusterRosaHcp shop-cluster", before: "Instance shop-proxy-machine-us-east-2a",
		},
		{
			reason: "a key is not deleted while its cluster exists",
			after:  "ClusterRosaHcp shop-cluster", before: "Key shop-etcd-key",
		},
		{
			reason: "the machines need their routes",
			after:  "ClusterRosaHcp shop-cluster", before: "RouteTableAssociation shop-rta-private-us-east-2a",
		},
		{
			reason: "a pool is deleted before its cluster",
			after:  "HcpMachinePool shop-general-pool", before: "ClusterRosaHcp shop-cluster",
		},
	})
}

// TestROSAOrderWithoutKeys: keys name roles of operators, so that without them only the cluster's own edge is left.
func TestROSAOrderWithoutKeys(t *testing.T) {
	t.Parallel()
	args, old := hosted(), classic()
	args.Omit, old.Omit = []blueprint.Part{"EtcdKey", "VolumeKey"}, []blueprint.Part{"VolumeKey"}
	const reason = "the operators need their roles until the cluster is uninstalled"
	checkOrder(t, mockstest.Run(t, rosaHCP(args), region(t)), []edge{
		{reason: reason, after: "ClusterRosaHcp shop-cluster", before: ebsPermissions},
	})
	checkOrder(t, mockstest.Run(t, rosaClassic(old), region(t)), []edge{
		{reason: reason, after: "ClusterRosaClassic shop-cluster", before: ebsPermissions},
	})
}

func TestROSAClassicOrder(t *testing.T) {
	t.Parallel()
	args := classic()
	args.MachinePools = map[string]*rosa.MachinePoolArgs{"worker": {Replicas: new(3)}}
	rec := mockstest.Run(t, rosaClassic(args), region(t))
	checkOrder(t, rec, []edge{
		{
			reason: "the operators need their roles until the cluster is uninstalled",
			after:  "ClusterRosaClassic shop-cluster", before: ebsPermissions,
		},
		{
			reason: "the installer needs its permissions until the cluster is uninstalled",
			after:  "ClusterRosaClassic shop-cluster", before: "RolePolicyAttachment shop-account-installer-attachment",
		},
		{
			reason: "a key is not deleted while its cluster exists",
			after:  "ClusterRosaClassic shop-cluster", before: "Key shop-volumes-key",
		},
	})
	pool := mockstest.Find(t, rec, "shop-worker-pool")
	assert.Equal(t, true, pool.Inputs["ignoreDeletionError"], "OCM rejects to delete the last pool")
}

func TestROSARejectsInvalidArguments(t *testing.T) {
	t.Parallel()
	const bad = "not valid"
	tests := map[string]struct {
		reason string
		change func(a *blueprint.ROSAHCPArgs)
		want   []string
	}{
		"no zones": {
			reason: "what nobody can guess is required",
			change: func(a *blueprint.ROSAHCPArgs) { a.Zones = nil },
			want:   []string{".Zones: required"},
		},
		"every part": {
			reason: "the problems of all parts are reported together, at their paths",
			change: func(a *blueprint.ROSAHCPArgs) {
				a.Vpc = &network.VpcArgs{NAT: "Two"}
				a.EgressProxy, a.JumpHost = &network.EgressProxyArgs{}, &network.JumpHostArgs{}
				a.AccountRoles = &iam.AccountRolesArgs{Path: bad}
				a.OIDCConfig = &iam.OIDCConfigArgs{Unmanaged: &iam.UnmanagedOIDCArgs{Prefix: bad}}
				a.OIDCProvider = &iam.OIDCProviderArgs{Thumbprint: pulumi.String(bad)}
				a.OperatorRoles = &iam.OperatorRolesArgs{Path: bad}
				a.EtcdKey = &iam.EtcdKeyArgs{DeletionWindowDays: 1}
				a.VolumeKey = &iam.VolumeKeyArgs{DeletionWindowDays: 1}
				a.HCP = &rosa.HCPArgs{DomainPrefix: bad}
				a.PrivateLinkAccess = &network.PrivateLinkAccessArgs{AllowedCIDRs: []string{bad}}
				a.MachinePools = map[string]*rosa.MachinePoolArgs{"general": {Replicas: new(-1)}}
				a.Ingress = &rosa.IngressArgs{HCP: &rosa.HCPIngressArgs{Scope: "Public"}}
				a.Autoscaler = &rosa.AutoscalerArgs{MaxNodesTotal: -1}
				a.IdentityProviders = map[string]*rosa.IdentityProviderArgs{"admins": {}}
				a.AdminPassword = pulumi.String("a-long-Passw0rd")
			},
			want: []string{
				".AdminPassword: adds the login admins, which is in IdentityProviders: give it another name than admins",
				".Vpc.NAT: one-of",
				".EgressProxy.AMI: required",
				".JumpHost.AMI: required",
				".AccountRoles.Path: format",
				".OIDCConfig.Unmanaged.Prefix: format",
				".OIDCProvider.Thumbprint: format",
				".OperatorRoles.Path: format",
				".EtcdKey.DeletionWindowDays: range",
				".VolumeKey.DeletionWindowDays: range",
				".HCP.DomainPrefix: format",
				".PrivateLinkAccess.AllowedCIDRs[0]: format",
				".MachinePools[general].Replicas: range",
				".Ingress.HCP.Scope: one-of",
				".Autoscaler.MaxNodesTotal: range",
			},
		},
		"CIDR of the VPC": {
			reason: "the user set it, and not the machine network or the default of the service network",
			change: func(a *blueprint.ROSAHCPArgs) { a.Vpc = &network.VpcArgs{CIDR: "172.30.0.0/16"} },
			want:   []string{".Vpc.CIDR: overlap"},
		},
		"service network": {
			reason: "the user set it, and not the CIDR of the VPC, which is the default",
			change: func(a *blueprint.ROSAHCPArgs) {
				a.HCP = &rosa.HCPArgs{Network: &rosa.NetworkArgs{ServiceCIDR: "10.0.0.0/16"}}
			},
			want: []string{".HCP.Network.ServiceCIDR: overlap"},
		},
		"subnets": {
			reason: "those of a new network are its problem, and not that of what uses them",
			change: func(a *blueprint.ROSAHCPArgs) {
				a.Vpc = &network.VpcArgs{Subnets: map[string]network.SubnetCIDRs{a.Zones[0]: {Public: bad}}}
			},
			want: []string{".Vpc.Subnets[us-east-2a].Public: format"},
		},
		"existing subnets": {
			reason: "those of an existing network are too",
			change: func(a *blueprint.ROSAHCPArgs) {
				a.ExistingVpc, a.Zones = existingVpc(), nil
				a.ExistingVpc.PrivateSubnets[0].CIDR = bad
			},
			want: []string{".ExistingVpc.PrivateSubnets[0].CIDR: format"},
		},
		"omitted": {
			reason: "what the cluster needs of an omitted part is its to set",
			change: func(a *blueprint.ROSAHCPArgs) {
				a.Omit = []blueprint.Part{"AccountRoles", "OIDCConfig", "OIDCProvider", "OperatorRoles", "EtcdKey", "VolumeKey"}
				a.Network = &network.Network{}
			},
			want: []string{
				".Network.ID: required",
				".HCP.STS.InstallerRoleARN: required",
				".HCP.STS.SupportRoleARN: required",
				".HCP.STS.WorkerRoleARN: required",
				".HCP.STS.OperatorRolePrefix: required",
				".HCP.STS.OIDCConfigID: required",
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := hosted()
			tt.change(args)
			checkProblems(t, "blueprint.ROSAHCPArgs", tt.want, args.Validate(), tt.reason)
			mockstest.Rejected(t, rosaHCP(args), "blueprint.ROSAHCPArgs.")
		})
	}
	require.NoError(t, hosted().Validate())
	require.NoError(t, classic().Validate())
	require.NoError(t, everyROSAPart().Validate())
	gov := classic()
	gov.Zones = []string{"us-gov-west-1a", "us-gov-west-1b", "us-gov-west-1c"}
	require.NoError(t, gov.Validate())
}

// existingVpc is a VPC of another team with a private subnet in each of three zones.
func existingVpc() *network.ExistingVpcArgs {
	args := &network.ExistingVpcArgs{VpcID: pulumi.String("vpc-0123456789abcdef0"), CIDR: "10.0.0.0/16"}
	for i, zone := range []string{"us-east-2a", "us-east-2b", "us-east-2c"} {
		digit := string(rune('0' + i))
		args.PrivateSubnets = append(args.PrivateSubnets, network.ExistingSubnet{
			ID: pulumi.String("subnet-0123456789abcdef" + digit), Zone: zone, CIDR: "10.0." + digit + ".0/24",
		})
	}
	return args
}

// TestROSAInANetworkThatExists uses all that another team made.
func TestROSAInANetworkThatExists(t *testing.T) {
	t.Parallel()
	args := classic()
	args.ExistingVpc, args.Zones = existingVpc(), nil
	args.Scope, args.Classic = network.Internal, &rosa.ClassicArgs{AccountID: pulumi.String("123456789012")}
	args.Omit = []blueprint.Part{"VolumeKey"}
	rec := mockstest.Run(t, rosaClassic(args), region(t))
	assert.Empty(t, rec.OfType("aws:ec2/vpc:Vpc"))
	assert.Empty(t, rec.OfType("aws:kms/key:Key"))
	cluster := mockstest.Find(t, rec, "shop-cluster")
	assert.Equal(t, true, cluster.Inputs["private"])
	assert.Equal(t, true, cluster.Inputs["multiAz"])
}

// TestROSAIsKept: a change of the name would replace the roles before OCM rejects it, and could not be set back; a part that is omitted is
// deleted. Both are rejected before anything changes.
func TestROSAIsKept(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	withPools := func() *blueprint.ROSAClassicArgs {
		args := classic()
		args.MachinePools = map[string]*rosa.MachinePoolArgs{"batch": {Replicas: new(3)}, "gpu": {Replicas: new(3)}, "tiny": {Replicas: new(3)}}
		return args
	}
	args := withPools()
	box, err := sandbox.New(sandbox.Options{
		Project: "shop", Program: func(ctx *pulumi.Context) error { return rosaClassic(args)(ctx) }, Dir: t.TempDir(),
		Config: map[string]string{"aws:region": "us-east-2"},
	})
	require.NoError(t, err)
	mockstest.Must(t, box.Up)
	const path = "blueprint.ROSAClassicArgs."
	for want, change := range map[string]func(*blueprint.ROSAClassicArgs){
		path + "Name: shop cannot become store": func(a *blueprint.ROSAClassicArgs) { a.Name = "store" },
		path + "OperatorRoles.Prefix: shop cannot become store": func(a *blueprint.ROSAClassicArgs) {
			a.OperatorRoles = &iam.OperatorRolesArgs{Prefix: "store"}
		},
		path + "AccountRoles.Prefix: shop cannot become store": func(a *blueprint.ROSAClassicArgs) {
			a.AccountRoles = &iam.AccountRolesArgs{Prefix: "store"}
		},
		path + "AccountRoles.Path: / cannot become /x/": func(a *blueprint.ROSAClassicArgs) {
			a.AccountRoles = &iam.AccountRolesArgs{Path: "/x/"}
		},
		path + "VolumeKey: the cluster cannot lose this part: without the key no volume can be attached": func(a *blueprint.ROSAClassicArgs) {
			a.Omit = []blueprint.Part{"VolumeKey"}
		},
		path + "MachinePools: gpu, tiny cannot be taken away in one update": func(a *blueprint.ROSAClassicArgs) {
			delete(a.MachinePools, "gpu")
			delete(a.MachinePools, "tiny")
		},
	} {
		args = withPools()
		change(args)
		_, err = box.Preview(t.Context())
		require.ErrorContains(t, err, want)
		update, err := box.Up(t.Context())
		require.ErrorContains(t, err, want)
		assert.Equal(t, 0, update.Changes["create"]+update.Changes["replace"]+update.Changes["delete"], "nothing is lost: %v", update.Changes)
	}
	args = withPools()
	same := mockstest.Must(t, box.Up)
	assert.False(t, same.Changed(), same.Changes)
	delete(args.MachinePools, "gpu")
	assert.Equal(t, 1, mockstest.Must(t, box.Up).Changes["delete"]-1, "one pool by its own name: the component and its resource")
	_, err = box.Destroy(t.Context())
	require.NoError(t, err, "destroy deletes everything")
}

// TestPoolNames: OCM accepts a name once, and rejects another pool only when the cluster exists.
func TestPoolNames(t *testing.T) {
	t.Parallel()
	args := hosted()
	args.MachinePools = map[string]*rosa.MachinePoolArgs{
		"a": {Name: "c", Replicas: new(1)}, "b": {Name: "c", Replicas: new(1)}, "workers-0": {Replicas: new(1)},
	}
	checkProblems(t, "blueprint.ROSAHCPArgs.MachinePools", []string{
		"[b].Name: must not be c: another pool of the cluster has this name",
		"[workers-0].Name: must not be workers-0: another pool of the cluster has this name",
	}, args.Validate(), "two pools of one name, and an initial pool")
}

// TestPoolZones: a zone that the cluster does not have is rejected before the cluster exists, and not by RHCS afterwards.
func TestPoolZones(t *testing.T) {
	t.Parallel()
	args := classic()
	args.MachinePools = map[string]*rosa.MachinePoolArgs{
		"here":  {Replicas: new(1), Classic: &rosa.ClassicPoolArgs{Zone: "us-east-2c"}},
		"there": {Replicas: new(1), Classic: &rosa.ClassicPoolArgs{Zone: "us-east-2d"}},
	}
	checkProblems(t, "blueprint.ROSAClassicArgs.MachinePools", []string{
		"[there].Classic.Zone: us-east-2d is not a zone of the cluster, which has us-east-2a, us-east-2b, us-east-2c",
	}, args.Validate(), "of a cluster in three zones")
}

// TestSharedArguments: ROSAHCPArgs has each argument of ROSAClassicArgs, except for the cluster, so that the blueprints can share a plan.
func TestSharedArguments(t *testing.T) {
	t.Parallel()
	hosted, classic := reflect.TypeFor[blueprint.ROSAHCPArgs](), reflect.TypeFor[blueprint.ROSAClassicArgs]()
	for i := range classic.NumField() {
		field := classic.Field(i)
		shared, has := hosted.FieldByName(field.Name)
		switch field.Name {
		case "Classic":
			assert.False(t, has)
		case "Omit", "KubeletConfigs": // the products have different parts, and Classic one configuration
			assert.Equal(t, field.Type, shared.Type)
		default:
			shared.Index, shared.Offset = field.Index, field.Offset
			assert.Equal(t, field, shared)
		}
	}
}

// TestAdminPassword: a password without a value is reported once, at the field that the user set, by the constructor as by Validate.
func TestAdminPassword(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		reason   string
		password pulumi.StringInput
		want     string
		late     bool
	}{
		{reason: "an empty setting", password: pulumi.String(""), want: "AdminPassword: is an empty text"},
		{reason: "a part that does not exist", password: pulumi.StringOutput{}, want: "AdminPassword: is an output that was never set"},
		{reason: "OCM's rules", password: pulumi.String("short"), want: "AdminPassword: must have at least 14 characters"},
		{
			reason: "a secret setting that is empty", password: pulumi.String("").ToStringOutput(),
			want: "AdminPassword: resolves to an empty text", late: true,
		},
	} {
		hcp, old := hosted(), classic()
		hcp.AdminPassword, old.AdminPassword = tt.password, tt.password
		for path, tried := range map[string]struct {
			validate error
			register pulumi.RunFunc
		}{
			"blueprint.ROSAHCPArgs.":     {hcp.Validate(), rosaHCP(hcp)},
			"blueprint.ROSAClassicArgs.": {old.Validate(), rosaClassic(old)},
		} {
			err := mocks.New().Run(tried.register)
			assert.ErrorContains(t, err, path+tt.want, tt.reason)
			assert.NotContains(t, err.Error(), "HTPasswd", tt.reason)
			if tt.late {
				assert.NoError(t, tried.validate, tt.reason)
				continue
			}
			assert.EqualError(t, err, tried.validate.Error(), tt.reason)
		}
	}
}
