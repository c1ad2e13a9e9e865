package cluster

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

// FuzzAuthorityCreated reads any data URL: a certificate has a date.
func FuzzAuthorityCreated(f *testing.F) {
	f.Add("data:text/plain;charset=utf-8;base64,LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCi0tLS0tRU5EIENFUlRJRklDQVRFLS0tLS0K")
	f.Add("data:,-----BEGIN%20CERTIFICATE-----%0A-----END%20CERTIFICATE-----%0A")
	f.Add(dataURL(clustertest.Certificate))
	f.Add("https://example.com")
	f.Fuzz(func(t *testing.T, source string) {
		created, err := authorityCreated(source)
		if err != nil {
			assert.True(t, created.IsZero())
		}
	})
}
