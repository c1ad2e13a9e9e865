package placement

import "github.com/openshift-aws/pulumi-openshift-aws/internal/check"

// IsLabelKey reports whether key is a valid key of a label or a taint.
func IsLabelKey(key string) bool {
	return check.LabelKey.Match(key)
}

// IsLabelValue reports whether value is a valid value of a label or a taint.
func IsLabelValue(value string) bool {
	return check.LabelValue.Match(value)
}

// CheckLabel notes an invalid key or value of a label at path[key].
func CheckLabel(p *check.Problems, path, key, value string) {
	p.Label(path, key, value)
}

// CheckLabelValue notes an invalid value of a label at path[key].
func CheckLabelValue(p *check.Problems, path, key, value string) {
	p.Format(check.Key(path, key), value, check.LabelValue)
}
