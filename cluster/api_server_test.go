package cluster

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

func everyAPIServer() APIServerArgs {
	return APIServerArgs{
		NamedCertificates: map[string]TLSCertificate{
			"api.demo.example.com": *keyPair(), "*.corp.example.com": {SecretName: pulumi.String("corp")},
		},
		Encryption: "aesgcm", AuditProfile: "WriteRequestBodies",
		AuditRules:         []AuditRule{{Group: "system:authenticated:oauth", Profile: "AllRequestBodies"}},
		ClientCA:           pulumi.String(certificate),
		TLSSecurityProfile: "Custom", CustomTLSProfile: customTLS(),
	}
}

func TestCertificatesExistBeforeTheAPIServerUsesThem(t *testing.T) {
	t.Parallel()
	rec := mocks.New(inCluster)
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		args := everyAPIServer()
		_, err := NewAPIServer(ctx, "api", &args)
		return err
	}))
	patch := one(t, rec, "kubernetes:config.openshift.io/v1:APIServerPatch", "api-apiserver")
	secret := one(t, rec, "kubernetes:core/v1:Secret", "api-api-server-api.demo.example.com")
	assert.True(t, rec.Graph().Reaches(patch.URN, secret.URN))
	assert.Equal(t, "kubernetes.io/tls", secret.Inputs["type"])
	assert.IsType(t, mocks.Secret{}, secret.Inputs["data"].(map[string]any)["tls.key"])
	anchor := one(t, rec, "kubernetes:config.openshift.io/v1:APIServerPatch", "api-apiserver-anchor")
	assert.True(t, anchor.Options.RetainOnDelete, "spec must not become null")
}

func TestAPIServerArgsRejected(t *testing.T) {
	t.Parallel()
	testRejections(t, "cluster.APIServerArgs", map[string]rejection{
		"names": {
			reason: "nodes trust the cluster's own CA for api-int, and a name has no scheme",
			args: &APIServerArgs{NamedCertificates: map[string]TLSCertificate{
				"api-int.demo.example.com": *keyPair(), "https://api.example.com": *keyPair(), "x.example.com": {},
			}},
			want: []string{
				".NamedCertificates[api-int.demo.example.com]: must not be the internal name of the API: nodes trust the " +
					"cluster's own certificate only",
				".NamedCertificates[https://api.example.com]: format", ".NamedCertificates[x.example.com]: required",
			},
		},
		"values": {
			reason: "the API has a list of each",
			args: &APIServerArgs{
				Encryption: "aes", AuditProfile: "All", TLSSecurityProfile: "Modern", ClientCA: pulumi.String("ca.pem"),
			},
			want: []string{
				".Encryption: one-of", ".AuditProfile: one-of",
				".ClientCA: must be PEM certificates (-----BEGIN CERTIFICATE-----)", ".TLSSecurityProfile: one-of",
			},
		},
		"rules": {
			reason: "a rule is for one group",
			args:   &APIServerArgs{AuditRules: []AuditRule{{Group: "a", Profile: "None"}, {Group: "a", Profile: "x"}, {}}},
			want: []string{
				".AuditRules[1].Profile: one-of", ".AuditRules[2].Group: required", ".AuditRules[2].Profile: required",
				".AuditRules[1]: duplicate",
			},
		},
	})
}
