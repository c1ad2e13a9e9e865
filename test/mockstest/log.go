package mockstest

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// warnings records the warnings of a program.
type warnings struct {
	pulumi.Log

	texts []string
}

func (w *warnings) Warn(text string, _ *pulumi.LogArgs) error {
	w.texts = append(w.texts, text)
	return nil
}

// Warnings runs a program, which must succeed, and returns its warnings.
func Warnings(t testing.TB, program pulumi.RunFunc, options ...mocks.Option) []string {
	t.Helper()
	log := &warnings{}
	Run(t, func(ctx *pulumi.Context) error {
		log.Log, ctx.Log = ctx.Log, log
		return program(ctx)
	}, options...)
	return log.texts
}
