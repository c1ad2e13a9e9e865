package plugin

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

type poolsArgs struct {
	Name   string
	Size   int
	Wait   time.Duration
	CIDRs  []string
	Labels map[string]string
	Taints []taint
	Pools  map[string]poolArgs
	Raw    any
	Dir    *cluster.InstallDir
	Token  string `check:"secret"`
	Zone   pulumi.StringInput
}

type taint struct{ Key, Value string }

type poolArgs struct {
	Kind   string
	Subnet pulumi.StringInput
}

// TestCompletion updates pools of which something is not known in the preview.
func TestCompletion(t *testing.T) {
	t.Parallel()
	last := &poolsArgs{
		Name: "a", Size: 3, Wait: time.Minute, CIDRs: []string{"10.0.0.0/8", "172.16.0.0/12"}, Labels: map[string]string{"team": "x"},
		Taints: []taint{{Key: "spot", Value: "yes"}, {Key: "gpu", Value: "no"}},
		Pools:  map[string]poolArgs{"old": {Kind: "m5", Subnet: pulumi.String("subnet-1")}},
		Raw:    map[string]any{"deep": []any{"x"}}, Dir: &cluster.InstallDir{Path: "demo", InfraID: "demo"}, Token: "hunter2",
		Zone: pulumi.String("us-east-2a"),
	}
	text, err := json.Marshal(recordableFields(argument.Of(reflect.TypeFor[poolsArgs]()), reflect.ValueOf(last).Elem()))
	require.NoError(t, err)
	assert.JSONEq(t, `{"name": "a", "size": 3, "wait": "1m0s", "cidrs": ["10.0.0.0/8", "172.16.0.0/12"], "labels": {"team": "x"},
		"taints": [{"key": "spot", "value": "yes"}, {"key": "gpu", "value": "no"}], "pools": {"old": {"kind": "m5", "subnet": null}},
		"raw": {"deep": ["x"]}, "dir": "demo", "zone": null}`, string(text))
	var recorded map[string]any
	require.NoError(t, json.Unmarshal(text, &recorded))

	const unknown = "UNKNOWN"
	for reason, row := range map[string]struct{ given, completed string }{
		"texts, numbers and durations are those of before": {
			given:     `{"name": "UNKNOWN", "size": "UNKNOWN", "wait": "UNKNOWN", "raw": "UNKNOWN"}`,
			completed: `{"name": "a", "size": 3, "wait": "1m0s", "raw": {"deep": ["x"]}}`,
		},
		"a directory is its path": {
			given:     `{"dir": "UNKNOWN"}`,
			completed: `{"dir": "demo"}`,
		},
		"a secret is not recorded": {
			given:     `{"name": "b", "token": "UNKNOWN"}`,
			completed: `{"name": "b"}`,
		},
		"an Input stays unknown": {
			given:     `{"zone": "UNKNOWN"}`,
			completed: `{"zone": "UNKNOWN"}`,
		},
		"the element of a list at its place": {
			given:     `{"cidrs": ["UNKNOWN", "172.16.0.0/12"]}`,
			completed: `{"cidrs": ["10.0.0.0/8", "172.16.0.0/12"]}`,
		},
		"an element that moved": {
			given:     `{"cidrs": ["172.16.0.0/12", "UNKNOWN"]}`,
			completed: `{"cidrs": ["172.16.0.0/12", "10.0.0.0/8"]}`,
		},
		"a new element is left out": {
			given:     `{"cidrs": ["10.0.0.0/8", "172.16.0.0/12", "UNKNOWN"]}`,
			completed: `{"cidrs": ["10.0.0.0/8", "172.16.0.0/12"]}`,
		},
		"an object is found by what is known": {
			given:     `{"taints": [{"key": "gpu", "value": "UNKNOWN"}]}`,
			completed: `{"taints": [{"key": "gpu", "value": "no"}]}`,
		},
		"a new object is left out": {
			given:     `{"taints": [{"key": "arm", "value": "UNKNOWN"}]}`,
			completed: `{"taints": []}`,
		},
		"entries of maps": {
			given:     `{"labels": {"team": "UNKNOWN", "bucket": "UNKNOWN", "tier": "1"}}`,
			completed: `{"labels": {"team": "x", "tier": "1"}}`,
		},
		"a new pool is left out": {
			given:     `{"pools": {"old": {"kind": "UNKNOWN", "subnet": "UNKNOWN"}, "new": {"kind": "UNKNOWN"}}}`,
			completed: `{"pools": {"old": {"kind": "m5", "subnet": "UNKNOWN"}}}`,
		},
		"all at once": {
			given:     `{"pools": "UNKNOWN"}`,
			completed: `{"pools": {"old": {"kind": "m5", "subnet": "UNKNOWN"}}}`,
		},
	} {
		var given any
		require.NoError(t, json.Unmarshal([]byte(row.given), &given))
		inputs := resource.NewPropertyValueRepl(given, nil, func(v any) (resource.PropertyValue, bool) {
			return resource.MakeComputed(resource.NewProperty("")), v == unknown
		}).ObjectValue()
		of := completion{incomplete: func(resource.URN) bool { return false }}
		completed := of.root(reflect.TypeFor[poolsArgs](), inputs, recorded)
		text, err := json.Marshal(resource.NewProperty(completed).MapRepl(nil, func(v resource.PropertyValue) (any, bool) {
			return unknown, v.IsComputed() || v.IsOutput() && !v.OutputValue().Known
		}))
		require.NoError(t, err)
		assert.JSONEq(t, row.completed, string(text), reason)
	}
}

