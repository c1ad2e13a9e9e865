package docs

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPackagesOfRegistries: whoever registers a name that nobody has gets code on the machines that install it. The SDKs are archives of a
// release, and are in no registry.
func TestPackagesOfRegistries(t *testing.T) {
	t.Parallel()
	manifests := append(files(t, "templates/*/package.json"), files(t, "policy/package.json")...)
	require.NotEmpty(t, manifests)
	for _, file := range manifests {
		var manifest struct{ Dependencies, DevDependencies, OptionalDependencies, PeerDependencies map[string]string }
		require.NoError(t, json.Unmarshal([]byte(read(t, file)), &manifest), file)
		for _, dependencies := range []map[string]string{
			manifest.Dependencies, manifest.DevDependencies, manifest.OptionalDependencies, manifest.PeerDependencies,
		} {
			for _, name := range slices.Sorted(maps.Keys(dependencies)) {
				assert.Regexp(t, `^(@pulumi/\w+|@types/node|typescript)$`, name, file)
			}
		}
	}
}
