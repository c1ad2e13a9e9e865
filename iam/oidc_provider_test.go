package iam_test

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
)

const thumbprint = "917e732d330f9a12404f73d8bea36948b929dffc"

func TestOIDCProviderArgs(t *testing.T) {
	t.Parallel()
	url := func(url string) *iam.OIDCProviderArgs {
		return &iam.OIDCProviderArgs{EndpointURL: text(url), Thumbprint: text(thumbprint)}
	}
	const path = "iam.OIDCProviderArgs"
	checkArgs(t, map[string]argsRow{
		"host and path": {reason: "OIDCConfig.EndpointURL has no scheme", args: url("oidc.example.com/2a3b")},
		"https":         {reason: "other issuers' URLs have a scheme", args: url("https://oidc.example.com/2a3b")},
		"nil": {
			reason: "IAM needs the URL and the thumbprint",
			args:   (*iam.OIDCProviderArgs)(nil),
			want:   under(path, "EndpointURL: required", "Thumbprint: required"),
		},
		"http": {
			reason: "IAM requires https",
			args:   url("http://oidc.example.com"),
			want:   under(path, "EndpointURL: format"),
		},
		"port": {
			reason: "IAM allows no port",
			args:   url("oidc.example.com:8443"),
			want:   under(path, "EndpointURL: format"),
		},
		"query": {reason: "IAM allows no query", args: url("oidc.example.com?a=b"), want: under(path, "EndpointURL: format")},
		"SHA-256": {
			reason: "IAM requires a SHA-1 thumbprint",
			args: &iam.OIDCProviderArgs{
				EndpointURL: text("oidc.example.com"),
				Thumbprint:  text(strings.Repeat("a1", 32)),
			},
			want: under(path, "Thumbprint: format"),
		},
	})
}

func TestOIDCProvider(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"oidc.example.com/2a3b", "https://oidc.example.com/2a3b"} {
		rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
			_, err := iam.NewOIDCProvider(ctx, "issuer", &iam.OIDCProviderArgs{
				EndpointURL: text(url),
				Thumbprint:  text(thumbprint),
				ClusterID:   text("2b4c"),
			})
			return err
		})
		assert.Equal(t, map[string]any{
			"url":             "https://oidc.example.com/2a3b",
			"clientIdLists":   []any{"openshift", "sts.amazonaws.com"},
			"thumbprintLists": []any{thumbprint},
			"tags":            taggedWith("red-hat-managed", "true", "rosa_cluster_id", "2b4c"),
		}, mockstest.Find(t, rec, "issuer-provider").Inputs)
	}
}
