package sandbox

import (
	"testing"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/aws"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/kubernetes"
)

const roleType tokens.Type = "aws:iam/role:Role"

func awsPlugin(t *testing.T) *fakePlugin {
	t.Helper()
	provider, _ := aws.New(fake.NewStore[fake.Record]())
	p := newPlugin(provider)
	_, err := p.Configure(t.Context(), plugin.ConfigureRequest{Inputs: resource.PropertyMap{
		"region": resource.NewProperty("us-east-2"),
	}})
	require.NoError(t, err)
	return p
}

func propertyMap(m map[string]any) resource.PropertyMap { return resource.NewPropertyMapFromMap(m) }

func TestPluginCheck(t *testing.T) {
	t.Parallel()
	p := awsPlugin(t)
	request := plugin.CheckRequest{
		URN: resource.NewURN("s", "p", "", roleType, "app"), Type: roleType, RandomSeed: []byte("seed"),
		News: propertyMap(map[string]any{"descripton": "x"}),
	}
	checked, err := p.Check(t.Context(), request)
	require.NoError(t, err)
	assert.Regexp(t, `^app-[0-9a-f]{7}$`, checked.Properties["name"].StringValue())
	assert.Equal(t, []plugin.CheckFailure{
		{Reason: "assumeRolePolicy: is required"},
		{Reason: "descripton: is not a property of aws:iam/role:Role; did you mean description?"},
	}, checked.Failures)

	request.Type = "aws:nosuch/type:Type"
	_, err = p.Check(t.Context(), request)
	assert.EqualError(t, err, "the sandbox does not know the resource type aws:nosuch/type:Type; to accept such types unchecked, run "+
		`"openshift-aws sandbox --unchecked -- pulumi up" or "go run . up --unchecked", or set sandbox.Options.UncheckedOthers`)
}

// TestSettingWhatTheServiceChoseIsNoChange: the provider compares arguments with what exists.
func TestSettingWhatTheServiceChoseIsNoChange(t *testing.T) {
	t.Parallel()
	const vpcType tokens.Type = "aws:ec2/vpc:Vpc"
	request := plugin.DiffRequest{
		URN: resource.NewURN("s", "p", "", vpcType, "v"), Type: vpcType, ID: "vpc-1",
		OldInputs:  propertyMap(map[string]any{"cidrBlock": "10.0.0.0/16"}),
		OldOutputs: propertyMap(map[string]any{"cidrBlock": "10.0.0.0/16", "instanceTenancy": "default"}),
	}
	for tenancy, want := range map[string]plugin.DiffChanges{"default": plugin.DiffNone, "dedicated": plugin.DiffSome} {
		request.NewInputs = propertyMap(map[string]any{"cidrBlock": "10.0.0.0/16", "instanceTenancy": tenancy})
		diff, err := awsPlugin(t).Diff(t.Context(), request)
		require.NoError(t, err)
		assert.Equal(t, want, diff.Changes, tenancy)
	}
}

