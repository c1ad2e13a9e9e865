package placement

import (
	"regexp"
	"strings"
)

// The forms of a label's parts (kubernetes/apimachinery pkg/util/validation/validation.go).
var (
	labelName   = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$`)
	labelValue  = regexp.MustCompile(`^([A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?)?$`)
	labelPrefix = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$`)
)

const prefixLimit = 253

// IsLabelKey tells whether Kubernetes takes a text as the key of a label or a taint.
func IsLabelKey(key string) bool {
	prefix, name, found := strings.Cut(key, "/")
	if !found {
		return labelName.MatchString(key)
	}
	return len(prefix) <= prefixLimit && labelPrefix.MatchString(prefix) && labelName.MatchString(name)
}

// IsLabelValue tells whether Kubernetes takes a text as the value of a label or a taint.
func IsLabelValue(value string) bool {
	return labelValue.MatchString(value)
}
