package argument_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

type routerArgs struct {
	Name     string              // It has no place of its own.
	Threads  int                 `kube:"spec.tuning.threads"`
	Replicas *int                `kube:"spec.replicas"`
	IOPS     int                 `kube:"spec.iops,text"`
	On       *bool               `kube:"spec.on"`
	Domain   pulumi.StringInput  `kube:"spec.domain"`
	Password pulumi.StringInput  `kube:"spec.password,secret"`
	IDs      pulumi.StringArray  `kube:"spec.ids"`
	Timeout  time.Duration       `kube:"spec.tuning.timeout"`
	Drain    time.Duration       `kube:"spec.drain,minutes"`
	Stop     time.Duration       `kube:"spec.stop,seconds"`
	Start    time.Duration       `kube:"spec.start,short"`
	Zones    []string            `kube:"spec.zones"`
	Labels   map[string]string   `kube:"spec.labels"`
	More     map[string]any      `kube:"spec.more"`
	Part     *partArgs           `kube:"spec.part"`
	Kept     *partArgs           `kube:"spec.kept,zero"`
	Parts    []partArgs          `kube:"spec.parts"`
	Named    map[string]partArgs `kube:"spec.named"`
	Fraction *float64            `kube:"spec.fraction,text"`
	Tuning   pulumi.StringArray  `kube:"spec.tunings,zero"`
	Size     int                 `kube:"spec.size" classic:"spec.old.size"`
	Only     string              `classic:"spec.only"`
	Beside   *besideArgs
	Other    *besideArgs `kube:"-"`
	besideArgs
}

type partArgs struct {
	Size int    `kube:"size"`
	Kind string `kube:"kind"`
}

type besideArgs struct {
	Profile string `kube:"spec.profile"`
}

func TestFields(t *testing.T) {
	t.Parallel()
	domain, password := pulumi.String("example.com"), pulumi.String("x")
	tests := map[string]struct {
		reason string
		args   routerArgs
		want   map[string]any
	}{
		"nothing": {
			reason: "zero values stand for the default",
			args: routerArgs{
				Name: "x", Zones: []string{}, Labels: map[string]string{}, IDs: pulumi.StringArray{}, Part: &partArgs{},
			},
			want: map[string]any{},
		},
		"pointers": {
			reason: "a pointer to a zero value is set, and an empty block is with zero",
			args:   routerArgs{Replicas: new(int), On: new(bool), Kept: &partArgs{}, Tuning: pulumi.StringArray{}},
			want: map[string]any{"spec": map[string]any{
				"replicas": 0, "on": false, "kept": map[string]any{}, "tunings": pulumi.StringArray{},
			}},
		},
		"scalars": {
			reason: "durations are texts unless the tag says otherwise; paths share their blocks",
			args: routerArgs{
				Threads: 3, IOPS: 3000, Timeout: time.Minute, Drain: time.Hour, Stop: time.Minute, Start: time.Hour, Fraction: new(0.4),
			},
			want: map[string]any{"spec": map[string]any{
				"tuning": map[string]any{"threads": 3, "timeout": "1m0s"}, "iops": "3000", "drain": 60, "stop": 60, "start": "1h",
				"fraction": "0.4",
			}},
		},
		"lists and maps": {
			reason: "they have the types of a manifest",
			args: routerArgs{
				Zones: []string{"a"}, Labels: map[string]string{"a": ""}, More: map[string]any{"x": []any{1}},
				Parts: []partArgs{{Size: 1}, {}}, Named: map[string]partArgs{"a": {Kind: "k"}},
			},
			want: map[string]any{"spec": map[string]any{
				"zones": []any{"a"}, "labels": map[string]any{"a": ""}, "more": map[string]any{"x": []any{1}},
				"parts": []any{map[string]any{"size": 1}, map[string]any{}},
				"named": map[string]any{"a": map[string]any{"kind": "k"}},
			}},
		},
		"nested": {
			reason: "a struct without a tag is beside its parent's fields",
			args:   routerArgs{Part: &partArgs{Size: 1}, Beside: &besideArgs{Profile: "p"}, Other: &besideArgs{Profile: "o"}},
			want:   map[string]any{"spec": map[string]any{"part": map[string]any{"size": 1}, "profile": "p"}},
		},
		"inputs": {
			reason: "an Input is a leaf",
			args:   routerArgs{Domain: domain, IDs: pulumi.StringArray{domain}},
			want:   map[string]any{"spec": map[string]any{"domain": domain, "ids": pulumi.StringArray{domain}}},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, test.want, argument.Fields(&test.args, "kube"), test.reason)
		})
	}
	args := routerArgs{Size: 3, Only: "x", Threads: 2}
	assert.Equal(t, map[string]any{"spec": map[string]any{
		"size": 3, "tuning": map[string]any{"threads": 2},
	}}, argument.Fields(args, "kube"))
	assert.Equal(t, map[string]any{"spec": map[string]any{
		"old": map[string]any{"size": 3}, "only": "x", "tuning": map[string]any{"threads": 2},
	}}, argument.Fields(args, "classic", "kube"), "a field has another place in one of two objects")

	spec := argument.Fields(routerArgs{Password: password}, "kube")["spec"].(map[string]any)
	assert.True(t, pulumi.IsSecret(spec["password"].(pulumi.Output)))
	assert.Empty(t, argument.Fields((*routerArgs)(nil), "kube"), "nil stands for empty arguments")
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	fields, err := argument.Places(reflect.TypeFor[routerArgs](), "kube")
	require.NoError(t, err)
	paths := map[string]string{}
	for _, field := range fields {
		paths[field.Name] = field.Path
	}
	assert.Subset(t, paths, map[string]string{
		"Threads": "spec.tuning.threads", "Part.Size": "spec.part.size", "Parts[].Kind": "spec.parts[].kind",
		"Named{}.Size": "spec.named{}.size", "Beside.Profile": "spec.profile",
	})

	_, err = argument.Places(reflect.TypeFor[struct {
		A string `kube:"spec.a,minutes"`
		B int    `kube:"spec..b"`
		c int    `kube:"spec.c"`
	}](), "kube")
	assert.ErrorContains(t, err, `A: "minutes" is not an option of a string`)
	assert.ErrorContains(t, err, `B: "spec..b" is not the path of a field`)
	assert.ErrorContains(t, err, `c: the field is not exported`)
}
