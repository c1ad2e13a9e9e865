package approver_test

import (
	"bytes"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/ststest"
)

// infraID is the infrastructure name of the cluster.
const infraID = "demo-x7k2p"

// scenario is the state that the approver reads: the CSRs and nodes of a cluster, and the instances of an account.
type scenario struct {
	requests  []map[string]any
	nodes     map[string]map[string]any
	instances []instance
	domains   []string
	// vpc and profiles are those of the pools; empty for any.
	vpc      string
	profiles []string
	// groups are Auto Scaling groups beside those of the instances.
	groups []string
	// callers are the sessions whose proof a client CSR needs, and sts the address of who verifies it.
	callers []string
	sts     *ststest.Server
	// created are CSRs that a watch delivers, and that no list contains.
	created chan map[string]any
	// failure is the status with which each approval fails; 0 for none.
	failure int
	// ahead is how far the clocks of the cluster and the approver are ahead of now, and wrong how far the approver's is ahead of the
	// cluster's.
	ahead, wrong time.Duration

	// memory is the data of the ConfigMap in which the approver remembers instances; it stays from poll to poll.
	memory map[string]any
	// forgotten is whether that ConfigMap was deleted.
	forgotten bool

	mutex sync.Mutex
	// approvals are those of the last poll, by the name of the CSR.
	approvals map[string]map[string]any
	// approval receives the name of each CSR that is approved.
	approval chan string
	// writes is the number of times that the last poll wrote the memory.
	writes int
	// events are those of the last poll, as "type reason: message".
	events  []string
	filters url.Values
	// described are the instance IDs of each call of Auto Scaling during the last poll, and unavailable is whether these calls fail.
	described   [][]string
	unavailable bool
}

// run polls the scenario once, and returns the log.
func (s *scenario) run(t *testing.T) string {
	t.Helper()
	return s.runWith(t, interpreter().round)
}

// expect polls the scenario, asserts that exactly these CSRs are approved, and returns the log.
func (s *scenario) expect(t *testing.T, names ...string) string {
	t.Helper()
	log := s.run(t)
	assert.Equal(t, names, s.approved(), log)
	return log
}

// at sets the time of the next polls: some time after now.
func (s *scenario) at(ahead time.Duration) *scenario {
	s.ahead = ahead
	return s
}

func (s *scenario) approved() []string { return slices.Sorted(maps.Keys(s.approvals)) }

func (s *scenario) runWith(t *testing.T, round func(*testing.T, approverSetup) string) string {
	t.Helper()
	s.approvals, s.events, s.writes, s.described = map[string]map[string]any{}, nil, 0, nil
	api := httptest.NewTLSServer(s.api(t))
	defer api.Close()
	aws := httptest.NewServer(s.aws(t))
	defer aws.Close()
	metadata := httptest.NewServer(instanceMetadata(t))
	defer metadata.Close()
	return round(t, approverSetup{
		api:       api.URL,
		authority: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: api.Certificate().Raw}),
		token:     "token-of-the-pod",
		metadata:  metadata.URL,
		ahead:     s.ahead + s.wrong,
		sts:       s.sts,
		config: map[string]any{
			"infraID": infraID, "region": "us-east-2", "endpoint": aws.URL, "autoscalingEndpoint": aws.URL,
			"stsEndpoint": "https://" + ststest.Host,
			"groups":      append([]string{"demo-group", "demo-spot"}, s.groups...),
			"nodeDomains": append([]string{}, s.domains...), "launchWindowSeconds": 7200,
			"vpc": s.vpc, "instanceProfiles": append([]string{}, s.profiles...),
			"provenCallers": append([]string{}, s.callers...),
		},
	})
}

// approverSetup is what the pod has around it.
type approverSetup struct {
	api, token, metadata string
	authority            []byte
	ahead                time.Duration
	sts                  *ststest.Server
	config               map[string]any
}

