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
		"none":            {"tags are optional", nil, ""},
		"plain":           {"an ordinary tag", pulumi.StringMap{"cost-center": value}, ""},
		"own namespace":   {"a namespace of the user's own", pulumi.StringMap{"example.com/team": value}, ""},
		"look-alike":      {"mykubernetes.io is another domain", pulumi.StringMap{"mykubernetes.io/x": value}, ""},
		"kubernetes":      {"the installer refuses it", pulumi.StringMap{"kubernetes.io/cluster/demo": value}, `Tags: key "kubernetes.io/cluster/demo" is in a namespace that OpenShift keeps for itself (kubernetes.io, openshift.io)`},
		"sub-domain":      {"sub-domains are refused too", pulumi.StringMap{"machine.openshift.io/x": value}, `Tags: key "machine.openshift.io/x" is in a namespace that OpenShift keeps for itself (kubernetes.io, openshift.io)`},
		"aws":             {"AWS refuses it in any case", pulumi.StringMap{"AWS:x": value}, `Tags: key "AWS:x" begins with aws:, which AWS keeps for itself`},
		"no value":        {"a nil Input would fail much later", pulumi.StringMap{"team": nil}, `Tags: key "team" has no value`},
		"too long":        {"AWS's limit", pulumi.StringMap{strings.Repeat("k", 129): value}, `Tags: key "` + strings.Repeat("k", 129) + `" has 129 characters; AWS takes 1 to 128`},
		"umlauts":         {"characters count, not bytes", pulumi.StringMap{strings.Repeat("ä", 128): pulumi.String(strings.Repeat("ö", 256))}, ""},
		"long value":      {"AWS's limit", pulumi.StringMap{"team": pulumi.String(strings.Repeat("v", 257))}, `Tags: the value of key "team" has 257 characters; AWS takes 256`},
		"unknown value":   {"an output is checked by AWS", pulumi.StringMap{"team": pulumi.String(strings.Repeat("v", 257)).ToStringOutput()}, ""},
		"45":              {"room for the cluster's own is left", many(45), ""},
		"46":              {"no room is left", many(46), "Tags: holds 46 tags; at most 45 leave room for the cluster's own"},
		"two are told of": {"all problems at once, in the order of keys", pulumi.StringMap{"b": nil, "a": nil}, "Tags: key \"a\" has no value\nTags: key \"b\" has no value"},
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
