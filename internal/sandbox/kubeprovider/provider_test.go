package kubeprovider

import (
	"context"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	routerType = "kubernetes:operator.openshift.io/v1:IngressController"
	secretType = "kubernetes:core/v1:Secret"
)

func router(spec map[string]any) resource.PropertyMap {
	return resource.NewPropertyMapFromMap(map[string]any{
		"apiVersion": "operator.openshift.io/v1", "kind": "IngressController",
		"metadata": map[string]any{
			"name": "default", "namespace": "openshift-ingress-operator",
			"annotations": map[string]any{"pulumi.com/patchForce": "true"},
		},
		"spec": spec,
	})
}

func urn(token, name string) resource.URN {
	return resource.NewURN("s", "p", "", tokens.Type(token), name)
}

func create(p *Provider, token, name string, inputs resource.PropertyMap) (plugin.CreateResponse, error) {
	return p.Create(context.Background(), plugin.CreateRequest{
		URN: urn(token, name), Type: tokens.Type(token), Properties: inputs,
	})
}

func TestLifeOfAPatch(t *testing.T) {
	t.Parallel()
	ctx, memory := context.Background(), newMemory(t, t.TempDir())
	p, token := New(memory), routerType+"Patch"
	ref := Ref{"operator.openshift.io/v1", "IngressController", "openshift-ingress-operator", "default"}
	inputs := router(map[string]any{"replicas": 3.0, "nodePlacement": map[string]any{"tolerations": []any{"x"}}})

	made, err := create(p, token, "router", inputs)
	require.NoError(t, err)
	assert.Equal(t, resource.ID("openshift-ingress-operator/default"), made.ID)
	live, err := memory.Get(ctx, ref)
	require.NoError(t, err)
	assert.Equal(
		t,
		map[string]any{"pulumi.com/patchForce": "true"},
		live["metadata"].(map[string]any)["annotations"],
		"what is meant for the provider is sent with the rest",
	)

	read, err := p.Read(
		ctx,
		plugin.ReadRequest{Type: tokens.Type(token), ID: made.ID, Inputs: inputs, State: made.Properties},
	)
	require.NoError(t, err)
	assert.Equal(t, inputs, read.Inputs, "only our fields are read back, so that a refresh finds nothing")

	drifted := clone(bare(ref)).(map[string]any)
	drifted["spec"] = map[string]any{"replicas": 9.0, "httpEmptyRequestsPolicy": "Ignore"}
	_, err = memory.Apply(ctx, "somebody", drifted, true)
	require.NoError(t, err)
	read, err = p.Read(
		ctx,
		plugin.ReadRequest{Type: tokens.Type(token), ID: made.ID, Inputs: inputs, State: made.Properties},
	)
	require.NoError(t, err)
	assert.Equal(
		t,
		router(map[string]any{"replicas": 9.0, "nodePlacement": map[string]any{"tolerations": []any{"x"}}}),
		read.Inputs,
		"drift of our field shows, that of another's does not",
	)

	inputs = router(map[string]any{"replicas": 4.0})
	_, err = p.Update(
		ctx,
		plugin.UpdateRequest{URN: urn(token, "router"), Type: tokens.Type(token), ID: made.ID, NewInputs: inputs},
	)
	require.NoError(t, err)
	live, _ = memory.Get(ctx, ref)
	assert.NotContains(t, live["spec"], "nodePlacement")

	_, err = p.Delete(
		ctx,
		plugin.DeleteRequest{URN: urn(token, "router"), Type: tokens.Type(token), ID: made.ID, Inputs: inputs},
	)
	require.NoError(t, err)
	live, err = memory.Get(ctx, ref)
	require.NoError(t, err, "the patched object stays")
	assert.NotContains(t, live["spec"], "replicas", "the patched field is given back")
	assert.Equal(t, "Ignore", live["spec"].(map[string]any)["httpEmptyRequestsPolicy"])
}

