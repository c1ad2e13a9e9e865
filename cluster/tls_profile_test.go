package cluster

import (
	"strings"
	"testing"

	configv1 "github.com/openshift/api/config/v1"
	"github.com/stretchr/testify/assert"
)

func customTLS() *CustomTLSProfileArgs {
	return &CustomTLSProfileArgs{
		Ciphers:    []string{"ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES256-GCM-SHA384"},
		MinVersion: "VersionTLS12",
	}
}

func TestTLSSecurityProfile(t *testing.T) {
	t.Parallel()
	assert.Equal(t, map[string]any{"type": "Old", "old": map[string]any{}}, tlsSecurityProfile("Old", nil))
	assert.Equal(t, map[string]any{
		"type": "Custom",
		"custom": map[string]any{
			"ciphers":       []any{"ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES256-GCM-SHA384"},
			"minTLSVersion": "VersionTLS12",
		},
	}, tlsSecurityProfile("Custom", customTLS()))
}

// TestTLSCiphers compares the ciphers with those of the profile Old, which has all of OpenShift's. Go has none with
// DHE, and none without GCM that end in SHA384.
func TestTLSCiphers(t *testing.T) {
	t.Parallel()
	var want []string
	for _, cipher := range configv1.TLSProfiles[configv1.TLSProfileOldType].Ciphers {
		withoutGCM := !strings.Contains(cipher, "GCM") && strings.HasSuffix(cipher, "SHA384")
		if !strings.HasPrefix(cipher, "DHE-") && cipher != "AES256-SHA256" && !withoutGCM {
			want = append(want, cipher)
		}
	}
	assert.ElementsMatch(t, want, tlsCiphers)
}

func TestCustomTLSProfileArgsRejected(t *testing.T) {
	t.Parallel()
	profile := func(kind string, custom *CustomTLSProfileArgs) *APIServerArgs {
		return &APIServerArgs{TLSSecurityProfile: kind, CustomTLSProfile: custom}
	}
	testRejections(t, "cluster.APIServerArgs", map[string]rejection{
		"no ciphers": {
			reason: "the API server rejects the type without its block",
			args:   profile("Custom", nil),
			want:   []string{".CustomTLSProfile: required"},
		},
		"empty": {
			reason: "OpenShift has no defaults for them",
			args:   profile("Custom", &CustomTLSProfileArgs{}),
			want:   []string{".CustomTLSProfile.MinVersion: required", ".CustomTLSProfile.Ciphers: required"},
		},
		"another type": {
			reason: "the API server rejects two profiles",
			args:   profile("Old", customTLS()),
			want:   []string{".CustomTLSProfile: needs"},
		},
		"no type": {
			reason: "the API server rejects a block without its type",
			args:   profile("", customTLS()),
			want:   []string{".CustomTLSProfile: needs", ": must set at least one field"},
		},
		"HTTP/2": {
			reason: "servers do not start without one of the two ciphers",
			args: profile("Custom", &CustomTLSProfileArgs{
				MinVersion: "VersionTLS12", Ciphers: []string{"ECDHE-RSA-AES256-GCM-SHA384"},
			}),
			want: []string{".CustomTLSProfile.Ciphers: must contain ECDHE-RSA-AES128-GCM-SHA256 or " +
				"ECDHE-ECDSA-AES128-GCM-SHA256, which HTTP/2 requires"},
		},
		"values": {
			reason: "OpenShift ignores ciphers that it does not know; those of TLS 1.3 cannot be chosen",
			args: profile("Custom", &CustomTLSProfileArgs{
				MinVersion: "VersionTLS13",
				Ciphers: []string{
					"ECDHE-RSA-AES128-GCM-SHA256", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "", "ECDHE-RSA-AES128-GCM-SHA256",
				},
			}),
			want: []string{
				".CustomTLSProfile.MinVersion: one-of", ".CustomTLSProfile.Ciphers[1]: one-of",
				".CustomTLSProfile.Ciphers[2]: required", ".CustomTLSProfile.Ciphers[3]: duplicate",
			},
		},
	})
	testRejections(t, "cluster.KubeletConfigArgs", map[string]rejection{
		"kubelet": {
			reason: "a kubelet has the same rules",
			args:   &KubeletConfigArgs{Name: "x", Pool: "worker", TLSSecurityProfile: "Custom"},
			want:   []string{".CustomTLSProfile: required"},
		},
	})
}
