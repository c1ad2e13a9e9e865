package fake_test

import (
	"errors"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/test/faketest"
)

func TestAccountLifecycle(t *testing.T) {
	t.Parallel()
	e, account := newDisks(t)
	id, outputs := e.Create(diskType, "data", fields{"size": 1, "owner": "me"})
	assert.Equal(t, "arn:"+id, outputs["arn"].StringValue())
	assert.Equal(t, []string{string(faketest.URN(diskType, "data"))}, account.Remaining())

	updated := e.Update(diskType, "data", id, outputs, propertyMap(fields{"size": 2}))
	assert.Equal(t, propertyMap(fields{"size": 2, "owner": "me", "arn": "arn:" + id, "version": 2}), updated,
		"an update keeps computed outputs and increments counters")

	state, exists := e.Read(diskType, id, propertyMap(fields{"size": 3}), propertyMap(fields{"size": 3}))
	assert.True(t, exists)
	assert.Equal(t, propertyMap(fields{"size": 2}), state.Inputs, "a drifted input has its current value")
	assert.Equal(t, updated, state.Outputs)

	require.NoError(t, e.Delete(diskType, "data", id, nil))
	_, exists = e.Read(diskType, id, nil, nil)
	assert.False(t, exists)
	assert.Empty(t, account.Remaining())
}

// TestAccountReplacement: also a replacement that is created after the old resource was deleted is another one, as long as there are other
// resources. An account that was emptied has no memory of them.
func TestAccountReplacement(t *testing.T) {
	t.Parallel()
	e, account := newDisks(t)
	first, _ := e.Create(diskType, "data", nil)
	other, _ := e.Create(diskType, "other", nil)
	require.NoError(t, e.Delete(diskType, "data", first, nil))
	second, _ := e.Create(diskType, "data", nil)
	third, _ := e.Create(diskType, "data", nil)
	require.NoError(t, e.Delete(diskType, "data", second, nil))
	require.NoError(t, e.Delete(diskType, "data", third, nil))
	fourth, _ := e.Create(diskType, "data", nil)
	assert.Len(t, map[string]bool{first: true, second: true, third: true, fourth: true}, 4)
	assert.Len(t, account.Remaining(), 2)

	require.NoError(t, e.Delete(diskType, "data", fourth, nil))
	require.NoError(t, e.Delete(diskType, "other", other, nil))
	assert.Empty(t, account.Remaining())
	again, _ := e.Create(diskType, "data", nil)
	assert.Equal(t, first, again)
}

func TestAccountImport(t *testing.T) {
	t.Parallel()
	e, _ := newDisks(t)
	id, outputs := e.Create(diskType, "data", fields{"size": 1})
	state, _ := e.Read(diskType, id, nil, nil)
	assert.Equal(t, propertyMap(fields{"size": 1}), state.Inputs, "an import reads all inputs")
	assert.Equal(t, outputs, state.Outputs)
}

func TestAccountRules(t *testing.T) {
	t.Parallel()
	e, account := newDisks(t)
	first, outputs := e.Create(diskType, "first", nil)
	second, _ := e.Create(diskType, "second", nil)
	rejected := errors.New("rejected")
	account.Rules = fake.Rules{
		Create: func(records fake.Records, created fake.Record) error {
			assert.Len(t, records, 2)
			assert.Equal(t, "arn:"+created.ID, created.Text("arn"))
			return rejected
		},
		Update: func(fake.Records, fake.Record, fake.Change) error { return rejected },
		Delete: func(_ fake.Records, deleted fake.Record) ([]string, error) {
			if deleted.ID == first {
				return nil, rejected
			}
			return []string{fake.Key(diskType, first)}, nil
		},
	}
	_, _, err := e.TryCreate(diskType, "third", nil)
	require.ErrorIs(t, err, rejected)
	_, err = e.TryUpdate(diskType, "first", first, outputs, nil)
	require.ErrorIs(t, err, rejected)
	require.ErrorIs(t, e.Delete(diskType, "first", first, nil), rejected)
	assert.Len(t, account.Remaining(), 2, "a rejected operation changes nothing")

	id, _, err := account.Create(t.Context(), e.Resource(diskType, "existing", "disk-1"), nil)
	require.NoError(t, err, "an existing resource is not subject to the rules of creation")
	assert.Equal(t, "disk-1", id)
	require.NoError(t, account.Delete(t.Context(), e.Resource(diskType, "second", second), nil))
	assert.Equal(t, []string{string(faketest.URN(diskType, "existing"))}, account.Remaining(), "users are deleted too")
}

func TestAccountLookup(t *testing.T) {
	t.Parallel()
	e, account := newDisks(t)
	require.NoError(t, account.Put(e.Resource(diskType, "a", ""), "disk-1", propertyMap(fields{"size": 8})))
	account.Compute = func(r fake.Request) (string, resource.PropertyMap) {
		return "disk-2", r.Lookup(diskType, "disk-1")
	}
	_, outputs := e.Create(diskType, "b", nil)
	assert.Equal(t, propertyMap(fields{"size": 8}), outputs)
}
