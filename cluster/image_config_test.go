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
		AllowedForImport:   []string{"quay.io"},
	}
}

func TestPortsOfRegistriesInKeys(t *testing.T) {
	t.Parallel()
	keys := everyImageConfig().caRef().texts
	assert.Contains(t, keys, "mirror.example.com..5000", "a key of a ConfigMap has no colon")
	assert.Contains(t, keys, "registry.example.com")
}

func TestImageConfigArgsRefused(t *testing.T) {
	t.Parallel()
	testRefusals(t, "cluster.ImageConfigArgs", map[string]refusal{
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
		"forms": {
			reason: "registries are hosts, CAs are texts",
			args: &ImageConfigArgs{
				RegistryCAs:        map[string]pulumi.StringInput{"https://x": pulumi.String("ca.pem"), "y": nil},
				InsecureRegistries: []string{"http://x"}, BlockedRegistries: []string{"a b"}, AllowedForImport: []string{"a b"},
			},
			want: []string{
				".RegistryCAs[https://x]: form",
				".RegistryCAs[https://x]: must be PEM certificates (-----BEGIN CERTIFICATE-----)", ".RegistryCAs[y]: required",
				".BlockedRegistries[0]: form", ".InsecureRegistries[0]: form", ".AllowedForImport[0]: form",
			},
		},
	})
}