func TestPluginDiff(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason     string
		olds, news map[string]any
		want       plugin.DiffResult
	}{
		"nothing": {
			reason: "equal inputs are not a change",
			olds:   map[string]any{"name": "r"}, news: map[string]any{"name": "r"},
			want: plugin.DiffResult{Changes: plugin.DiffNone},
		},
		"replacement": {
			reason: "two roles with one name cannot exist at the same time",
			olds:   map[string]any{"name": "r", "path": "/a/"}, news: map[string]any{"name": "r", "path": "/b/"},
			want: plugin.DiffResult{
				Changes: plugin.DiffSome, DeleteBeforeReplace: true,
				DetailedDiff: map[string]plugin.PropertyDiff{
					"path": {Kind: plugin.DiffUpdateReplace, InputDiff: true},
				},
			},
		},
		"addition and removal": {
			reason: "the kind of a difference is an addition or a removal",
			olds:   map[string]any{"description": "a"}, news: map[string]any{"permissionsBoundary": "arn"},
			want: plugin.DiffResult{Changes: plugin.DiffSome, DetailedDiff: map[string]plugin.PropertyDiff{
				"description":         {Kind: plugin.DiffDelete, InputDiff: true},
				"permissionsBoundary": {Kind: plugin.DiffAdd, InputDiff: true},
			}},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := awsPlugin(t).Diff(t.Context(), plugin.DiffRequest{
				Type: roleType, OldInputs: propertyMap(tt.olds), NewInputs: propertyMap(tt.news),
			})
			require.NoError(t, err)
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}

func TestPluginRejectsASecondResourceOfAName(t *testing.T) {
	t.Parallel()
	p := awsPlugin(t)
	const token = "aws:sqs/queue:Queue"
	check := func(name string) []plugin.CheckFailure {
		response, err := p.Check(t.Context(), plugin.CheckRequest{
			URN: resource.NewURN("dev", "shop", "", token, name), Type: token,
			News: propertyMap(map[string]any{"name": "demo"}), RandomSeed: []byte(name),
		})
		require.NoError(t, err)
		return response.Failures
	}
	assert.Empty(t, check("a"))
	assert.Equal(t, []plugin.CheckFailure{
		{Reason: `name: "demo" is the name of another resource of the program: a (` + token + `)`},
	}, check("b"), "a preview shows it before the first queue is created")
}

func TestPluginDiffConfig(t *testing.T) {
	t.Parallel()
	cluster := func(identifier string) resource.PropertyMap {
		return propertyMap(map[string]any{"clusterIdentifier": identifier})
	}
	p := newPlugin(kubernetes.NewForUnitTests())
	result, err := p.DiffConfig(t.Context(), plugin.DiffConfigRequest{OldInputs: cluster("a"), NewInputs: cluster("b")})
	require.NoError(t, err)
	assert.True(t, result.Replace(), "a Kubernetes provider is replaced for another cluster")
	result, err = p.DiffConfig(t.Context(), plugin.DiffConfigRequest{OldInputs: cluster("a"), NewInputs: cluster("a")})
	require.NoError(t, err)
	assert.Equal(t, plugin.DiffNone, result.Changes)
	result, err = awsPlugin(t).DiffConfig(t.Context(), plugin.DiffConfigRequest{
		OldInputs: propertyMap(map[string]any{"region": "us-east-1"}),
		NewInputs: propertyMap(map[string]any{"region": "us-east-2"}),
	})
	require.NoError(t, err)
	assert.True(t, result.Replace(), "an AWS provider is replaced for another region")
	result, err = awsPlugin(t).DiffConfig(t.Context(), plugin.DiffConfigRequest{
		OldInputs: propertyMap(map[string]any{"region": "us-east-1"}),
		NewInputs: propertyMap(map[string]any{"region": "us-east-1", "profile": "other"}),
	})
	require.NoError(t, err)
	assert.Equal(t, plugin.DiffSome, result.Changes)
	assert.False(t, result.Replace(), "an AWS provider with other credentials stays")
}

func TestPluginPreviewCreatesNothing(t *testing.T) {
	t.Parallel()
	p := awsPlugin(t)
	created, err := p.Create(t.Context(), plugin.CreateRequest{
		URN: resource.NewURN("s", "p", "", roleType, "app"), Type: roleType, Preview: true,
		Properties: propertyMap(map[string]any{"name": "r"}),
	})
	require.NoError(t, err)
	assert.Empty(t, created.ID)
	assert.True(t, created.Properties["arn"].IsComputed())
	read, err := p.Read(t.Context(), plugin.ReadRequest{Type: roleType, ID: "r"})
	require.NoError(t, err)
	assert.Empty(t, read.ID)
}

// TestPluginImports: engines ask for an import in two ways (pulumi/pulumi pkg/resource/deploy/step.go, ImportStep.Apply).
func TestPluginImports(t *testing.T) {
	t.Parallel()
	p := awsPlugin(t)
	created, err := p.Create(t.Context(), plugin.CreateRequest{
		URN: resource.NewURN("s", "p", "", roleType, "app"), Type: roleType,
		Properties: propertyMap(map[string]any{"name": "r", "assumeRolePolicy": "{}"}),
	})
	require.NoError(t, err)
	for release, properties := range map[string]*structpb.Struct{"3.250.0": nil, "3.274.1": {}} {
		read, err := plugin.NewProviderServer(p).Read(t.Context(), &pulumirpc.ReadRequest{
			Urn: "urn:pulumi:s::p::" + string(roleType) + "::imported", Type: string(roleType), Id: string(created.ID),
			Properties: properties, Inputs: properties,
		})
		require.NoError(t, err)
		assert.Equal(t, map[string]any{"name": "r", "assumeRolePolicy": "{}"}, read.GetInputs().AsMap(),
			"an import by release %s has the inputs that describe the role", release)
	}
}

func TestPluginInvoke(t *testing.T) {
	t.Parallel()
	p := awsPlugin(t)
	got, err := p.Invoke(t.Context(), plugin.InvokeRequest{Tok: "aws:index/getRegion:getRegion"})
	require.NoError(t, err)
	assert.Equal(t, "us-east-2", got.Properties["name"].StringValue())
	_, err = p.Invoke(t.Context(), plugin.InvokeRequest{Tok: "aws:ec2/getAmi:getAmi"})
	assert.ErrorContains(t, err, "the sandbox does not support the function aws:ec2/getAmi:getAmi")
}

func TestPluginParameterize(t *testing.T) {
	t.Parallel()
	provider, _ := newOCM(fake.NewStore[fake.Record]())
	p, version := newPlugin(provider), semver.MustParse("1.7.7")
	got, err := p.Parameterize(t.Context(), plugin.ParameterizeRequest{
		Parameters: &plugin.ParameterizeValue{Name: "rhcs", Version: version},
	})
	require.NoError(t, err)
	assert.Equal(t, plugin.ParameterizeResponse{Name: "rhcs", Version: version}, got)
	_, err = p.Parameterize(t.Context(), plugin.ParameterizeRequest{
		Parameters: &plugin.ParameterizeValue{Name: "random", Version: version},
	})
	assert.ErrorContains(t, err, "serves only the Terraform provider rhcs")
}
