package acceptance

import (
	"context"
	"maps"
	"math/rand"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// faultsRegion is used only by these tests, so that leftovers can be attributed to them.
const (
	faultsRegion  = "ap-south-1"
	faultsInfraID = "faults-x7k2p"
)

// fault answers a request in the place of the emulator, or lets it through.
type fault func(w http.ResponseWriter, r *http.Request, emulator http.Handler)

// faults are what AWS's APIs do on a bad day.
var faults = map[string]fault{
	"throttled": func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
		switch serviceOf(r) {
		case "s3":
			reject(w, http.StatusServiceUnavailable, "<Error><Code>SlowDown</Code></Error>")
		case "ec2":
			reject(w, http.StatusServiceUnavailable,
				"<Response><Errors><Error><Code>RequestLimitExceeded</Code></Error></Errors></Response>")
		default:
			reject(w, http.StatusBadRequest, "<ErrorResponse><Error><Code>Throttling</Code></Error></ErrorResponse>")
		}
	},
	"failing": func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		reject(w, http.StatusInternalServerError, "")
	},
	"slow": func(w http.ResponseWriter, r *http.Request, emulator http.Handler) {
		select {
		case <-r.Context().Done():
		case <-time.After(2 * time.Second):
			emulator.ServeHTTP(w, r)
		}
	},
	"cut before the request": func(http.ResponseWriter, *http.Request, http.Handler) { panic(http.ErrAbortHandler) },
}

// serviceOf returns the service in the scope of a request's signature, such as ec2.
func serviceOf(r *http.Request) string {
	parts := strings.Split(r.Header.Get("Authorization"), "/")
	if len(parts) < 4 {
		return ""
	}
	return parts[3]
}

func reject(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "text/xml")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(body))
}

// faultyEmulator is a server in front of the emulator. It counts the requests and gives every nth to the fault.
type faultyEmulator struct {
	*httptest.Server

	fault    fault
	every    int64
	requests atomic.Int64
	// atRequest and afterRequest are called before the emulator answers the request of a number, and before the provider
	// has the answer.
	atRequest, afterRequest map[int64]func()
}

func newFaultyEmulator(t *testing.T, fault fault, every int64) *faultyEmulator {
	t.Helper()
	target, err := url.Parse(os.Getenv("AWS_ENDPOINT_URL"))
	require.NoError(t, err)
	emulator := httputil.NewSingleHostReverseProxy(target)
	f := &faultyEmulator{fault: fault, every: every, atRequest: map[int64]func(){}}
	f.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		number := f.requests.Add(1)
		if act := f.atRequest[number]; act != nil {
			act()
		}
		if f.fault != nil && number%f.every == 0 {
			f.fault(w, r, emulator)
			return
		}
		if act := f.afterRequest[number]; act != nil {
			emulator.ServeHTTP(httptest.NewRecorder(), r)
			act()
			panic(http.ErrAbortHandler)
		}
		emulator.ServeHTTP(w, r)
	}))
	t.Cleanup(f.Close)
	return f
}

// faultyStack is a VPC with its security groups, instance profiles and a bucket.
type faultyStack struct {
	t        *testing.T
	box      *sandbox.Sandbox
	dir, tag string
}

func newFaultyStack(t *testing.T, emulator *faultyEmulator) *faultyStack {
	t.Helper()
	s := &faultyStack{t: t, tag: "one", dir: filepath.Join(t.TempDir(), "faults")}
	config := maps.Clone(emulatorConfig)
	config["aws:region"] = faultsRegion
	box, err := sandbox.New(sandbox.Options{
		Project: "faults", Program: s.program, Dir: s.dir, Config: config, RealAWS: true,
		Env: map[string]string{"AWS_ENDPOINT_URL": emulator.URL},
	})
	require.NoError(t, err)
	s.box = box
	t.Cleanup(func() {
		if t.Failed() {
			emulator.fault = nil
			_, err := box.Destroy(context.WithoutCancel(t.Context()))
			t.Log("destroy after the failure:", err)
		}
	})
	return s
}

