package programs_test

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// mistake is a change of valid arguments that somebody makes by mistake. The message says which field it is, what its value is unless it is
// a secret or missing, and what is allowed or what to do.
type mistake[A any] struct {
	name    string
	change  func(*A)
	message string
}

// checkMistakes makes each mistake, which must be rejected with its message before anything is registered.
func checkMistakes[A any](t *testing.T, valid func() *A, register func(*pulumi.Context, *A) error, mistakes []mistake[A]) {
	t.Helper()
	run := func(args *A) (*mocks.Recorder, error) {
		rec := mocks.New(mocks.Config(map[string]string{"aws:region": "us-east-2"}))
		return rec, rec.Run(func(ctx *pulumi.Context) error { return register(ctx, args) })
	}
	_, err := run(valid())
	require.NoError(t, err, "without a mistake")
	for _, m := range mistakes {
		args := valid()
		m.change(args)
		rec, err := run(args)
		require.ErrorContains(t, err, m.message, m.name)
		assert.Empty(t, rec.Resources(), m.name)
	}
}

func TestMistakesInROSAHCP(t *testing.T) {
	t.Parallel()
	text := func(value string) pulumi.StringInput { return pulumi.String(value) }
	checkMistakes(t, func() *blueprint.ROSAHCPArgs {
		return &blueprint.ROSAHCPArgs{
			Version: "4.18.5", Zones: []string{"us-east-2a", "us-east-2b", "us-east-2c"},
			MachinePools: map[string]*rosa.MachinePoolArgs{"batch": {InstanceType: "m5.xlarge", Replicas: new(2)}},
			HCP:          &rosa.HCPArgs{},
		}
	}, func(ctx *pulumi.Context, args *blueprint.ROSAHCPArgs) error {
		_, err := blueprint.NewROSAHCP(ctx, "shop", args)
		return err
	}, []mistake[blueprint.ROSAHCPArgs]{
		{"the release with a v", func(a *blueprint.ROSAHCPArgs) { a.Version = "v4.18.5" },
			`.Version: "v4.18.5" is not a valid version (for example, 4.18.5)`},
		{"a release of OpenShift 3", func(a *blueprint.ROSAHCPArgs) { a.Version = "3.11.5" },
			".Version: must be 4.16 or later (got 3.11.5)"},
		{"the region as a zone", func(a *blueprint.ROSAHCPArgs) { a.Zones = []string{"us-east-2"} },
			`.Zones[0]: "us-east-2" is not a valid AWS zone (for example, us-east-2a)`},
		{"the minor release", func(a *blueprint.ROSAHCPArgs) { a.Version = "4.18" },
			`.Version: "4.18" is not a valid version (for example, 4.18.5)`},
		{"a release from before this library", func(a *blueprint.ROSAHCPArgs) { a.Version = "4.12.3" },
			".Version: must be 4.16 or later (got 4.12.3)"},
		{"no arguments", func(a *blueprint.ROSAHCPArgs) { *a = blueprint.ROSAHCPArgs{} },
			"blueprint.ROSAHCPArgs.Version: is required\nblueprint.ROSAHCPArgs.Zones: is required"},
		{"zones that are not split", func(a *blueprint.ROSAHCPArgs) { a.Zones = []string{"us-east-2a,us-east-2b"} },
			`.Zones[0]: "us-east-2a,us-east-2b" is not a valid AWS zone (for example, us-east-2a)`},
		{"one zone twice", func(a *blueprint.ROSAHCPArgs) { a.Zones[1] = "us-east-2a" },
			`.Zones[1]: duplicate value "us-east-2a"`},
		{"zones of two regions", func(a *blueprint.ROSAHCPArgs) { a.Zones[1] = "us-west-2b" },
			".Zones[1]: us-west-2b is not in us-east-2, the region of the AWS provider; for us-west-2 set it " +
				"with `pulumi config set aws:region us-west-2`"},
		{"the name of a channel as the release", func(a *blueprint.ROSAHCPArgs) { a.Version = "stable-4.18" },
			`.Version: "stable-4.18" is not a valid version (for example, 4.18.5)`},
		{"a channel without its group", func(a *blueprint.ROSAHCPArgs) { a.HCP.Version = &rosa.VersionArgs{Channel: "4.18"} },
			`.HCP.Version.Channel: "4.18" is not a valid update channel (for example, stable-4.18)`},
		{"a channel group as a channel", func(a *blueprint.ROSAHCPArgs) { a.HCP.Version = &rosa.VersionArgs{Channel: "stable"} },
			`.HCP.Version.Channel: "stable" is not a valid update channel (for example, stable-4.18)`},
		{"the channel of another group", func(a *blueprint.ROSAHCPArgs) {
			a.HCP.Version = &rosa.VersionArgs{Channel: "stable-4.18", ChannelGroup: "candidate"}
		}, ".HCP.Version.ChannelGroup: must not be set together with Channel"},
		{"an upgrade window without its length", func(a *blueprint.ROSAHCPArgs) {
			a.HCP.Version = &rosa.VersionArgs{Window: &rosa.MaintenanceWindow{Days: []time.Weekday{time.Sunday}, Start: "22:00"}}
		}, ".HCP.Version.Window.Duration: is required"},
		{"the time in twelve hours", func(a *blueprint.ROSAHCPArgs) {
			a.HCP.Version = &rosa.VersionArgs{Window: &rosa.MaintenanceWindow{Start: "10 PM", Duration: time.Hour}}
		}, `.HCP.Version.Window.Start: "10 PM" is not a valid time (for example, 22:00)`},
		{"the abbreviation of a time zone", func(a *blueprint.ROSAHCPArgs) {
			a.HCP.Version = &rosa.VersionArgs{Window: &rosa.MaintenanceWindow{Start: "22:00", Duration: time.Hour, TimeZone: "CEST"}}
		}, `.HCP.Version.Window.TimeZone: "CEST" is not a valid time zone (for example, Europe/Berlin)`},
		{"a long name", func(a *blueprint.ROSAHCPArgs) {
			a.HCP.Name = "a-name-of-a-cluster-that-has-more-than-fifty-four-letters"
		},
			`.HCP.Name: "a-name-of-a-cluster-that-has-more-than-fifty-four-letters" is not a valid name of ` +
				`lower-case letters, digits and inner hyphens that begins with a letter of at most 54 characters (for example, demo)`},
		{"a long prefix of the domain", func(a *blueprint.ROSAHCPArgs) { a.HCP.DomainPrefix = "shop-production-eu" },
			`.HCP.DomainPrefix: "shop-production-eu" is not a valid name of lower-case letters, digits and inner ` +
				`hyphens that begins with a letter of at most 15 characters (for example, demo)`},
		{"the name of the pool of the service", func(a *blueprint.ROSAHCPArgs) {
			a.MachinePools["workers"] = &rosa.MachinePoolArgs{Replicas: new(2)}
		}, ".MachinePools[workers].Name: must not be workers: another pool of the cluster has this name"},
		{"a pool with an underscore", func(a *blueprint.ROSAHCPArgs) {
			a.MachinePools["gpu_pool"] = &rosa.MachinePoolArgs{Replicas: new(2)}
		},
			`.MachinePools[gpu_pool].Name: "gpu_pool" is not a valid name of lower-case letters, digits and ` +
				`inner hyphens that begins with a letter (for example, demo)`},
		{"a pool in a zone that the cluster lacks", func(a *blueprint.ROSAHCPArgs) {
			a.MachinePools["batch"].HCP = &rosa.HCPPoolArgs{Zone: "us-east-2d"}
		},
			".MachinePools[batch].HCP.Zone: the network has no private subnet in us-east-2d (its private subnets " +
				"are in us-east-2a, us-east-2b, us-east-2c)"},
		{"a zone that the VPC lacks", func(a *blueprint.ROSAHCPArgs) {
			a.ExistingVpc = &network.ExistingVpcArgs{
				VpcID: text("vpc-0123456789abcdef0"), CIDR: "10.0.0.0/16",
				PrivateSubnets: []network.ExistingSubnet{{Zone: "us-east-2a", ID: text("subnet-0123456789abcdef0"), CIDR: "10.0.0.0/20"}},
				PublicSubnets:  []network.ExistingSubnet{{Zone: "us-east-2a", ID: text("subnet-0123456789abcdef1"), CIDR: "10.0.16.0/20"}},
			}
		}, `.Zones[1]: must be a zone of ExistingVpc, which has private subnets in us-east-2a (got "us-east-2b")`},
		{"the VPC in the range of the services", func(a *blueprint.ROSAHCPArgs) { a.Vpc = &network.VpcArgs{CIDR: "172.30.0.0/16"} },
			".Vpc.CIDR: 172.30.0.0/16 overlaps 172.30.0.0/16"},
		{"a size that no instance has", func(a *blueprint.ROSAHCPArgs) { a.MachinePools["batch"].InstanceType = "m5.huge" },
			`.MachinePools[batch].InstanceType: "m5.huge" is not a valid EC2 instance type (for example, m5.xlarge)`},
		{"two workers in three zones", func(a *blueprint.ROSAHCPArgs) { a.HCP.Workers = &rosa.WorkersArgs{Replicas: new(2)} },
			".HCP.Workers.Replicas: must be a multiple of 3, the number of private subnets (got 2)"},
		{"a fixed number that is scaled", func(a *blueprint.ROSAHCPArgs) {
			a.MachinePools["batch"].Autoscaling = &rosa.AutoscalingArgs{Min: 2, Max: 6}
		}, ".MachinePools[batch]: must set only one of Replicas or Autoscaling (got Replicas and Autoscaling)"},
		{"no number of machines", func(a *blueprint.ROSAHCPArgs) { a.MachinePools["batch"].Replicas = nil },
			".MachinePools[batch]: must set one of Replicas or Autoscaling"},
		{"machines before their control plane", func(a *blueprint.ROSAHCPArgs) {
			a.MachinePools["batch"].HCP = &rosa.HCPPoolArgs{Version: "4.18.6"}
		}, ".MachinePools[batch].HCP.Version: 4.18.6 is newer than the control plane's 4.18.5; upgrade the control plane first"},
		{"the channel of the release before", func(a *blueprint.ROSAHCPArgs) {
			a.HCP.Version = &rosa.VersionArgs{Channel: "stable-4.17"}
		}, ".HCP.Version.Channel: stable-4.17 does not have 4.18.5; must be of 4.18 or a later minor version"},
		{"private as an adjective", func(a *blueprint.ROSAHCPArgs) { a.Scope = "Private" },
			`.Scope: must be External or Internal (got "Private")`},
		{"a short password", func(a *blueprint.ROSAHCPArgs) { a.AdminPassword = text("admin") },
			".AdminPassword: must have at least 14 characters"},
		{"the roles of another stack without their ARNs", func(a *blueprint.ROSAHCPArgs) {
			a.Omit = []blueprint.Part{blueprint.PartAccountRoles}
		},
			".EtcdKey.InstallerRoleARN: is required\nblueprint.ROSAHCPArgs.VolumeKey.InstallerRoleARN: is required\n" +
				"blueprint.ROSAHCPArgs.VolumeKey.SupportRoleARN: is required\nblueprint.ROSAHCPArgs.HCP.STS.InstallerRoleARN: is required\n" +
				"blueprint.ROSAHCPArgs.HCP.STS.SupportRoleARN: is required\nblueprint.ROSAHCPArgs.HCP.STS.WorkerRoleARN: is required"},
		{"autoscaling upside down", func(a *blueprint.ROSAHCPArgs) {
			a.MachinePools["batch"] = &rosa.MachinePoolArgs{Autoscaling: &rosa.AutoscalingArgs{Min: 6, Max: 2}}
		}, ".MachinePools[batch].Autoscaling.Max: must be at least Min, 6 (got 2)"},
		{"a negative number of machines", func(a *blueprint.ROSAHCPArgs) { a.MachinePools["batch"].Replicas = new(-1) },
			".MachinePools[batch].Replicas: must be between 0 and 500 (got -1)"},
		{"a small disk", func(a *blueprint.ROSAHCPArgs) { a.MachinePools["batch"].DiskSizeGiB = 20 },
			".MachinePools[batch].DiskSizeGiB: must be between 75 and 16384 (got 20)"},
		{"a taint without its effect", func(a *blueprint.ROSAHCPArgs) {
			a.MachinePools["batch"].Taints = []rosa.Taint{{Key: "gpu", Value: "true"}}
		}, ".MachinePools[batch].Taints[0].Effect: is required"},
		{"an effect in small letters", func(a *blueprint.ROSAHCPArgs) {
			a.MachinePools["batch"].Taints = []rosa.Taint{{Key: "gpu", Effect: "noSchedule"}}
		}, `.MachinePools[batch].Taints[0].Effect: must be NoSchedule, PreferNoSchedule or NoExecute (got "noSchedule")`},
		{"a label with a space", func(a *blueprint.ROSAHCPArgs) { a.MachinePools["batch"].Labels = map[string]string{"team name": "web"} },
			`.MachinePools[batch].Labels[team name]: "team name" is not a valid label key (for example, example.com/team)`},
		{"more than four security groups of a pool", func(a *blueprint.ROSAHCPArgs) {
			a.MachinePools["batch"].SecurityGroupIDs = pulumi.ToStringArray([]string{"sg-01234567", "sg-01234567"})
		}, `.MachinePools[batch].SecurityGroupIDs[1]: duplicate value "sg-01234567"`},
		{"the fields of Classic", func(a *blueprint.ROSAHCPArgs) { a.MachinePools["batch"].Classic = &rosa.ClassicPoolArgs{} },
			".MachinePools[batch]: must set only one of HCP or Classic (got HCP and Classic)"},
		{"a proxy without a port", func(a *blueprint.ROSAHCPArgs) { a.HCP.Proxy = &rosa.ProxyArgs{HTTPProxy: text("proxy.example.com")} },
			".HCP.Proxy.HTTPProxy: must be an http URL (for example, http://10.0.0.10:3128)"},
		{"an exception of a proxy without a proxy", func(a *blueprint.ROSAHCPArgs) {
			a.HCP.Proxy = &rosa.ProxyArgs{NoProxy: []string{"example.com"}}
		}, ".HCP.Proxy.NoProxy: has no effect without HTTPProxy or HTTPSProxy"},
		{"an asterisk in an exception", func(a *blueprint.ROSAHCPArgs) {
			a.HCP.Proxy = &rosa.ProxyArgs{HTTPProxy: text("http://p.example.com:3128"), NoProxy: []string{"*.example.com"}}
		},
			`.HCP.Proxy.NoProxy[0]: "*.example.com" is not a valid IPv4 address, IPv4 CIDR or domain of at least ` +
				`two labels in lower case (for example, .example.com)`},
		{"the pods in the range of the services", func(a *blueprint.ROSAHCPArgs) {
			a.HCP.Network = &rosa.NetworkArgs{PodCIDR: "172.28.0.0/14"}
		}, ".HCP.Network.PodCIDR: 172.28.0.0/14 overlaps 172.30.0.0/16"},
		{"host bits in a range", func(a *blueprint.ROSAHCPArgs) { a.Vpc = &network.VpcArgs{CIDR: "10.0.0.1/16"} },
			`.Vpc.CIDR: "10.0.0.1/16" has host bits set; use 10.0.0.0/16`},
		{"a VPC that is too small", func(a *blueprint.ROSAHCPArgs) { a.Vpc = &network.VpcArgs{CIDR: "10.0.0.0/26"} },
			".Vpc.CIDR: must be between /16 and /24 (got /26)"},
		{"a VPC that is too large", func(a *blueprint.ROSAHCPArgs) { a.Vpc = &network.VpcArgs{CIDR: "10.0.0.0/8"} },
			".Vpc.CIDR: must be between /16 and /24 (got /8)"},
		{"two VPCs", func(a *blueprint.ROSAHCPArgs) { a.Vpc, a.ExistingVpc = &network.VpcArgs{}, &network.ExistingVpcArgs{} },
			".ExistingVpc: must not be set together with Vpc"},
		{"the number of NAT gateways", func(a *blueprint.ROSAHCPArgs) { a.Vpc = &network.VpcArgs{NAT: "1"} },
			`.Vpc.NAT: must be PerZone, Single or None (got "1")`},
		{"one login twice", func(a *blueprint.ROSAHCPArgs) {
			a.AdminPassword = text("a-long-Passw0rd")
			a.IdentityProviders = map[string]*rosa.IdentityProviderArgs{"admins": {}}
		}, "AdminPassword: adds the login admins, which is in IdentityProviders: give it another name than admins"},
		{"two kinds of login in one", func(a *blueprint.ROSAHCPArgs) {
			a.IdentityProviders = map[string]*rosa.IdentityProviderArgs{"sso": {
				GitHub: &rosa.GitHubArgs{}, Google: &rosa.GoogleArgs{},
			}}
		},
			".IdentityProviders[sso]: must set only one of HTPasswd, GitHub, GitLab, Google, LDAP or OpenID (got GitHub and Google)"},
		{"a login of GitHub for everybody", func(a *blueprint.ROSAHCPArgs) {
			a.IdentityProviders = map[string]*rosa.IdentityProviderArgs{"hub": {
				GitHub: &rosa.GitHubArgs{ClientID: text("id"), ClientSecret: text("secret")},
			}}
		}, ".IdentityProviders[hub].GitHub: must set one of Organizations or Teams"},
		{"the ID of the key", func(a *blueprint.ROSAHCPArgs) {
			a.HCP.EtcdKeyARN = text("1234abcd-12ab-34cd-56ef-1234567890ab")
		},
			`.HCP.EtcdKeyARN: "1234abcd-12ab-34cd-56ef-1234567890ab" is not a valid KMS key ARN (for example, ` +
				`arn:aws:kms:us-east-2:123456789012:key/1234abcd-12ab-4abc-8def-1234567890ab)`},
		{"a billing account with hyphens", func(a *blueprint.ROSAHCPArgs) { a.HCP.BillingAccountID = text("1234-5678-9012") },
			`.HCP.BillingAccountID: "1234-5678-9012" is not a valid AWS account ID (for example, 123456789012)`},
		{"a part that does not exist", func(a *blueprint.ROSAHCPArgs) { a.Omit = []blueprint.Part{"Vpc"} },
			`.Omit[0]: must be AccountRoles, OIDCConfig, OIDCProvider, OperatorRoles, EtcdKey, VolumeKey, ` +
				`PrivateLinkAccess or Ingress (got "Vpc")`},
		{"a part that is omitted and set", func(a *blueprint.ROSAHCPArgs) {
			a.Omit, a.EtcdKey = []blueprint.Part{blueprint.PartEtcdKey}, &iam.EtcdKeyArgs{}
		}, ".Omit[0]: EtcdKey must not be omitted and set"},
		{"the tag of AWS", func(a *blueprint.ROSAHCPArgs) { a.Tags = pulumi.StringMap{"aws:team": text("web")} },
			".Tags[aws:team]: AWS reserves the prefix aws:"},
		{"a log group without a role", func(a *blueprint.ROSAHCPArgs) {
			a.LogForwarders = map[string]*rosa.LogForwarderArgs{"audit": {}}
		}, ".LogForwarders[audit]: must set one of S3 or CloudWatch"},
	})
}

