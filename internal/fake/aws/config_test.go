package aws

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
)

func TestConfigRequiresRegion(t *testing.T) {
	t.Setenv("AWS_REGION", "")
	t.Setenv("AWS_DEFAULT_REGION", "")
	assert.Contains(t, CheckConfig(nil), "aws:region is required")
	assert.Empty(t, CheckConfig(resource.PropertyMap{"region": resource.NewProperty("us-east-2")}))
	t.Setenv("AWS_DEFAULT_REGION", "us-west-2")
	assert.Empty(t, CheckConfig(nil))
	assert.Equal(t, "us-west-2", regionOf(nil))
}

func TestDefaultTags(t *testing.T) {
	t.Parallel()
	want := fields{"team": "a"}
	for _, tags := range []any{`{"tags":{"team":"a"}}`, fields{"tags": want}} {
		assert.Equal(t, want, defaultTags(resource.NewPropertyMapFromMap(fields{"defaultTags": tags})))
	}
	assert.Empty(t, defaultTags(nil))
}
