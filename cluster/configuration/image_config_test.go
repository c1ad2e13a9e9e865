package configuration

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

func everyImageConfig() ImageConfigArgs {
	return ImageConfigArgs{
		RegistryCAs: map[string]pulumi.StringInput{
			"mirror.example.com:5000": pulumi.String(clustertest.Certificate),
			"registry.example.com":    pulumi.String(clustertest.Certificate),
		},
		AllowedRegistries:  []string{"quay.io", "registry.redhat.io", "image-registry.openshift-image-registry.svc:5000"},
		InsecureRegistries: []string{"registry.test.example.com:8080"},
		SearchRegistries:   []string{"registry.example.com", "mirror.example.com:5000"},
		AllowedForImport:   []string{"quay.io"},
	}
}

func TestPortsOfRegistriesInKeys(t *testing.T) {
	t.Parallel()
	keys := everyImageConfig().configRefs()[0].texts
	assert.Contains(t, keys, "mirror.example.com..5000", "a key of a ConfigMap has no colon")
	assert.Contains(t, keys, "registry.example.com")
}

func TestRegistrySources(t *testing.T) {
	t.Parallel()
	sources := func(args ImageConfigArgs) map[string]any {
		return desiredImageConfig(args, refNames{}).Fields["spec"].(map[string]any)["registrySources"].(map[string]any)
	}
	assert.Equal(t, []any{"registry.example.com", "mirror.example.com:5000"},
		sources(everyImageConfig())["containerRuntimeSearchRegistries"], "the first registry that has an image wins")
	assert.Equal(t, map[string]any{"blockedRegistries": []any{"docker.io"}},
		sources(ImageConfigArgs{BlockedRegistries: []string{"docker.io"}}))
}

func TestImageConfigArgsRejected(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, "configuration.ImageConfigArgs", map[string]checktest.Case{
		"internal registry": {
			Reason: "builds could not be pulled any more",
			Args:   &ImageConfigArgs{AllowedRegistries: []string{"quay.io"}},
			Want: []string{".AllowedRegistries: must contain the internal registry, " +
				"image-registry.openshift-image-registry.svc:5000"},
		},
		"file name": {
			Reason: "CAs are texts",
			Args:   &ImageConfigArgs{RegistryCAs: map[string]pulumi.StringInput{"x": pulumi.String("ca.pem")}},
			Want:   []string{".RegistryCAs[x]: must be certificates in PEM format"},
		},
	})
}
