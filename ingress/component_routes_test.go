package ingress_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func componentRoutes(ctx *pulumi.Context) error {
	_, err := ingress.NewComponentRoutes(ctx, "routes", &ingress.ComponentRoutesArgs{
		Console: &ingress.ComponentRoute{
			Hostname: "console.example.com",
			Certificate: &ingress.TLSCertificate{
				Certificate: pulumi.String("a certificate").ToStringOutput(),
				PrivateKey:  pulumi.String("its key").ToStringOutput(),
			},
		},
		Downloads: &ingress.ComponentRoute{Hostname: "downloads.apps.demo.example.com"},
		OAuth: &ingress.ComponentRoute{
			Hostname: "login.example.com", Certificate: &ingress.TLSCertificate{SecretName: pulumi.String("login")},
		},
		AppsDomain: "apps.example.com",
	})
	return err
}

func TestComponentRoutes(t *testing.T) {
	t.Parallel()
	cluster := mocks.Config(map[string]string{"kubernetes:context": "admin"})
	rec := mockstest.Run(t, componentRoutes, cluster)
	golden.Check(t, "testdata/component-routes.golden", rec.Golden())
	kubetest.CheckRecorded(t, rec)
	mockstest.PreviewIsTheUpdate(t, componentRoutes, cluster)
	mockstest.Rejected(t, componentRoutes, "a Kubernetes provider is required",
		"otherwise Pulumi would change the cluster of the current context")

	secret, patch := mockstest.Find(t, rec, "routes-console"), mockstest.Find(t, rec, "routes-routes")
	assert.True(t, rec.Graph().Reaches(patch.URN, secret.URN), "the certificate exists before the route uses it")
}

// TestAppsDomainAlone checks that no list of routes is set: it would remove those that others have set.
func TestAppsDomainAlone(t *testing.T) {
	t.Parallel()
	args := &ingress.ComponentRoutesArgs{AppsDomain: "apps.example.com"}
	rec := mockstest.Run(t, mockstest.Program(ingress.NewComponentRoutes, "routes", args), withCluster())
	patch := mockstest.Find(t, rec, "routes-routes")
	assert.Equal(t, map[string]any{"appsDomain": "apps.example.com"}, patch.Inputs["spec"])
}

func TestComponentRoutesArgsValidate(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, "ingress.ComponentRoutesArgs", map[string]checktest.Case{
		"nothing": {
			Reason: "a patch without fields changes nothing",
			Args:   &ingress.ComponentRoutesArgs{},
			Want:   []string{": must set at least one of Console, Downloads, OAuth and AppsDomain"},
		},
		"forms": {
			Reason: "a certificate has a key",
			Args: &ingress.ComponentRoutesArgs{OAuth: &ingress.ComponentRoute{
				Hostname: "login.example.com", Certificate: &ingress.TLSCertificate{Certificate: pulumi.String("x")},
			}},
			Want: []string{".OAuth.Certificate.PrivateKey: required"},
		},
		"domain alone": {
			Reason: "OpenShift's own routes keep their names",
			Args:   &ingress.ComponentRoutesArgs{AppsDomain: "apps.example.com"},
		},
		"the same name": {
			Reason: "one of the routes would not be admitted",
			Args: &ingress.ComponentRoutesArgs{
				Console:   &ingress.ComponentRoute{Hostname: "x.example.com"},
				Downloads: &ingress.ComponentRoute{Hostname: "x.example.com"},
			},
			Want: []string{".Downloads.Hostname: must differ from that of Console"},
		},
	})
}
