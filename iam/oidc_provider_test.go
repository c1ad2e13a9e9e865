package iam_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const thumbprint = "917e732d330f9a12404f73d8bea36948b929dffc"

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