func TestMistakesInROSAClassic(t *testing.T) {
	t.Parallel()
	checkMistakes(t, func() *blueprint.ROSAClassicArgs {
		return &blueprint.ROSAClassicArgs{
			Version: "4.18.5", Zones: []string{"us-east-2a", "us-east-2b", "us-east-2c"},
			Classic:      &rosa.ClassicArgs{Workers: &rosa.WorkersArgs{}},
			MachinePools: map[string]*rosa.MachinePoolArgs{"batch": {InstanceType: "m5.xlarge", Replicas: new(3)}},
		}
	}, func(ctx *pulumi.Context, args *blueprint.ROSAClassicArgs) error {
		_, err := blueprint.NewROSAClassic(ctx, "shop", args)
		return err
	}, []mistake[blueprint.ROSAClassicArgs]{
		{"two zones", func(a *blueprint.ROSAClassicArgs) { a.Zones = a.Zones[:2] },
			".Zones: must have 3 elements with MultiAZ, otherwise 1 (has 2)"},
		{"four workers in three zones", func(a *blueprint.ROSAClassicArgs) { a.Classic.Workers.Replicas = new(4) },
			".Classic.Workers.Replicas: must be a multiple of 3, the number of zones (got 4)"},
		{"a pool of four machines in three zones", func(a *blueprint.ROSAClassicArgs) {
			a.MachinePools["batch"] = &rosa.MachinePoolArgs{Replicas: new(4), Classic: &rosa.ClassicPoolArgs{MultiAZ: true}}
		}, ".MachinePools[batch].Replicas: must be a multiple of 3, the number of zones (got 4)"},
		{"a version of a pool", func(a *blueprint.ROSAClassicArgs) {
			a.MachinePools["batch"].HCP = &rosa.HCPPoolArgs{Version: "4.18.5"}
		}, ".MachinePools[batch]: must set only one of HCP or Classic (got HCP and Classic)"},
		{"a version of the workers", func(a *blueprint.ROSAClassicArgs) { a.Classic.Workers.Version = "4.18.5" },
			".Classic.Workers.Version: is only supported by hosted control planes; machine pools of Classic follow the cluster"},
		{"a price of Spot as text", func(a *blueprint.ROSAClassicArgs) {
			a.MachinePools["batch"].Classic = &rosa.ClassicPoolArgs{Spot: &rosa.SpotArgs{MaxPrice: "$0.10"}}
		},
			`.MachinePools[batch].Classic.Spot.MaxPrice: "$0.10" is not a valid price in US dollars per hour ` +
				`(for example, 0.08)`},
		{"two kubelet configurations", func(a *blueprint.ROSAClassicArgs) {
			a.KubeletConfigs = map[string]*rosa.KubeletConfigArgs{"a": {PodPidsLimit: 8192}, "b": {PodPidsLimit: 8192}}
		}, ".KubeletConfigs: must have at most 1 element (has 2)"},
		{"few processes of a pod", func(a *blueprint.ROSAClassicArgs) {
			a.KubeletConfigs = map[string]*rosa.KubeletConfigArgs{"a": {PodPidsLimit: 1024}}
		}, ".KubeletConfigs[a].PodPidsLimit: must be between 4096 and 3694303 (got 1024)"},
	})
}

