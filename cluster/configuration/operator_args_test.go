package configuration

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestOperatorArgsRejected(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, "configuration.OperatorArgs", map[string]checktest.Case{
		"existing namespace": {
			Reason: "its OperatorGroup and its labels are those of someone else",
			Args: &OperatorArgs{
				Package: "x", Namespace: "y", CreateNamespace: new(false), ClusterMonitoring: true, TargetNamespaces: []string{"y"},
			},
			Want: []string{".TargetNamespaces: needs", ".ClusterMonitoring: needs"},
		},
		"wait for a person": {
			Reason: "a manual approval comes after the update",
			Args:   &OperatorArgs{Package: "x", Namespace: "y", Approval: "Manual", Wait: &WaitArgs{}},
			Want:   []string{".Kubeconfig: required", ".Wait: exclusive"},
		},
	})
}
