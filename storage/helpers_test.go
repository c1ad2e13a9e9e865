package storage_test

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// checkRefused proves that all problems are told, each at its path, before anything is registered.
func checkRefused(
	t *testing.T,
	args interface{ Validate() error },
	program pulumi.RunFunc,
	path string,
	want []string,
	reason string,
) {
	t.Helper()
	all := path + strings.Join(want, "\n"+path)
	assert.EqualError(t, args.Validate(), all, reason)
	rec := mocks.New()
	assert.ErrorContains(t, rec.Run(program), all, reason)
	for _, resource := range rec.Resources() {
		assert.Equal(t, "pulumi:pulumi:Stack", resource.Type, "%s is registered", resource.URN)
	}
}
