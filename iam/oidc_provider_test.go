package iam_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const thumbprint = "917e732d330f9a12404f73d8bea36948b929dffc"

func TestOIDCProviderArgs(t *testing.T) {
	t.Parallel()
	url := func(url string) *iam.OIDCProviderArgs {
		return &iam.OIDCProviderArgs{EndpointURL: text(url), Thumbprint: text(thumbprint)}
	}
	checktest.Cases(t, "iam.OIDCProviderArgs", map[string]checktest.Case{
		"host and path": {Reason: "OIDCConfig.EndpointURL has no scheme", Args: url("oidc.example.com/2a3b")},
		"https":         {Reason: "other issuers' URLs have a scheme", Args: url("https://oidc.example.com/2a3b")},
		"http": {
			Reason: "IAM requires https",
			Args:   url("http://oidc.example.com"),
			Want:   []string{".EndpointURL: format"},
		},
		"port": {
			Reason: "IAM allows no port",
			Args:   url("oidc.example.com:8443"),
			Want:   []string{".EndpointURL: format"},
		},
		"query": {Reason: "IAM allows no query", Args: url("oidc.example.com?a=b"), Want: []string{".EndpointURL: format"}},
	})
}

func TestOIDCProvider(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"oidc.example.com/2a3b", "https://oidc.example.com/2a3b"} {
		rec := mockstest.Run(t, mockstest.Program(iam.NewOIDCProvider, "issuer", &iam.OIDCProviderArgs{
			EndpointURL: text(url),
			Thumbprint:  text(thumbprint),
			ClusterID:   text("2b4c"),
		}))
		assert.Equal(t, map[string]any{
			"url":             "https://oidc.example.com/2a3b",
			"clientIdLists":   []any{"openshift", "sts.amazonaws.com"},
			"thumbprintLists": []any{thumbprint},
			"tags":            taggedWith("red-hat-managed", "true", "rosa_cluster_id", "2b4c"),
		}, mockstest.Find(t, rec, "issuer-provider").Inputs)
	}
}
