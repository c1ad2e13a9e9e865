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
		"zero": {"what is not set is left to the cluster", Placement{}, map[string]any{}},
		"infra": {"the label without a value is a label", InfraNodes(), map[string]any{
			"nodeSelector": map[string]any{infraRole: ""},
			"tolerations":  []any{map[string]any{"key": infraRole, "operator": exists, "effect": "NoSchedule"}},
		}},
		"zero seconds": {"0 seconds is to go at once, and not the same as forever", Placement{Tolerations: []Toleration{
			{Key: "a", Value: "b", Effect: noExecute, TolerationSeconds: &seconds}, {Operator: exists},
		}}, map[string]any{"tolerations": []any{
			map[string]any{"key": "a", "value": "b", "effect": noExecute, "tolerationSeconds": 0},
			map[string]any{"operator": exists},
		}}},
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
		"zero":           {"nothing is required", Placement{}, ""},
		"infra":          {"our own", InfraNodes(), ""},
		"plain key":      {"labels need no prefix", selector("tier", "router_1.x"), ""},
		"longest":        {"63 characters are allowed", selector(strings.Repeat("k", 63), strings.Repeat("v", 63)), ""},
		"every taint":    {"Exists without a key", tolerations(Toleration{Operator: exists}), ""},
		"seconds":        {"with NoExecute", tolerations(Toleration{Key: "a", Effect: noExecute, TolerationSeconds: &seconds}), ""},
		"key":            {"no upper case in a prefix", selector("Node/infra", ""), `P.NodeSelector: key "Node/infra" is no label's; one looks like node-role.kubernetes.io/infra`},
		"empty name":     {"a prefix alone is no key", selector("node-role.kubernetes.io/", ""), `P.NodeSelector: key "node-role.kubernetes.io/" is no label's; one looks like node-role.kubernetes.io/infra`},
		"too long":       {"64 characters", selector(strings.Repeat("k", 64), ""), `P.NodeSelector: key "` + strings.Repeat("k", 64) + `" is no label's; one looks like node-role.kubernetes.io/infra`},
		"value":          {"no blanks", selector("tier", "a b"), `P.NodeSelector: the value "a b" of key "tier" is none that a label takes`},
		"operator":       {"of node affinity, not of tolerations", tolerations(Toleration{Key: "a", Operator: "In"}), `P.Tolerations[0].Operator: "In" is none of Equal, Exists`},
		"no key":         {"Equal needs one", tolerations(Toleration{Operator: exists}, Toleration{Value: "b"}), `P.Tolerations[1].Key: is required, unless Operator is Exists: then all taints are meant`},
		"taint key":      {"the same form as a label's", tolerations(Toleration{Key: "a b"}), `P.Tolerations[0].Key: "a b" is no taint's key; one looks like node-role.kubernetes.io/infra`},
		"value, Exists":  {"the API server refuses it", tolerations(Toleration{Key: "a", Operator: exists, Value: "b"}), `P.Tolerations[0].Value: "b" cannot be set with Exists, which takes any value`},
		"taint value":    {"the same form as a label's", tolerations(Toleration{Key: "a", Value: "b c"}), `P.Tolerations[0].Value: "b c" is none that a taint takes`},
		"effect":         {"a typing error", tolerations(Toleration{Key: "a", Effect: "NoScheduling"}), `P.Tolerations[0].Effect: "NoScheduling" is none of NoSchedule, PreferNoSchedule, NoExecute`},
		"seconds, never": {"NoSchedule evicts nobody", tolerations(Toleration{Key: "a", Effect: "NoSchedule", TolerationSeconds: &seconds}), `P.Tolerations[0].TolerationSeconds: 30 needs the effect NoExecute; other taints evict nothing`},
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
