package check

import (
	"maps"
	"slices"
	"strings"
)

// Formats of Kubernetes and OpenShift (kubernetes/apimachinery v0.34 pkg/util/validation/validation.go).
var (
	// DNSLabel is RFC 1123's label: the name of a namespace.
	DNSLabel = NewFormat("DNS label", "example", isDNSLabel)
	// LowerName is RFC 1035's label: a DNS label that begins with a letter.
	LowerName = NewFormat("name of lower-case letters, digits and inner hyphens that begins with a letter", "demo", isLowerName)
	// DNSSubdomain is RFC 1123's subdomain: the name of most objects.
	DNSSubdomain = NewFormat("DNS subdomain", "example.name", isDNSSubdomain)
	// Domain is a DNS name of two labels or more, of at most 63 characters each.
	Domain = NewFormat("domain", "example.com", isDomain)
	// ObjectName is the name of an object.
	ObjectName = NewFormat("object name", "example", isDNSSubdomain)
	// Namespace is the name of a namespace.
	Namespace = NewFormat("namespace", "example", isDNSLabel)
	// PoolName is the name of a machine config pool, which is also a node's role and a label's value.
	PoolName = NewFormat("pool name", "infra", DNSLabel.Match)
	// LabelKey is the key of a label or a taint.
	LabelKey = NewFormat("label key", "example.com/team", isLabelKey)
	// LabelValue is the value of a label or a taint.
	LabelValue = NewFormat("label value", "platform", func(text string) bool { return text == "" || isLabelName(text) })
	// Quantity is a non-negative amount of a resource.
	Quantity = Pattern("quantity", "500Mi", `[0-9]+(\.[0-9]+)?(m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei)?`)
	// Count is a number of nodes or machines, of at most nine digits.
	Count = NewFormat("count", "2", func(text string) bool { return len(text) <= 9 && isNumber(text) })
	// Percentage is a percentage of 0 to 100.
	Percentage = NewFormat("percentage", "10%", isPercentage)
	// ImageRegistry and ImageRepository are the sources of images (openshift/api config/v1/types_image_digest_mirror_set.go).
	ImageRegistry   = Pattern("registry", "registry.example.com:5000", registryHost)
	ImageRepository = Pattern("registry or repository", "mirror.example.com:5000/ocp", registryHost+imagePath)
	// ImageDigest is an image that is named by its digest.
	ImageDigest = Pattern("image digest", "quay.io/example/image@sha256:"+strings.Repeat("0", 64),
		`[a-z0-9][a-z0-9.-]*(:\d+)?/[a-z0-9._/-]+@sha256:[0-9a-f]{64}`)
)

// Label reports an invalid key or value of a label or annotation selector at path[key].
func (p *Problems) Label(path Path, key, value string) {
	at := Key(path, key)
	if key == "" || !LabelKey.valid(key) {
		p.addRulef(RuleFormat, at, "%q is not a valid %s (for example, %s)", key, LabelKey.name, LabelKey.example)
	}
	p.Format(at, value, LabelValue)
}

// Labels reports the invalid keys and values of labels.
func (p *Problems) Labels(path Path, labels map[string]string) {
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		p.Label(path, key, labels[key])
	}
}

const (
	registryHost = `[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*(?::[0-9]+)?`
	imagePath    = `(?:/[a-z0-9]+(?:(?:[._]|__|-*)[a-z0-9]+)*)*`
)

const (
	labelLimit     = 63
	subdomainLimit = 253
)

func isDNSLabel(text string) bool {
	return len(text) <= labelLimit && isWithin(text, lowerCase+digits, "-")
}

func isLowerName(text string) bool {
	return isDNSLabel(text) && !isDigits(text[:1])
}

// isDNSSubdomain leaves the length of each label open, as Kubernetes does.
func isDNSSubdomain(text string) bool {
	return len(text) <= subdomainLimit && !slices.ContainsFunc(strings.Split(text, "."), func(label string) bool {
		return !isWithin(label, lowerCase+digits, "-")
	})
}

func isDomain(text string) bool {
	labels := strings.Split(text, ".")
	return isDNSSubdomain(text) && len(labels) > 1 && !slices.ContainsFunc(labels, func(label string) bool { return !isDNSLabel(label) })
}

func isLabelKey(text string) bool {
	prefix, name, found := strings.Cut(text, "/")
	if !found {
		return isLabelName(text)
	}
	return isDNSSubdomain(prefix) && isLabelName(name)
}

func isLabelName(text string) bool {
	return len(text) <= labelLimit && isWithin(text, letters+digits, "_.-")
}

func isPercentage(text string) bool {
	number, found := strings.CutSuffix(text, "%")
	return found && (number == "100" || len(number) <= 2 && isDigits(number))
}
