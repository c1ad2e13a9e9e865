package cluster

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func TestOperatorArgsRejected(t *testing.T) {
	t.Parallel()
	testRejections(t, "cluster.OperatorArgs", map[string]rejection{
		"forms": {
			reason: "names are those of objects",
			args: &OperatorArgs{
				Package: "Loki", Namespace: "a.b", Approval: "Never", Source: "X", SourceNamespace: "a.b", StartingCSV: "X",
				Environment: map[string]pulumi.StringInput{"": nil}, NodeSelector: map[string]string{"a b": ""},
			},
			want: []string{
				".Package: format", ".Namespace: format", ".StartingCSV: format", ".Approval: one-of", ".Source: format",
				".SourceNamespace: format", ".NodeSelector[a b]: format", ".Environment[]: required", ".Environment[]: required",
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
