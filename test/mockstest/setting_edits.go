package mockstest

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"
	"github.com/stretchr/testify/require"
)

// CheckEdits changes one setting after the other of a cluster that is up with changes of the default configuration. Each setting of
// Pulumi.yaml is unset, and gets these values, or another one of its type. No update loses what cannot be made again.
func (e Example) CheckEdits(t *testing.T, changes map[string]string, values map[string][]string) {
	t.Helper()
	tried := maps.Clone(values)
	for setting, kind := range e.settings(t) {
		if tried[setting] == nil {
			tried[setting] = map[string][]string{"integer": {"7"}, "boolean": {"true", "false"}, "string": {"other"}}[kind]
		}
		tried[setting] = append([]string{""}, tried[setting]...)
	}
	before := e.Run(t, changes)
	var counts Counts
	for _, setting := range slices.Sorted(maps.Keys(tried)) {
		for _, value := range slices.Compact(tried[setting]) {
			changed := With(changes, map[string]string{setting: value})
			CheckUpdate(t, setting+"="+value, before, e.Updating(before, changed), e.Program, &counts)
		}
	}
	fmt.Println(e.Project, counts) //nolint:forbidigo // the counts are the result
}

// settings returns the settings of the example's Pulumi.yaml, with their types.
func (e Example) settings(t *testing.T) map[string]string {
	t.Helper()
	path := "Pulumi.yaml"
	if _, err := os.Stat(path); err != nil {
		path = "../../Pulumi.yaml" // of examples/classic
	}
	project, err := workspace.LoadProject(path)
	require.NoError(t, err)
	require.Equal(t, e.Project, project.Name.String())
	settings := map[string]string{}
	for key, setting := range project.Config {
		if name, own := strings.CutPrefix(key, e.Project+":"); own {
			settings[name] = setting.TypeName()
		}
	}
	require.NotEmpty(t, settings)
	return settings
}
