package configuration

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

func TestCustomTLSProfileArgsRejected(t *testing.T) {
	t.Parallel()
	profile := func(kind string, custom *CustomTLSProfileArgs) *APIServerArgs {
		return &APIServerArgs{TLSSecurityProfile: kind, CustomTLSProfile: custom}
	}
	checktest.Cases(t, "configuration.APIServerArgs", map[string]checktest.Case{
		"no ciphers": {
			Reason: "the API server rejects the type without its block",
			Args:   profile("Custom", nil),
			Want:   []string{".CustomTLSProfile: required"},
		},
		"empty": {
			Reason: "OpenShift has no default for them",
			Args:   profile("Custom", &CustomTLSProfileArgs{MinVersion: "VersionTLS12"}),
			Want:   []string{".CustomTLSProfile.Ciphers: required"},
		},
		"another type": {
			Reason: "the API server rejects two profiles",
			Args:   profile("Old", clustertest.CustomTLS()),
			Want:   []string{".CustomTLSProfile: needs"},
		},
		"no type": {
			Reason: "the API server rejects a block without its type",
			Args:   profile("", clustertest.CustomTLS()),
			Want:   []string{".CustomTLSProfile: needs", ": must set at least one field other than CustomTLSProfile"},
		},
		"HTTP/2": {
			Reason: "servers do not start without one of the two ciphers",
			Args: profile("Custom", &CustomTLSProfileArgs{
				MinVersion: "VersionTLS12", Ciphers: []string{"ECDHE-RSA-AES256-GCM-SHA384"},
			}),
			Want: []string{".CustomTLSProfile.Ciphers: must contain ECDHE-RSA-AES128-GCM-SHA256 or " +
				"ECDHE-ECDSA-AES128-GCM-SHA256, which HTTP/2 requires"},
		},
		"values": {
			Reason: "OpenShift ignores ciphers that it does not know",
			Args: profile("Custom", &CustomTLSProfileArgs{
				MinVersion: "VersionTLS12",
				Ciphers: []string{
					"ECDHE-RSA-AES128-GCM-SHA256", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "", "ECDHE-RSA-AES128-GCM-SHA256",
				},
			}),
			Want: []string{
				".CustomTLSProfile.Ciphers[1]: one-of", ".CustomTLSProfile.Ciphers[2]: required",
				".CustomTLSProfile.Ciphers[3]: duplicate",
			},
		},
	})
}
