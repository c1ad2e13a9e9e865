package mockstest_test

import (
	"errors"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// listener records whether a check fails the test.
type listener struct {
	testing.TB
	failed bool
}

func (l *listener) Helper() {}

func (l *listener) Errorf(string, ...any) { l.failed = true }

func bucket(ctx *pulumi.Context, name string) error {
	var resource pulumi.CustomResourceState
	return ctx.RegisterResource("aws:s3/bucketV2:BucketV2", name, pulumi.Map{}, &resource)
}

func TestChecks(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		check  func(l *listener)
		want   bool
	}{
		"same preview": {
			reason: "a preview with the same bucket passes",
			check: func(l *listener) {
				mockstest.PreviewIsTheUpdate(l, func(ctx *pulumi.Context) error { return bucket(ctx, "a") })
			},
			want: true,
		},
		"other preview": {
			reason: "a bucket that only an update registers fails",
			check: func(l *listener) {
				mockstest.PreviewIsTheUpdate(l, func(ctx *pulumi.Context) error {
					if ctx.DryRun() {
						return nil
					}
					return bucket(ctx, "a")
				})
			},
		},
		"rejected": {
			reason: "an error before any registration passes",
			check: func(l *listener) {
				mockstest.Rejected(l, func(*pulumi.Context) error { return errors.New("no zone") }, "no zone")
			},
			want: true,
		},
		"another error": {
			reason: "an error with another message fails",
			check: func(l *listener) {
				mockstest.Rejected(l, func(*pulumi.Context) error { return errors.New("no region") }, "no zone")
			},
		},
		"rejected too late": {
			reason: "a bucket that is registered before the error fails",
			check: func(l *listener) {
				mockstest.Rejected(l,
					func(ctx *pulumi.Context) error { return errors.Join(bucket(ctx, "a"), errors.New("no zone")) },
					"no zone")
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := &listener{TB: t}
			tt.check(l)
			assert.Equal(t, tt.want, !l.failed, tt.reason)
		})
	}
}

func TestRegisteredResources(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error { return bucket(ctx, "a") })
	found := mockstest.Find(t, rec, "a")
	assert.Contains(t, mockstest.URNs(rec), found.URN)
	assert.Equal(t, map[string]map[string]any{found.URN: found.Inputs}, mockstest.Inputs(rec))
}
