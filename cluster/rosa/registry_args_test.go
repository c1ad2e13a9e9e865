package rosa

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestRegistryArgsValidate(t *testing.T) {
	t.Parallel()
	registries := func(r RegistryArgs) *HCPArgs { return testHCP(func(a *HCPArgs) { a.Registry = &r }) }
	checkValidations(t, map[string]validation{
		"blocked": {
			reason: "a registry can be a wildcard or a repository, and have its own certificate",
			args: registries(RegistryArgs{
				BlockedRegistries: []string{"*.example.com", "docker.io/library"},
				TrustedCAs:        map[string]string{"registry.example.com..5000": clustertest.Certificate},
			}),
		},
		"no certificate": {
			reason: "the text is that of a certificate",
			args:   registries(RegistryArgs{TrustedCAs: map[string]string{"quay.io": "ca.pem"}}),
			want:   []string{"rosa.HCPArgs.Registry.TrustedCAs[quay.io]: must be certificates in PEM format"},
		},
	})
}

// TestRegistrySourcesAreNeverNull: the provider cannot read null (terraform-provider-rhcs
// provider/registry_config/state.go).
func TestRegistrySourcesAreNeverNull(t *testing.T) {
	t.Parallel()
	args := testHCP(func(a *HCPArgs) {
		a.Registry = &RegistryArgs{AllowedForImport: []ImportRegistry{{DomainName: "quay.io"}}}
	})
	want := map[string]any{
		"registrySources":             map[string]any{},
		"allowedRegistriesForImports": []any{map[string]any{"domainName": "quay.io", "insecure": false}},
	}
	assert.Equal(t, want, mockstest.Find(t, run(t, args), "main-cluster").Inputs["registryConfig"])
}
