package acceptance

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/install"
)

// TestInstallInterrupted interrupts install and uninstall in each step, as Ctrl-C does, and runs install with what
// cannot be continued. The same command goes on from there, and nothing is left at the end.
func TestInstallInterrupted(t *testing.T) {
	t.Parallel()
	_, err := buildPrograms() // Before other tests have to wait.
	require.NoError(t, err)
	clusterLock.lock(t)
	zone, removeZone := publicZone(t, installDomain)
	i := newInstallation(t, classicProgram, "parts", installDomain, emulator(t))
	i.setting("publicZoneId", zone)
	t.Cleanup(func() { removeReports(t) })
	account := newRestrictedAccount(t)
	i.env = append(i.env, "AWS_ENDPOINT_URL="+account.URL)

	assert.Equal(t, "install creates the cluster", i.interruptedIn("install", "directory"))
	assert.NoDirExists(t, i.dir())
	assert.Equal(t, "install continues", i.interruptedIn("install", "bootstrap"))
	infraID := i.infraID()
	i.rejectsOtherDirectories()
	i.rejectsExpiredIgnition()
	i.needsPermission(account, "CreateVpc")
	for _, step := range []string{"bootstrap-complete", "cluster", "install-complete"} {
		assert.Equal(t, "install continues", i.interruptedIn("install", step), step)
	}
	i.onEvent = i.report
	i.succeeds("install")
	assert.Equal(t, infraID, i.infraID(), "it is still the same cluster")

	for _, step := range []string{"load-balancers", "drains", "destroy", "left-behind"} {
		i.interruptedIn("uninstall", step, "--yes")
		assert.DirExists(t, i.dir(), step)
	}
	i.interruptedAtTheEnd()
	assert.NoDirExists(t, i.dir())
	removeZone()
	assert.Empty(t, regionLeftovers(t, installationRegion, infraID))
}

// interruptedIn runs a command and interrupts it when a step begins. It returns what status says is next.
func (i *installation) interruptedIn(name, step string, flags ...string) string {
	i.t.Helper()
	i.onEvent = func(e install.Event) {
		switch {
		case e.Step != step:
			i.report(e)
		case e.State == install.Started:
			i.interrupt()
		}
	}
	message := i.command(name, flags...).message
	assert.Regexp(i.t, `^interrupted in step [a-z-]+; run the same command again to continue$`, message)
	i.onEvent = nil
	return i.succeeds("status").result["next"].(string)
}

// interruptedAtTheEnd interrupts uninstall when its last step begins, which may end before the signal arrives.
func (i *installation) interruptedAtTheEnd() {
	i.t.Helper()
	i.onEvent = func(e install.Event) {
		if e.Step == "directory" && e.State == install.Started {
			i.interrupt()
		}
	}
	message := i.command("uninstall", "--yes").message
	i.onEvent = nil
	if message != "" {
		assert.Equal(i.t, "interrupted in step directory; run the same command again to continue", message)
		i.succeeds("uninstall", "--yes")
	}
}

// rejectsOtherDirectories runs install with a directory of another cluster, and of the same one before a change.
func (i *installation) rejectsOtherDirectories() {
	i.t.Helper()
	name := i.config["name"]
	i.config["name"] = "other"
	assert.Contains(i.t, i.rejected(), "belongs to the cluster parts, not to other")
	i.config["name"], i.config["baseDomain"] = name, "other.example.com"
	assert.Contains(i.t, i.rejected(), "was created with other values of BaseDomain")
	i.config["baseDomain"] = installDomain
}

// rejectsExpiredIgnition runs install with Ignition whose CA is older than a day.
func (i *installation) rejectsExpiredIgnition() {
	i.t.Helper()
	file := filepath.Join(i.dir(), "master.ign")
	valid, err := os.ReadFile(file)
	require.NoError(i.t, err)
	require.NoError(i.t, os.WriteFile(file, withAuthority(i.t, valid, time.Now().Add(-25*time.Hour)), 0o600))
	message := i.rejected()
	assert.Contains(i.t, message, "is older than 24 hours")
	assert.Contains(i.t, message, "run uninstall, then install")
	assert.NotContains(i.t, message, "Run the same command again")
	assert.Contains(i.t, i.succeeds("status").result["next"], "the Ignition has expired")
	require.NoError(i.t, os.WriteFile(file, valid, 0o600))
}

// withAuthority returns Ignition of a machine with a CA of another time.
func withAuthority(t *testing.T, ignition []byte, created time.Time) []byte {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	authority := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "root-ca"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: created, NotAfter: created.AddDate(10, 0, 0),
	}
	der, err := x509.CreateCertificate(rand.Reader, authority, authority, key.Public(), key)
	require.NoError(t, err)
	var content map[string]any
	require.NoError(t, json.Unmarshal(ignition, &content))
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	security := content["ignition"].(map[string]any)["security"].(map[string]any)["tls"].(map[string]any)
	security["certificateAuthorities"] = []any{
		map[string]any{"source": "data:text/plain;charset=utf-8;base64," + base64.StdEncoding.EncodeToString(text)},
	}
	changed, err := json.Marshal(content)
	require.NoError(t, err)
	return changed
}

// restrictedAccount is a server in front of the emulator that rejects one action of EC2.
type restrictedAccount struct {
	*httptest.Server

	action   atomic.Value
	rejected atomic.Int64
}

func newRestrictedAccount(t *testing.T) *restrictedAccount {
	t.Helper()
	all := emulator(t)
	a := &restrictedAccount{}
	a.action.Store("none")
	a.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		if serviceOf(r) == "ec2" && bytes.Contains(body, []byte("Action="+a.action.Load().(string)+"&")) {
			a.rejected.Add(1)
			denied(w, r)
			return
		}
		all.ServeHTTP(w, r)
	}))
	t.Cleanup(a.Close)
	return a
}

// needsPermission runs install without a permission, which fails in the step bootstrap with the reason.
func (i *installation) needsPermission(account *restrictedAccount, action string) {
	i.t.Helper()
	account.action.Store(action)
	message := i.rejected()
	account.action.Store("none")
	assert.Positive(i.t, account.rejected.Load())
	assert.Regexp(i.t, "^step bootstrap: ", message)
	assert.Contains(i.t, message, "UnauthorizedOperation")
	assert.Contains(i.t, message, "Run the same command again to continue with this step")
}
