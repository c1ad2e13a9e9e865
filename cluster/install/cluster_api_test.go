package install

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestOpenAPIRequiresTLS: the token of the administrator leaves the machine encrypted only.
func TestOpenAPIRequiresTLS(t *testing.T) {
	t.Parallel()
	for server, valid := range map[string]bool{
		"https://api.demo.example.com:6443": true,
		"http://127.0.0.1:8001":             true,
		"http://[::1]:8001":                 true,
		"http://api.demo.example.com:6443":  false,
		"http://10.0.0.1:6443":              false,
		"http://localhost.example.com":      false,
		"ftp://127.0.0.1":                   false,
		"api.demo.example.com":              false,
		"":                                  false,
	} {
		_, err := openAPI(writeKubeconfig(t, server))
		if valid {
			assert.NoError(t, err, server)
			continue
		}
		assert.ErrorContains(t, err, "the cluster's server must be an https:// URL", server)
	}
}
