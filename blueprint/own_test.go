package blueprint_test

import (
	"errors"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// constructor is the function that registers a component.
type constructor[C, A any] = func(ctx *pulumi.Context, name string, args *A, opts ...pulumi.ResourceOption) (*C, error)

// owner makes a part of a program's cluster its own, and counts the calls.
type owner[T any] func(args *T, calls *int)

// counting returns a function for blueprint.Own that calls the component's constructor.
func counting[B, C, A any](calls *int, register constructor[C, A]) func(
	ctx *pulumi.Context, cluster *B, name string, args *A, opts ...pulumi.ResourceOption,
) (*C, error) {
	return func(ctx *pulumi.Context, cluster *B, name string, args *A, opts ...pulumi.ResourceOption) (*C, error) {
		if *calls++; cluster == nil {
			return nil, errors.New("no parts so far")
		}
		return register(ctx, name, args, opts...)
	}
}

func ofSelfManaged[C, A any](register constructor[C, A]) owner[blueprint.SelfManagedArgs] {
	return func(args *blueprint.SelfManagedArgs, calls *int) {
		blueprint.Own(args, counting[blueprint.SelfManaged](calls, register))
	}
}

func ofHCP[C, A any](register constructor[C, A]) owner[blueprint.ROSAHCPArgs] {
	return func(args *blueprint.ROSAHCPArgs, calls *int) {
		blueprint.Own(args, counting[blueprint.ROSAHCP](calls, register))
	}
}

func ofClassic[C, A any](register constructor[C, A]) owner[blueprint.ROSAClassicArgs] {
	return func(args *blueprint.ROSAClassicArgs, calls *int) {
		blueprint.Own(args, counting[blueprint.ROSAClassic](calls, register))
	}
}

var ownSelfManaged = map[string]owner[blueprint.SelfManagedArgs]{
	"Vpc":                 ofSelfManaged(network.NewVpc),
	"ExistingVpc":         ofSelfManaged(network.NewExistingVpc),
	"JumpHost":            ofSelfManaged(network.NewJumpHost),
	"EgressProxy":         ofSelfManaged(network.NewEgressProxy),
	"SecurityGroups":      ofSelfManaged(network.NewSecurityGroups),
	"InstanceProfiles":    ofSelfManaged(iam.NewInstanceProfiles),
	"Credentials":         ofSelfManaged(iam.NewShortTermCredentials),
	"RegistryBucket":      ofSelfManaged(storage.NewRegistryBucket),
	"BackupBuckets":       ofSelfManaged(storage.NewBackupBucket),
	"ControlPlane":        ofSelfManaged(cluster.NewControlPlane),
	"RouterLB":            ofSelfManaged(ingress.NewRouterLB),
	"KubernetesProvider":  ofSelfManaged(cluster.NewKubernetesProvider),
	"MachineConfigPool":   ofSelfManaged(machineconfig.NewMachineConfigPool),
	"InfraMachineSet":     ofSelfManaged(nodes.NewInfraMachineSet),
	"WorkerMachineSet":    ofSelfManaged(nodes.NewWorkerMachineSet),
	"WorkerPools":         ofSelfManaged(nodes.NewWorkerPool),
	"CSRApprover":         ofSelfManaged(nodes.NewCSRApprover),
	"ClusterAutoscaler":   ofSelfManaged(nodes.NewClusterAutoscalerASG),
	"TerminationHandlers": ofSelfManaged(nodes.NewTerminationHandler),
	"IngressController":   ofSelfManaged(ingress.NewIngressController),
	"ImageRegistry":       ofSelfManaged(storage.NewImageRegistry),
	"MonitoringStorage":   ofSelfManaged(storage.NewMonitoringStorage),
}

var ownHCP = map[string]owner[blueprint.ROSAHCPArgs]{
	"Vpc":               ofHCP(network.NewVpc),
	"ExistingVpc":       ofHCP(network.NewExistingVpc),
	"EgressProxy":       ofHCP(network.NewEgressProxy),
	"JumpHost":          ofHCP(network.NewJumpHost),
	"AccountRoles":      ofHCP(iam.NewAccountRoles),
	"OIDCConfig":        ofHCP(iam.NewOIDCConfig),
	"OIDCProvider":      ofHCP(iam.NewOIDCProvider),
	"OperatorRoles":     ofHCP(iam.NewOperatorRoles),
	"EtcdKey":           ofHCP(iam.NewEtcdKey),
	"VolumeKey":         ofHCP(iam.NewVolumeKey),
	"HCP":               ofHCP(rosa.NewHCP),
	"PrivateLinkAccess": ofHCP(network.NewPrivateLinkAccess),
	"KubeletConfigs":    ofHCP(rosa.NewKubeletConfig),
	"TuningConfigs":     ofHCP(rosa.NewTuningConfig),
	"ImageMirrors":      ofHCP(rosa.NewImageMirror),
	"MachinePools":      ofHCP(rosa.NewMachinePool),
	"Ingress":           ofHCP(rosa.NewIngress),
	"Autoscaler":        ofHCP(rosa.NewAutoscaler),
	"IdentityProviders": ofHCP(rosa.NewIdentityProvider),
	"LogForwarders":     ofHCP(rosa.NewLogForwarder),
}

var ownClassic = map[string]owner[blueprint.ROSAClassicArgs]{
	"Vpc":               ofClassic(network.NewVpc),
	"ExistingVpc":       ofClassic(network.NewExistingVpc),
	"EgressProxy":       ofClassic(network.NewEgressProxy),
	"JumpHost":          ofClassic(network.NewJumpHost),
	"AccountRoles":      ofClassic(iam.NewAccountRoles),
	"OIDCConfig":        ofClassic(iam.NewOIDCConfig),
	"OIDCProvider":      ofClassic(iam.NewOIDCProvider),
	"OperatorRoles":     ofClassic(iam.NewOperatorRoles),
	"VolumeKey":         ofClassic(iam.NewVolumeKey),
	"Classic":           ofClassic(rosa.NewClassic),
	"KubeletConfigs":    ofClassic(rosa.NewKubeletConfig),
	"MachinePools":      ofClassic(rosa.NewMachinePool),
	"Ingress":           ofClassic(rosa.NewIngress),
	"Autoscaler":        ofClassic(rosa.NewAutoscaler),
	"IdentityProviders": ofClassic(rosa.NewIdentityProvider),
}

// TestOwnParts makes each part of each blueprint the program's own, in a cluster that is up: nothing changes.
func TestOwnParts(t *testing.T) {
	t.Parallel()
	t.Run("self-managed", func(t *testing.T) {
		t.Parallel()
		given := everyPart(t) // The install directory is the same in each update.
		base := func() *blueprint.SelfManagedArgs {
			args := *given
			return &args
		}
		checkOwn(t, reflect.TypeFor[blueprint.SelfManaged](), ownSelfManaged, base, selfManaged, func(args *blueprint.SelfManagedArgs) {
			args.Vpc, args.ExistingVpc, args.Zones = nil, existingVpc(), nil
			args.EgressProxy, args.Scope = nil, network.Internal
		})
	})
	t.Run("hosted", func(t *testing.T) {
		t.Parallel()
		base := func() *blueprint.ROSAHCPArgs {
			args := everyROSAPart()
			args.Autoscaler = &rosa.AutoscalerArgs{}
			args.MachinePools["general"].HCP = &rosa.HCPPoolArgs{
				Zone: "us-east-2a", KubeletConfig: pulumi.String("pids"), TuningConfigs: pulumi.ToStringArray([]string{"pages"}),
			}
			args.KubeletConfigs = map[string]*rosa.KubeletConfigArgs{"pids": {PodPidsLimit: 8192}}
			args.TuningConfigs = map[string]*rosa.TuningConfigArgs{"pages": {Spec: map[string]any{"profile": []any{"x"}, "recommend": []any{"x"}}}}
			args.ImageMirrors = map[string]*rosa.ImageMirrorArgs{"quay": {Source: "quay.io/team", Mirrors: []string{"mirror.example.com/team"}}}
			args.LogForwarders = map[string]*rosa.LogForwarderArgs{"audit": {
				S3: &rosa.LogBucketArgs{Bucket: pulumi.String("acme-logs")}, Applications: []string{"kube-apiserver"},
			}}
			return args
		}
		checkOwn(t, reflect.TypeFor[blueprint.ROSAHCP](), ownHCP, base, rosaHCP, func(args *blueprint.ROSAHCPArgs) {
			args.Vpc, args.ExistingVpc, args.EgressProxy = nil, existingVpc(), nil
		})
	})
	t.Run("classic", func(t *testing.T) {
		t.Parallel()
		base := func() *blueprint.ROSAClassicArgs {
			args := classic()
			ami := pulumi.String("ami-0123456789abcdef0")
			args.EgressProxy, args.JumpHost = &network.EgressProxyArgs{AMI: ami}, &network.JumpHostArgs{AMI: ami}
			args.MachinePools = map[string]*rosa.MachinePoolArgs{"gpu": {Replicas: new(3)}}
			args.KubeletConfigs = map[string]*rosa.KubeletConfigArgs{"pids": {PodPidsLimit: 8192}}
			args.Ingress = &rosa.IngressArgs{Classic: &rosa.ClassicIngressArgs{}}
			args.Autoscaler = &rosa.AutoscalerArgs{Classic: &rosa.ClassicAutoscalerArgs{}}
			args.AdminPassword = pulumi.String("Correct-Horse-Battery1")
			return args
		}
		checkOwn(t, reflect.TypeFor[blueprint.ROSAClassic](), ownClassic, base, rosaClassic, func(args *blueprint.ROSAClassicArgs) {
			args.Vpc, args.ExistingVpc, args.EgressProxy = nil, existingVpc(), nil
			args.Scope = network.Internal
		})
	})
}

func checkOwn[T any](
	t *testing.T, of reflect.Type, owners map[string]owner[T], base func() *T, program func(*T) pulumi.RunFunc, useExisting func(*T),
) {
	t.Helper()
	assert.ElementsMatch(t, partsOf(of), slices.Collect(maps.Keys(owners)), "each part of %s", of)
	inExisting := func() *T {
		args := base()
		useExisting(args)
		return args
	}
	created, existing := mockstest.Run(t, program(base()), region(t)), mockstest.Run(t, program(inExisting()), region(t))
	for field, own := range owners {
		before, args := created, base()
		if field == "ExistingVpc" {
			before, args = existing, inExisting()
		}
		calls := 0
		own(args, &calls)
		after := mocks.New(region(t), mocks.Updating(before))
		require.NoError(t, after.Run(program(args)), field)
		assert.NotZero(t, calls, "%s is a part of this cluster", field)
		assert.Empty(t, after.Changes(before), field)
	}
}

// partsOf returns the fields of a blueprint that are components.
func partsOf(blueprint reflect.Type) (fields []string) {
	for _, field := range reflect.VisibleFields(blueprint) {
		of := field.Type
		if of.Kind() == reflect.Map {
			of = of.Elem()
		}
		if of.Kind() == reflect.Pointer && of.Implements(reflect.TypeFor[pulumi.Resource]()) {
			fields = append(fields, field.Name)
		}
	}
	return fields
}

// TestOwnPartsInTheEngine: a stack in which all parts become the program's own has an empty update.
func TestOwnPartsInTheEngine(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	args := everyPart(t)
	example := mockstest.Example{Project: "shop", Program: selfManaged(args), Config: map[string]string{"aws:region": "us-east-2"}}
	box := example.Sandbox(t, t.TempDir(), nil)
	mockstest.CheckUp(t, box, "create")
	calls := 0
	for field, own := range ownSelfManaged {
		if field != "ExistingVpc" {
			own(args, &calls)
		}
	}
	result := mockstest.Must(t, box.Up)
	assert.Equal(t, []string{"same"}, slices.Collect(maps.Keys(result.Changes)))
	assert.Equal(t, len(ownSelfManaged), calls, "all but ExistingVpc, and two buckets")
}

// TestOwnRouterLB: a part in the middle is another component, with outputs of parts before it and for parts after it.
func TestOwnRouterLB(t *testing.T) {
	t.Parallel()
	args := demo(t)
	blueprint.Own(args, func(
		ctx *pulumi.Context, demo *blueprint.SelfManaged, name string, args *ingress.RouterLBArgs, opts ...pulumi.ResourceOption,
	) (*ingress.RouterLB, error) {
		args.AllowedCIDRs = demo.Network.CIDRs()
		return ingress.NewRouterLB(ctx, name+"-apps", args, opts...)
	})
	rec := mockstest.Run(t, selfManaged(args), region(t))
	assert.Contains(t, mockstest.URNs(rec),
		"urn:pulumi:stack::project::openshift-aws:blueprint:SelfManaged$openshift-aws:ingress:RouterLB::demo-apps")
}

// TestOwnRejects: a function that the blueprint does not call is an error before anything is registered.
func TestOwnRejects(t *testing.T) {
	t.Parallel()
	args := hosted()
	ofHCP(network.NewSecurityGroups)(args, new(int))
	mockstest.Rejected(t, rosaHCP(args), "blueprint.Own: network.SecurityGroups is not the component of a part of blueprint.ROSAHCP")
	args = hosted()
	ofHCP(network.NewJumpHost)(args, new(int))
	mockstest.Rejected(t, rosaHCP(args), "blueprint.Own: this cluster has no part JumpHost, whose component is network.JumpHost: set JumpHost")
}

// TestOwnFails: a function that returns no part, or accepts the arguments of another component, ends the program.
func TestOwnFails(t *testing.T) {
	t.Parallel()
	args := hosted()
	ofHCP(func(*pulumi.Context, string, *iam.EtcdKeyArgs, ...pulumi.ResourceOption) (*iam.EtcdKey, error) {
		return nil, nil //nolint:nilnil // the mistake of the test
	})(args, new(int))
	err := mocks.New().Run(rosaHCP(args))
	require.ErrorContains(t, err, "blueprint.Own: the function of iam.EtcdKey returned neither a part nor an error")
	args = hosted()
	ofHCP(func(*pulumi.Context, string, *iam.VolumeKeyArgs, ...pulumi.ResourceOption) (*iam.EtcdKey, error) {
		return &iam.EtcdKey{}, nil
	})(args, new(int))
	err = mocks.New().Run(rosaHCP(args))
	require.ErrorContains(t, err,
		"blueprint.Own: the function of iam.EtcdKey must accept a *iam.EtcdKeyArgs (accepts a *iam.VolumeKeyArgs)")
}