// environment is what the program reads, its files in a folder.
func (s approverSetup) environment(t *testing.T) map[string]string {
	t.Helper()
	dir := t.TempDir()
	config, err := json.Marshal(s.config)
	require.NoError(t, err)
	for name, content := range map[string][]byte{
		"ca.crt": s.authority, "token": []byte(s.token), "namespace": []byte("approver-namespace"),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), content, 0o600))
	}
	address, err := url.Parse(s.api)
	require.NoError(t, err)
	environment := map[string]string{
		"KUBERNETES_SERVICE_HOST":           address.Hostname(),
		"KUBERNETES_SERVICE_PORT":           address.Port(),
		"SERVICE_ACCOUNT_DIR":               dir,
		"APPROVER_CONFIG":                   string(config),
		"AWS_EC2_METADATA_SERVICE_ENDPOINT": s.metadata,
		"AHEAD":                             fmt.Sprint((s.ahead - time.Since(now)).Seconds()),
	}
	if s.sts != nil {
		environment["https_proxy"], environment["SSL_CERT_FILE"] = s.sts.Proxy, s.sts.Authority
	}
	return environment
}

// runApprover runs the program as its pod does, for one poll.
func runApprover(t *testing.T, setup approverSetup) string {
	t.Helper()
	var out bytes.Buffer
	command := exec.Command("python3", "-B", "approver.py", "--once")
	command.Stdout, command.Stderr = &out, &out
	command.Env = os.Environ()
	for key, value := range setup.environment(t) {
		command.Env = append(command.Env, key+"="+value)
	}
	require.NoError(t, command.Run(), out.String())
	return out.String()
}

const polls = `
import contextlib, datetime, io, json, os, sys
import log
now = log.now  # the program reads its clock there
log.now = lambda: now() + datetime.timedelta(seconds=float(os.environ["AHEAD"]))
import approver, cluster, ec2
for line in sys.stdin:
    os.environ.update(json.loads(line))
    cluster.ACCOUNT, ec2.METADATA = os.environ["SERVICE_ACCOUNT_DIR"], os.environ["AWS_EC2_METADATA_SERVICE_ENDPOINT"]
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        try:
            approver.Approver(json.loads(os.environ["APPROVER_CONFIG"])).poll()
        except Exception as error:
            print("the poll failed:", repr(error))
    print(json.dumps(output.getvalue()), flush=True)
`

// interpreter runs polls in one process, because starting a process for each takes longer than all polls.
var interpreter = sync.OnceValue(func() *process {
	started, err := startProcess(polls)
	if err != nil {
		panic(err)
	}
	return started
})

func (p *process) round(t *testing.T, setup approverSetup) (log string) {
	t.Helper()
	p.ask(t, setup.environment(t), &log)
	return log
}

const requestsPath = "/apis/certificates.k8s.io/v1/certificatesigningrequests"

