package acceptance

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// startEmulator starts a proxy in front of the AWS emulator and returns its address. The proxy adds what the emulator
// lacks: single security group rules (ruleStore), conditions in bucket policies (policyStore), creation of records
// that were deleted before (upsertRecords), and the network interfaces of instances (instanceStore).
func startEmulator(t *testing.T) string {
	t.Helper()
	target, err := url.Parse(os.Getenv("AWS_ENDPOINT_URL"))
	require.NoError(t, err)
	emulator := httputil.NewSingleHostReverseProxy(target)
	emulator.Transport = completeResponses{}
	instances := &instanceStore{terminated: map[string]bool{}}
	emulator.ModifyResponse = instances.describe
	rules := &ruleStore{rules: map[string]*securityGroupRule{}}
	policies := &policyStore{emulator: emulator, policies: map[string][]byte{}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if strings.HasSuffix(strings.Trim(r.URL.Path, "/"), "/rrset") {
			body = upsertRecords(body)
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		form, err := url.ParseQuery(string(body))
		if err == nil && rules.handle(w, form) {
			return
		}
		instances.recordTerminations(form)
		policies.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// completeResponses turns a truncated response into an error, which the AWS provider retries. The emulator closes each
// connection, sometimes before the whole body was sent.
type completeResponses struct{}

func (completeResponses) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	return response, nil
}

// upsertRecords replaces the action CREATE of records with UPSERT. The emulator rejects the creation of a record that
// existed before, even if it was deleted.
func upsertRecords(changes []byte) []byte {
	return bytes.ReplaceAll(changes, []byte("<Action>CREATE</Action>"), []byte("<Action>UPSERT</Action>"))
}

// policyStore stores bucket policies. The emulator ignores their conditions, so a statement that denies requests
// without TLS would deny every request. The store removes such statements from the policy that the emulator receives,
// and returns the complete policy to readers.
type policyStore struct {
	emulator http.Handler
	mutex    sync.Mutex
	policies map[string][]byte
}

func (p *policyStore) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	bucket := strings.Trim(r.URL.Path, "/")
	if !r.URL.Query().Has("policy") || strings.Contains(bucket, "/") {
		p.emulator.ServeHTTP(w, r)
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	switch r.Method {
	case http.MethodPut:
		p.put(w, r, bucket)
	case http.MethodGet:
		if policy, kept := p.policies[bucket]; kept {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write(policy)
			return
		}
		p.emulator.ServeHTTP(w, r)
	default:
		delete(p.policies, bucket)
		p.emulator.ServeHTTP(w, r)
	}
}

func (p *policyStore) put(w http.ResponseWriter, r *http.Request, bucket string) {
	whole, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	rest, left := withoutTransportStatements(whole)
	p.policies[bucket] = whole
	if left == 0 {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(rest))
	r.ContentLength = int64(len(rest))
	p.emulator.ServeHTTP(w, r)
}

// withoutTransportStatements returns a policy without the statements that deny requests without TLS, and the number
// of the remaining statements.
func withoutTransportStatements(policy []byte) (rest []byte, left int) {
	var document map[string]any
	if json.Unmarshal(policy, &document) != nil {
		return policy, 1
	}
	var kept []any
	statements, _ := document["Statement"].([]any)
	for _, statement := range statements {
		text, _ := json.Marshal(statement)
		if !bytes.Contains(text, []byte(`"aws:SecureTransport":"false"`)) &&
			!bytes.Contains(text, []byte(`"aws:SecureTransport":["false"]`)) {
			kept = append(kept, unwrapSingletons(statement))
		}
	}
	document["Statement"] = kept
	rest, _ = json.Marshal(document)
	return rest, len(kept)
}

// unwrapSingletons replaces lists of one item with the item, which is equivalent in a policy. The emulator recognizes
// the permission to write access logs only in that form.
func unwrapSingletons(value any) any {
	switch v := value.(type) {
	case []any:
		if len(v) == 1 {
			return unwrapSingletons(v[0])
		}
	case map[string]any:
		for key, field := range v {
			v[key] = unwrapSingletons(field)
		}
	}
	return value
}
