package iam_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestRHCSProviderArgsValidate(t *testing.T) {
	t.Parallel()
	id := pulumi.String("id")
	checktest.Cases(t, "iam.RHCSProviderArgs", map[string]checktest.Case{
		"nil": {Reason: "every field has a default", Args: (*iam.RHCSProviderArgs)(nil)},
		"account": {
			Reason: "a service account has an ID and a secret",
			Args:   &iam.RHCSProviderArgs{ClientID: id, ClientSecret: id},
		},
		"format": {
			Reason: "every field has its form",
			Args:   &iam.RHCSProviderArgs{Version: "v1.7.7", Path: "/opt/rhcs", PluginVersion: "1.1"},
			Want:   []string{".Version: format", ".PluginVersion: format", ".Path: format"},
		},
		"binary and mirror": {
			Reason: "a binary is not downloaded",
			Args:   &iam.RHCSProviderArgs{Path: "/opt/terraform-provider-rhcs", Source: "mirror.example.com/terraform-redhat/other"},
			Want:   []string{".Source: format", ".Source: exclusive"},
		},
		"no secret": {
			Reason: "a service account has an ID and a secret",
			Args:   &iam.RHCSProviderArgs{ClientID: id},
			Want:   []string{".ClientSecret: must be set together with ClientID"},
		},
	})
}

// TestRHCSProviderConfiguration: arguments have precedence over the stack's configuration, and credentials are secret.
func TestRHCSProviderConfiguration(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		_, err := iam.NewRHCSProvider(ctx, "rhcs", &iam.RHCSProviderArgs{Token: pulumi.String("mine")})
		if err != nil {
			return err
		}
		_, err = iam.NewRHCSProvider(ctx, "stage", &iam.RHCSProviderArgs{URL: pulumi.String("https://api.stage.example.com")})
		return err
	}, mocks.Config(map[string]string{
		"rhcs:url": "https://api.example.com", "rhcs:token": "stack", "rhcs:insecure": "true",
	}))
	provider, stage := mockstest.Find(t, rec, "rhcs"), mockstest.Find(t, rec, "stage")
	assert.Equal(t, "https://api.example.com", provider.Inputs["url"])
	assert.Equal(t, "true", provider.Inputs["insecure"])
	assert.Equal(t, mocks.Secret{Value: "mine"}, provider.Inputs["token"])
	assert.Equal(t, "https://api.stage.example.com", stage.Inputs["url"])
	assert.Equal(t, mocks.Secret{Value: "stack"}, stage.Inputs["token"])
}
