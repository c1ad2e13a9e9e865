package rhcs_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	fakerhcs "github.com/openshift-aws/pulumi-openshift-aws/internal/fake/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

type oidcConfig struct {
	pulumi.CustomResourceState

	EndpointURL pulumi.StringOutput `pulumi:"oidcEndpointUrl"`
}

func TestRegister(t *testing.T) {
	t.Parallel()
	const token = "rhcs:index/rosaOidcConfig:RosaOidcConfig"
	rec := mocks.New(mocks.Answer(token, func(map[string]any) (map[string]any, error) {
		return map[string]any{"id": "2a3b", "oidcEndpointUrl": "oidc.example.com/2a3b"}, nil
	}))

	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		var config oidcConfig
		var nobody pulumi.StringPtrInput
		err := rhcs.Register(ctx, rhcs.Provider{}, "RosaOidcConfig", "main", pulumi.Map{
			"managed": pulumi.Bool(
				false,
			), "secretArn": nobody, "tags": pulumi.StringMap(nil), "issuerUrl": pulumi.String("https://x"),
			"installerRoleArn": pulumi.String("arn:aws:iam::123456789012:role/x"),
		}, &config)
		ctx.Export("endpoint", config.EndpointURL)
		ctx.Export("id", config.ID())
		return err
	}))

	registered := rec.OfType(token)
	require.Len(t, registered, 1)
	assert.Equal(t, map[string]any{
		"managed": false, "issuerUrl": "https://x", "installerRoleArn": "arn:aws:iam::123456789012:role/x",
	}, registered[0].Inputs, "what nobody gave is left out")
	assert.Equal(t, map[string]any{"endpoint": "oidc.example.com/2a3b", "id": "2a3b"}, rec.Outputs())
}

func TestInvoke(t *testing.T) {
	t.Parallel()
	const token = "rhcs:index/getPolicies:getPolicies"
	program := func(ctx *pulumi.Context) error {
		answer := rhcs.Invoke(ctx, rhcs.Provider{}, "getPolicies", nil)
		ctx.Export("policies", answer.MapIndex(pulumi.String("accountRolePolicies")))
		return nil
	}
	rec := mocks.New(mocks.Answer(token, func(map[string]any) (map[string]any, error) {
		return map[string]any{"accountRolePolicies": map[string]any{"x": "{}"}}, nil
	}))
	require.NoError(t, rec.Run(program))
	assert.Equal(t, map[string]any{"policies": map[string]any{"x": "{}"}}, rec.Outputs())

	refusing := mocks.New(
		mocks.Answer(token, func(map[string]any) (map[string]any, error) { return nil, errors.New("token expired") }),
	)
	assert.ErrorContains(t, refusing.Run(program), "token expired")
}

func TestRef(t *testing.T) {
	t.Parallel()
	ctx, err := pulumi.NewContext(context.Background(), pulumi.RunInfo{Mocks: mocks.New()})
	require.NoError(t, err)
	ref, err := rhcs.Provider{}.Ref(ctx)
	require.NoError(t, err)
	assert.NotEmpty(t, ref)
}

func TestToken(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "rhcs:index/clusterRosaHcp:ClusterRosaHcp", rhcs.Token("ClusterRosaHcp"))
	assert.Equal(t, "rhcs:index/kubeletconfig:Kubeletconfig", rhcs.Token("Kubeletconfig"))
}

func TestProviderCheck(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason   string
		provider rhcs.Provider
		want     string
	}{
		"zero":          {reason: "the defaults are good", provider: rhcs.Provider{}},
		"other release": {reason: "a newer patch", provider: rhcs.Provider{Version: "1.7.8-prerelease.1"}},
		"local": {
			reason:   "air-gapped",
			provider: rhcs.Provider{Path: "/opt/terraform-provider-rhcs", Version: "1.7.7"},
		},
		"relative": {
			reason:   "the plugin tells paths by their first character",
			provider: rhcs.Provider{Path: "./bin/terraform-provider-rhcs"},
		},
		"mirror": {
			reason:   "a registry of one's own",
			provider: rhcs.Provider{Source: "registry.example.com:8443/terraform-redhat/rhcs"},
		},
		"v": {
			reason:   "Terraform's versions have no v",
			provider: rhcs.Provider{Version: "v1.7.7"},
			want:     `RHCS.Version: "v1.7.7" is no release; write three numbers without a v, such as 1.7.7`,
		},
		"range": {
			reason:   "the plugin wants one release",
			provider: rhcs.Provider{Version: "~> 1.7"},
			want:     `RHCS.Version: "~> 1.7" is no release; write three numbers without a v, such as 1.7.7`,
		},
		"plugin version": {
			reason:   "the same of the plugin",
			provider: rhcs.Provider{PluginVersion: "1"},
			want:     `RHCS.PluginVersion: "1" is no release; write three numbers without a v, such as 1.7.7`,
		},
		"bare path": {
			reason:   "the plugin would take it for a registry's address",
			provider: rhcs.Provider{Path: "bin/terraform-provider-rhcs"},
			want:     `RHCS.Path: "bin/terraform-provider-rhcs" must be absolute or begin with a dot, and end in terraform-provider-rhcs`,
		},
		"other binary": {
			reason:   "the plugin reads the provider's name off the path",
			provider: rhcs.Provider{Path: "/opt/rhcs"},
			want:     `RHCS.Path: "/opt/rhcs" must be absolute or begin with a dot, and end in terraform-provider-rhcs`,
		},
		"path or source": {
			reason:   "one of the two",
			provider: rhcs.Provider{Path: "/opt/terraform-provider-rhcs", Source: rhcs.DefaultSource},
			want:     `RHCS.Source: excludes Path: a local binary has no registry`,
		},
		"source": {
			reason:   "the host is missing",
			provider: rhcs.Provider{Source: "terraform-redhat/rhcs"},
			want:     `RHCS.Source: "terraform-redhat/rhcs" must be a host, a namespace and rhcs, such as registry.opentofu.org/terraform-redhat/rhcs`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p check.Problems
			tt.provider.Check(&p, "RHCS")
			if tt.want == "" {
				assert.NoError(t, p.Err(), tt.reason)
				return
			}
			assert.EqualError(t, p.Err(), tt.want, tt.reason)
		})
	}
}

func TestImmutablePropertiesExist(t *testing.T) {
	t.Parallel()
	for resourceType, some := range map[string][]string{
		"ClusterRosaHcp":      {"machineCidr", "etcdKmsKeyArn"},
		"ClusterRosaClassic":  {"machineCidr", "multiAz"},
		"HcpMachinePool":      {"cluster", "awsNodePool.instanceType"},
		"MachinePool":         {"cluster", "machineType"},
		"RosaOidcConfig":      {"managed", "issuerUrl"},
		"RosaOidcConfigInput": {"region", "prefix"},
	} {
		schema, _ := fakerhcs.Resource(rhcs.Token(resourceType))
		paths := rhcs.Immutable(resourceType)
		assert.Subset(t, paths, some)
		for _, path := range paths {
			name, below, nested := strings.Cut(path, ".")
			property := schema.Properties[name]
			require.NotNil(t, property, "%s has no %s", resourceType, path)
			if nested {
				require.NotNil(t, property.Elem[below], path)
			}
			assert.True(t, property.Input(), path)
		}
	}
	assert.Empty(t, rhcs.Immutable("IdentityProvider"))
}
