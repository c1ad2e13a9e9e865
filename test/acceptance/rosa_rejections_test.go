package acceptance

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/ocmtest"
)

// rejections is a program with a good cluster, and a request that is rejected beside it.
type rejections struct {
	// request is the request's name, "" for none.
	request string
	// oidcConfig is the ID of the cluster's OIDC configuration after the first update.
	oidcConfig string
}

// TestRosaRejections makes the requests that OpenShift Cluster Manager rejects by the real RHCS provider. They are
// rejected here as they are by the fakes, but for those that ocmtest lists.
func TestRosaRejections(t *testing.T) {
	ocmLock.acquire(t)
	startOCM(t)
	r := &rejections{}
	box, err := sandbox.New(sandbox.Options{
		Project: "rosa-rejections",
		Program: r.program,
		Dir:     filepath.Join(t.TempDir(), "state"),
		Config:  emulatorConfig,
		RealAWS: true,
	})
	require.NoError(t, err)
	t.Cleanup(func() {
		_, err := box.Destroy(context.Background())
		assert.NoError(t, err)
	})
	made, err := box.Up(t.Context())
	require.NoError(t, err, "the good cluster is accepted")
	r.oidcConfig = made.Outputs["oidcConfig"].(string)
	for _, name := range slices.Sorted(maps.Keys(ocmtest.Requests)) {
		t.Run(name, func(t *testing.T) {
			r.request = name
			row := ocmtest.Requests[name]
			assert.Empty(t, row.Accepts[ocmtest.Lab])
			want := row.Want
			if words := row.Words[ocmtest.Lab]; words != "" {
				want = words
			}
			_, err := box.Up(t.Context())
			assert.ErrorContains(t, err, want, row.Reason)
		})
	}
	r.request = ""
	again, err := box.Up(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []string{"same"}, kinds(again.Changes), "a rejected request changes nothing: %v", again.Steps)
}

func (r *rejections) program(ctx *pulumi.Context) error {
	provider, err := rhcsProvider(ctx)
	if err != nil {
		return err
	}
	_, subnet, opts, err := registerAccount(ctx)
	if err != nil {
		return err
	}
	opts = append(opts, provider)
	request := ocmtest.Requests[r.request]
	known := map[string]pulumi.StringInput{"SUBNET": subnet, "OIDC": pulumi.String(r.oidcConfig)}
	if r.request == "" || request.Inputs != nil {
		config, err := registerRHCS(ctx, "RosaOidcConfig", "oidc", map[string]any{"managed": true}, nil, opts...)
		if err != nil {
			return err
		}
		known["OIDC"] = config
		ctx.Export("oidcConfig", config)
	}
	fixtures := ocmtest.Fixtures{Cluster: "CLUSTER", OIDCConfig: "OIDC", Subnet: "SUBNET"}
	inputs := ocmtest.ClusterInputs(ocmtest.Name, fixtures)
	if request.Type == "" && request.Inputs != nil {
		maps.Copy(inputs, request.Inputs(fixtures))
	}
	known["CLUSTER"], err = registerRHCS(ctx, "ClusterRosaHcp", "good", inputs, known, opts...)
	if err != nil || request.Type == "" {
		return err
	}
	_, err = registerRHCS(ctx, request.Type, "bad", request.Inputs(fixtures), known, opts...)
	return err
}

// registerAccount registers the VPC, the subnet and the roles of the cluster, and returns the IDs of the VPC and the subnet and the edges
// to the roles.
func registerAccount(ctx *pulumi.Context) (vpcID, id pulumi.StringOutput, edges []pulumi.ResourceOption, err error) {
	vpc, err := ec2.NewVpc(ctx, "rejections", &ec2.VpcArgs{CidrBlock: pulumi.String("10.0.0.0/16")})
	if err != nil {
		return vpcID, id, nil, err
	}
	subnet, err := ec2.NewSubnet(ctx, "rejections", &ec2.SubnetArgs{
		VpcId: vpc.ID(), CidrBlock: pulumi.String("10.0.0.0/24"), AvailabilityZone: pulumi.String("us-east-2a"),
	})
	if err != nil {
		return vpcID, id, nil, err
	}
	for _, name := range []string{"Installer", "Support", "Worker", "ControlPlane"} {
		role, err := iam.NewRole(ctx, name, &iam.RoleArgs{
			Name: pulumi.String("good-" + name + "-Role"),
			AssumeRolePolicy: pulumi.String(`{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"sts:AssumeRole",` +
				`"Principal":{"Service":"ec2.amazonaws.com"}}]}`),
		})
		if err != nil {
			return vpcID, id, nil, err
		}
		edges = append(edges, pulumi.DependsOn([]pulumi.Resource{role}))
	}
	return vpc.ID().ToStringOutput(), subnet.ID().ToStringOutput(), edges, nil
}

// registerRHCS registers a resource whose inputs have the keys of known in the place of values, and returns its ID.
func registerRHCS(
	ctx *pulumi.Context, resourceType, name string, inputs map[string]any, known map[string]pulumi.StringInput,
	opts ...pulumi.ResourceOption,
) (pulumi.StringOutput, error) {
	var resource pulumi.CustomResourceState
	err := rhcs.Register(ctx, resourceType, name, withKnown(inputs, known).(map[string]any), &resource, opts...)
	return resource.ID().ToStringOutput(), err
}

func withKnown(value any, known map[string]pulumi.StringInput) any {
	switch value := value.(type) {
	case string:
		if input, found := known[value]; found {
			return input
		}
	case map[string]any:
		all := map[string]any{}
		for name, inner := range value {
			if inner != nil {
				all[name] = withKnown(inner, known)
			}
		}
		return all
	case []any:
		all := []any{}
		for _, inner := range value {
			all = append(all, withKnown(inner, known))
		}
		return all
	}
	return value
}