func TestCreateAndPatchAreNotTheSame(t *testing.T) {
	t.Parallel()
	p := New(newMemory(t, t.TempDir()))
	_, err := create(p, routerType, "router", router(nil))
	require.EqualError(
		t,
		err,
		"AlreadyExists: IngressController openshift-ingress-operator/default already exists in the "+
			"cluster; patch it (CustomResourcePatch) instead of creating it",
	)

	missing := router(nil)
	missing["metadata"].ObjectValue()["name"] = resource.NewStringProperty("other")
	_, err = create(p, routerType+"Patch", "router", missing)
	require.ErrorIs(t, err, ErrNotFound)
	require.ErrorContains(t, err, "only what exists can be patched")

	_, err = create(p, routerType, "other", missing)
	require.NoError(t, err)
	_, err = create(p, routerType, "other", missing)
	require.ErrorContains(t, err, "AlreadyExists", "what an interrupted run of the same resource made, too")

	config := resource.NewPropertyMapFromMap(map[string]any{
		"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": "x", "namespace": "openshift-config"},
	})
	_, err = create(p, "kubernetes:core/v1:ConfigMapPatch", "x", config)
	require.NoError(t, err, "server-side apply makes it")
}

func TestSecretsAreSecret(t *testing.T) {
	t.Parallel()
	ctx, memory := context.Background(), newMemory(t, t.TempDir())
	p := New(memory)
	checked, err := p.Check(ctx, plugin.CheckRequest{
		URN: urn(secretType, "Key"), Type: secretType, RandomSeed: []byte("seed"),
		News: resource.NewPropertyMapFromMap(map[string]any{
			"apiVersion": "v1", "kind": "Secret",
			"metadata":   map[string]any{"namespace": "default"},
			"stringData": map[string]any{"k": "hush"},
		}),
	})
	require.NoError(t, err)
	assert.Empty(t, checked.Failures)
	assert.True(t, checked.Properties["stringData"].IsSecret())
	name := checked.Properties["metadata"].ObjectValue()["name"].StringValue()
	assert.Regexp(t, `^key-[0-9a-f]{8}$`, name)

	made, err := create(p, secretType, "Key", checked.Properties)
	require.NoError(t, err)
	assert.True(t, made.Properties["data"].IsSecret())
	live, err := memory.Get(ctx, Ref{"v1", "Secret", "default", name})
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"k": "aHVzaA=="}, live["data"], "as the API server keeps it")
	read, err := p.Read(
		ctx,
		plugin.ReadRequest{Type: secretType, ID: made.ID, Inputs: checked.Properties, State: made.Properties},
	)
	require.NoError(t, err)
	assert.Equal(t, checked.Properties, read.Inputs)
}

func TestCheckRefusesWhatIsNoObject(t *testing.T) {
	t.Parallel()
	p := New(newMemory(t, t.TempDir()))
	checked, err := p.Check(context.Background(), plugin.CheckRequest{
		URN: urn(routerType+"Patch", "r"), Type: routerType + "Patch",
		News: resource.NewPropertyMapFromMap(map[string]any{"kind": "IngressController"}),
	})
	require.NoError(t, err)
	assert.Equal(t, []plugin.CheckFailure{
		{Property: "apiVersion", Reason: "apiVersion is required"},
		{Property: "metadata.name", Reason: "metadata.name is required: a patch is for an object that exists"},
	}, checked.Failures)
}