func (s *scenario) api(t *testing.T) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+requestsPath, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("watch") != "" {
			s.watch(t, w, r)
			return
		}
		// Two pages at least, so that the approver must follow the continue token.
		limit, err := strconv.Atoi(r.URL.Query().Get("limit"))
		assert.NoError(t, err)
		first, _ := strconv.Atoi(r.URL.Query().Get("continue"))
		last := min(first+limit, len(s.requests))
		if first == 0 && last > 1 {
			last = min(last, len(s.requests)/2)
		}
		metadata := map[string]any{"resourceVersion": "5"}
		if last < len(s.requests) {
			metadata["continue"] = strconv.Itoa(last)
		}
		items := append([]map[string]any{}, s.requests[first:last]...)
		reply(t, w, http.StatusOK, map[string]any{"metadata": metadata, "items": items})
	})
	mux.HandleFunc("GET "+requestsPath+"/{name}", func(w http.ResponseWriter, r *http.Request) {
		if found := s.request(r.PathValue("name")); found != nil {
			reply(t, w, http.StatusOK, found)
			return
		}
		reply(t, w, http.StatusNotFound, map[string]any{"kind": "Status"})
	})
	mux.HandleFunc("GET /api/v1/nodes", func(w http.ResponseWriter, _ *http.Request) {
		items := append([]map[string]any{}, slices.Collect(maps.Values(s.nodes))...)
		reply(t, w, http.StatusOK, map[string]any{"metadata": map[string]any{}, "items": items})
	})
	const namespaced = "/api/v1/namespaces/approver-namespace"
	mux.HandleFunc("GET "+namespaced+"/configmaps/approver-memory", func(w http.ResponseWriter, _ *http.Request) {
		if s.forgotten {
			reply(t, w, http.StatusNotFound, map[string]any{"kind": "Status"})
			return
		}
		metadata := map[string]any{"name": "approver-memory", "resourceVersion": "3"}
		reply(t, w, http.StatusOK, map[string]any{"metadata": metadata, "data": s.memory})
	})
	mux.HandleFunc("PUT "+namespaced+"/configmaps/approver-memory", func(w http.ResponseWriter, r *http.Request) {
		body := map[string]any{}
		assert.NoError(t, json.NewDecoder(r.Body).Decode(&body))
		assert.Equal(t, "3", at(body, "metadata", "resourceVersion"), "a concurrent change is not overwritten")
		s.memory = body["data"].(map[string]any)
		s.writes++
		reply(t, w, http.StatusOK, body)
	})
	mux.HandleFunc("POST "+namespaced+"/events", func(w http.ResponseWriter, r *http.Request) {
		body := map[string]any{}
		assert.NoError(t, json.NewDecoder(r.Body).Decode(&body))
		assert.Equal(t, []any{"approver", "approver-namespace", "approver-namespace"}, []any{
			at(body, "involvedObject", "name"), at(body, "involvedObject", "namespace"), at(body, "metadata", "namespace"),
		}, "an Event is in the namespace of its object")
		s.events = append(s.events, fmt.Sprintf("%s %s: %s", body["type"], body["reason"], body["message"]))
		reply(t, w, http.StatusCreated, body)
	})
	mux.HandleFunc("PUT "+requestsPath+"/{name}/approval", func(w http.ResponseWriter, r *http.Request) {
		body := map[string]any{}
		assert.NoError(t, json.NewDecoder(r.Body).Decode(&body))
		if s.failure != 0 {
			reply(t, w, s.failure, map[string]any{"kind": "Status"})
			return
		}
		s.mutex.Lock()
		defer s.mutex.Unlock()
		s.approvals[r.PathValue("name")] = body
		if found := s.request(r.PathValue("name")); found != nil {
			found["status"] = body["status"]
		}
		if s.approval != nil {
			s.approval <- r.PathValue("name")
		}
		reply(t, w, http.StatusOK, body)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		assert.Equal(t, "Bearer token-of-the-pod", r.Header.Get("Authorization"))
		w.Header().Set("Date", now.Add(s.ahead).UTC().Format(http.TimeFormat))
		mux.ServeHTTP(w, r)
	})
}

// watch sends the requests of the scenario's channel as they come, each with its own resource version.
func (s *scenario) watch(t *testing.T, w http.ResponseWriter, r *http.Request) {
	seconds, err := strconv.Atoi(r.URL.Query().Get("timeoutSeconds"))
	assert.NoError(t, err)
	assert.NotEmpty(t, r.URL.Query().Get("resourceVersion"), "without one, the API server sends all CSRs")
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusOK)
	w.(http.Flusher).Flush()
	timeout := time.After(time.Duration(seconds) * time.Second)
	for {
		select {
		case created := <-s.created:
			assert.NoError(t, json.NewEncoder(w).Encode(map[string]any{"type": "ADDED", "object": created}))
			w.(http.Flusher).Flush()
		case <-timeout:
			return
		case <-r.Context().Done():
			return
		}
	}
}

// request returns the CSR of a name; nil for none.
func (s *scenario) request(name string) map[string]any {
	for _, request := range s.requests {
		if at(request, "metadata", "name") == name {
			return request
		}
	}
	return nil
}

func reply(t *testing.T, w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	assert.NoError(t, json.NewEncoder(w).Encode(body))
}

// at returns the value at a path of nested maps.
func at(fields map[string]any, path ...string) any {
	var value any = fields
	for _, key := range path {
		value = value.(map[string]any)[key]
	}
	return value
}
