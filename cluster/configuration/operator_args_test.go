package configuration

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestOperatorArgsRejected(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, "configuration.OperatorArgs", map[string]checktest.Case{
		"formats": {
			Reason: "names are those of objects",
			Args: &OperatorArgs{
				Package: "Loki", Namespace: "a.b", Approval: "Never", Source: "X", SourceNamespace: "a.b", StartingCSV: "X",
				Environment: map[string]pulumi.StringInput{"": nil}, NodeSelector: map[string]string{"a b": ""},
			},
			Want: []string{
				".Package: format", ".Namespace: format", ".StartingCSV: format", ".Approval: one-of", ".Source: format",
				".SourceNamespace: format", ".NodeSelector[a b]: format", ".Environment[]: required",
			},
		},
		"existing namespace": {
			Reason: "its OperatorGroup and its labels are those of someone else",
			Args: &OperatorArgs{
				Package: "x", Namespace: "y", CreateNamespace: new(false), ClusterMonitoring: true, TargetNamespaces: []string{"y"},
			},
			Want: []string{".TargetNamespaces: needs", ".ClusterMonitoring: needs"},
		},
		"wait for a person": {
			Reason: "a manual approval comes after the update",
			Args:   &OperatorArgs{Package: "x", Namespace: "y", Approval: "Manual", Wait: &WaitArgs{Timeout: -1}},
			Want:   []string{".Wait.Timeout: range", ".Kubeconfig: required", ".Wait: exclusive"},
		},
	})
}
