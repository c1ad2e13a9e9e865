package blueprint_test

import (
	"bytes"
	"strings"
	"sync"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// demo are the arguments that nobody can guess, for the cluster of an install directory.
func demo(t testing.TB) *blueprint.SelfManagedArgs {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, mocks.InstallDir(dir, "demo.example.com", "us-east-2"))
	return &blueprint.SelfManagedArgs{
		InstallDir:   dir,
		AMI:          pulumi.String("ami-0123456789abcdef0"),
		Zones:        []string{"us-east-2a", "us-east-2b", "us-east-2c"},
		PublicZoneID: pulumi.String("Z0123456789ABCDEFGHIJ"),
	}
}

func selfManaged(args *blueprint.SelfManagedArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		c, err := blueprint.NewSelfManaged(ctx, "demo", args)
		if err != nil {
			return err
		}
		c.Export(ctx)
		return nil
	}
}

// TestMachinesMoveWithinTheLoadBalancers: a load balancer that loses a subnet is another one.
func TestMachinesMoveWithinTheLoadBalancers(t *testing.T) {
	t.Parallel()
	subnets := func(isLeft bool, machineZones ...string) map[string]any {
		args := demo(t)
		if args.FurtherZones = []string{"us-east-2d"}; isLeft {
			args.Zones, args.FurtherZones = append(args.Zones, "us-east-2d"), nil
		}
		args.ControlPlane = &cluster.ControlPlaneArgs{MachineZones: machineZones}
		found := map[string]any{}
		for _, balancer := range mockstest.Run(t, selfManaged(args)).OfType("aws:lb/loadBalancer:LoadBalancer") {
			if strings.HasSuffix(balancer.Name, "-int") || strings.HasSuffix(balancer.Name, "-ext") {
				found[balancer.Name] = balancer.Inputs["subnets"]
			}
		}
		require.Len(t, found, 2)
		return found
	}
	before := subnets(false, "us-east-2a", "us-east-2b", "us-east-2c")
	after := subnets(false, "us-east-2a", "us-east-2b", "us-east-2d")
	back := subnets(true, "us-east-2a", "us-east-2b", "us-east-2c")
	for name, list := range before {
		assert.Len(t, list, 3, name)
		assert.Len(t, after[name], 4, name)
		assert.Subset(t, after[name], list, name)
		assert.Equal(t, after[name], back[name], "the zone that the machine has left is one of Zones")
	}
}

func TestSelfManagedLifecycle(t *testing.T) {
	t.Parallel()
	checkLifecycle(t, selfManaged(demo(t)), "create")
}

// checkLifecycle creates the stack of a program by these kinds of operations, and destroys it.
func checkLifecycle(t *testing.T, program pulumi.RunFunc, first ...string) {
	t.Helper()
	mockstest.NeedsEngine(t)
	example := mockstest.Example{Project: "shop", Program: program, Config: map[string]string{"aws:region": "us-east-2"}}
	box := example.Sandbox(t, t.TempDir(), nil)
	mockstest.CheckUp(t, box, first...)
	mockstest.CheckDestroy(t, box)
}

func region(t testing.TB) mocks.Option {
	t.Helper()
	return mocks.Config(map[string]string{"aws:region": "us-east-2"})
}

// TestSelfManagedIsTheProgramByHand compares the blueprint with examples/classic, which registers the components itself.
func TestSelfManagedIsTheProgramByHand(t *testing.T) {
	t.Parallel()
	args := demo(t)
	args.WorkerPools = map[string]*nodes.WorkerPoolArgs{"elastic": {Min: 1, Max: 1}}
	rec := mockstest.Run(t, selfManaged(args), region(t))
	got := bytes.ReplaceAll(rec.Golden(), []byte(args.InstallDir), []byte("install-dir"))
	golden.CheckLike(t, "testdata/self-managed.golden", "../../examples/classic/testdata/cluster.golden", got)
}

