package acceptance

import (
	"encoding/xml"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/route53"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

const lostZone = "lost.example.com"

// TestFaultsOfAHostedZone: the response to the creation of a hosted zone is lost. The provider repeats the request with
// the same caller reference, which Route 53 rejects, so the state does not have the zone. What
// docs/troubleshooting-pulumi.md says leaves one zone, and none after a destroy.
func TestFaultsOfAHostedZone(t *testing.T) {
	t.Parallel()
	lost := make(chan struct{}, 1)
	lost <- struct{}{}
	emulator := newFaultyEmulator(t, func(w http.ResponseWriter, r *http.Request, emulator http.Handler) {
		if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/hostedzone") {
			select {
			case <-lost:
				emulator.ServeHTTP(httptest.NewRecorder(), r)
				panic(http.ErrAbortHandler)
			default:
			}
		}
		emulator.ServeHTTP(w, r)
	}, 1)
	config := maps.Clone(emulatorConfig)
	config["aws:region"] = faultsRegion
	box, err := sandbox.New(sandbox.Options{
		Project: "zone", Dir: filepath.Join(t.TempDir(), "zone"), Config: config, RealAWS: true,
		Env: map[string]string{"AWS_ENDPOINT_URL": emulator.URL},
		Program: func(ctx *pulumi.Context) error {
			_, err := route53.NewZone(ctx, "zone", &route53.ZoneArgs{Name: pulumi.String(lostZone)})
			return err
		},
	})
	require.NoError(t, err)

	_, err = box.Up(t.Context())
	require.ErrorContains(t, err, "HostedZoneAlreadyExists")
	zones := zonesOf(t, lostZone)
	require.Len(t, zones, 1, "the first request created the zone")
	requestRoute53(t, http.MethodDelete, zones[0])
	_, err = box.Up(t.Context())
	require.NoError(t, err, "another update uses another caller reference")
	assert.Len(t, zonesOf(t, lostZone), 1)
	_, err = box.Destroy(t.Context())
	require.NoError(t, err)
	assert.Empty(t, zonesOf(t, lostZone))
}

// zonesOf returns the IDs of the hosted zones of a domain, as /hostedzone/ID.
func zonesOf(t *testing.T, domain string) (ids []string) {
	t.Helper()
	var listed struct {
		Zones []struct{ Id, Name string } `xml:"HostedZones>HostedZone"`
	}
	require.NoError(t, xml.Unmarshal(requestRoute53(t, http.MethodGet, "/hostedzone"), &listed))
	for _, zone := range listed.Zones {
		if zone.Name == domain+"." {
			ids = append(ids, zone.Id)
		}
	}
	return ids
}

// requestRoute53 sends a request to the emulated account, which must succeed, and returns the response.
func requestRoute53(t *testing.T, method, path string) []byte {
	t.Helper()
	request, err := http.NewRequest(method, os.Getenv("AWS_ENDPOINT_URL")+"/2013-04-01"+path, nil)
	require.NoError(t, err)
	// The emulator reads the service from the signature's scope, and verifies nothing.
	request.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential=lab/20260101/us-east-1/route53/aws4_request, "+
		"SignedHeaders=host, Signature=none")
	return responseTo(t, request)
}

// clusterDNS is the object of a new cluster. The operator creates it with an empty placement.
const clusterDNS = `{"apiVersion":"operator.openshift.io/v1","kind":"DNS","metadata":{"name":"default"},"spec":{` +
	`"cache":{"negativeTTL":"0s","positiveTTL":"0s"},"logLevel":"Normal","nodePlacement":{},"operatorLogLevel":"Normal",` +
	`"upstreamResolvers":{"policy":"Sequential","upstreams":[{"port":53,"type":"SystemResolvConf"}]}}}`

// TestDNSPlacementReverts: the API server accepts that the placement is set, unset and released.
func TestDNSPlacementReverts(t *testing.T) {
	clusterLock.acquire(t)
	createAsOperator(t, clusterDNS)
	placed := true
	stack := newLiveStack(t, "dns", func(ctx *pulumi.Context, inCluster pulumi.ResourceOption) error {
		args := &configuration.DNSArgs{Servers: map[string]configuration.DNSServer{
			"corp": {Zones: []string{"corp.example.com"}, Upstreams: []string{"10.1.0.53"}},
		}}
		if placed {
			args.NodeSelector = map[string]string{"example.com/dns": ""}
			args.Tolerations = []configuration.Toleration{{Key: "node-role.kubernetes.io/infra", Operator: "Exists"}}
		}
		_, err := configuration.NewDNS(ctx, "dns", args, inCluster)
		return err
	})
	placement := func() any { return spec(t, "dns.operator.openshift.io", "", "default")["nodePlacement"] }
	released := map[string]any{"nodeSelector": map[string]any{"kubernetes.io/os": "linux"}}

	stack.up()
	stack.assertStable("with a placement")
	assert.Equal(t, map[string]any{
		"nodeSelector": map[string]any{"kubernetes.io/os": "linux", "example.com/dns": ""},
		"tolerations": []any{
			map[string]any{"key": "node-role.kubernetes.io/master", "operator": "Exists"},
			map[string]any{"key": "node-role.kubernetes.io/infra", "operator": "Exists"},
		},
	}, placement())
	placed = false
	stack.up()
	assert.Equal(t, released, placement(), "the placement is the default again")
	stack.assertStable("without a placement")
	placed = true
	stack.up()
	stack.destroy()
	assert.Equal(t, released, placement())
	assert.NotContains(t, spec(t, "dns.operator.openshift.io", "", "default"), "servers")
}
