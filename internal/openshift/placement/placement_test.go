package placement

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
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
			reason: "fields that are not set are omitted",
			given:  Placement{},
			want:   map[string]any{},
		},
		"infra": {
			reason: "a label may have an empty value, and infra nodes may have NoSchedule and NoExecute taints",
			given:  InfraNodes(),
			want: map[string]any{
				"nodeSelector": map[string]any{infraRole: ""},
				"tolerations":  []any{map[string]any{"key": infraRole, "operator": exists}},
			},
		},
		"zero seconds": {
			reason: "0 seconds evicts at once, nil never",
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
			assert.Equal(t, tt.want, Fields(tt.given), tt.reason)
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
		want   []string
	}{
		"zero":      {reason: "nothing is required", given: Placement{}},
		"infra":     {reason: "the placement on infra nodes is valid", given: InfraNodes()},
		"plain key": {reason: "labels need no prefix", given: selector("tier", "router_1.x")},
		"longest": {
			reason: "keys and values have at most 63 characters",
			given:  selector(strings.Repeat("k", 63), strings.Repeat("v", 63)),
		},
		"every taint": {reason: "Exists without a key matches all taints", given: tolerations(Toleration{Operator: exists})},
		"seconds": {
			reason: "NoExecute taints evict pods",
			given:  tolerations(Toleration{Key: "a", Effect: noExecute, TolerationSeconds: &seconds}),
		},
		"no key": {
			reason: "Equal requires a key",
			given:  tolerations(Toleration{Operator: exists}, Toleration{Value: "b"}),
			want: []string{
				"placement.Placement.Tolerations[1].Key: is required unless Operator is Exists, which then matches all taints",
			},
		},
		"value, Exists": {
			reason: "Exists matches any value",
			given:  tolerations(Toleration{Key: "a", Operator: exists, Value: "b"}),
			want:   []string{"placement.Placement.Tolerations[0].Value: exclusive"},
		},
		"seconds, never": {
			reason: "NoSchedule taints do not evict pods",
			given:  tolerations(Toleration{Key: "a", Effect: "NoSchedule", TolerationSeconds: &seconds}),
			want:   []string{"placement.Placement.Tolerations[0].TolerationSeconds: needs"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := check.Struct(&tt.given)
			Check(&p, "placement.Placement", tt.given)
			checktest.Equal(t, tt.want, p.Err(), tt.reason)
		})
	}
}
