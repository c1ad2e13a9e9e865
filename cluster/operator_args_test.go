package cluster

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func TestOperatorArgsRefused(t *testing.T) {
	t.Parallel()
	testRefusals(t, "cluster.OperatorArgs", map[string]refusal{
		"forms": {
			reason: "names are those of objects",
			args: &OperatorArgs{
				Package: "Loki", Namespace: "a.b", Approval: "Never", Source: "X", SourceNamespace: "a.b", StartingCSV: "X",
				Environment: map[string]pulumi.StringInput{"": nil}, NodeSelector: map[string]string{"a b": ""},
			},
			want: []string{
				".Package: form", ".Namespace: form", ".StartingCSV: form", ".Approval: one-of", ".Source: form",
				".SourceNamespace: form", ".NodeSelector[a b]: form", ".Environment[]: required", ".Environment[]: required",
			},
		},
		"existing namespace": {
			reason: "its OperatorGroup and its labels are those of someone else",
			args: &OperatorArgs{
				Package: "x", Namespace: "y", CreateNamespace: new(false), ClusterMonitoring: true, TargetNamespaces: []string{"y"},
			},
			want: []string{".TargetNamespaces: needs", ".ClusterMonitoring: needs"},
		},
		"wait for a person": {
			reason: "a manual approval comes after the update",
			args:   &OperatorArgs{Package: "x", Namespace: "y", Approval: "Manual", Wait: &WaitArgs{Timeout: -1}},
			want:   []string{".Wait.Timeout: range", ".Kubeconfig: required", ".Wait: exclusive"},
		},
	})
}
