package clustertest

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// CheckGolden compares what a program registers with testdata/<name>.golden. It fails unless a preview registers the same, and the API
// server of a new cluster would accept the objects.
func CheckGolden(t *testing.T, name string, program pulumi.RunFunc) *mocks.Recorder {
	t.Helper()
	rec := mockstest.Run(t, program, InCluster)
	golden.Check(t, "testdata/"+name+".golden", rec.Golden())
	kubetest.CheckRecorded(t, rec)
	mockstest.PreviewIsTheUpdate(t, program, InCluster)
	return rec
}
