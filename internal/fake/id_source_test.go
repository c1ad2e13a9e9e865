package fake_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

func TestIDSource(t *testing.T) {
	t.Parallel()
	source := fake.IDSource("urn:a")
	assert.Len(t, source.Hex("id", 64), 64)
	assert.Equal(t, source.Hex("id", 7), source.Hex("id", 17)[:7], "a shorter value is a prefix of a longer one")
	assert.NotEqual(t, source.Hex("id", 7), source.Hex("name", 7), "values differ by purpose")
	assert.NotEqual(t, source.Hex("id", 7), fake.IDSource("urn:b").Hex("id", 7), "values differ by resource")
	assert.Regexp(t, `^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$`, source.UUID("id"))
	assert.Regexp(t, `^[A-Z2-7]{17}$`, source.Upper("id", 17))
	assert.Less(t, source.Number("port", 10), uint32(10))
}