func TestDiffConfigReplacesAsPulumiKubernetesDoes(t *testing.T) {
	t.Parallel()
	p := New(newMemory(t, t.TempDir()))
	unknown := resource.MakeComputed(resource.NewStringProperty(""))
	config := func(kubeconfig resource.PropertyValue, identifier string) resource.PropertyMap {
		inputs := resource.PropertyMap{"kubeconfig": kubeconfig}
		if identifier != "" {
			inputs["clusterIdentifier"] = resource.NewStringProperty(identifier)
		}
		return inputs
	}
	known := resource.NewStringProperty("k")
	kubeconfig := func(server, token string) resource.PropertyValue {
		return resource.MakeSecret(
			resource.NewStringProperty("{current-context: x, contexts: [{name: x, context: {cluster: c, user: u}}], " +
				"clusters: [{name: c, cluster: {server: " + server + "}}], users: [{name: u, user: {token: " + token + "}}]}"),
		)
	}
	for name, tt := range map[string]struct {
		old, now resource.PropertyMap
		replaces bool
	}{
		"the same": {old: config(known, ""), now: config(known, "")},
		"another text": {
			old: config(known, ""),
			now: config(resource.NewStringProperty("x"), ""),
		},
		"unknown": {
			old:      config(known, ""),
			now:      config(resource.MakeSecret(unknown), ""),
			replaces: true,
		},
		"unknown of the same cluster": {old: config(known, "a"), now: config(unknown, "a")},
		"another cluster": {
			old:      config(known, "a"),
			now:      config(known, "b"),
			replaces: true,
		},
		"a cluster that is given its name": {old: config(known, ""), now: config(known, "a")},
		"another token": {
			old: config(kubeconfig("a", "t1"), ""),
			now: config(kubeconfig("a", "t2"), ""),
		},
		"another server": {
			old:      config(kubeconfig("a", "t1"), ""),
			now:      config(kubeconfig("b", "t1"), ""),
			replaces: true,
		},
		"another server of the same name": {
			old: config(kubeconfig("a", "t1"), "x"),
			now: config(kubeconfig("b", "t1"), "x"),
		},
	} {
		result, err := p.DiffConfig(
			context.Background(),
			plugin.DiffConfigRequest{OldInputs: tt.old, NewInputs: tt.now},
		)
		require.NoError(t, err)
		assert.Equal(t, tt.replaces, result.Replace(), name)
	}
}

func TestCheckRefusesATypeWithoutAGroup(t *testing.T) {
	t.Parallel()
	p := New(newMemory(t, t.TempDir()))
	_, err := p.Check(context.Background(), plugin.CheckRequest{
		URN: urn("kubernetes:v1:Secret", "key"), Type: "kubernetes:v1:Secret",
		News: resource.NewPropertyMapFromMap(
			map[string]any{"apiVersion": "v1", "kind": "Secret", "metadata": map[string]any{"name": "key"}},
		),
	})
	assert.EqualError(
		t,
		err,
		`apiVersion does not have both a group and a version: "v1"`,
		"as pulumi-kubernetes says it",
	)
}

func TestDiff(t *testing.T) {
	t.Parallel()
	p := New(newMemory(t, t.TempDir()))
	renamed := router(map[string]any{"replicas": 2.0})
	renamed["metadata"].ObjectValue()["name"] = resource.NewStringProperty("other")
	unknown := router(nil)
	unknown["spec"] = resource.NewObjectProperty(resource.PropertyMap{
		"replicas": resource.MakeComputed(resource.NewStringProperty("")),
	})
	secret := router(nil)
	secret["spec"] = resource.MakeSecret(
		resource.NewObjectProperty(resource.PropertyMap{"replicas": resource.NewNumberProperty(2)}),
	)
	tests := map[string]struct {
		reason string
		news   resource.PropertyMap
		want   map[string]plugin.PropertyDiff
	}{
		"nothing": {reason: "equal", news: router(map[string]any{"replicas": 2.0})},
		"secrecy": {reason: "a value that became secret is the same for the cluster", news: secret},
		"update": {
			reason: "a field",
			news:   router(map[string]any{"replicas": 3.0}),
			want:   map[string]plugin.PropertyDiff{"spec.replicas": {Kind: plugin.DiffUpdate, InputDiff: true}},
		},
		"unknown": {
			reason: "may change",
			news:   unknown,
			want:   map[string]plugin.PropertyDiff{"spec.replicas": {Kind: plugin.DiffUpdate, InputDiff: true}},
		},
		"replacement": {
			reason: "another name is another object",
			news:   renamed,
			want:   map[string]plugin.PropertyDiff{"metadata.name": {Kind: plugin.DiffUpdateReplace, InputDiff: true}},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := p.Diff(context.Background(), plugin.DiffRequest{
				OldInputs: router(map[string]any{"replicas": 2.0}), NewInputs: tt.news,
			})
			require.NoError(t, err)
			assert.Equal(t, tt.want, got.DetailedDiff, tt.reason)
		})
	}
}

