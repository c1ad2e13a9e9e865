package acceptance

import (
	"bytes"
	"crypto/tls"
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
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// agentLimit is how long an agent has to do what it is for.
const agentLimit = 3 * time.Minute

// agent is a program that runs as the Deployment of a component says, with a token of its service account.
type agent struct {
	t   *testing.T
	log *lockedBuffer
	// stop ends the program, before its permissions are deleted.
	stop func()
}

// lockedBuffer is the output of a process that a test reads while it runs.
type lockedBuffer struct {
	mutex  sync.Mutex
	buffer bytes.Buffer
}

func (b *lockedBuffer) Write(text []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.buffer.Write(text)
}

func (b *lockedBuffer) String() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.buffer.String()
}

// startAgent builds a part of the lab and runs it until the test ends: with the command and the environment of the
// Deployment, of which change replaces addresses, and with the service account's files where a pod has them.
func startAgent(
	t *testing.T, part, namespace, name string, change func(command []string, env map[string]string) []string,
) *agent {
	t.Helper()
	built, err := exec.Command(os.Getenv(labVariable), "build", part).CombinedOutput()
	require.NoError(t, err, string(built))
	deployment := spec(t, "deployment", namespace, name)
	pod := deployment["template"].(map[string]any)["spec"].(map[string]any)
	container := pod["containers"].([]any)[0].(map[string]any)
	var command []string
	for _, word := range container["command"].([]any) {
		command = append(command, word.(string))
	}
	env := podEnv(t, container, namespace, name)
	command = change(command, env)
	command[0], err = exec.LookPath(part)
	require.NoError(t, err)

	// The fixed folder of the service account is in a file system that only the process sees.
	const mount = `mount -t tmpfs none /run && mkdir -p /run/secrets/kubernetes.io &&
		cp -r "$1" /run/secrets/kubernetes.io/serviceaccount && shift && exec "$@"`
	account := serviceAccountDir(t, namespace, pod["serviceAccountName"].(string))
	process := exec.Command("unshare", append(
		[]string{"--mount", "--map-root-user", "sh", "-c", mount, "sh", account}, command...)...)
	process.Env = []string{"PATH=" + os.Getenv("PATH"), "AWS_ACCESS_KEY_ID=lab", "AWS_SECRET_ACCESS_KEY=lab"}
	for _, key := range slices.Sorted(maps.Keys(env)) {
		process.Env = append(process.Env, key+"="+env[key])
	}
	a := &agent{t: t, log: &lockedBuffer{}}
	process.Stdout, process.Stderr = a.log, a.log
	require.NoError(t, process.Start())
	a.stop = sync.OnceFunc(func() {
		_ = process.Process.Signal(syscall.SIGTERM)
		_ = process.Wait()
		assert.Empty(t, a.forbidden(), "the service account has all permissions that the agent needs")
		if t.Failed() {
			t.Log(lastLines([]byte(a.log.String()), 150))
		}
	})
	t.Cleanup(a.stop)
	return a
}

// podEnv returns the environment that a kubelet would give a container, with the address of the API server.
func podEnv(t *testing.T, container map[string]any, namespace, name string) map[string]string {
	t.Helper()
	server, err := url.Parse(kubectl(t, "", "config", "view", "-o", "jsonpath={.clusters[0].cluster.server}"))
	require.NoError(t, err)
	env := map[string]string{
		"KUBERNETES_SERVICE_HOST": server.Hostname(), "KUBERNETES_SERVICE_PORT": server.Port(),
	}
	fields := map[string]string{
		"metadata.name": name + "-0", "metadata.namespace": namespace, "spec.nodeName": "acceptance-control-plane",
	}
	for _, entry := range container["env"].([]any) {
		variable := entry.(map[string]any)
		key := variable["name"].(string)
		if from, found := variable["valueFrom"].(map[string]any); found {
			env[key] = fields[from["fieldRef"].(map[string]any)["fieldPath"].(string)]
			require.NotEmpty(t, env[key], key)
			continue
		}
		env[key], _ = variable["value"].(string)
	}
	return env
}

