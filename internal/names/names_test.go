package names_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
)

const longInfraID = "production-frankfurt1-x7k2p"

func TestNamesOfTheLongestInfraID(t *testing.T) {
	t.Parallel()
	assert.Len(t, longInfraID, names.InfraIDLimit)
	assert.Equal(t, longInfraID+"-ext", names.LoadBalancer(longInfraID, "ext"))
	assert.Equal(t, "openshift-bootstrap-data-"+longInfraID, names.BootstrapBucket(longInfraID))
	assert.Regexp(t, `^production-frankfurt1-x7k-[0-9a-f]{6}$`, names.LoadBalancer(longInfraID, "router"),
		"a name over the limit keeps its beginning and ends in a hash")
}

func TestCutKeepsWithinLimitAndApart(t *testing.T) {
	t.Parallel()
	alphabet := regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?$`)
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.StringMatching(`[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?`), 1, 4).Draw(t, "parts")
		limit := rapid.IntRange(16, 64).Draw(t, "limit")
		name := names.Cut(limit, parts...)
		if len(name) > limit || !alphabet.MatchString(name) {
			t.Fatalf("%q is no name of at most %d characters", name, limit)
		}
		whole := strings.Join(parts, "-")
		if len(whole) <= limit && name != whole {
			t.Fatalf("%q fits and must stay, got %q", whole, name)
		}
		if len(whole) > limit && names.Cut(limit, whole+"x") == name {
			t.Fatalf("two long names became the same %q", name)
		}
	})
}

func TestCheckInfraID(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		id     string
		want   string
	}{
		"usual":   {reason: "what the installer makes", id: "demo-x7k2p"},
		"longest": {reason: "27 characters is the installer's limit", id: longInfraID},
		"too long": {
			reason: "the API load balancers' names would not fit",
			id:     longInfraID + "q",
			want:   `InfraID: "production-frankfurt1-x7k2pq" has 28 characters; at most 27 fit the names of load balancers`,
		},
		"missing": {reason: "nothing can be named or tagged without it", want: "InfraID: is required"},
		"digit first": {
			reason: "the CloudFormation template demands a letter",
			id:     "7demo",
			want:   `InfraID: "7demo" must begin with a lower-case letter, hold only lower-case letters, digits and hyphens, and not end in a hyphen`,
		},
		"upper case": {
			reason: "bucket names are lower-case",
			id:     "Demo-x7k2p",
			want:   `InfraID: "Demo-x7k2p" must begin with a lower-case letter, hold only lower-case letters, digits and hyphens, and not end in a hyphen`,
		},
		"reserved": {
			reason: "AWS takes no load balancer of that name",
			id:     "internal-x7k2p",
			want:   `InfraID: "internal-x7k2p" begins with internal-, which AWS keeps from the names of load balancers; give the cluster another name`,
		},
		"look-alike": {reason: "only with the hyphen", id: "internals-x7k2p"},
		"edge hyphen": {
			reason: "load balancer names must not end in a hyphen",
			id:     "demo-",
			want:   `InfraID: "demo-" must begin with a lower-case letter, hold only lower-case letters, digits and hyphens, and not end in a hyphen`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p check.Problems
			names.CheckInfraID(&p, "InfraID", tt.id)
			if tt.want == "" {
				assert.NoError(t, p.Err(), tt.reason)
				return
			}
			assert.EqualError(t, p.Err(), tt.want, tt.reason)
		})
	}
}
