package mockstest

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Plugins returns the names of the plugins that the engine has loaded for the resources of an exported stack, sorted. Where they are not
// installed, the CLI downloads these.
func Plugins(t testing.TB, export []byte) (names []string) {
	t.Helper()
	var state struct {
		Deployment struct {
			Resources []struct {
				Type   string
				Inputs struct {
					Internal struct{ Name string } `json:"__internal"`
				}
			}
		}
	}
	require.NoError(t, json.Unmarshal(export, &state))
	for _, each := range state.Deployment.Resources {
		name, isProvider := strings.CutPrefix(each.Type, "pulumi:providers:")
		switch {
		case !isProvider:
		case each.Inputs.Internal.Name != "": // of a package that the plugin is parameterized to
			names = append(names, each.Inputs.Internal.Name)
		default:
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
