// Package checktest compares the problems that a component reports, without the wording of the rules in package check.
package checktest

import (
	"strings"
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
			all = append(all, problem.Path.String()+": "+string(problem.Rule))
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

// Case has arguments and their problems; none for valid ones. A problem begins below the path of the table, as in
// `.Name: required`. The message * matches any message: those of other packages are tested there.
type Case struct {
	Reason string
	Args   Args
	Want   []string
}

// Cases checks that Validate reports exactly the problems of each case, in order. The path leads to the arguments or to a
// part of them.
func Cases(t *testing.T, path check.Path, cases map[string]Case) {
	t.Helper()
	for name, tt := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := tt.Args.Validate()
			got := Problems(err)
			var want []string
			for i, problem := range tt.Want {
				problem = path.String() + problem
				anyMessage, ok := strings.CutSuffix(problem, "*")
				if ok && i < len(got) && strings.HasPrefix(got[i], anyMessage) {
					problem = got[i]
				}
				want = append(want, problem)
			}
			Equal(t, want, err, tt.Reason)
		})
	}
}

// With returns the arguments after changes.
func With[A any](args *A, changes ...func(*A)) *A {
	for _, change := range changes {
		change(args)
	}
	return args
}
