package acceptance

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// AWS's managed policies for ROSA, and the customer-managed policies that replace them in the emulated account, which
// has no managed ones.
const (
	managedPolicies  = "arn:aws:iam::aws:policy/service-role/ROSA"
	emulatedPolicies = "arn:aws:iam::123456789012:policy/service-role/ROSA"
)

// withManagedPolicies starts a proxy that adds AWS's managed policies for ROSA to the emulator, and returns its
// address. Each is created in the account when it is first attached, and deleted after the test.
func withManagedPolicies(t *testing.T, emulator string) string {
	t.Helper()
	target, err := url.Parse(emulator)
	require.NoError(t, err)
	p := &managedPolicyProxy{t: t, emulator: emulator, made: map[string]bool{}}
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.ModifyResponse = restoreManagedPolicies
	p.proxy = proxy
	server := httptest.NewServer(p)
	t.Cleanup(func() {
		server.Close()
		p.removeAll()
	})
	return server.URL
}

type managedPolicyProxy struct {
	t        *testing.T
	emulator string
	proxy    http.Handler
	mutex    sync.Mutex
	made     map[string]bool
}

var managedPolicyName = regexp.MustCompile(regexp.QuoteMeta(url.QueryEscape(managedPolicies)) + `\w+`)

func (p *managedPolicyProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if isForm(r) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if found := managedPolicyName.Find(body); found != nil {
			p.create("ROSA" + strings.TrimPrefix(string(found), url.QueryEscape(managedPolicies)))
			body = bytes.ReplaceAll(
				body,
				[]byte(url.QueryEscape(managedPolicies)),
				[]byte(url.QueryEscape(emulatedPolicies)),
			)
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	}
	p.proxy.ServeHTTP(w, r)
}

// isForm reports whether a request uses IAM's protocol (and not, for example, S3's).
func isForm(r *http.Request) bool {
	return strings.HasPrefix(r.Header.Get("Content-Type"), "application/x-www-form-urlencoded")
}

func restoreManagedPolicies(r *http.Response) error {
	if !isForm(r.Request) {
		return nil
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	body = bytes.ReplaceAll(body, []byte(emulatedPolicies), []byte(managedPolicies))
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	r.Header.Set("Content-Length", strconv.Itoa(len(body)))
	return nil
}

// create creates a policy, unless an earlier test created it.
func (p *managedPolicyProxy) create(name string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.made[name] {
		return
	}
	p.made[name] = true
	p.call(url.Values{"Action": {"CreatePolicy"}, "PolicyName": {name}, "Path": {"/service-role/"}, "PolicyDocument": {
		`{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"ec2:DescribeRegions","Resource":"*"}]}`,
	}}, http.StatusOK, http.StatusConflict)
}

func (p *managedPolicyProxy) removeAll() {
	for name := range p.made {
		p.call(
			url.Values{"Action": {"DeletePolicy"}, "PolicyArn": {emulatedPolicies + strings.TrimPrefix(name, "ROSA")}},
			http.StatusOK,
		)
	}
}

// call sends an unsigned request: the emulator only reads the service's name from the credential scope.
func (p *managedPolicyProxy) call(form url.Values, allowed ...int) {
	form.Set("Version", "2010-05-08")
	request, err := http.NewRequest(http.MethodPost, p.emulator, strings.NewReader(form.Encode()))
	if !assert.NoError(p.t, err) {
		return
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set(
		"Authorization",
		"AWS4-HMAC-SHA256 Credential=lab/20250101/us-east-1/iam/aws4_request, SignedHeaders=host, Signature=0",
	)
	response, err := http.DefaultClient.Do(request)
	if assert.NoError(p.t, err) {
		assert.Contains(p.t, allowed, response.StatusCode, form.Get("Action"))
		assert.NoError(p.t, response.Body.Close())
	}
}
