package check_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// roleArgs are the arguments of a component that another one uses.
type roleArgs struct {
	Region string   `check:"required,format=region"`
	Zone   string   `check:"format=zone"`
	Names  []string `check:"required"`
}

func (a *roleArgs) Validate() error { return check.Valid(a) }

func TestPart(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason   string
		part     *roleArgs
		defaults roleArgs
		want     []string
	}{
		"nothing set": {
			reason:   "problems of what the component fills are its own",
			defaults: roleArgs{Region: "-", Names: []string{"a"}},
		},
		"set": {
			reason:   "problems are at the path of the part",
			part:     &roleArgs{Region: "-", Zone: "a"},
			defaults: roleArgs{Region: "us-east-2"},
			want:     []string{"storage.BucketArgs.Writer.Region", "storage.BucketArgs.Writer.Zone", "storage.BucketArgs.Writer.Names"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p check.Problems
			part, filled := check.Fill(tt.part, tt.defaults)
			p.Part("storage.BucketArgs.Writer", part, filled...)
			var paths []string
			for _, problem := range check.Of(p.Err()) {
				paths = append(paths, problem.Path.String())
			}
			assert.Equal(t, tt.want, paths, tt.reason)
		})
	}
}
