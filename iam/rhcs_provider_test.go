package iam_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

func TestRHCSProviderArgsValidate(t *testing.T) {
	t.Parallel()
	id := pulumi.String("id")
	tests := map[string]struct {
		reason string
		args   *iam.RHCSProviderArgs
		want   []string
	}{
		"nil": {reason: "every field has a default"},
		"account": {
			reason: "a service account has an ID and a secret",
			args:   &iam.RHCSProviderArgs{ClientID: id, ClientSecret: id},
		},
		"format": {
			reason: "every field has its form",
			args:   &iam.RHCSProviderArgs{Version: "v1.7.7", Path: "/opt/rhcs", PluginVersion: "1.1"},
			want: []string{
				"iam.RHCSProviderArgs.Version: format", "iam.RHCSProviderArgs.PluginVersion: format",
				"iam.RHCSProviderArgs.Path: format",
			},
		},
		"binary and mirror": {
			reason: "a binary is not downloaded",
			args:   &iam.RHCSProviderArgs{Path: "/opt/terraform-provider-rhcs", Source: "mirror.example.com/terraform-redhat/other"},
			want:   []string{"iam.RHCSProviderArgs.Source: format", "iam.RHCSProviderArgs.Source: exclusive"},
		},
		"token and account": {
			reason: "a service account is the alternative to a token",
			args:   &iam.RHCSProviderArgs{Token: id, ClientID: id, ClientSecret: id},
			want:   []string{"iam.RHCSProviderArgs.ClientID: exclusive"},
		},
		"no secret": {
			reason: "a service account has an ID and a secret",
			args:   &iam.RHCSProviderArgs{ClientID: id},
			want:   []string{"iam.RHCSProviderArgs.ClientSecret: must be set together with ClientID"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checktest.Equal(t, tt.want, tt.args.Validate(), tt.reason)
		})
	}
}

// TestRHCSProviderConfiguration: arguments have precedence over the stack's configuration, and credentials are secret.
func TestRHCSProviderConfiguration(t *testing.T) {
	t.Parallel()
	rec := mocks.New(mocks.Config(map[string]string{
		"rhcs:url": "https://api.example.com", "rhcs:token": "stack", "rhcs:insecure": "true",
	}))
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		_, err := iam.NewRHCSProvider(ctx, "rhcs", &iam.RHCSProviderArgs{Token: pulumi.String("mine")})
		if err != nil {
			return err
		}
		_, err = iam.NewRHCSProvider(ctx, "stage", &iam.RHCSProviderArgs{URL: pulumi.String("https://api.stage.example.com")})
		return err
	}))
	provider, stage := mockstest.Find(t, rec, "rhcs"), mockstest.Find(t, rec, "stage")
	assert.Equal(t, "https://api.example.com", provider.Inputs["url"])
	assert.Equal(t, "true", provider.Inputs["insecure"])
	assert.Equal(t, mocks.Secret{Value: "mine"}, provider.Inputs["token"])
	assert.Equal(t, "https://api.stage.example.com", stage.Inputs["url"])
	assert.Equal(t, mocks.Secret{Value: "stack"}, stage.Inputs["token"])
}
