package acceptance

import (
	"context"
	"maps"
	"path/filepath"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// BenchmarkOperations reports the seconds of a preview of a new stack, of an update that creates it, of one that
// changes nothing, of one that changes all tags, and of a destroy, in the lab: a VPC, security groups, instance
// profiles and a bucket with components, and the same resources without.
func BenchmarkOperations(b *testing.B) {
	ours := map[string]pulumi.RunFunc{}
	raw := map[string]pulumi.RunFunc{}
	for _, tag := range []string{"one", "two"} {
		stack := &faultyStack{tag: tag}
		rec := mocks.New(mocks.Region(faultsRegion))
		require.NoError(b, rec.Run(stack.program))
		ours[tag], raw[tag] = stack.program, mockstest.Flat(rec)
	}
	for b.Loop() {
		for name, run := range map[string]map[string]pulumi.RunFunc{"ours": ours, "raw": raw} {
			dir := filepath.Join(b.TempDir(), name)
			first, second := labSandbox(b, dir, run["one"]), labSandbox(b, dir, run["two"])
			timed(b, name+"-preview-s", "create", first.Preview)
			timed(b, name+"-create-s", "create", first.Up)
			timed(b, name+"-unchanged-s", "same", first.Up)
			timed(b, name+"-update-s", "update", second.Up)
			timed(b, name+"-destroy-s", "delete", second.Destroy)
		}
	}
}

func labSandbox(b *testing.B, dir string, program pulumi.RunFunc) *sandbox.Sandbox {
	b.Helper()
	config := maps.Clone(emulatorConfig)
	config["aws:region"] = faultsRegion
	box, err := sandbox.New(sandbox.Options{Project: "budget", Program: program, Dir: dir, Config: config, RealAWS: true})
	require.NoError(b, err)
	return box
}

// timed runs an operation that must do op to a resource at least, and reports its seconds.
func timed(b *testing.B, unit, op string, operation func(context.Context) (*sandbox.Result, error)) {
	b.Helper()
	started := time.Now()
	result, err := operation(b.Context())
	require.NoError(b, err)
	require.Positive(b, result.Changes[op], unit)
	b.ReportMetric(time.Since(started).Seconds(), unit)
}
