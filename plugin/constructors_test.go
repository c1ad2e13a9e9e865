package plugin

import (
	"reflect"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

// TestConstructorsReportWhatValidateReports: with each field of a component broken, and with all of them, its constructor reports the
// problems that Validate reports, at the same paths, and registers nothing. Nil arguments are empty ones.
func TestConstructorsReportWhatValidateReports(t *testing.T) {
	t.Parallel()
	for _, component := range Components {
		t.Run(component.Token, func(t *testing.T) {
			t.Parallel()
			rec := mocks.New(mocks.Config(map[string]string{"kubernetes:context": "admin", "aws:region": "us-east-2"}))
			require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
				compare := func(args, given checktest.Args) {
					if want := check.Of(args.Validate()); want != nil {
						_, err := component.construct(ctx, "cluster", given) // the name that Validate of a blueprint assumes
						assert.Equal(t, texts(want), texts(check.Of(err)))
					}
				}
				empty := reflect.New(component.Args).Interface().(checktest.Args)
				compare(empty, reflect.Zero(reflect.TypeOf(empty)).Interface().(checktest.Args))
				checktest.Broken(empty, func(broken checktest.Args) { compare(broken, broken) })
				return nil
			}))
			assert.Empty(t, rec.Resources())
		})
	}
}

func texts(problems []*check.Problem) (all []string) {
	for _, problem := range problems {
		all = append(all, problem.Error()+" ("+string(problem.Rule)+")")
	}
	return all
}
