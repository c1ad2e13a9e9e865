// Package clustertest has fixtures and assertions for the tests of cluster, cluster/configuration and cluster/machineconfig.
package clustertest

import (
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/tlscert"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/tlsprofile"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// Certificate is a self-signed PEM certificate, valid for 100 years.
const Certificate = `-----BEGIN CERTIFICATE-----
MIIBNDCB56ADAgECAhQZQ6XZrnSlgDekjc+heUhh0QbNvDAFBgMrZXAwDzENMAsG
A1UEAwwEdGVzdDAgFw0yNjExMjMxODMwMTRaGA8yMTI2MTAzMDE4MzAxNFowDzEN
MAsGA1UEAwwEdGVzdDAqMAUGAytlcAMhAOa2geA4Zc4Ad1siVKbOSPZWitkkkyQ8
KzbBng/ONtxdo1MwUTAdBgNVHQ4EFgQU2aUCxN4NVmm+pVfGG7g1+tXc/EgwHwYD
VR0jBBgwFoAU2aUCxN4NVmm+pVfGG7g1+tXc/EgwDwYDVR0TAQH/BAUwAwEB/zAF
BgMrZXADQQCqPIvKPV+taJ9jEffnjTn/F5anql+BCqE827xoTNQZoevVKGgmz/Rl
oQzBlGZLuJ9vrAlazee0kso0Yv/We4UC
-----END CERTIFICATE-----
`

// InCluster allows components to use the default Kubernetes provider.
var InCluster = mocks.Config(map[string]string{"kubernetes:context": "admin"})

// Component is a component that changes objects of the cluster.
type Component struct {
	// create registers it as x with its minimal arguments, empty without arguments, of which want is a problem.
	create func(opts ...pulumi.ResourceOption) pulumi.RunFunc
	empty  pulumi.RunFunc
	want   string
}

// ComponentOf returns a component with its minimal arguments. The problem is one of empty arguments, below their path.
func ComponentOf[A, C any](
	constructor func(*pulumi.Context, string, *A, ...pulumi.ResourceOption) (C, error), args *A, problem string,
) Component {
	create := func(opts ...pulumi.ResourceOption) pulumi.RunFunc {
		return mockstest.Program(constructor, "x", args, opts...)
	}
	return Component{create: create, empty: mockstest.Program(constructor, "x", nil), want: reflect.TypeFor[A]().String() + problem}
}

// RequireAProvider checks that components reject the default Kubernetes provider, use the one that newProvider registers, and report
// all problems at once. The options belong to the mocks of the cluster.
func RequireAProvider(
	t *testing.T, components map[string]Component,
	newProvider func(ctx *pulumi.Context, name, kubeconfig string) (pulumi.ProviderResource, error), opts ...mocks.Option,
) {
	t.Helper()
	for name, tt := range components {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			mockstest.Rejected(t, tt.create(),
				"a Kubernetes provider is required", "otherwise Pulumi would change the cluster of the current context")
			mockstest.Rejected(t, tt.empty, "a Kubernetes provider is required", "both kinds of problems are reported")

			err := mocks.New(InCluster).Run(tt.empty)
			assert.Contains(t, checktest.Problems(err), tt.want, "nil arguments are empty ones")

			rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
				provider, err := newProvider(ctx, "cluster", "apiVersion: v1")
				if err != nil {
					return err
				}
				return tt.create(pulumi.Provider(provider))(ctx)
			}, opts...)
			for _, r := range rec.Resources() {
				if strings.HasPrefix(r.Type, "kubernetes:") {
					assert.Contains(t, r.Provider, "::cluster", r.Name)
				}
			}
		})
	}
}

// One returns the resource of a type with a name.
func One(t *testing.T, rec *mocks.Recorder, token, name string) mocks.Resource {
	t.Helper()
	for _, r := range rec.OfType(token) {
		if r.Name == name {
			return r
		}
	}
	require.Failf(t, "not registered", "%s %s", token, name)
	return mocks.Resource{}
}

// WithoutSecrets returns a copy of a value in which each secret is the text "secret".
func WithoutSecrets(value any) any {
	switch v := value.(type) {
	case mocks.Secret:
		return "secret"
	case map[string]any:
		open := maps.Clone(v)
		for key, field := range open {
			open[key] = WithoutSecrets(field)
		}
		return open
	case []any:
		var open []any
		for _, item := range v {
			open = append(open, WithoutSecrets(item))
		}
		return open
	}
	return value
}

// KeyPair is a certificate whose values are known after the check of the arguments.
func KeyPair() *tlscert.TLSCertificate {
	return &tlscert.TLSCertificate{
		Certificate: pulumi.String(Certificate).ToStringOutput(),
		PrivateKey:  pulumi.String("of the certificate").ToStringOutput(),
	}
}

// CustomTLS is a valid TLS profile.
func CustomTLS() *tlsprofile.CustomTLSProfileArgs {
	return &tlsprofile.CustomTLSProfileArgs{
		Ciphers:    []string{"ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES256-GCM-SHA384"},
		MinVersion: "VersionTLS12",
	}
}

// Quickly is a wait for tests.
func Quickly(timeout time.Duration) *apiclient.WaitArgs {
	return apiclient.WaitEvery(time.Millisecond, timeout)
}

// APIServer responds with TLS to requests with the token of its kubeconfig, first-administrator.
func APIServer(t *testing.T, answer http.HandlerFunc) (server *httptest.Server, kubeconfig string) {
	t.Helper()
	server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer first-administrator" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		answer(w, r)
	}))
	t.Cleanup(server.Close)
	return server, KubeconfigFor(server, "first-administrator")
}

// ClosedAPI is a kubeconfig of an API server that does not run: nothing listens at port 1, while the port of a server that was
// closed may be given to another test's.
func ClosedAPI() string {
	server := httptest.NewTLSServer(http.NotFoundHandler())
	server.Close()
	server.URL = "https://127.0.0.1:1"
	return KubeconfigFor(server, "x")
}

// KubeconfigFor returns a kubeconfig for a server and the token of a user.
func KubeconfigFor(server *httptest.Server, token string) string {
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	return fmt.Sprintf(`apiVersion: v1
kind: Config
clusters: [{name: demo, cluster: {server: %q, certificate-authority-data: %s}}]
users: [{name: admin, user: {token: %s}}]
contexts: [{name: admin, context: {cluster: demo, user: admin}}]
current-context: admin
`, server.URL, base64.StdEncoding.EncodeToString(authority), token)
}
