// Package tags merges and checks the tags of AWS resources.
package tags

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Values of the cluster tag: `openshift-install destroy cluster` deletes owned resources and keeps shared ones
// (openshift/installer pkg/destroy/aws).
const (
	Owned  = "owned"
	Shared = "shared"
)

// Stack is the key of the tag that all AWS resources of components have: permissions are restricted to what has it (docs/permissions.md).
const Stack = "openshift-aws"

// OfStack returns the value of that tag: the project and the stack.
func OfStack(ctx *pulumi.Context) string {
	return ctx.Project() + "/" + ctx.Stack()
}

// AWS's limits of a tag's key and value, in characters, and of the tags of a resource; userLimit leaves 5 tags for components and the
// cluster.
const (
	keyLimit   = 128
	valueLimit = 256
	countLimit = 50
	userLimit  = countLimit - 5
)

// Cluster returns the key of the tag by which OpenShift's controllers find the cluster's resources.
func Cluster(infraID string) string {
	return "kubernetes.io/cluster/" + infraID
}

// Merge returns the user's tags and those that the component owns, which override the user's.
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

// The rules of tags: `check:"tags"`, and `check:"iam-tags"` for resources of IAM.
func init() {
	check.NamedRule("tags", Check)
	check.NamedRule("iam-tags", CheckIAM)
}

// Check reports the user's tags that AWS would reject or that OpenShift reserves
// (openshift/installer pkg/types/aws/validation/platform.go).
func Check(p *check.Problems, path check.Path, user pulumi.StringMap) {
	p.Count(path, len(user), userLimit)
	lower := map[string]bool{}
	for _, key := range slices.Sorted(maps.Keys(user)) {
		element := check.Key(path, key)
		value, _ := user[key].(pulumi.String)
		// IAM compares the keys of roles and users without case (IAM user guide, "Tags for AWS Identity and Access Management resources").
		if lower[strings.ToLower(key)] {
			p.Duplicate(element, key)
		}
		lower[strings.ToLower(key)] = true
		switch length := utf8.RuneCountInString(key); {
		case length == 0 || length > keyLimit:
			p.Addf(element, "the key must have 1 to %d characters (has %d)", keyLimit, length)
		case strings.HasPrefix(strings.ToLower(key), "aws:"):
			p.Addf(element, "AWS reserves the prefix aws:")
		case reserved(key):
			p.Addf(element, "OpenShift reserves kubernetes.io, openshift.io and their subdomains")
		case strings.ContainsFunc(key+string(value), unicode.IsControl):
			p.Addf(element, "must not contain control characters")
		case user[key] == nil:
			p.Required(element, nil)
		case utf8.RuneCountInString(string(value)) > valueLimit:
			p.Addf(element, "must have at most %d characters (has %d)", valueLimit, utf8.RuneCountInString(string(value)))
		}
	}
}

// CheckIAM is Check for resources of IAM, which accepts fewer characters than EC2 (IAM API reference, Tag).
func CheckIAM(p *check.Problems, path check.Path, user pulumi.StringMap) {
	Check(p, path, user)
	for _, key := range slices.Sorted(maps.Keys(user)) {
		value, _ := user[key].(pulumi.String)
		if text := key + string(value); strings.ContainsFunc(text, isNoIAMCharacter) && !strings.ContainsFunc(text, unicode.IsControl) {
			p.Addf(check.Key(path, key), "must have letters, digits, spaces and _.:/=+-@ only")
		}
	}
}

func isNoIAMCharacter(r rune) bool {
	return !unicode.In(r, unicode.L, unicode.Z, unicode.N) && !strings.ContainsRune("_.:/=+-@", r)
}

// CheckCount reports two sets of tags that are too many for a resource together.
func CheckCount(p *check.Problems, path check.Path, all, more pulumi.StringMap) {
	if len(more) > 0 {
		p.Count(path, len(all)+len(more)-shared(all, more), userLimit)
	}
}

// shared returns the number of keys that two sets of tags have both.
func shared(a, b pulumi.StringMap) (count int) {
	for key := range a {
		if _, ok := b[key]; ok {
			count++
		}
	}
	return count
}

// reserved reports whether a key is in one of OpenShift's domains.
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
