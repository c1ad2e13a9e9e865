package names_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

const longInfraID = "production-frankfurt1-x7k2p"

func TestNamesOfTheLongestInfraID(t *testing.T) {
	t.Parallel()
	assert.Len(t, longInfraID, names.InfraIDLimit)
	assert.Equal(t, longInfraID+"-ext", names.LoadBalancer(longInfraID, "ext"))
	assert.Equal(t, "openshift-bootstrap-data-"+longInfraID, names.BootstrapBucket(longInfraID))
	assert.Regexp(t, `^production-frankfurt1-x7k-[0-9a-f]{6}$`, names.LoadBalancer(longInfraID, "router"),
		"a name over the limit keeps its beginning and ends in a hash")
	longest := strings.Repeat("a", names.LoadBalancerLimit-4) + "-ext"
	assert.Equal(t, longest, names.Cut(names.LoadBalancerLimit, longest), "a name at the limit is not cut")
}

func TestCutKeepsWithinLimitAndApart(t *testing.T) {
	t.Parallel()
	alphabet := regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?$`)
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.StringMatching(`[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?`), 1, 4).Draw(t, "parts")
		limit := rapid.IntRange(16, 64).Draw(t, "limit")
		name := names.Cut(limit, parts...)
		if len(name) > limit || !alphabet.MatchString(name) {
			t.Fatalf("%q is not a name of at most %d characters", name, limit)
		}
		whole := strings.Join(parts, "-")
		if len(whole) <= limit && name != whole {
			t.Fatalf("%q must not be changed, got %q", whole, name)
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
		want   []string
	}{
		"usual":    {reason: "the installer appends 5 characters to the cluster's name", id: "demo-x7k2p"},
		"shortest": {reason: "one letter is an ID", id: "d"},
		"longest":  {reason: "the installer's limit is 27 characters", id: longInfraID},
		"too long": {
			reason: "the API load balancers' names would exceed AWS's limit",
			id:     longInfraID + "q",
			want:   []string{"InfraID: range"},
		},
		"missing": {reason: "names and tags depend on the infrastructure ID", want: []string{"InfraID: required"}},
		"digit first": {
			reason: "the CloudFormation templates require a letter",
			id:     "7demo",
			want:   []string{"InfraID: format"},
		},
		"too long and reserved": {
			reason: "only the first problem of an ID is reported",
			id:     "internal-" + longInfraID,
			want:   []string{"InfraID: range"},
		},
		"upper case and reserved": {
			reason: "only the first problem of an ID is reported",
			id:     "internal-X",
			want:   []string{"InfraID: format"},
		},
		"upper case": {
			reason: "bucket names are lower-case",
			id:     "Demo-x7k2p",
			want:   []string{"InfraID: format"},
		},
		"reserved": {
			reason: "AWS reserves internal- in the names of load balancers",
			id:     "internal-x7k2p",
			want: []string{
				"InfraID: must not begin with internal-, which AWS reserves in the names of load balancers; " +
					"rename the cluster",
			},
		},
		"look-alike": {reason: "AWS reserves the prefix with the hyphen only", id: "internals-x7k2p"},
		"edge hyphen": {
			reason: "load balancer names must not end in a hyphen",
			id:     "demo-",
			want:   []string{"InfraID: format"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p check.Problems
			names.CheckInfraID(&p, "InfraID", tt.id)
			checktest.Equal(t, tt.want, p.Err(), tt.reason)
		})
	}
}

// FuzzInfraID checks any text: the names of a valid infrastructure ID are within their limits.
func TestCheckRole(t *testing.T) {
	t.Parallel()
	const suffix = "-bootstrap-role"
	longest := strings.Repeat("a", names.RoleLimit-len("-0123456")-len(suffix))
	tests := map[string]struct {
		reason, name string
		want         []string
	}{
		"longest": {reason: "the role's name has 64 characters", name: longest},
		"too long": {
			reason: "IAM rejects 65 characters", name: longest + "a", want: []string{"iam.NewInstanceProfiles.name: range"},
		},
		"slash": {reason: "IAM rejects a slash", name: "team/demo", want: []string{"iam.NewInstanceProfiles.name: format"}},
		"umlaut": {
			reason: "IAM rejects umlauts",
			name:   "m\u00fcnchen",
			want:   []string{"iam.NewInstanceProfiles.name: format"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checktest.Equal(t, tt.want, names.CheckRole("iam.NewInstanceProfiles", tt.name, suffix), tt.reason)
		})
	}
}

func FuzzInfraID(f *testing.F) {
	for _, id := range []string{"demo-x7k2p", longInfraID, "internal-x7k2p", "-demo", "demo-", "Demo", "", "d\u00e9mo"} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		var p check.Problems
		names.CheckInfraID(&p, "InfraID", id)
		if p.Err() != nil {
			return
		}
		for limit, name := range map[int]string{
			names.LoadBalancerLimit: names.LoadBalancer(id, "router"), names.BucketLimit: names.BootstrapBucket(id),
			names.RoleLimit: names.Cut(names.RoleLimit, id, id, id),
		} {
			assert.LessOrEqual(t, len(name), limit)
			assert.True(t, regexp.MustCompile("^[a-z0-9]([a-z0-9-]*[a-z0-9])?$").MatchString(name), "%q", name)
		}
	})
}
