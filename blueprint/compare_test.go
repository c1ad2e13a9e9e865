package blueprint_test

import (
	"bytes"
	"testing"

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
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestPartsOfOneCluster: a part that contradicts the blueprint would belong to another cluster.
func TestPartsOfOneCluster(t *testing.T) {
	t.Parallel()
	args := demo(t)
	args.OpenShiftVersion, args.DisabledCapabilities = "4.19", []string{"Nope"}
	args.SecurityGroups = &network.SecurityGroupsArgs{InfraID: "other-x7k2p"}
	args.InstanceProfiles = &iam.InstanceProfilesArgs{Stage: cluster.StageBootstrap}
	args.RegistryBucket = &storage.RegistryBucketArgs{InfraID: "demo-x7k2p"}
	args.ControlPlane = &cluster.ControlPlaneArgs{Scope: network.Internal}
	args.RouterLB = &ingress.RouterLBArgs{Domain: "other.example.com"}
	args.BackupBuckets = map[string]*storage.BackupBucketArgs{"etcd": {Purpose: "applications"}}
	args.InfraMachineSet = &nodes.MachineSetArgs{OpenShiftVersion: "4.18"}
	args.ImageRegistry = &storage.ImageRegistryArgs{Region: "eu-west-1"}
	checkProblems(t, "blueprint.SelfManagedArgs", []string{
		".DisabledCapabilities[0]: one-of",
		".SecurityGroups.InfraID: must not be set, or be demo-x7k2p, as for the other parts (got other-x7k2p)",
		".InstanceProfiles.Stage: must not be set, or be cluster, as for the other parts (got bootstrap)",
		".ControlPlane.Scope: must not be set, or be External, as for the other parts (got Internal)",
		".RouterLB.Domain: must not be set, or be demo.example.com, as for the other parts (got other.example.com)",
		".BackupBuckets[etcd].Purpose: must not be set, or be etcd, as for the other parts (got applications)",
		".InfraMachineSet.OpenShiftVersion: must not be set, or be 4.19, as for the other parts (got 4.18)",
		".ImageRegistry.Region: must not be set, or be us-east-2, as for the other parts (got eu-west-1)",
	}, args.Validate(), "one cluster")

	args = demo(t)
	install, err := cluster.LoadInstallDir(demo(t).InstallDir)
	require.NoError(t, err)
	install.InfraID = "other-x7k2p"
	args.OpenShiftVersion, args.ControlPlane = "3.11", &cluster.ControlPlaneArgs{Install: install}
	checkProblems(t, "blueprint.SelfManagedArgs", []string{
		".OpenShiftVersion: must be 4.1 or later (got 3.11)",
		".ControlPlane.Install.InfraID: must not be set, or be demo-x7k2p, as for the other parts (got other-x7k2p)",
	}, args.Validate(), "one cluster")

	hcp := hosted()
	hcp.AccountRoles = &iam.AccountRolesArgs{Region: "us-gov-west-1"}
	hcp.HCP = &rosa.HCPArgs{Name: "other", Scope: network.Internal, Version: &rosa.VersionArgs{Version: "4.17.1"}}
	checkProblems(t, "blueprint.ROSAHCPArgs", []string{
		".AccountRoles.Region: must not be set, or be us-east-2, as for the other parts (got us-gov-west-1)",
		".HCP.Name: must not be set, or be cluster, as for the other parts (got other)",
		".HCP.Version.Version: must not be set, or be 4.18.5, as for the other parts (got 4.17.1)",
		".HCP.Scope: must not be set, or be External, as for the other parts (got Internal)",
	}, hcp.Validate(), "one cluster")
}

// TestZonesOfTheNetwork: a cluster in fewer zones than the program says would have to be created again.
func TestZonesOfTheNetwork(t *testing.T) {
	t.Parallel()
	for from, change := range map[string]func(*blueprint.ROSAHCPArgs){
		"ExistingVpc": func(a *blueprint.ROSAHCPArgs) {
			a.ExistingVpc, a.Scope = existingVpc(), network.Internal
			a.ExistingVpc.PrivateSubnets = a.ExistingVpc.PrivateSubnets[:2]
		},
		"Vpc": func(a *blueprint.ROSAHCPArgs) { a.Vpc = &network.VpcArgs{Zones: []string{"us-east-2a", "us-east-2b"}} },
	} {
		args := hosted()
		change(args)
		checkProblems(t, "blueprint.ROSAHCPArgs", []string{
			".Zones[2]: must be a zone of " + from + ", which has private subnets in us-east-2a, us-east-2b (got \"us-east-2c\")",
		}, args.Validate(), from)
	}
	old := classic()
	old.ExistingVpc = existingVpc()
	old.ExistingVpc.PrivateSubnets = old.ExistingVpc.PrivateSubnets[:1]
	assert.ErrorContains(t, old.Validate(), "blueprint.ROSAClassicArgs.Zones[1]: must be a zone of ExistingVpc")
}

// TestZonesOfTheRegion: AWS rejects the subnets when roles and keys exist.
func TestZonesOfTheRegion(t *testing.T) {
	t.Parallel()
	elsewhere := mocks.Config(map[string]string{"aws:region": "eu-west-1"})
	const want = ".Zones[0]: us-east-2a is not in eu-west-1, the region of the AWS provider; for us-east-2 set it with " +
		"`pulumi config set aws:region us-east-2`"
	rec := mocks.New(elsewhere)
	require.ErrorContains(t, rec.Run(rosaHCP(hosted())), "blueprint.ROSAHCPArgs"+want)
	assert.Empty(t, rec.Resources())
	require.ErrorContains(t, mocks.New(elsewhere).Run(rosaClassic(classic())), "blueprint.ROSAClassicArgs"+want)
	require.ErrorContains(t, mocks.New(elsewhere).Run(func(ctx *pulumi.Context) error {
		_, err := network.NewVpc(ctx, "shop", &network.VpcArgs{CIDR: "10.0.0.0/16", Zones: []string{"us-east-2a"}})
		return err
	}), "network.VpcArgs"+want)
}

// TestAccountsOfARNs: AWS rejects a boundary, a provider or a reader of another account when other resources of the cluster exist.
func TestAccountsOfARNs(t *testing.T) {
	t.Parallel()
	const (
		policy = ".PermissionsBoundary: is of account 210987654321; must be of 123456789012, the account of the AWS provider " +
			"(got arn:aws:iam::210987654321:policy/limit)"
		role = ": is of account 210987654321; must be of 123456789012, the account of the AWS provider " +
			"(got arn:aws:iam::210987654321:role/ci)"
	)
	other, ofAWS := pulumi.String("arn:aws:iam::210987654321:policy/limit"), pulumi.String("arn:aws:iam::aws:policy/PowerUserAccess")
	inAccount := mocks.Config(map[string]string{"aws:region": "us-east-2", "aws:allowedAccountIds": `["123456789012"]`})
	roles := []string{"arn:aws:iam::123456789012:role/ci", "arn:aws:iam::210987654321:role/ci"}
	hcp := func(change func(*blueprint.ROSAHCPArgs)) pulumi.RunFunc {
		args := hosted()
		change(args)
		return rosaHCP(args)
	}
	own := func(change func(*blueprint.SelfManagedArgs)) pulumi.RunFunc {
		args := demo(t)
		change(args)
		return selfManaged(args)
	}
	for name, tt := range map[string]struct {
		program pulumi.RunFunc
		want    []string
	}{
		"who runs Pulumi": {
			program: own(func(a *blueprint.SelfManagedArgs) { a.PulumiARNs = roles }),
			want:    []string{"blueprint.SelfManagedArgs.PulumiARNs[1]" + role},
		},
		"the readers of the Ignition": {
			program: own(func(a *blueprint.SelfManagedArgs) {
				a.ControlPlane = &cluster.ControlPlaneArgs{BootstrapIgnitionReaderARNs: pulumi.ToStringArray(roles)}
			}),
			want: []string{"blueprint.SelfManagedArgs.ControlPlane.BootstrapIgnitionReaderARNs[1]" + role},
		},
		"boundaries of a self-managed cluster": {
			program: own(func(a *blueprint.SelfManagedArgs) {
				a.InstanceProfiles = &iam.InstanceProfilesArgs{PermissionsBoundary: other}
			}),
			want: []string{"blueprint.SelfManagedArgs.InstanceProfiles" + policy},
		},
		"a policy of AWS": {
			program: own(func(a *blueprint.SelfManagedArgs) {
				a.InstanceProfiles = &iam.InstanceProfilesArgs{PermissionsBoundary: ofAWS}
			}),
		},
		"boundaries of a hosted cluster": {
			program: hcp(func(a *blueprint.ROSAHCPArgs) { a.AccountRoles = &iam.AccountRolesArgs{PermissionsBoundary: other} }),
			want:    []string{"blueprint.ROSAHCPArgs.AccountRoles" + policy},
		},
		"a cluster and its creator": {
			program: hcp(func(a *blueprint.ROSAHCPArgs) {
				a.HCP = &rosa.HCPArgs{AccountID: pulumi.String("210987654321"), CreatorARN: pulumi.String(roles[1])}
			}),
			want: []string{
				"blueprint.ROSAHCPArgs.HCP.AccountID: is of account 210987654321; must be of 123456789012", "HCP.CreatorARN" + role,
			},
		},
		"a role of Red Hat's support": {
			program: hcp(func(a *blueprint.ROSAHCPArgs) {
				a.HCP = &rosa.HCPArgs{STS: &rosa.STSArgs{SupportRoleARN: pulumi.String(roles[1])}}
			}),
			want: []string{"blueprint.ROSAHCPArgs.HCP.STS.SupportRoleARN" + role},
		},
	} {
		rec := mocks.New(inAccount)
		err := rec.Run(tt.program)
		if tt.want == nil {
			require.NoError(t, err, name)
			continue
		}
		for _, want := range tt.want {
			require.ErrorContains(t, err, want, name)
		}
		assert.Empty(t, rec.Resources(), name)
	}
	unknown := own(func(a *blueprint.SelfManagedArgs) { a.PulumiARNs = roles })
	require.NoError(t, mocks.New(region(t)).Run(unknown), "the account is not known")
	old := classic()
	old.AccountRoles = &iam.AccountRolesArgs{PermissionsBoundary: other}
	require.ErrorContains(t, mocks.New(inAccount).Run(rosaClassic(old)), "blueprint.ROSAClassicArgs.AccountRoles"+policy)
}

// TestRoutersHaveMachines: with HostNetwork a machine has at most one router, and the others stay pending.
func TestRoutersHaveMachines(t *testing.T) {
	t.Parallel()
	args := demo(t)
	args.IngressController = &ingress.IngressControllerArgs{Replicas: new(9)}
	checkProblems(t, "blueprint.SelfManagedArgs", []string{
		".IngressController.Replicas: must be at most 3, one for each infra machine (got 9)",
	}, args.Validate(), "one for each zone")
	args.InfraMachineSet = &nodes.MachineSetArgs{ReplicasPerZone: new(2), ZoneReplicas: map[string]int{"us-east-2a": 5}}
	require.NoError(t, args.Validate())
	args.InfraMachineSet = nil
	args.Omit = []blueprint.Part{"RouterLB"}
	require.NoError(t, args.Validate(), "a load balancer of the operator reaches several routers of a machine")
}

// TestEgressOfROSA: a cluster whose machines reach nothing is never ready.
func TestEgressOfROSA(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	args := hosted()
	args.Vpc = &network.VpcArgs{NAT: network.NATNone}
	var out bytes.Buffer
	box, err := sandbox.New(sandbox.Options{
		Project: "shop", Program: func(ctx *pulumi.Context) error { return rosaHCP(args)(ctx) }, Dir: t.TempDir(),
		Config: map[string]string{"aws:region": "us-east-2"}, Out: &out,
	})
	require.NoError(t, err)
	mockstest.Must(t, box.Preview)
	const want = "blueprint.ROSAHCPArgs.Vpc: without NAT, a proxy or endpoints the machines reach neither"
	assert.Contains(t, out.String(), want)
	args.HCP = &rosa.HCPArgs{Proxy: &rosa.ProxyArgs{HTTPSProxy: pulumi.String("http://proxy.example.com:3128")}}
	out.Reset()
	mockstest.Must(t, box.Preview)
	assert.NotContains(t, out.String(), want)
}

// TestTagsOfROSA: what Pulumi creates gets other tags, and the cluster, whose tags OCM cannot change, keeps its own with a warning.
func TestTagsOfROSA(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	args := hosted()
	args.MachinePools = map[string]*rosa.MachinePoolArgs{"general": {Replicas: new(2), Tags: pulumi.StringMap{"team": pulumi.String("a")}}}
	var out bytes.Buffer
	box, err := sandbox.New(sandbox.Options{
		Project: "shop", Program: func(ctx *pulumi.Context) error { return rosaHCP(args)(ctx) }, Dir: t.TempDir(),
		Config: map[string]string{"aws:region": "us-east-2"}, Out: &out,
	})
	require.NoError(t, err)
	mockstest.Must(t, box.Up)
	const want = "HCPArgs.Tags: OCM cannot change tags: what the service has created keeps those of its creation"
	args.Tags = pulumi.StringMap{"team": pulumi.String("b")}
	args.MachinePools["general"].Tags = args.Tags
	mockstest.Must(t, box.Preview)
	assert.Contains(t, out.String(), "rosa."+want)
	assert.Contains(t, out.String(), "rosa.MachinePoolArgs.Tags: OCM cannot change tags")
	changed := mockstest.Must(t, box.Up)
	assert.Zero(t, changed.Changes["replace"])
	out.Reset()
	same := mockstest.Must(t, box.Up)
	assert.False(t, same.Changed(), same.Changes)
	out.Reset()
	mockstest.Must(t, box.Preview)
	assert.Contains(t, out.String(), want, "as long as the program has other tags")
	args.Tags, args.MachinePools["general"].Tags = nil, pulumi.StringMap{"team": pulumi.String("a")}
	out.Reset()
	mockstest.Must(t, box.Up)
	assert.NotContains(t, out.String(), "OCM cannot change tags")
}
