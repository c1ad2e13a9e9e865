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
