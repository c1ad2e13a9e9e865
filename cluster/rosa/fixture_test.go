package rosa

import (
	"fmt"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

// componentArgs are the arguments of any component of the package.
type componentArgs interface{ Validate() error }

// validation is arguments with the problems that they have; none if they are valid.
type validation struct {
	reason string
	args   componentArgs
	want   []string
}

// checkValidations compares the problems, and registers the component if there are none.
func checkValidations(t *testing.T, tests map[string]validation) {
	t.Helper()
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checktest.Equal(t, tt.want, tt.args.Validate(), tt.reason)
			if len(tt.want) == 0 {
				rec := mocks.New()
				require.NoError(t, rec.Run(func(ctx *pulumi.Context) error { return register(ctx, tt.args) }), tt.reason)
				assert.NotEmpty(t, rec.Resources())
			}
		})
	}
}

// register registers the component of the arguments under the name main.
func register(ctx *pulumi.Context, args componentArgs, opts ...pulumi.ResourceOption) error {
	_, err := newComponent(ctx, args, opts...)
	return err
}

// newComponent registers the component of the arguments under the name main, and returns it.
func newComponent(ctx *pulumi.Context, args componentArgs, opts ...pulumi.ResourceOption) (any, error) {
	switch args := args.(type) {
	case *HCPArgs:
		return NewHCP(ctx, "main", args, opts...)
	case *ClassicArgs:
		return NewClassic(ctx, "main", args, opts...)
	case *MachinePoolArgs:
		return NewMachinePool(ctx, "main", args, opts...)
	case *IngressArgs:
		return NewIngress(ctx, "main", args, opts...)
	case *IdentityProviderArgs:
		return NewIdentityProvider(ctx, "main", args, opts...)
	case *AutoscalerArgs:
		return NewAutoscaler(ctx, "main", args, opts...)
	case *KubeletConfigArgs:
		return NewKubeletConfig(ctx, "main", args, opts...)
	case *TuningConfigArgs:
		return NewTuningConfig(ctx, "main", args, opts...)
	case *LogForwarderArgs:
		return NewLogForwarder(ctx, "main", args, opts...)
	case *BreakGlassCredentialArgs:
		return NewBreakGlassCredential(ctx, "main", args, opts...)
	case *ImageMirrorArgs:
		return NewImageMirror(ctx, "main", args, opts...)
	case *OCMRoleLinkArgs:
		return NewOCMRoleLink(ctx, "main", args, opts...)
	case *DNSDomainArgs:
		return NewDNSDomain(ctx, "main", args, opts...)
	default:
		return nil, fmt.Errorf("%T are not the arguments of a component", args)
	}
}

func run(t *testing.T, args componentArgs) *mocks.Recorder {
	t.Helper()
	rec := mocks.New()
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error { return register(ctx, args) }))
	return rec
}

const (
	testAccount = "123456789012"
	testCluster = pulumi.String("2ckl0sa9dv3p7mbg6fpk0o8mrc1hqtvn")
)

var testZones = []string{"us-east-2a", "us-east-2b", "us-east-2c"}

func testRole(name string) pulumi.String {
	return pulumi.String("arn:aws:iam::" + testAccount + ":role/" + name)
}

func testKey(region string) pulumi.String {
	return pulumi.String("arn:aws:kms:" + region + ":" + testAccount + ":key/1234abcd-12ab-4abc-8def-1234567890ab")
}

func testGroups(n int) pulumi.StringArray {
	var groups pulumi.StringArray
	for i := range n {
		groups = append(groups, pulumi.String(fmt.Sprintf("sg-0123456789abcde%c%c", 'a'+i%6, '0'+i%10)))
	}
	return groups
}

// testSubnets are one subnet per zone, with IDs such as subnet-000000000000000a0.
func testSubnets(kind string, zones ...string) []network.Subnet {
	third := map[string]int{"private": 10, "public": 20}[kind]
	var subnets []network.Subnet
	for i, zone := range zones {
		subnets = append(subnets, network.Subnet{
			ID:   pulumi.String(fmt.Sprintf("subnet-%017x", 16*third+i)),
			Zone: zone,
			CIDR: fmt.Sprintf("10.0.%d.0/24", third+i),
		})
	}
	return subnets
}

func testSTS() *STSArgs {
	return &STSArgs{
		InstallerRoleARN:   testRole("demo-HCP-ROSA-Installer-Role"),
		SupportRoleARN:     testRole("demo-HCP-ROSA-Support-Role"),
		WorkerRoleARN:      testRole("demo-HCP-ROSA-Worker-Role"),
		OperatorRolePrefix: pulumi.String("demo"),
		OIDCConfigID:       pulumi.String("2a3b"),
	}
}

// testHCP are the smallest arguments of an internal cluster in three zones.
func testHCP(changes ...func(*HCPArgs)) *HCPArgs {
	args := &HCPArgs{
		Name: "demo", AccountID: pulumi.String(testAccount), STS: testSTS(), Scope: network.Internal,
		PrivateSubnets: testSubnets("private", testZones...),
	}
	return changed(args, changes)
}

// testClassic are the smallest arguments of a cluster whose VPC the installer creates.
func testClassic(changes ...func(*ClassicArgs)) *ClassicArgs {
	sts := testSTS()
	sts.ControlPlaneRoleARN = testRole("demo-ControlPlane-Role")
	args := &ClassicArgs{Name: "demo", Region: "us-east-2", AccountID: pulumi.String(testAccount), STS: sts}
	return changed(args, changes)
}

// testPool are the smallest arguments of a pool of a hosted control plane.
func testPool(changes ...func(*MachinePoolArgs)) *MachinePoolArgs {
	args := &MachinePoolArgs{
		ClusterID: testCluster, Name: "general", InstanceType: "m5.xlarge", Replicas: new(2),
		HCP: &HCPPoolArgs{SubnetID: pulumi.String("subnet-0123456789abcdef1")},
	}
	return changed(args, changes)
}

// testClassicPool are the smallest arguments of a pool of a Classic cluster.
func testClassicPool(changes ...func(*MachinePoolArgs)) *MachinePoolArgs {
	return changed(testPool(func(a *MachinePoolArgs) { a.HCP, a.Classic = nil, &ClassicPoolArgs{} }), changes)
}

// testIDP are the smallest arguments of a provider with one user.
func testIDP(changes ...func(*IdentityProviderArgs)) *IdentityProviderArgs {
	args := &IdentityProviderArgs{
		ClusterID: testCluster, Name: "company",
		HTPasswd: &HTPasswdArgs{Users: []HTPasswdUser{{Username: "ann", Password: pulumi.String("Correct-Horse-1")}}},
	}
	return changed(args, changes)
}

// testKind are the arguments of a provider of another kind than HTPasswd.
func testKind(change func(*IdentityProviderArgs)) *IdentityProviderArgs {
	return testIDP(func(a *IdentityProviderArgs) { a.HTPasswd = nil }, change)
}

func changed[T any](args *T, changes []func(*T)) *T {
	for _, change := range changes {
		change(args)
	}
	return args
}
