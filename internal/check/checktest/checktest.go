// Package checktest compares the problems that a component reports, without the wording of the rules in package check.
package checktest

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Problems lists the problems in err: `path: rule` for those of a rule of package check, whose wording is tested there, and
// `path: message` for others.
func Problems(err error) []string {
	var all []string
	for _, problem := range check.Of(err) {
		if problem.Rule == check.RuleCustom {
			all = append(all, problem.Error())
		} else {
			all = append(all, problem.Path+": "+string(problem.Rule))
		}
	}
	return all
}

// Equal asserts that err holds exactly the problems of want, in order. No want stands for no error.
func Equal(t testing.TB, want []string, err error, reason ...any) {
	t.Helper()
	if len(want) == 0 {
		assert.NoError(t, err, reason...)
		return
	}
	assert.Error(t, err, reason...)
	assert.Equal(t, want, Problems(err), reason...)
}