// TestSelfManagedInANetworkThatExists: the machines are in its subnets, in their zones.
func TestSelfManagedInANetworkThatExists(t *testing.T) {
	t.Parallel()
	args := demo(t)
	args.ExistingVpc, args.Zones, args.Scope, args.PublicZoneID = existingVpc(), nil, network.Internal, nil
	rec := mockstest.Run(t, selfManaged(args), region(t))
	assert.Empty(t, rec.OfType("aws:ec2/vpc:Vpc"))
	for zone, subnet := range map[string]string{"a": "0", "b": "1", "c": "2"} {
		machine := mockstest.Find(t, rec, "demo-master-us-east-2"+zone)
		assert.Equal(t, "subnet-0123456789abcdef"+subnet, machine.Inputs["subnetId"])
	}
}

// signingKey is one key for all tests: an RSA key of 4096 bits takes a second of CPU.
var signingKey = sync.OnceValues(iam.GenerateSigningKey)

// everyPart has all parts of a self-managed cluster.
func everyPart(t testing.TB) *blueprint.SelfManagedArgs {
	t.Helper()
	args := demo(t)
	key, err := signingKey()
	require.NoError(t, err)
	args.OpenShiftVersion = "4.19"
	args.Credentials = &iam.ShortTermCredentialsArgs{Name: "demo-acme", PublicKey: pulumi.String(key.Public)}
	args.EgressProxy = &network.EgressProxyArgs{AMI: args.AMI}
	args.JumpHost = &network.JumpHostArgs{AMI: args.AMI}
	args.WorkerPools = map[string]*nodes.WorkerPoolArgs{
		"spot": {Max: 2, Drain: &nodes.DrainArgs{}, Autoscaling: &nodes.PoolAutoscalingArgs{}},
	}
	return args
}

// TestSelfManagedOrder: what must exist before a resource, and must be deleted after it, is upstream of it.
func TestSelfManagedOrder(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, selfManaged(everyPart(t)), region(t))
	checkOrder(t, rec, []edge{
		{
			reason: "the registry's operator creates a missing bucket again while the control plane runs",
			after:  "Instance demo-master-us-east-2a", before: "BucketV2 demo-registry",
		},
		{
			reason: "operators need their roles until the machines that they run on are deleted",
			after:  "Instance demo-master-us-east-2a", before: "OpenIdConnectProvider demo-provider",
		},
		{
			reason: "nodes whose pool is deleted are degraded",
			after:  "InfraMachineSet demo", before: "MachineConfigPool demo-infra-pool",
		},
		{
			reason: "routers are released from the infra nodes before these drain",
			after:  "IngressController demo", before: "MachineSet demo-machineset-us-east-2a",
		},
		{
			reason: "the registry is released from the infra nodes before these drain",
			after:  "ImageRegistry demo", before: "MachineSet demo-machineset-us-east-2a",
		},
		{
			reason: "monitoring is released from the infra nodes before these drain",
			after:  "MonitoringStorage demo", before: "MachineSet demo-machineset-us-east-2a",
		},
		{
			reason: "objects inside the cluster are deleted while its API runs",
			after:  "kubernetes demo", before: "Instance demo-master-us-east-2a",
		},
		{
			reason: "a control-plane machine pulls images by the proxy",
			after:  "ControlPlane demo", before: "Instance demo-proxy-machine-us-east-2a",
		},
		{
			reason: "a worker pulls images by the proxy",
			after:  "WorkerMachineSet demo-worker", before: "Instance demo-proxy-machine-us-east-2a",
		},
		{
			reason: "an infra machine pulls images by the proxy",
			after:  "InfraMachineSet demo", before: "Instance demo-proxy-machine-us-east-2a",
		},
		{
			reason: "an instance of a pool pulls images by the proxy",
			after:  "WorkerPool demo-spot", before: "Instance demo-proxy-machine-us-east-2a",
		},
		{
			reason: "the handler has its permissions while it runs",
			after:  "Deployment demo-spot-deployment", before: "RolePolicy demo-spot-drain-policy",
		},
	})
}

