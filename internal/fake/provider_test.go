package fake_test

import (
	"errors"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
	"github.com/openshift-aws/pulumi-openshift-aws/test/faketest"
)

const diskType = "test:index/disk:Disk"

type fields = map[string]any

// disk is the schema of a resource with a name, a size, an owner and two computed outputs.
func disk() *schema.Schema {
	return &schema.Schema{
		Token: diskType, AutoName: schema.AutoName{Property: "name", MaxLength: 20},
		Properties: map[string]*schema.Property{
			"name":    {Type: schema.String, Optional: true, ForceNew: true},
			"size":    {Type: schema.Int, Optional: true},
			"owner":   {Type: schema.String, Optional: true, Computed: true},
			"arn":     {Type: schema.String, Computed: true},
			"version": {Type: schema.Int, Computed: true},
		},
	}
}

func diskSchema(token string) (*schema.Schema, bool) { return disk(), token == diskType }

// newDisks returns a provider of disks, and its account.
func newDisks(t *testing.T) (faketest.Engine, *fake.Account) {
	t.Helper()
	account := &fake.Account{
		Store: fake.NewStore[fake.Record](), Schema: diskSchema, Counters: []string{"version"}, Compute: computeDisk,
	}
	return faketest.Engine{T: t, Provider: &fake.Provider{
		Service: account, Counters: account.Counters,
		Schema: func(r fake.Resource, _ resource.PropertyMap) (*schema.Schema, bool) { return diskSchema(r.Token) },
	}}, account
}

func computeDisk(r fake.Request) (string, resource.PropertyMap) {
	outputs := r.Outputs()
	id := r.ID
	if id == "" {
		id = r.Source.Hex("id", 7)
	}
	outputs["arn"] = resource.NewProperty("arn:" + id)
	outputs["version"] = resource.NewProperty(1.0)
	return id, outputs
}

func propertyMap(m fields) resource.PropertyMap { return resource.NewPropertyMapFromMap(m) }

func TestCheck(t *testing.T) {
	t.Parallel()
	e, _ := newDisks(t)
	e.Provider.Complete = func(
		_ fake.Resource, _, inputs resource.PropertyMap, _ fake.Suffix,
	) ([]schema.Problem, error) {
		inputs["owner"] = resource.NewProperty("me")
		return []schema.Problem{{Path: "size", Message: "is too small"}}, nil
	}
	inputs, problems := e.Check(diskType, "data", nil, propertyMap(fields{"colour": "red"}))
	assert.Equal(t, []string{"colour: is not a property of " + diskType, "size: is too small"}, problems)
	assert.Equal(t, "me", inputs["owner"].StringValue(), "Complete sets inputs")
	assert.Regexp(t, `^data-[0-9a-f]{7}$`, inputs["name"].StringValue())

	again, _ := e.Check(diskType, "other", inputs, nil)
	assert.Equal(t, inputs["name"], again["name"], "a generated name is kept")

	_, problems = e.Check(diskType, "a-name-that-is-too-long", nil, nil)
	assert.Len(t, problems, 2, "a generated name is limited too")

	_, _, err := e.TryCheck("test:index/other:Other", "x", nil, nil)
	require.ErrorIs(t, err, fake.ErrUnknownType)
	e.Provider.Complete = func(
		fake.Resource, resource.PropertyMap, resource.PropertyMap, fake.Suffix,
	) ([]schema.Problem, error) {
		return nil, errors.New("not now")
	}
	_, _, err = e.TryCheck(diskType, "x", nil, nil)
	require.EqualError(t, err, "not now")
}

func TestDiff(t *testing.T) {
	t.Parallel()
	generated := []any{"name"}
	tests := map[string]struct {
		reason     string
		olds, news fields
		want       fake.Diff
	}{
		"in place": {
			reason: "a size changes in place",
			olds:   fields{"name": "a", "size": 1}, news: fields{"name": "a", "size": 2},
			want: fake.Diff{Changed: []string{"size"}},
		},
		"another name": {
			reason: "disks with two names can exist at the same time",
			olds:   fields{"name": "a"}, news: fields{"name": "b"},
			want: fake.Diff{Changed: []string{"name"}, Replaces: []string{"name"}},
		},
		"generated": {
			reason: "the names of defaults are not compared",
			olds:   fields{"name": "a", "__defaults": generated}, news: fields{"name": "a", "__defaults": generated},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, _ := newDisks(t)
			got, err := e.Provider.Diff(e.Resource(diskType, "x", "x"), fake.State{Inputs: propertyMap(tt.olds)}, propertyMap(tt.news))
			require.NoError(t, err)
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}

func TestPreview(t *testing.T) {
	t.Parallel()
	e, _ := newDisks(t)
	inputs := propertyMap(fields{"size": 1, "__defaults": []any{}})
	created, err := e.Provider.Preview(e.Resource(diskType, "x", ""), inputs, nil)
	require.NoError(t, err)
	assert.True(t, created["arn"].IsComputed(), "a computed output is unknown before creation")
	assert.NotContains(t, created, fake.DefaultsKey)

	olds := propertyMap(fields{"arn": "arn:x", "version": 1})
	updated, err := e.Provider.Preview(e.Resource(diskType, "x", "x"), inputs, olds)
	require.NoError(t, err)
	assert.Equal(t, "arn:x", updated["arn"].StringValue(), "a computed output is known before an update")
	assert.True(t, updated["version"].IsComputed(), "a counter is unknown before an update")
}
