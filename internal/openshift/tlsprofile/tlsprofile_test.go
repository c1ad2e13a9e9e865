package tlsprofile

import (
	"strings"
	"testing"

	configv1 "github.com/openshift/api/config/v1"
	"github.com/stretchr/testify/assert"
)

func TestTLSSecurityProfile(t *testing.T) {
	t.Parallel()
	assert.Equal(t, map[string]any{"type": "Old", "old": map[string]any{}}, Fields("Old", nil))
	assert.Equal(t, map[string]any{
		"type": "Custom",
		"custom": map[string]any{
			"ciphers":       []any{"ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES256-GCM-SHA384"},
			"minTLSVersion": "VersionTLS12",
		},
	}, Fields("Custom", &CustomTLSProfileArgs{
		Ciphers: []string{"ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES256-GCM-SHA384"}, MinVersion: "VersionTLS12",
	}))
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
