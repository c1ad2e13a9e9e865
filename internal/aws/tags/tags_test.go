package tags_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestMergeLeavesTheUsersMapAlone(t *testing.T) {
	t.Parallel()
	user := pulumi.StringMap{"team": pulumi.String("core"), "Name": pulumi.String("mine")}

	merged := tags.Merge(user, map[string]string{"Name": "demo-vpc", tags.Cluster("demo"): tags.Shared})

	assert.Equal(t, pulumi.StringMap{
		"team":                       pulumi.String("core"),
		"Name":                       pulumi.String("demo-vpc"),
		"kubernetes.io/cluster/demo": pulumi.String("shared"),
	}, merged)
	assert.Equal(t, pulumi.StringMap{"team": pulumi.String("core"), "Name": pulumi.String("mine")}, user)
	assert.Equal(t, pulumi.StringMap{}, tags.Merge(nil, nil))
}

func TestCheck(t *testing.T) {
	t.Parallel()
	value := pulumi.String("x")
	const reserved = "OpenShift reserves kubernetes.io, openshift.io and their subdomains"
	tests := map[string]struct {
		reason string
		user   pulumi.StringMap
		want   []string
	}{
		"none":  {reason: "tags are optional"},
		"plain": {reason: "keys need no domain", user: pulumi.StringMap{"cost-center": value}},
		"own namespace": {
			reason: "other domains are not reserved",
			user:   pulumi.StringMap{"example.com/team": value},
		},
		"look-alike": {
			reason: "mykubernetes.io is another domain",
			user:   pulumi.StringMap{"mykubernetes.io/x": value},
		},
		"kubernetes": {
			reason: "the installer rejects keys in kubernetes.io",
			user:   pulumi.StringMap{"kubernetes.io/cluster/demo": value},
			want:   []string{"Tags[kubernetes.io/cluster/demo]: " + reserved},
		},
		"sub-domain": {
			reason: "the installer rejects keys in subdomains of openshift.io",
			user:   pulumi.StringMap{"machine.openshift.io/x": value},
			want:   []string{"Tags[machine.openshift.io/x]: " + reserved},
		},
		"aws": {
			reason: "AWS reserves the prefix in upper and lower case",
			user:   pulumi.StringMap{"AWS:x": value},
			want:   []string{"Tags[AWS:x]: AWS reserves the prefix aws:"},
		},
		"no value": {
			reason: "a nil Input has no value",
			user:   pulumi.StringMap{"team": nil},
			want:   []string{"Tags[team]: required"},
		},
		"too long": {
			reason: "AWS's limit of a key is 128 characters",
			user:   pulumi.StringMap{strings.Repeat("k", 129): value},
			want: []string{
				"Tags[" + strings.Repeat("k", 129) + "]: the key must have 1 to 128 characters (has 129)",
			},
		},
		"umlauts": {
			reason: "AWS counts characters, not bytes",
			user:   pulumi.StringMap{strings.Repeat("ä", 128): pulumi.String(strings.Repeat("ö", 256))},
		},
		"long value": {
			reason: "AWS's limit of a value is 256 characters",
			user:   pulumi.StringMap{"team": pulumi.String(strings.Repeat("v", 257))},
			want:   []string{"Tags[team]: must have at most 256 characters (has 257)"},
		},
		"unknown value": {
			reason: "an output is not known in advance",
			user:   pulumi.StringMap{"team": pulumi.String(strings.Repeat("v", 257)).ToStringOutput()},
		},
		"45": {reason: "5 tags are left for the cluster", user: many(45)},
		"46": {
			reason: "less than 5 tags are left for the cluster",
			user:   many(46),
			want:   []string{"Tags: range"},
		},
		"keys that differ in case": {
			reason: "IAM compares keys without case",
			user:   pulumi.StringMap{"team": value, "Team": value},
			want:   []string{"Tags[team]: duplicate"},
		},
		"control characters": {
			reason: "no service accepts control characters in keys and values",
			user:   pulumi.StringMap{"cost": pulumi.String("a\nb"), "é\x00": value, "ok": pulumi.String("é, b")},
			want: []string{
				"Tags[cost]: must not contain control characters",
				"Tags[é\x00]: must not contain control characters",
			},
		},
		"several": {
			reason: "all problems are reported, sorted by key",
			user:   pulumi.StringMap{"b": nil, "a": nil},
			want:   []string{"Tags[a]: required", "Tags[b]: required"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p check.Problems
			tags.Check(&p, "Tags", tt.user)
			checktest.Equal(t, tt.want, p.Err(), tt.reason)
		})
	}
}

func many(count int) pulumi.StringMap {
	user := pulumi.StringMap{}
	for i := range count {
		user[fmt.Sprint("key", i)] = pulumi.String("x")
	}
	return user
}

func TestCheckIAM(t *testing.T) {
	t.Parallel()
	var p check.Problems
	tags.CheckIAM(&p, "Tags", pulumi.StringMap{
		"team": pulumi.String("Käse & Brot"), "cost-center": pulumi.String("a b_.:/=+-@"), "line": pulumi.String("a\nb"),
	})
	checktest.Equal(t, []string{
		"Tags[line]: must not contain control characters",
		"Tags[team]: must have letters, digits, spaces and _.:/=+-@ only",
	}, p.Err())
}