// serviceAccountDir returns a folder with the files that a kubelet mounts for a service account.
func serviceAccountDir(t *testing.T, namespace, account string) string {
	t.Helper()
	server, err := url.Parse(kubectl(t, "", "config", "view", "-o", "jsonpath={.clusters[0].cluster.server}"))
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "serviceaccount")
	require.NoError(t, os.Mkdir(dir, 0o700))
	for file, content := range map[string]string{
		"token":     kubectl(t, "", "create", "token", account, "-n", namespace),
		"ca.crt":    serverCertificates(t, server.Host),
		"namespace": namespace,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(content), 0o600))
	}
	return dir
}

// forbidden returns the lines of the log about requests that the API server rejected.
func (a *agent) forbidden() []string {
	var found []string
	for line := range strings.Lines(a.log.String()) {
		if strings.Contains(strings.ToLower(line), "forbidden") {
			found = append(found, line)
		}
	}
	return found
}

// eventually asserts that a condition is met in time.
func (a *agent) eventually(condition func() bool, reason string) {
	a.t.Helper()
	require.Eventually(a.t, condition, agentLimit, time.Second, reason)
}

// poolNode is the node of an instance: it reports that it is ready, and ends pods that are deleted.
type poolNode struct {
	t     *testing.T
	name  string
	since string
}

// startNode registers the node of an instance as its kubelet and the cluster do, until the test ends.
func startNode(t *testing.T, m emulatedInstance, labels map[string]string, taints ...map[string]any) *poolNode {
	t.Helper()
	k := &poolNode{t: t, name: m.Name, since: time.Now().UTC().Format(time.RFC3339)}
	manifest := jsonText(t, map[string]any{
		"apiVersion": "v1", "kind": "Node", "metadata": map[string]any{"name": m.Name, "labels": labels},
		"spec": map[string]any{"providerID": fmt.Sprintf("aws:///%s/%s", m.Zone, m.ID), "taints": taints},
	})
	kubectl(t, manifest, "create", "-f", "-")
	require.NoError(t, k.report())
	// The API server adds the taint of a node that has not reported yet.
	kubectl(t, "", "patch", "node", m.Name, "--type=merge", "-p",
		jsonText(t, map[string]any{"spec": map[string]any{"taints": taints}}))
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			case <-time.After(2 * time.Second):
				// The node can be deleted at any time.
				_ = k.report()
				k.endDeletedPods()
			}
		}
	}()
	t.Cleanup(func() {
		close(stop)
		<-stopped
		kubectl(t, "", "delete", "node", m.Name, "--ignore-not-found")
	})
	return k
}

// report sets the node's status.
func (k *poolNode) report() error {
	now := time.Now().UTC().Format(time.RFC3339)
	resources := map[string]any{"cpu": "4", "memory": "16Gi", "pods": "250"}
	status := jsonText(k.t, map[string]any{"status": map[string]any{
		"capacity": resources, "allocatable": resources,
		"conditions": []any{map[string]any{
			"type": "Ready", "status": "True", "reason": "KubeletReady", "lastHeartbeatTime": now, "lastTransitionTime": k.since,
		}},
	}})
	output, err := tryKubectl("", "patch", "node", k.name, "--subresource=status", "--type=merge", "-p", status)
	if err != nil {
		return fmt.Errorf("%w: %s", err, output)
	}
	return nil
}

func (k *poolNode) endDeletedPods() {
	const deleted = `{range .items[?(@.metadata.deletionTimestamp)]}{.metadata.namespace}{" "}{.metadata.name}{"\n"}{end}`
	pods, err := tryKubectl("", "get", "pods", "-A", "--field-selector=spec.nodeName="+k.name, "-o", "jsonpath="+deleted)
	if err != nil {
		return
	}
	for line := range strings.Lines(pods) {
		namespace, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		_, _ = tryKubectl("", "delete", "pod", "-n", namespace, name, "--force", "--grace-period=0", "--ignore-not-found")
	}
}