// TestSelfManagedBackupWriter: the role that writes backups trusts the issuer of Credentials, which exists only after the arguments.
func TestSelfManagedBackupWriter(t *testing.T) {
	t.Parallel()
	args := everyPart(t)
	args.BackupBuckets = map[string]*storage.BackupBucketArgs{"apps": {Writer: &iam.ServiceAccountRoleArgs{}}}
	rec := mocks.New(region(t))
	require.NoError(t, rec.Run(selfManaged(args)))
	provider := mockstest.Find(t, rec, "demo-provider")
	role := mockstest.Find(t, rec, "demo-apps-backup-writer-role")
	assert.Contains(t, role.Inputs["assumeRolePolicy"], provider.Outputs["arn"])
	assert.Nil(t, args.BackupBuckets["apps"].Writer.OIDCProviderARN, "the arguments are not changed")

	args.Credentials = nil
	checkProblems(t, "blueprint.SelfManagedArgs", []string{".BackupBuckets[apps].Writer: required"}, args.Validate(),
		"without credentials there is no issuer")
}

// TestSelfManagedOrderWithoutCredentials: the agents have their permissions as policies of the control plane's role, which no property of
// theirs names.
func TestSelfManagedOrderWithoutCredentials(t *testing.T) {
	t.Parallel()
	args := everyPart(t)
	args.Credentials = nil
	checkOrder(t, mockstest.Run(t, selfManaged(args), region(t)), []edge{
		{
			reason: "the handler has its permissions while it runs",
			after:  "Deployment demo-spot-deployment", before: "RolePolicy demo-spot-drain-policy",
		},
	})
}

// edge is an order: a resource is created after another one and deleted before it. Each is a kind and a name.
type edge struct{ reason, after, before string }

func checkOrder(t *testing.T, rec *mocks.Recorder, edges []edge) {
	t.Helper()
	urn := func(label string) string {
		kind, name, _ := strings.Cut(label, " ")
		for _, r := range rec.Resources() {
			if strings.HasSuffix(r.Type, ":"+kind) && r.Name == name {
				return r.URN
			}
		}
		t.Errorf("%s is not registered", label)
		return ""
	}
	for _, e := range edges {
		assert.True(t, rec.Graph().Reaches(urn(e.after), urn(e.before)), "%s → %s: %s", e.after, e.before, e.reason)
	}
}

// TestAPartInsideTheCluster: a program adds parts inside the cluster in both stages; in the first one there is no cluster.
func TestAPartInsideTheCluster(t *testing.T) {
	t.Parallel()
	for stage, want := range map[cluster.Stage]int{cluster.StageBootstrap: 0, cluster.StageCluster: 1} {
		args := demo(t)
		args.Stage = stage
		providers := []configuration.IdentityProvider{{Name: "sso", OpenID: &configuration.OpenIDArgs{
			Issuer: "https://sso.example.com", ClientID: pulumi.String("openshift"), ClientSecret: pulumi.String("secret"),
		}}}
		program := func(ctx *pulumi.Context) error {
			c, err := blueprint.NewSelfManaged(ctx, "demo", args)
			if err != nil {
				return err
			}
			logins, err := configuration.NewIdentityProviders(ctx, "login", &configuration.IdentityProvidersArgs{
				Providers: providers,
			}, pulumi.Provider(c.KubernetesProvider))
			if err != nil {
				return err
			}
			class, err := storage.NewStorageClass(ctx, "fast", &storage.StorageClassArgs{
				Name: "fast",
			}, pulumi.Provider(c.KubernetesProvider), pulumi.DependsOn([]pulumi.Resource{logins}))
			if err != nil {
				return err
			}
			ctx.Export("class", class.Name)
			return nil
		}
		rec := mockstest.Run(t, program, region(t))
		assert.Len(t, rec.OfType("openshift-aws:configuration:IdentityProviders"), want, stage)
		providers[0].OpenID.Issuer = "no URL"
		require.ErrorContains(t, mocks.New(region(t)).Run(program), "Issuer", "invalid arguments are reported in both stages")
	}
}
