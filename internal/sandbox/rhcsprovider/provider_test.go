package rhcsprovider

import (
	"maps"
	"testing"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	clusters = "rhcs:index/clusterRosaHcp:ClusterRosaHcp"
	configs  = "rhcs:index/rosaOidcConfig:RosaOidcConfig"
	kubelets = "rhcs:index/kubeletconfig:Kubeletconfig"
)

type fields = map[string]any

func urnOf(token, name string) resource.URN {
	return resource.NewURN("sandbox", "p", "", tokens.Type(token), name)
}

func open(t *testing.T) *Provider {
	t.Helper()
	p, err := New(t.TempDir())
	require.NoError(t, err)
	return p
}

func create(t *testing.T, p *Provider, token, name string, inputs fields) (resource.ID, resource.PropertyMap, error) {
	t.Helper()
	made, err := p.Create(
		t.Context(),
		plugin.CreateRequest{
			URN:        urnOf(token, name),
			Type:       tokens.Type(token),
			Properties: resource.NewPropertyMapFromMap(inputs),
		},
	)
	return made.ID, made.Properties, err
}

func remove(t *testing.T, p *Provider, token string, id resource.ID) error {
	t.Helper()
	_, err := p.Delete(t.Context(), plugin.DeleteRequest{Type: tokens.Type(token), ID: id})
	return err
}

func demo(config resource.ID) fields {
	return fields{
		"name":        "demo",
		"cloudRegion": "us-east-2",
		"machineCidr": "10.0.0.0/16",
		"version":     "4.18.5",
		"sts":         fields{"oidcConfigId": string(config)},
	}
}

func TestLifeOfACluster(t *testing.T) {
	t.Parallel()
	p := open(t)
	config, _, err := create(t, p, configs, "oidc", fields{"managed": true})
	require.NoError(t, err)
	id, outputs, err := create(t, p, clusters, "demo", demo(config))
	require.NoError(t, err)
	assert.Equal(t, "ready", outputs["state"].StringValue())
	limits, _, err := create(
		t,
		p,
		kubelets,
		"pids",
		fields{"cluster": string(id), "name": "pids", "podPidsLimit": 4096},
	)
	require.NoError(t, err)

	read, err := p.Read(t.Context(), plugin.ReadRequest{Type: clusters, ID: id, State: outputs})
	require.NoError(t, err)
	assert.Equal(t, outputs, read.Outputs)

	_, _, err = create(t, p, clusters, "second", demo(config))
	require.ErrorContains(t, err, "the name 'demo' is taken already")
	require.ErrorContains(t, remove(t, p, configs, config), "is used by cluster")
	require.ErrorContains(t, remove(t, p, clusters, id), "still has pids")
	require.NoError(t, remove(t, p, kubelets, limits))
	require.NoError(t, remove(t, p, clusters, id))
	require.NoError(t, remove(t, p, clusters, id), "what is gone is gone")
	assert.Equal(t, []string{string(urnOf(configs, "oidc"))}, p.Remaining())

	gone, err := p.Read(t.Context(), plugin.ReadRequest{Type: clusters, ID: id, State: outputs})
	require.NoError(t, err)
	assert.Empty(t, gone.ID)
}

func TestChanges(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		change fields
		want   string
	}{
		"version": {reason: "an upgrade", change: fields{"version": "4.18.6"}},
		"range": {
			reason: "fixed for life",
			change: fields{"machineCidr": "10.1.0.0/16"},
			want:   "Attribute machineCidr, cannot be changed from 10.0.0.0/16 to 10.1.0.0/16",
		},
		"roles": {
			reason: "nested ones too",
			change: fields{"sts": fields{"oidcConfigId": "other"}},
			want:   "Attribute sts, cannot be changed",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := open(t)
			olds := demo("")
			id, outputs, err := create(t, p, clusters, "demo", olds)
			require.NoError(t, err)
			news := demo("")
			maps.Copy(news, tt.change)
			inputs := resource.NewPropertyMapFromMap(news)
			diff, err := p.Diff(
				t.Context(),
				plugin.DiffRequest{Type: clusters, OldInputs: resource.NewPropertyMapFromMap(olds), NewInputs: inputs},
			)
			require.NoError(t, err)
			assert.Equal(t, plugin.DiffSome, diff.Changes)
			assert.Empty(t, diff.ReplaceKeys, "the provider's schema tells of no replacement")
			updated, err := p.Update(
				t.Context(),
				plugin.UpdateRequest{
					URN:        urnOf(clusters, "demo"),
					Type:       clusters,
					ID:         id,
					OldOutputs: outputs,
					NewInputs:  inputs,
				},
			)
			if tt.want != "" {
				assert.ErrorContains(t, err, tt.want, tt.reason)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, "4.18.6", updated.Properties["currentVersion"].StringValue(), tt.reason)
		})
	}
}

func TestWhatTheSchemaRefuses(t *testing.T) {
	t.Parallel()
	checked, err := open(
		t,
	).Check(
		t.Context(),
		plugin.CheckRequest{
			Type: kubelets,
			News: resource.NewPropertyMapFromMap(fields{"cluster": "c1", "podPidLimit": 1}),
		},
	)
	require.NoError(t, err)
	var reasons []string
	for _, failure := range checked.Failures {
		reasons = append(reasons, failure.Reason)
	}
	assert.Equal(t, []string{
		"podPidLimit: is not a property of rhcs:index/kubeletconfig:Kubeletconfig; did you mean podPidsLimit?", "podPidsLimit: is required",
	}, reasons)
}

func TestParameterize(t *testing.T) {
	t.Parallel()
	version := semver.MustParse("1.7.7")
	got, err := open(
		t,
	).Parameterize(
		t.Context(),
		plugin.ParameterizeRequest{Parameters: &plugin.ParameterizeValue{Name: "rhcs", Version: version}},
	)
	require.NoError(t, err)
	assert.Equal(t, plugin.ParameterizeResponse{Name: "rhcs", Version: version}, got)
	_, err = open(
		t,
	).Parameterize(
		t.Context(),
		plugin.ParameterizeRequest{Parameters: &plugin.ParameterizeValue{Name: "random", Version: version}},
	)
	assert.ErrorContains(t, err, "serves no Terraform provider but rhcs")
}

func TestFunctions(t *testing.T) {
	t.Parallel()
	got, err := open(t).Invoke(t.Context(), plugin.InvokeRequest{Tok: "rhcs:index/getPolicies:getPolicies"})
	require.NoError(t, err)
	assert.Contains(t, got.Properties, resource.PropertyKey("accountRolePolicies"))
	_, err = open(t).Invoke(t.Context(), plugin.InvokeRequest{Tok: "rhcs:index/getInfo:getInfo"})
	assert.ErrorContains(t, err, "no answer for rhcs:index/getInfo:getInfo")
}
