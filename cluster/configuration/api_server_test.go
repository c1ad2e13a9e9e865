package configuration

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func everyAPIServer() APIServerArgs {
	return APIServerArgs{
		NamedCertificates: map[string]TLSCertificate{
			"api.demo.example.com": *clustertest.KeyPair(), "*.corp.example.com": {SecretName: pulumi.String("corp")},
		},
		Encryption: "aesgcm", AuditProfile: "WriteRequestBodies",
		AuditRules:         []AuditRule{{Group: "system:authenticated:oauth", Profile: "AllRequestBodies"}},
		ClientCA:           pulumi.String(clustertest.Certificate),
		TLSSecurityProfile: "Custom", CustomTLSProfile: clustertest.CustomTLS(),
	}
}

func TestCertificatesExistBeforeTheAPIServerUsesThem(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, mockstest.Program(NewAPIServer, "api", new(everyAPIServer())), clustertest.InCluster)
	patch := clustertest.One(t, rec, "kubernetes:config.openshift.io/v1:APIServerPatch", "api-apiserver-unforced")
	secret := clustertest.One(t, rec, "kubernetes:core/v1:Secret", "api-api-server-api.demo.example.com")
	assert.True(t, rec.Graph().Reaches(patch.URN, secret.URN))
	assert.Equal(t, "kubernetes.io/tls", secret.Inputs["type"])
	assert.IsType(t, mocks.Secret{}, secret.Inputs["data"].(map[string]any)["tls.key"])
	owned := clustertest.One(t, rec, "kubernetes:config.openshift.io/v1:APIServerPatch", "api-apiserver-owned")
	assert.True(t, owned.Options.RetainOnDelete, "spec must not become null")
}

func TestAPIServerArgsRejected(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, "configuration.APIServerArgs", map[string]checktest.Case{
		"names": {
			Reason: "nodes trust the cluster's own CA for api-int",
			Args: &APIServerArgs{NamedCertificates: map[string]TLSCertificate{
				"api-int.demo.example.com": *clustertest.KeyPair(),
			}},
			Want: []string{
				".NamedCertificates[api-int.demo.example.com]: must not be the internal name of the API: nodes trust the " +
					"cluster's own certificate only",
			},
		},
		"rules": {
			Reason: "a rule is for one group",
			Args:   &APIServerArgs{AuditRules: []AuditRule{{Group: "a", Profile: "None"}, {Group: "a", Profile: "Default"}}},
			Want:   []string{".AuditRules[1]: duplicate"},
		},
	})
}