// TestCompletionOfEveryArgument: with random arguments of every component in the last update, a preview in which none is known has their
// plain values.
func TestCompletionOfEveryArgument(t *testing.T) {
	t.Parallel()
	for _, component := range Components {
		shape := argument.Of(component.Args)
		if contains(shape, func(inner *argument.Type) bool { return inner.Go == installDirType }) {
			continue // it is read from a directory: TestUnknownPlainArguments
		}
		t.Run(component.Token, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				want, property := (&drawing{T: t}).draw(shape, "args")
				text, err := json.Marshal(recordableFields(shape, want))
				require.NoError(t, err)
				var last map[string]any
				require.NoError(t, json.Unmarshal(text, &last))
				unknown := property.ObjectValue()
				for _, field := range shape.Fields {
					key, isProvider := resource.PropertyKey(Property(field)), func(t *argument.Type) bool { return t.Kind == argument.Provider }
					if _, given := unknown[key]; given && !contains(field.Type, isProvider) { // the URN of a provider is always known
						unknown[key] = resource.MakeComputed(resource.NewProperty(""))
					}
				}
				of := completion{incomplete: func(resource.URN) bool { return false }}
				first := &decoder{}
				got := first.arguments(component.Args, of.root(component.Args, unknown, last), nil)
				assert.Empty(t, first.problems)
				assert.Empty(t, first.unknown)
				assert.Equal(t, want.Interface(), got.Interface())
			})
		})
	}
}

// contains reports whether a shape is one, or has one in it.
func contains(shape *argument.Type, is func(*argument.Type) bool) bool {
	return is(shape) || shape.Element != nil && contains(shape.Element, is) ||
		slices.ContainsFunc(shape.Fields, func(field *argument.Field) bool { return contains(field.Type, is) })
}

// TestURNsOf: a component is found by its aliases.
func TestURNsOf(t *testing.T) {
	t.Parallel()
	spec := func(spec *pulumirpc.Alias_Spec) *pulumirpc.Alias {
		return &pulumirpc.Alias{Alias: &pulumirpc.Alias_Spec_{Spec: spec}}
	}
	assert.Equal(t, []resource.URN{
		"urn:pulumi:prod::shop::team:index:Shop$openshift-aws:network:Vpc::vpc",
		"urn:pulumi:prod::shop::team:index:Shop$openshift-aws:network:Vpc::old",
		"urn:pulumi:prod::shop::openshift-aws:network:Vpc::vpc",
		"urn:pulumi:prod::shop::a:b:C::d",
	}, urnsOf(&pulumirpc.ConstructRequest{
		Project: "shop", Stack: "prod", Type: "openshift-aws:network:Vpc", Name: "vpc", Parent: "urn:pulumi:prod::shop::team:index:Shop::shop",
		Aliases: []*pulumirpc.Alias{
			spec(&pulumirpc.Alias_Spec{Name: "old"}),
			spec(&pulumirpc.Alias_Spec{Parent: &pulumirpc.Alias_Spec_NoParent{NoParent: true}}),
			{Alias: &pulumirpc.Alias_Urn{Urn: "urn:pulumi:prod::shop::a:b:C::d"}},
		},
	}))
	assert.Equal(t, []resource.URN{"urn:pulumi:prod::shop::openshift-aws:network:Vpc::vpc"}, urnsOf(&pulumirpc.ConstructRequest{
		Project: "shop", Stack: "prod", Type: "openshift-aws:network:Vpc", Name: "vpc",
		Parent: "urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod",
	}))
}
