package mocks_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

func registerRHCS(resourceType string, inputs pulumi.Map) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		var resource pulumi.CustomResourceState
		return rhcs.Register(ctx, resourceType, "x", inputs, &resource)
	}
}

func TestRHCSIsRefusedWhatTheProviderRefuses(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason       string
		resourceType string
		inputs       pulumi.Map
		want         string
	}{
		"misspelt": {
			reason:       "the provider knows no such property",
			resourceType: "RosaOidcConfigInput",
			inputs:       pulumi.Map{"region": pulumi.String("us-east-2"), "prefx": pulumi.String("a")},
			want:         "prefx: is not a property of rhcs:index/rosaOidcConfigInput:RosaOidcConfigInput; did you mean prefix?",
		},
		"missing": {
			reason:       "Terraform's R",
			resourceType: "RosaOidcConfigInput",
			want:         "region: is required",
		},
		"computed": {
			reason:       "Terraform's C",
			resourceType: "RosaOidcConfig",
			inputs:       pulumi.Map{"managed": pulumi.Bool(true), "thumbprint": pulumi.String("aa")},
			want:         "thumbprint: is computed by the provider and cannot be given",
		},
		"nested": {
			reason:       "objects in a map",
			resourceType: "DefaultIngress",
			inputs: pulumi.Map{
				"cluster":         pulumi.String("1"),
				"componentRoutes": pulumi.Map{"console": pulumi.Map{"host": pulumi.String("a")}},
			},
			want: "componentRoutes.console.host: is not a property",
		},
		"unknown type": {
			reason:       "no such resource",
			resourceType: "RosaOidc",
			want:         "mocks has no facts about this type",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.ErrorContains(t, mocks.New().Run(registerRHCS(tt.resourceType, tt.inputs)), tt.want, tt.reason)
		})
	}
}

func TestRHCSOutputsHaveTheirRealForm(t *testing.T) {
	t.Parallel()
	tests := []struct {
		resourceType string
		inputs       pulumi.Map
		want         map[string]string
	}{
		{
			resourceType: "RosaOidcConfig",
			inputs:       pulumi.Map{"managed": pulumi.Bool(true)},
			want: map[string]string{
				"oidcEndpointUrl": `^oidc\.op1\.openshiftapps\.com/[0-9a-f]{32}$`,
				"thumbprint":      `^[0-9a-f]{40}$`,
			},
		},
		{
			resourceType: "RosaOidcConfigInput",
			inputs:       pulumi.Map{"region": pulumi.String("us-east-2"), "prefix": pulumi.String("team")},
			want: map[string]string{
				"bucketName":           `^team-oidc-[0-9a-f]{8}$`,
				"issuerUrl":            `^https://team-oidc-[0-9a-f]{8}\.s3\.us-east-2\.amazonaws\.com$`,
				"privateKeySecretName": `^rosa-private-key-team-oidc-`,
			},
		},
		{
			resourceType: "ClusterRosaHcp",
			inputs: pulumi.Map{
				"name": pulumi.String(
					"demo",
				), "awsAccountId": pulumi.String("123456789012"), "cloudRegion": pulumi.String("us-east-2"),
				"availabilityZones": pulumi.ToStringArray(
					[]string{"us-east-2a"},
				), "awsSubnetIds": pulumi.ToStringArray([]string{"subnet-1"}),
				"sts": pulumi.Map{
					"roleArn":            pulumi.String("a"),
					"supportRoleArn":     pulumi.String("b"),
					"operatorRolePrefix": pulumi.String("demo"),
					"instanceIamRoles":   pulumi.Map{"workerRoleArn": pulumi.String("c")},
				}},
			want: map[string]string{
				"apiUrl": `^https://api\.demo\.[0-9a-f]{4}\.p3\.openshiftapps\.com:443$`,
				"state":  `^ready$`,
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.resourceType, func(t *testing.T) {
			t.Parallel()
			rec := mocks.New()
			require.NoError(t, rec.Run(registerRHCS(tt.resourceType, tt.inputs)))
			registered := rec.OfType(rhcs.Token(tt.resourceType))
			require.Len(t, registered, 1)
			assert.Regexp(t, `^[0-9a-f]{32}$`, registered[0].ID)
			for property, pattern := range tt.want {
				assert.Regexp(t, pattern, registered[0].Outputs[property])
			}
		})
	}
}