func jsonText(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	require.NoError(t, err)
	return string(text)
}

// safeBuffer is written and read at the same time.
type safeBuffer struct {
	mutex sync.Mutex
	text  strings.Builder
}

func (b *safeBuffer) Write(text []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.text.Write(text)
}

func (b *safeBuffer) String() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.text.String()
}

// runApprover runs the program once, from the ConfigMap, with a token of the approver's service account.
func runApprover(t *testing.T) string {
	t.Helper()
	output, err := approverCommand(t, "--once").CombinedOutput()
	require.NoError(t, err, string(output))
	return string(output)
}

func approverCommand(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	server := apiServer(t)
	return approverOf(t, server, serverCertificates(t, server.Host), args...)
}

// apiServer returns the address of the lab's API server.
func apiServer(t *testing.T) *url.URL {
	t.Helper()
	server, err := url.Parse(kubectl(t, "", "config", "view", "-o", "jsonpath={.clusters[0].cluster.server}"))
	require.NoError(t, err)
	return server
}

// approverOf returns the command of the approver of an API server, with the certificate of its CA.
func approverOf(t *testing.T, server *url.URL, ca string, args ...string) *exec.Cmd {
	t.Helper()
	dir := t.TempDir()
	data := kubeObject(t, "configmap", approverNamespace, programOf(t))["data"].(map[string]any)
	for name, content := range data {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content.(string)), 0o600))
	}
	config := ofPod(t, `.containers[0].env[?(@.name=="APPROVER_CONFIG")].value`)
	for _, service := range []string{"ec2", "autoscaling"} {
		config = strings.ReplaceAll(config, "https://"+service+".us-east-2.amazonaws.com", os.Getenv("AWS_ENDPOINT_URL"))
	}
	for name, content := range map[string]string{
		"ca.crt":    ca,
		"token":     kubectl(t, "", "create", "token", "approver", "-n", approverNamespace),
		"namespace": approverNamespace,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	command := exec.Command("python3", append([]string{"-B", filepath.Join(dir, "approver.py")}, args...)...)
	command.Env = append(os.Environ(), "KUBERNETES_SERVICE_HOST="+server.Hostname(),
		"KUBERNETES_SERVICE_PORT="+server.Port(), "SERVICE_ACCOUNT_DIR="+dir,
		"APPROVER_CONFIG="+config,
		"AWS_EC2_METADATA_SERVICE_ENDPOINT="+controlPlaneMetadata(t))
	return command
}

// programOf returns the name of the ConfigMap with the program.
func programOf(t *testing.T) string {
	t.Helper()
	return ofPod(t, `.volumes[?(@.name=="approver")].configMap.name`)
}

// ofPod returns a field of the approver's pod.
func ofPod(t *testing.T, path string) string {
	t.Helper()
	return kubectl(t, "", "get", "deployment", "approver", "-n", approverNamespace,
		"-o", "jsonpath={.spec.template.spec"+path+"}")
}

// serverCertificates returns the certificates that the API server presents, its CA included, as PEM: the lab's
// kubeconfig has no CA.
func serverCertificates(t *testing.T, address string) string {
	t.Helper()
	connection, err := tls.Dial("tcp", address, &tls.Config{InsecureSkipVerify: true})
	require.NoError(t, err)
	defer connection.Close()
	var all []byte
	for _, certificate := range connection.ConnectionState().PeerCertificates {
		all = append(all, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate.Raw})...)
	}
	return string(all)
}

// controlPlaneMetadata starts the instance metadata service of a control-plane machine and returns its address.
func controlPlaneMetadata(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodPut:
			fmt.Fprint(w, "token")
		case strings.HasSuffix(r.URL.Path, "/"):
			fmt.Fprint(w, "control-plane")
		default:
			fmt.Fprintf(w, `{"AccessKeyId":"lab","SecretAccessKey":"lab","Token":"lab","Expiration":%q}`,
				time.Now().Add(time.Hour).UTC().Format(time.RFC3339))
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}
