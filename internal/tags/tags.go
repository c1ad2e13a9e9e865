// Package tags is the one place where a component's own tags and the user's are put together.
package tags

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Values of the cluster tag: what is owned goes when `openshift-install destroy cluster` runs, what is shared stays
// (openshift/installer pkg/destroy/aws).
const (
	Owned  = "owned"
	Shared = "shared"
)

// The longest tag key and value that AWS takes, in characters, the most tags that a resource takes, and how many of
// these are left to the user.
const (
	keyLimit   = 128
	valueLimit = 256
	countLimit = 50
	userLimit  = countLimit - 5
)

// Cluster is the key of the tag by which OpenShift's controllers know what belongs to the cluster.
func Cluster(infraID string) string {
	return "kubernetes.io/cluster/" + infraID
}

// Merge returns the user's tags and those that the component owns. Where both name a key, the component's value stands.
func Merge(user pulumi.StringMap, owned map[string]string) pulumi.StringMap {
	merged := maps.Clone(user)
	if merged == nil {
		merged = pulumi.StringMap{}
	}
	for key, value := range owned {
		merged[key] = pulumi.String(value)
	}
	return merged
}

// Check notes the user's tags that AWS would refuse or that OpenShift keeps for itself
// (openshift/installer pkg/types/aws/validation/platform.go).
func Check(p *check.Problems, path string, user pulumi.StringMap) {
	if len(user) > userLimit {
		p.Addf(path, "holds %d tags; at most %d leave room for the cluster's own", len(user), userLimit)
	}
	for _, key := range slices.Sorted(maps.Keys(user)) {
		value, _ := user[key].(pulumi.String)
		switch length := utf8.RuneCountInString(key); {
		case length == 0 || length > keyLimit:
			p.Addf(path, "key %q has %d characters; AWS takes 1 to %d", key, length, keyLimit)
		case strings.HasPrefix(strings.ToLower(key), "aws:"):
			p.Addf(path, "key %q begins with aws:, which AWS keeps for itself", key)
		case reserved(key):
			p.Addf(path, "key %q is in a namespace that OpenShift keeps for itself (kubernetes.io, openshift.io)", key)
		case user[key] == nil:
			p.Addf(path, "key %q has no value", key)
		case utf8.RuneCountInString(string(value)) > valueLimit:
			p.Addf(path, "the value of key %q has %d characters; AWS takes %d", key, utf8.RuneCountInString(string(value)), valueLimit)
		}
	}
}

func reserved(key string) bool {
	namespace, _, found := strings.Cut(key, "/")
	if !found {
		return false
	}
	for _, domain := range []string{"kubernetes.io", "openshift.io"} {
		if namespace == domain || strings.HasSuffix(namespace, "."+domain) {
			return true
		}
	}
	return false
}
