package mocks_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

const (
	vpcType      = "aws:ec2/vpc:Vpc"
	subnetType   = "aws:ec2/subnet:Subnet"
	instanceType = "aws:ec2/instance:Instance"
	lbType       = "aws:lb/loadBalancer:LoadBalancer"
	zoneType     = "aws:route53/zone:Zone"
	roleType     = "aws:iam/role:Role"
)

// custom is a resource of any type, so that tests need not compile the SDK of EC2.
type custom struct {
	pulumi.CustomResourceState

	Arn  pulumi.StringOutput `pulumi:"arn"`
	Name pulumi.StringOutput `pulumi:"name"`

	Result           pulumi.StringOutput `pulumi:"result"`
	PublicKeyOpenssh pulumi.StringOutput `pulumi:"publicKeyOpenssh"`
}

func register(ctx *pulumi.Context, token, name string, inputs pulumi.Map, opts ...pulumi.ResourceOption) *custom {
	var resource custom
	if err := ctx.RegisterResource(token, name, inputs, &resource, opts...); err != nil {
		panic(err)
	}
	return &resource
}

func providerOf(
	ctx *pulumi.Context,
	pkg, name string,
	inputs pulumi.Map,
	opts ...pulumi.ResourceOption,
) pulumi.ProviderResource {
	var p pulumi.ProviderResourceState
	if err := ctx.RegisterResource("pulumi:providers:"+pkg, name, inputs, &p, opts...); err != nil {
		panic(err)
	}
	return &p
}

type group struct {
	pulumi.ResourceState
}

func component(ctx *pulumi.Context, name string, opts ...pulumi.ResourceOption) *group {
	var resource group
	if err := ctx.RegisterComponentResource("test:test:Group", name, &resource, opts...); err != nil {
		panic(err)
	}
	return &resource
}

// run runs a program that registers and cannot fail by itself.
func run(t *testing.T, rec *mocks.Recorder, program func(ctx *pulumi.Context)) {
	t.Helper()
	require.NoError(t, rec.Run(asProgram(program)))
}

func asProgram(program func(ctx *pulumi.Context)) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		program(ctx)
		return nil
	}
}

func find(t *testing.T, rec *mocks.Recorder, name string) mocks.Resource {
	t.Helper()
	resource, ok := rec.Find(name)
	require.True(t, ok, "no resource is called %s", name)
	return resource
}