func (s *faultyStack) program(ctx *pulumi.Context) error {
	tags := pulumi.StringMap{"generation": pulumi.String(s.tag)}
	vpc, err := network.NewVpc(ctx, "faults", &network.VpcArgs{
		CIDR: "10.99.0.0/16", Zones: []string{faultsRegion + "a", faultsRegion + "b"}, InfraID: faultsInfraID,
		NAT: network.NATNone, Tags: tags,
	})
	if err != nil {
		return err
	}
	_, err = network.NewSecurityGroups(ctx, "faults",
		&network.SecurityGroupsArgs{InfraID: faultsInfraID, Network: vpc.Network, Tags: tags})
	if err != nil {
		return err
	}
	_, err = iam.NewInstanceProfiles(ctx, "faults", &iam.InstanceProfilesArgs{
		InfraID: faultsInfraID, Region: faultsRegion, Stage: iam.StageBootstrap, Tags: tags,
	})
	if err != nil {
		return err
	}
	_, err = storage.NewRegistryBucket(ctx, "faults",
		&storage.RegistryBucketArgs{InfraID: faultsInfraID, Tags: tags})
	return err
}

// faultsLock is for faultsRegion, where the tests look for leftovers.
var faultsLock testLock

// finish runs the update until it succeeds, at most ten times, and asserts that it then has nothing to do, that destroy
// succeeds, and that nothing is left over.
func (s *faultyStack) finish() {
	s.t.Helper()
	s.retry("up", s.box.Up)
	s.assertStable()
	s.retry("destroy", s.box.Destroy)
	assert.Empty(s.t, regionLeftovers(s.t, faultsRegion, faultsInfraID), "leftovers")
}

// assertStable asserts that another update, a refresh, and an update after it change nothing.
func (s *faultyStack) assertStable() {
	s.t.Helper()
	for _, operation := range []func(context.Context) (*sandbox.Result, error){s.box.Up, s.box.Refresh, s.box.Up} {
		result, err := operation(s.t.Context())
		require.NoError(s.t, err)
		assert.Empty(s.t, operations(s.t, result))
	}
}

func (s *faultyStack) retry(operation string, run func(context.Context) (*sandbox.Result, error)) {
	s.t.Helper()
	var err error
	for attempt := range 10 {
		if _, err = run(context.WithoutCancel(s.t.Context())); err == nil {
			s.t.Logf("%s succeeded at attempt %d", operation, attempt+1)
			return
		}
		s.t.Logf("%s: %v", operation, err)
	}
	require.NoError(s.t, err, operation)
}

func TestFaultsOfTheAPI(t *testing.T) {
	t.Parallel()
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			faultsLock.acquire(t)
			emulator := newFaultyEmulator(t, fault, 7)
			newFaultyStack(t, emulator).finish()
			assert.Greater(t, emulator.requests.Load(), int64(7), "requests went through the proxy")
		})
	}
}

// TestInterruptedOperations interrupts up and destroy ten times each, as Ctrl-C does, at random requests: Pulumi
// finishes the requests that run and stops. Each time the same command goes on.
func TestInterruptedOperations(t *testing.T) {
	faultsLock.acquire(t)
	emulator := newFaultyEmulator(t, nil, 1)
	stack := newFaultyStack(t, emulator)
	seed := time.Now().UnixNano()
	t.Log("seed", seed)
	random := rand.New(rand.NewSource(seed))
	for _, operation := range []struct {
		name string
		run  func(context.Context) (*sandbox.Result, error)
	}{{"up", stack.box.Up}, {"destroy", stack.box.Destroy}} {
		interrupted := 0
		for range 10 {
			ctx, cancel := context.WithCancel(t.Context())
			emulator.atRequest = map[int64]func(){emulator.requests.Load() + 1 + random.Int63n(40): cancel}
			_, err := operation.run(ctx)
			cancel()
			if err == nil {
				break
			}
			interrupted++
		}
		t.Logf("%s was interrupted %d times", operation.name, interrupted)
		assert.Positive(t, interrupted, operation.name)
		emulator.atRequest = nil
		if operation.name == "up" {
			stack.retry("up", stack.box.Up)
			stack.assertStable()
		}
	}
	stack.retry("up", stack.box.Up)
	stack.finish()
}

// TestStateOfABackup restores the state of before an update that changed tags: the same update runs again.
func TestStateOfABackup(t *testing.T) {
	faultsLock.acquire(t)
	stack := newFaultyStack(t, newFaultyEmulator(t, nil, 1))
	stack.retry("up", stack.box.Up)
	backup := filepath.Join(t.TempDir(), "backup")
	require.NoError(t, os.CopyFS(backup, os.DirFS(stack.dir)))

	stack.tag = "two"
	stack.retry("up", stack.box.Up)
	require.NoError(t, os.RemoveAll(stack.dir))
	require.NoError(t, os.CopyFS(stack.dir, os.DirFS(backup)))
	stack.finish()
}
