package configuration

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// leaves returns the paths of a spec's fields that are not blocks with fields.
func leaves(path string, value any) []string {
	block, ok := value.(map[string]any)
	if !ok || len(block) == 0 {
		return []string{path}
	}
	var found []string
	for _, key := range slices.Sorted(maps.Keys(block)) {
		found = append(found, leaves(path+"."+key, block[key])...)
	}
	return found
}

// TestOwnedFieldsAreNotPatched checks that no patch sets the field that its component keeps, or a field in it: when the
// patch is deleted, the API server would get null for it, and reject it.
func TestOwnedFieldsAreNotPatched(t *testing.T) {
	t.Parallel()
	server, image, hub := everyAPIServer(), everyImageConfig(), everyOperatorHub()
	tests := map[string]func(*pulumi.Context) error{
		"every field of APIServer":         mockstest.Program(NewAPIServer, "x", &server),
		"encryption":                       mockstest.Program(NewAPIServer, "x", &APIServerArgs{Encryption: "aesgcm"}),
		"audit":                            mockstest.Program(NewAPIServer, "x", &APIServerArgs{AuditProfile: "None"}),
		"every field of ImageConfig":       mockstest.Program(NewImageConfig, "x", &image),
		"registries for imports":           mockstest.Program(NewImageConfig, "x", &ImageConfigArgs{AllowedForImport: []string{"quay.io"}}),
		"every field of IdentityProviders": mockstest.Program(NewIdentityProviders, "x", everyProvider()),
		"every field of OperatorHub":       mockstest.Program(NewOperatorHub, "x", &hub),
	}
	for name, create := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := mockstest.Run(t, create, clustertest.InCluster)
			var kept, patched []string
			var owned, patch mocks.Resource
			for _, r := range rec.Resources() {
				if !strings.HasSuffix(r.Type, "Patch") {
					continue
				}
				if strings.HasSuffix(r.Name, "-owned") {
					owned, kept = r, leaves("spec", r.Inputs["spec"])
					continue
				}
				patch, patched = r, leaves("spec", r.Inputs["spec"])
			}
			require.Len(t, kept, 1)
			assert.True(t, owned.Options.RetainOnDelete, "the field stays")
			assert.True(t, rec.Graph().Reaches(owned.URN, patch.URN), "the patch releases a field before it is kept")
			for _, path := range patched {
				assert.False(t, path == kept[0] || strings.HasPrefix(path, kept[0]+"."), "%s is kept", path)
			}
		})
	}
}
