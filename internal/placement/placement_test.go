package placement

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

func TestFields(t *testing.T) {
	t.Parallel()
	seconds := 0
	tests := map[string]struct {
		reason string
		given  Placement
		want   map[string]any
	}{
		"zero": {
			reason: "what is not set is left to the cluster",
			given:  Placement{},
			want:   map[string]any{},
		},
		"infra": {
			reason: "the label without a value is a label",
			given:  InfraNodes(),
			want: map[string]any{
				"nodeSelector": map[string]any{infraRole: ""},
				"tolerations":  []any{map[string]any{"key": infraRole, "operator": exists, "effect": "NoSchedule"}},
			},
		},
		"zero seconds": {
			reason: "0 seconds is to go at once, and not the same as forever",
			given: Placement{Tolerations: []Toleration{
				{Key: "a", Value: "b", Effect: noExecute, TolerationSeconds: &seconds}, {Operator: exists},
			}},
			want: map[string]any{"tolerations": []any{
				map[string]any{"key": "a", "value": "b", "effect": noExecute, "tolerationSeconds": 0},
				map[string]any{"operator": exists},
			}},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fields := map[string]any{}
			tt.given.Set(fields)
			assert.Equal(t, tt.want, fields, tt.reason)
			assert.Equal(t, len(tt.want) == 0, tt.given.IsZero())
		})
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	seconds := 30
	tolerations := func(list ...Toleration) Placement { return Placement{Tolerations: list} }
	selector := func(key, value string) Placement { return Placement{NodeSelector: map[string]string{key: value}} }
	tests := map[string]struct {
		reason string
		given  Placement
		want   string
	}{
		"zero":      {reason: "nothing is required", given: Placement{}},
		"infra":     {reason: "our own", given: InfraNodes()},
		"plain key": {reason: "labels need no prefix", given: selector("tier", "router_1.x")},
		"longest": {
			reason: "63 characters are allowed",
			given:  selector(strings.Repeat("k", 63), strings.Repeat("v", 63)),
		},
		"every taint": {reason: "Exists without a key", given: tolerations(Toleration{Operator: exists})},
		"seconds": {
			reason: "with NoExecute",
			given:  tolerations(Toleration{Key: "a", Effect: noExecute, TolerationSeconds: &seconds}),
		},
		"key": {
			reason: "no upper case in a prefix",
			given:  selector("Node/infra", ""),
			want:   `P.NodeSelector: key "Node/infra" is no label's; one looks like node-role.kubernetes.io/infra`,
		},
		"empty name": {
			reason: "a prefix alone is no key",
			given:  selector("node-role.kubernetes.io/", ""),
			want:   `P.NodeSelector: key "node-role.kubernetes.io/" is no label's; one looks like node-role.kubernetes.io/infra`,
		},
		"too long": {
			reason: "64 characters",
			given:  selector(strings.Repeat("k", 64), ""),
			want: `P.NodeSelector: key "` + strings.Repeat(
				"k",
				64,
			) + `" is no label's; one looks like node-role.kubernetes.io/infra`,
		},
		"value": {
			reason: "no blanks",
			given:  selector("tier", "a b"),
			want:   `P.NodeSelector: the value "a b" of key "tier" is none that a label takes`,
		},
		"operator": {
			reason: "of node affinity, not of tolerations",
			given:  tolerations(Toleration{Key: "a", Operator: "In"}),
			want:   `P.Tolerations[0].Operator: "In" is none of Equal, Exists`,
		},
		"no key": {
			reason: "Equal needs one",
			given:  tolerations(Toleration{Operator: exists}, Toleration{Value: "b"}),
			want:   `P.Tolerations[1].Key: is required, unless Operator is Exists: then all taints are meant`,
		},
		"taint key": {
			reason: "the same form as a label's",
			given:  tolerations(Toleration{Key: "a b"}),
			want:   `P.Tolerations[0].Key: "a b" is no taint's key; one looks like node-role.kubernetes.io/infra`,
		},
		"value, Exists": {
			reason: "the API server refuses it",
			given:  tolerations(Toleration{Key: "a", Operator: exists, Value: "b"}),
			want:   `P.Tolerations[0].Value: "b" cannot be set with Exists, which takes any value`,
		},
		"taint value": {
			reason: "the same form as a label's",
			given:  tolerations(Toleration{Key: "a", Value: "b c"}),
			want:   `P.Tolerations[0].Value: "b c" is none that a taint takes`,
		},
		"effect": {
			reason: "a typing error",
			given:  tolerations(Toleration{Key: "a", Effect: "NoScheduling"}),
			want:   `P.Tolerations[0].Effect: "NoScheduling" is none of NoSchedule, PreferNoSchedule, NoExecute`,
		},
		"seconds, never": {
			reason: "NoSchedule evicts nobody",
			given:  tolerations(Toleration{Key: "a", Effect: "NoSchedule", TolerationSeconds: &seconds}),
			want:   `P.Tolerations[0].TolerationSeconds: 30 needs the effect NoExecute; other taints evict nothing`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p check.Problems
			tt.given.Check(&p, "P")
			if tt.want == "" {
				assert.NoError(t, p.Err(), tt.reason)
				return
			}
			assert.EqualError(t, p.Err(), tt.want, tt.reason)
		})
	}
}
