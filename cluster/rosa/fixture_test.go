package cluster

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

const rosaTestAccount = "123456789012"

func rosaTestRole(name string) pulumi.String {
	return pulumi.String("arn:aws:iam::" + rosaTestAccount + ":role/" + name)
}

func rosaTestKey(region string) pulumi.String {
	return pulumi.String("arn:aws:kms:" + region + ":" + rosaTestAccount + ":key/1234abcd-12ab-4abc-8def-1234567890ab")
}

// rosaTestSubnets are one subnet a zone, with ids such as subnet-private-us-east-2a.
func rosaTestSubnets(kind string, zones ...string) []network.Subnet {
	third := map[string]string{"private": "1", "public": "2"}[kind]
	var subnets []network.Subnet
	for i, zone := range zones {
		subnets = append(subnets, network.Subnet{
			ID: pulumi.String(
				"subnet-" + kind + "-" + zone,
			), Zone: zone, CIDR: "10.0." + third + string(rune('0'+i)) + ".0/24",
		})
	}
	return subnets
}

func rosaTestSTS() RosaSTSArgs {
	return RosaSTSArgs{
		InstallerRoleARN: rosaTestRole(
			"demo-HCP-ROSA-Installer-Role",
		), SupportRoleARN: rosaTestRole("demo-HCP-ROSA-Support-Role"),
		WorkerRoleARN: rosaTestRole(
			"demo-HCP-ROSA-Worker-Role",
		), OperatorRolePrefix: pulumi.String("demo"), OIDCConfigID: pulumi.String("2a3b"),
	}
}

// rosaTestHCP is the least that makes a private cluster in three zones.
func rosaTestHCP(changes ...func(*RosaHCPArgs)) *RosaHCPArgs {
	args := &RosaHCPArgs{
		Name: "demo", Region: "us-east-2", AccountID: pulumi.String(rosaTestAccount), STS: rosaTestSTS(), Private: true,
		PrivateSubnets: rosaTestSubnets("private", "us-east-2a", "us-east-2b", "us-east-2c"),
	}
	for _, change := range changes {
		change(args)
	}
	return args
}

// rosaTestClassic is the least that makes a cluster in a VPC of the installer's.
func rosaTestClassic(changes ...func(*RosaClassicArgs)) *RosaClassicArgs {
	sts := rosaTestSTS()
	sts.ControlPlaneRoleARN = rosaTestRole("demo-ControlPlane-Role")
	args := &RosaClassicArgs{Name: "demo", Region: "us-east-2", AccountID: pulumi.String(rosaTestAccount), STS: sts}
	for _, change := range changes {
		change(args)
	}
	return args
}

// rosaTestPool is the least that makes a pool of a hosted control plane.
func rosaTestPool(changes ...func(*RosaMachinePoolArgs)) *RosaMachinePoolArgs {
	args := &RosaMachinePoolArgs{
		ClusterID: pulumi.String("c1"), Name: "general", InstanceType: pulumi.String("m5.xlarge"), Replicas: new(2),
		HCP: &RosaHCPPoolArgs{SubnetID: pulumi.String("subnet-1")},
	}
	for _, change := range changes {
		change(args)
	}
	return args
}

func rosaTestClassicPool(changes ...func(*RosaMachinePoolArgs)) *RosaMachinePoolArgs {
	return rosaTestPool(append([]func(*RosaMachinePoolArgs){func(a *RosaMachinePoolArgs) {
		a.HCP, a.Classic = nil, &RosaClassicPoolArgs{}
	}}, changes...)...)
}

func rosaTestIDP(changes ...func(*RosaIdentityProviderArgs)) *RosaIdentityProviderArgs {
	args := &RosaIdentityProviderArgs{
		ClusterID: pulumi.String("c1"), Name: "company",
		HTPasswd: &RosaHTPasswdArgs{
			Users: []RosaHTPasswdUser{{Username: "ann", Password: pulumi.String("Correct-Horse-1")}},
		},
	}
	for _, change := range changes {
		change(args)
	}
	return args
}

// rosaTestKind is a provider of another kind than HTPasswd.
func rosaTestKind(change func(*RosaIdentityProviderArgs)) *RosaIdentityProviderArgs {
	return rosaTestIDP(func(a *RosaIdentityProviderArgs) { a.HTPasswd = nil }, change)
}

func rosaTestRegister(ctx *pulumi.Context, args validated, opts ...pulumi.ResourceOption) (err error) {
	switch args := args.(type) {
	case *RosaHCPArgs:
		_, err = NewRosaHCP(ctx, "main", args, opts...)
	case *RosaClassicArgs:
		_, err = NewRosaClassic(ctx, "main", args, opts...)
	case *RosaMachinePoolArgs:
		_, err = NewRosaMachinePool(ctx, "main", args, opts...)
	case *RosaIngressArgs:
		_, err = NewRosaIngress(ctx, "main", args, opts...)
	case *RosaIdentityProviderArgs:
		_, err = NewRosaIdentityProvider(ctx, "main", args, opts...)
	case *RosaAutoscalerArgs:
		_, err = NewRosaAutoscaler(ctx, "main", args, opts...)
	case *RosaKubeletConfigArgs:
		_, err = NewRosaKubeletConfig(ctx, "main", args, opts...)
	case *RosaTuningConfigArgs:
		_, err = NewRosaTuningConfig(ctx, "main", args, opts...)
	default:
		panic("no component takes these arguments")
	}
	return err
}

// rosaTestRun registers a component and returns the one resource of RHCS's with that name.
func rosaTestRun(t *testing.T, args validated) *mocks.Recorder {
	t.Helper()
	rec := mocks.New()
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error { return rosaTestRegister(ctx, args) }))
	return rec
}
