package tags_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
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
	tests := map[string]struct {
		reason string
		user   pulumi.StringMap
		want   string
	}{
		"none":  {reason: "tags are optional"},
		"plain": {reason: "an ordinary tag", user: pulumi.StringMap{"cost-center": value}},
		"own namespace": {
			reason: "a namespace of the user's own",
			user:   pulumi.StringMap{"example.com/team": value},
		},
		"look-alike": {
			reason: "mykubernetes.io is another domain",
			user:   pulumi.StringMap{"mykubernetes.io/x": value},
		},
		"kubernetes": {
			reason: "the installer refuses it",
			user:   pulumi.StringMap{"kubernetes.io/cluster/demo": value},
			want:   `Tags: key "kubernetes.io/cluster/demo" is in a namespace that OpenShift keeps for itself (kubernetes.io, openshift.io)`,
		},
		"sub-domain": {
			reason: "sub-domains are refused too",
			user:   pulumi.StringMap{"machine.openshift.io/x": value},
			want:   `Tags: key "machine.openshift.io/x" is in a namespace that OpenShift keeps for itself (kubernetes.io, openshift.io)`,
		},
		"aws": {
			reason: "AWS refuses it in any case",
			user:   pulumi.StringMap{"AWS:x": value},
			want:   `Tags: key "AWS:x" begins with aws:, which AWS keeps for itself`,
		},
		"no value": {
			reason: "a nil Input would fail much later",
			user:   pulumi.StringMap{"team": nil},
			want:   `Tags: key "team" has no value`,
		},
		"too long": {
			reason: "AWS's limit",
			user:   pulumi.StringMap{strings.Repeat("k", 129): value},
			want:   `Tags: key "` + strings.Repeat("k", 129) + `" has 129 characters; AWS takes 1 to 128`,
		},
		"umlauts": {
			reason: "characters count, not bytes",
			user:   pulumi.StringMap{strings.Repeat("ä", 128): pulumi.String(strings.Repeat("ö", 256))},
		},
		"long value": {
			reason: "AWS's limit",
			user:   pulumi.StringMap{"team": pulumi.String(strings.Repeat("v", 257))},
			want:   `Tags: the value of key "team" has 257 characters; AWS takes 256`,
		},
		"unknown value": {
			reason: "an output is checked by AWS",
			user:   pulumi.StringMap{"team": pulumi.String(strings.Repeat("v", 257)).ToStringOutput()},
		},
		"45": {reason: "room for the cluster's own is left", user: many(45)},
		"46": {
			reason: "no room is left",
			user:   many(46),
			want:   "Tags: holds 46 tags; at most 45 leave room for the cluster's own",
		},
		"two are told of": {
			reason: "all problems at once, in the order of keys",
			user:   pulumi.StringMap{"b": nil, "a": nil},
			want:   "Tags: key \"a\" has no value\nTags: key \"b\" has no value",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p check.Problems
			tags.Check(&p, "Tags", tt.user)
			if tt.want == "" {
				assert.NoError(t, p.Err(), tt.reason)
				return
			}
			assert.EqualError(t, p.Err(), tt.want, tt.reason)
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
