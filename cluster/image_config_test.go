package cluster

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
)

func everyImageConfig() ImageConfigArgs {
	return ImageConfigArgs{
		RegistryCAs: map[string]pulumi.StringInput{
			"mirror.example.com:5000": pulumi.String(certificate), "registry.example.com": pulumi.String(certificate),
		},
		AllowedRegistries:  []string{"quay.io", "registry.redhat.io", "image-registry.openshift-image-registry.svc:5000"},
		InsecureRegistries: []string{"registry.test.example.com:8080"},
		SearchRegistries:   []string{"registry.example.com", "mirror.example.com:5000"},
		AllowedForImport:   []string{"quay.io"},
	}
}

func TestPortsOfRegistriesInKeys(t *testing.T) {
	t.Parallel()
	keys := everyImageConfig().caRef().texts
	assert.Contains(t, keys, "mirror.example.com..5000", "a key of a ConfigMap has no colon")
	assert.Contains(t, keys, "registry.example.com")
}

func TestSearchRegistriesKeepTheirOrder(t *testing.T) {
	t.Parallel()
	object := desiredImageConfig(everyImageConfig(), refNames{})
	sources := object.Fields["spec"].(map[string]any)["registrySources"].(map[string]any)
	assert.Equal(t, []any{"registry.example.com", "mirror.example.com:5000"}, sources["containerRuntimeSearchRegistries"],
		"the first registry that has an image wins")
}

func TestImageConfigArgsRejected(t *testing.T) {
	t.Parallel()
	testRejections(t, "cluster.ImageConfigArgs", map[string]rejection{
		"internal registry": {
			reason: "builds could not be pulled any more",
			args:   &ImageConfigArgs{AllowedRegistries: []string{"quay.io"}},
			want: []string{".AllowedRegistries: must contain the internal registry, " +
				"image-registry.openshift-image-registry.svc:5000"},
		},
		"allowed and blocked": {
			reason: "the API allows one of both",
			args:   &ImageConfigArgs{AllowedRegistries: []string{internalRegistry}, BlockedRegistries: []string{"docker.io"}},
			want:   []string{".BlockedRegistries: exclusive"},
		},
		"search registries": {
			reason: "a registry is a host, which the API lists once",
			args:   &ImageConfigArgs{SearchRegistries: []string{"docker.io/library", "quay.io", "quay.io"}},
			want:   []string{".SearchRegistries[0]: format", ".SearchRegistries[2]: duplicate"},
		},
		"forms": {
			reason: "registries are hosts, CAs are texts",
			args: &ImageConfigArgs{
				RegistryCAs:        map[string]pulumi.StringInput{"https://x": pulumi.String("ca.pem"), "y": nil},
				InsecureRegistries: []string{"http://x"}, BlockedRegistries: []string{"a b"}, AllowedForImport: []string{"a b"},
			},
			want: []string{
				".RegistryCAs[https://x]: format",
				".RegistryCAs[https://x]: must be PEM certificates (-----BEGIN CERTIFICATE-----)", ".RegistryCAs[y]: required",
				".BlockedRegistries[0]: format", ".InsecureRegistries[0]: format", ".AllowedForImport[0]: format",
			},
		},
	})
}
