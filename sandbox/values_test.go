package sandbox

import (
	"bytes"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestValues: a preview and an update show the values of what changes, inside objects of Kubernetes as well, without secrets.
func TestValues(t *testing.T) {
	t.Parallel()
	needsEngine(t)
	dir := t.TempDir()
	code, _, errs := call(t, dir, "up", "-c", "replicas=2", "-c", "description=one")
	require.Equal(t, exitOK, code, errs)
	for _, operation := range []string{"preview", "up"} {
		code, out, errs := call(t, dir, operation, "-c", "replicas=3", "-c", "description=two", "-c", "path=app/", "-c", "note=hush-other")
		require.Equal(t, exitOK, code, errs)
		assert.Contains(t, out, "  update IngressControllerPatch router\n      spec.replicas: \"2\" => \"3\"\n", operation)
		assert.Contains(t, out, "  replace Role app\n      description: \"one\" => \"two\"\n      path: \"/\" => \"/app/\"\n", operation)
		assert.Contains(t, out, "      content: [secret] => [secret]\n", operation)
		assert.NotContains(t, out, "hush", operation)
	}
	code, out, errs := call(t, dir, "up", "--diff")
	require.Equal(t, exitOK, code, errs)
	assert.NotContains(t, out, "Changed properties")
}

// TestValuesOfFailedSteps: what failed is not listed as a change.
func TestValuesOfFailedSteps(t *testing.T) {
	t.Parallel()
	step := Step{URN: "urn:pulumi:sandbox::small::aws:iam/role:Role::app", Op: "update", Values: []Value{{Path: "path", New: "/app/"}}}
	failed := step
	failed.URN, failed.Failed = "urn:pulumi:sandbox::small::aws:iam/role:Role::other", true
	var out bytes.Buffer
	printValues(&out, &Result{Steps: []Step{failed, step}})
	assert.Equal(t, "Changed properties:\n  update Role app\n      path: (none) => \"/app/\"\n", out.String())
}

func TestValueString(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 100)
	for want, value := range map[string]Value{
		"a: (none) => 3":                 {Path: "a", New: 3},
		"a: [secret] => (none)":          {Path: "a", Old: secretMark},
		"a: \"x\" => [unknown]":          {Path: "a", Old: "x", New: unknownMark},
		"a: [\"x\"] => {\"b\":[true]}":   {Path: "a", Old: []any{"x"}, New: map[string]any{"b": []any{true}}},
		"a: ...aaaaaaaaaaaaaaaaaaaaaaaa": {Path: "a", Old: long + "x", New: long + "y"},
	} {
		assert.True(t, strings.HasPrefix(value.String(), want), value.String())
	}
	changed := Value{Path: "a", Old: long + "x", New: long + "y"}.String()
	assert.Contains(t, changed, `ax" => ...`, "a long text is shown where it differs")
	assert.Less(t, len(changed), 200)
}

func TestLookUp(t *testing.T) {
	t.Parallel()
	object := map[string]any{"list": []any{map[string]any{"a": 1.0}}, "hidden": secretMark}
	for text, want := range map[string]any{
		"list[0].a": 1.0, "list[1].a": nil, "list.a": nil, "hidden.key": secretMark, "absent": nil,
	} {
		path, err := resource.ParsePropertyPath(text)
		require.NoError(t, err)
		got, _ := lookUp(object, path)
		assert.Equal(t, want, got, text)
	}
}