// plain is an object of the given fields.
func plain(apiVersion, kind string, fields map[string]any) resource.PropertyMap {
	object := resource.NewPropertyMapFromMap(fields)
	object["apiVersion"], object["kind"] = resource.NewStringProperty(apiVersion), resource.NewStringProperty(kind)
	object["metadata"] = resource.NewObjectProperty(resource.NewPropertyMapFromMap(map[string]any{"name": "x"}))
	return object
}

func TestDiffReplacesAsPulumiKubernetesDoes(t *testing.T) {
	t.Parallel()
	const classes, roles = "storage.k8s.io/v1", "rbac.authorization.k8s.io/v1"
	mutable := resource.PropertyMap{
		"enableConfigMapMutable": resource.NewStringProperty(
			"true",
		), "enableSecretMutable": resource.NewBoolProperty(true),
	}
	tests := map[string]struct {
		reason           string
		config           resource.PropertyMap
		apiVersion, kind string
		suffix           string
		path             string
		replaces         bool
	}{
		"ConfigMap": {
			reason:     "immutable, says the provider",
			apiVersion: "v1",
			kind:       "ConfigMap",
			path:       "data",
			replaces:   true,
		},
		"mutable ConfigMap": {
			reason:     "the provider is told",
			config:     mutable,
			apiVersion: "v1",
			kind:       "ConfigMap",
			path:       "data",
		},
		"patched ConfigMap": {
			reason:     "it is not the patch's to replace",
			apiVersion: "v1",
			kind:       "ConfigMap",
			suffix:     "Patch",
			path:       "data",
		},
		"Secret": {
			reason:     "immutable, says the provider",
			apiVersion: "v1",
			kind:       "Secret",
			path:       "stringData",
			replaces:   true,
		},
		"mutable Secret": {
			reason:     "the provider is told",
			config:     mutable,
			apiVersion: "v1",
			kind:       "Secret",
			path:       "data",
		},
		"type of a Secret": {
			reason:     "the API server takes no other",
			config:     mutable,
			apiVersion: "v1",
			kind:       "Secret",
			path:       "type",
			replaces:   true,
		},
		"StorageClass": {
			reason:     "the API server takes no other",
			apiVersion: classes,
			kind:       "StorageClass",
			path:       "parameters",
			replaces:   true,
		},
		"policy of a class": {
			reason:     "the provider does not know of it",
			apiVersion: classes,
			kind:       "StorageClass",
			path:       "reclaimPolicy",
		},
		"binding": {
			reason:     "the API server takes no other",
			apiVersion: roles,
			kind:       "RoleBinding",
			path:       "roleRef",
			replaces:   true,
		},
		"Deployment": {
			reason:     "the API server takes no other",
			apiVersion: "apps/v1",
			kind:       "Deployment",
			path:       "spec.selector.matchLabels",
			replaces:   true,
		},
		"its pod": {
			reason:     "it is rolled out",
			apiVersion: "apps/v1",
			kind:       "Deployment",
			path:       "spec.template",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := New(newMemory(t, t.TempDir()))
			_, err := p.Configure(context.Background(), plugin.ConfigureRequest{Inputs: tt.config})
			require.NoError(t, err)
			path, err := resource.ParsePropertyPath(tt.path)
			require.NoError(t, err)
			with := func(value string) resource.PropertyMap {
				object := resource.NewObjectProperty(plain(tt.apiVersion, tt.kind, nil))
				object, ok := path.Add(
					object,
					resource.NewObjectProperty(resource.PropertyMap{"k": resource.NewStringProperty(value)}),
				)
				require.True(t, ok)
				return object.ObjectValue()
			}
			token := tokens.Type("kubernetes:" + tt.apiVersion + ":" + tt.kind + tt.suffix)
			got, err := p.Diff(
				context.Background(),
				plugin.DiffRequest{Type: token, OldInputs: with("1"), NewInputs: with("2")},
			)
			require.NoError(t, err)
			assert.Equal(t, plugin.DiffSome, got.Changes)
			assert.Equal(t, tt.replaces, got.Replace(), tt.reason)
			assert.Equal(t, tt.replaces, got.DeleteBeforeReplace, "two of a name cannot stand beside each other")
		})
	}
}