func TestMistakesInSelfManaged(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, mocks.InstallDir(dir, "shop.example.com", "us-east-2"))
	text := func(value string) pulumi.StringInput { return pulumi.String(value) }
	checkMistakes(t, func() *blueprint.SelfManagedArgs {
		return &blueprint.SelfManagedArgs{
			InstallDir: dir, AMI: text("ami-0123456789abcdef0"), Zones: []string{"us-east-2a", "us-east-2b", "us-east-2c"},
			PublicZoneID: text("Z0123456789ABCDEFGHIJ"), OpenShiftVersion: "4.19", ControlPlane: &cluster.ControlPlaneArgs{},
			WorkerMachineSet: &nodes.MachineSetArgs{}, InfraMachineSet: &nodes.MachineSetArgs{}, RouterLB: &ingress.RouterLBArgs{},
			IngressController: &ingress.IngressControllerArgs{},
		}
	}, func(ctx *pulumi.Context, args *blueprint.SelfManagedArgs) error {
		_, err := blueprint.NewSelfManaged(ctx, "shop", args)
		return err
	}, []mistake[blueprint.SelfManagedArgs]{
		{"the name of the domain as the hosted zone", func(a *blueprint.SelfManagedArgs) { a.PublicZoneID = text("example.com") },
			`.PublicZoneID: "example.com" is not a valid Route 53 hosted zone ID (for example, Z0123456789ABCDEFGHIJ)`},
		{"a public cluster without its hosted zone", func(a *blueprint.SelfManagedArgs) { a.PublicZoneID = nil },
			".PublicZoneID: is required unless Scope is Internal"},
		{"a stage of another tool", func(a *blueprint.SelfManagedArgs) { a.Stage = "install" },
			`.Stage: must be bootstrap or cluster (got "install")`},
		{"a file as the install directory", func(a *blueprint.SelfManagedArgs) { a.InstallDir = "mistakes_test.go" },
			"mistakes_test.go: must be a directory, the one of `openshift-install --dir`"},
		{"a parameter as the AMI", func(a *blueprint.SelfManagedArgs) { a.AMI = text("/aws/service/rhcos") },
			`.AMI: "/aws/service/rhcos" is not a valid AMI ID (for example, ami-0123456789abcdef0)`},
		{"the patch release", func(a *blueprint.SelfManagedArgs) { a.OpenShiftVersion = "4.19.3" },
			`.OpenShiftVersion: "4.19.3" is not a valid minor version (for example, 4.18)`},
		{"an AMI by its name", func(a *blueprint.SelfManagedArgs) { a.AMI = text("rhcos-4.19") },
			`.AMI: "rhcos-4.19" is not a valid AMI ID (for example, ami-0123456789abcdef0)`},
		{"four zones", func(a *blueprint.SelfManagedArgs) { a.Zones = append(a.Zones, "us-east-2d") },
			".Zones: must have 1, 3 or 5 zones, one per control-plane machine (has 4)"},
		{"a small control plane", func(a *blueprint.SelfManagedArgs) { a.ControlPlane.InstanceType = "t3.large" },
			".ControlPlane.InstanceType: must have at least 4 vCPUs and 16384 MiB of memory (t3.large has 2 and 8192)"},
		{"a small volume", func(a *blueprint.SelfManagedArgs) { a.ControlPlane.RootVolume = &cluster.RootVolumeArgs{SizeGiB: 50} },
			".ControlPlane.RootVolume.SizeGiB: must be at least 100 (got 50)"},
		{"IOPS of a type that has none", func(a *blueprint.SelfManagedArgs) {
			a.ControlPlane.RootVolume = &cluster.RootVolumeArgs{Type: "gp2", IOPS: 3000}
		}, ".ControlPlane.RootVolume.IOPS: must not be set with a volume of type gp2; use gp3, io1 or io2"},
		{"machines in a zone that the network lacks", func(a *blueprint.SelfManagedArgs) {
			a.ControlPlane.MachineZones = []string{"us-east-2a", "us-east-2b", "us-east-2d"}
		}, `.ControlPlane.MachineZones[2]: must be a zone of Network.PrivateSubnets (got "us-east-2d")`},
		{"nobody reaches the API", func(a *blueprint.SelfManagedArgs) { a.ControlPlane.APIAllowedCIDRs = []string{} },
			".ControlPlane.APIAllowedCIDRs: must not be empty; leave it nil for 0.0.0.0/0, or set Scope to Internal"},
		{"an address without its length", func(a *blueprint.SelfManagedArgs) { a.ControlPlane.APIAllowedCIDRs = []string{"192.0.2.1"} },
			`.ControlPlane.APIAllowedCIDRs[0]: "192.0.2.1" is not a valid IPv4 CIDR (for example, 10.0.0.0/16)`},
		{"workers of another architecture", func(a *blueprint.SelfManagedArgs) {
			a.WorkerMachineSet.InstanceType, a.WorkerMachineSet.Architecture = "m6g.xlarge", "amd64"
		}, ".WorkerMachineSet.InstanceType: m6g.xlarge has architecture arm64; Architecture is amd64"},
		{"workers in one zone too many", func(a *blueprint.SelfManagedArgs) {
			a.WorkerMachineSet.ZoneReplicas = map[string]int{"us-east-2d": 1}
		}, ".WorkerMachineSet.ZoneReplicas[us-east-2d]: must be the zone of one of Subnets"},
		{"replicas outside of autoscaling", func(a *blueprint.SelfManagedArgs) {
			a.WorkerMachineSet.ReplicasPerZone = new(9)
			a.WorkerMachineSet.Autoscaling = &nodes.MachineAutoscalingArgs{MinPerZone: 1, MaxPerZone: 3}
		},
			".WorkerMachineSet.ReplicasPerZone: must be between Autoscaling.MinPerZone (1) and MaxPerZone (3) " +
				"(got 9 in us-east-2a)"},
		{"the tag Name of machines", func(a *blueprint.SelfManagedArgs) { a.WorkerMachineSet.Tags = pulumi.StringMap{"Name": text("w")} },
			".WorkerMachineSet.Tags: must not contain Name: the Machine API sets it to the machine's name"},
		{"Spot and a reservation", func(a *blueprint.SelfManagedArgs) {
			a.WorkerMachineSet.Spot, a.WorkerMachineSet.CapacityReservationID = &nodes.SpotArgs{}, text("cr-0123456789abcdef0")
		}, ".WorkerMachineSet.CapacityReservationID: must not be set together with Spot"},
		{"infra machines as masters", func(a *blueprint.SelfManagedArgs) { a.InfraMachineSet.Pool = "master" },
			".InfraMachineSet.Pool: must not be master: its machines are the control plane"},
		{"a load balancer of layer 7", func(a *blueprint.SelfManagedArgs) { a.RouterLB.Type = "ALB" },
			`.RouterLB.Type: must be NLB or Classic (got "ALB")`},
		{"two routers on one machine", func(a *blueprint.SelfManagedArgs) {
			a.IngressController.Replicas, a.InfraMachineSet.ReplicasPerZone = new(4), new(1)
		}, ".IngressController.Replicas: must be at most 3, one for each infra machine (got 4)"},
		{"a pool without machines", func(a *blueprint.SelfManagedArgs) {
			a.WorkerPools = map[string]*nodes.WorkerPoolArgs{"elastic": {Min: 3, Max: 2}}
		}, ".WorkerPools[elastic].Max: must be at least Min, 3 (got 2)"},
		{"a label that a kubelet cannot set", func(a *blueprint.SelfManagedArgs) {
			a.WorkerPools = map[string]*nodes.WorkerPoolArgs{
				"elastic": {Min: 1, Max: 2, Labels: map[string]string{"node-role.kubernetes.io/gpu": ""}},
			}
		},
			".WorkerPools[elastic].Labels[node-role.kubernetes.io/gpu]: must not be in kubernetes.io or k8s.io, " +
				"whose labels a kubelet cannot set; use Pool for roles"},
		{"a handler of no pool", func(a *blueprint.SelfManagedArgs) {
			a.WorkerPools = map[string]*nodes.WorkerPoolArgs{"elastic": {Min: 1, Max: 2}}
			a.TerminationHandlers = map[string]*nodes.TerminationHandlerArgs{"elastic": {}}
		}, ".TerminationHandlers[elastic]: must be the name of a pool with Drain"},
		{"the autoscaler without a pool", func(a *blueprint.SelfManagedArgs) { a.ClusterAutoscaler = &nodes.ClusterAutoscalerASGArgs{} },
			".ClusterAutoscaler: requires a pool with Autoscaling"},
		{"backups that expire before they move", func(a *blueprint.SelfManagedArgs) {
			a.BackupBuckets = map[string]*storage.BackupBucketArgs{"etcd": {InfrequentAfterDays: 60, ExpireAfterDays: 30}}
		}, ".BackupBuckets[etcd].ExpireAfterDays: must be greater than InfrequentAfterDays, 60 (got 30)"},
		{"the retention of metrics in words", func(a *blueprint.SelfManagedArgs) {
			a.MonitoringStorage = &storage.MonitoringStorageArgs{Retention: "two weeks"}
		}, `.MonitoringStorage.Retention: "two weeks" is not a valid Prometheus duration (for example, 15d or 1w12h)`},
		{"a jump host without its image", func(a *blueprint.SelfManagedArgs) { a.JumpHost = &network.JumpHostArgs{} },
			".JumpHost.AMI: is required"},
		{"credentials of an old release", func(a *blueprint.SelfManagedArgs) {
			a.OpenShiftVersion, a.Credentials = "4.12", &iam.ShortTermCredentialsArgs{Name: "shop", PublicKey: text("key")}
		}, ".OpenShiftVersion: must be 4.16 or later (got 4.12)"},
		{"a capability that a part needs", func(a *blueprint.SelfManagedArgs) {
			a.DisabledCapabilities, a.ImageRegistry = []string{"ImageRegistry"}, &storage.ImageRegistryArgs{}
		}, ".ImageRegistry: requires the capability ImageRegistry, which is in DisabledCapabilities"},
	})
}
