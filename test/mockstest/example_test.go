package mockstest_test

import (
	"errors"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// failures records the failures of an assertion.
type failures struct {
	testing.TB
	failed bool
}

func (f *failures) Helper() {}

func (f *failures) Errorf(string, ...any) { f.failed = true }

// buckets registers a bucket, and a second one that depends on it.
func buckets(ctx *pulumi.Context) error {
	if config.Get(ctx, "demo:zone") == "" {
		return errors.New("config zone: is required")
	}
	var first, second pulumi.CustomResourceState
	if err := ctx.RegisterResource("aws:s3/bucketV2:BucketV2", "first", pulumi.Map{}, &first); err != nil {
		return err
	}
	tags := pulumi.Map{"first": first.URN()}
	return ctx.RegisterResource("aws:s3/bucketV2:BucketV2", "second", pulumi.Map{"tags": tags}, &second)
}

var example = mockstest.Example{Project: "demo", Program: buckets, Config: map[string]string{"zone": "a"}}

func TestConfigured(t *testing.T) {
	t.Parallel()
	assert.Equal(t, map[string]string{"demo:zone": "b", "aws:region": "us-east-2"},
		example.Configured(map[string]string{"zone": "b", "aws:region": "us-east-2"}))
}

func TestUpstream(t *testing.T) {
	t.Parallel()
	rec := example.Run(t, nil)
	assert.Equal(t, map[string]bool{"first": true}, mockstest.Upstream(rec, "second"))
	assert.Empty(t, mockstest.Upstream(rec, "first"))
}

func TestCheckRejected(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		config map[string]string
		want   string
		failed bool
	}{
		"rejected": {reason: "the problem is reported", want: "config zone: is required"},
		"other":    {reason: "another problem must be reported", want: "config region: is required", failed: true},
		"accepted": {
			reason: "the program must fail",
			config: map[string]string{"zone": "a"},
			want:   "config zone: is required",
			failed: true,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := &failures{TB: t}
			example.CheckRejected(f, tt.config, tt.want)
			assert.Equal(t, tt.failed, f.failed, tt.reason)
		})
	}
}

func TestKinds(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []string{"same"}, mockstest.Kinds(map[string]int{"same": 2, "create": 0, "read": 1}))
}