func TestPatchesWantServerSideApply(t *testing.T) {
	t.Parallel()
	p := New(newMemory(t, t.TempDir()))
	check := func(token string) error {
		_, err := p.Check(
			context.Background(),
			plugin.CheckRequest{URN: urn(token, "r"), Type: tokens.Type(token), News: router(nil)},
		)
		return err
	}
	require.NoError(t, check(routerType+"Patch"), "it is the default")
	_, err := p.Configure(
		context.Background(),
		plugin.ConfigureRequest{
			Inputs: resource.PropertyMap{"enableServerSideApply": resource.NewStringProperty("false")},
		},
	)
	require.NoError(t, err)
	require.ErrorContains(t, check(routerType+"Patch"), "patch resources require Server-Side Apply mode")
	require.NoError(t, check(routerType))
}

// As by server-side apply: to give fields of an object back that has gone makes an empty one.
func TestPatchOutlivesItsObject(t *testing.T) {
	t.Parallel()
	ctx, memory := context.Background(), newMemory(t, t.TempDir())
	p, token := New(memory), routerType+"Patch"
	ref := Ref{"operator.openshift.io/v1", "IngressController", "openshift-ingress-operator", "default"}
	inputs := router(map[string]any{"replicas": 3.0})
	made, err := create(p, token, "router", inputs)
	require.NoError(t, err)
	require.NoError(t, memory.Delete(ctx, ref, ""))
	_, err = p.Delete(
		ctx,
		plugin.DeleteRequest{URN: urn(token, "router"), Type: tokens.Type(token), ID: made.ID, Inputs: inputs},
	)
	require.NoError(t, err)
	live, err := memory.Get(ctx, ref)
	require.NoError(t, err)
	assert.Equal(t, bare(ref), live)
}

func TestUpdateKeepsWhatIsIgnored(t *testing.T) {
	t.Parallel()
	ctx, memory := context.Background(), newMemory(t, t.TempDir())
	p, token := New(memory), routerType+"Patch"
	made, err := create(p, token, "router", router(map[string]any{"replicas": 3.0}))
	require.NoError(t, err)
	ref := Ref{"operator.openshift.io/v1", "IngressController", "openshift-ingress-operator", "default"}
	scaled := clone(bare(ref)).(map[string]any)
	scaled["spec"] = map[string]any{"replicas": 9.0}
	_, err = memory.Apply(ctx, "autoscaler", scaled, true)
	require.NoError(t, err)

	_, err = p.Update(ctx, plugin.UpdateRequest{
		URN: urn(token, "router"), Type: tokens.Type(token), ID: made.ID,
		NewInputs:     router(map[string]any{"replicas": 3.0, "httpEmptyRequestsPolicy": "Ignore"}),
		IgnoreChanges: []string{"spec.replicas", `metadata.annotations["a.b/c"]`},
	})

	require.NoError(t, err)
	live, err := memory.Get(ctx, ref)
	require.NoError(t, err)
	assert.Equal(
		t,
		[]any{9.0, "Ignore"},
		[]any{live["spec"].(map[string]any)["replicas"], live["spec"].(map[string]any)["httpEmptyRequestsPolicy"]},
	)
}
