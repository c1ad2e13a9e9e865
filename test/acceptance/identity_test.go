package acceptance

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/test/ststest"
)

// emulatedAccount is the account of the emulator.
const emulatedAccount = "123456789012"

// TestInstancesProveTheirIdentity runs the script of the instances' user data against the API server: the approver
// approves the certificate of the instance that proves itself, the cluster signs it, the kubelet's own code takes it
// from its folder without a request, and with it the node registers. Requests with the token alone stay pending.
func TestInstancesProveTheirIdentity(t *testing.T) {
	elasticClusterLock.acquire(t)
	program := approvedPool("10.81.0.0/16", func(infra *poolInfra, pool *nodes.WorkerPoolArgs, approver *nodes.CSRApproverArgs) {
		pool.ProveIdentity = true
		approver.ProofRoleARNs = pulumi.StringArray{pulumi.Sprintf("arn:aws:iam::%s:role/%s", emulatedAccount, infra.master)}
	})
	l := newLabStack(t, "identity", program)
	outputs := l.up().Outputs
	machines, role := instancesOf(t, outputs["group"].(string)), outputs["role"].(string)
	require.Len(t, machines, 2)
	own, other := machines[0], machines[1]
	allowCSRs(t)
	kubectl(t, "", "create", "serviceaccount", "node-bootstrapper", "-n", "openshift-machine-config-operator")
	t.Cleanup(func() {
		kubectl(t, "", "delete", "serviceaccount", "node-bootstrapper", "-n", "openshift-machine-config-operator")
	})

	session := func(id string) ststest.Session { return ststest.Instance(emulatedAccount, role, id) }
	sts := ststest.New(t, session(own.ID), session(other.ID))
	approve := func() string {
		command := approverCommand(t, "--once")
		command.Env = append(command.Env, "https_proxy="+sts.Proxy, "SSL_CERT_FILE="+sts.Authority)
		output, err := command.CombinedOutput()
		require.NoError(t, err, string(output))
		return string(output)
	}
	thief := clientCSR("thief-"+own.ID, "the token alone is no proof", own)
	thief.create(t)
	boot := newBoot(t, own)
	wait := boot.proveIdentity(t, ststest.Metadata(t, role, session(own.ID)))
	var name string
	require.Eventually(t, func() bool {
		name = kubectl(t, "", "get", "csr", "-o",
			`jsonpath={.items[?(@.metadata.annotations['openshift-aws/proof'])].metadata.name}`)
		return name != ""
	}, time.Minute, 200*time.Millisecond)
	t.Cleanup(func() { kubectl(t, "", "delete", "csr", name, "--ignore-not-found") })
	copied := copyOfCSR(t, name)
	copied.create(t, boot)
	output := approve()
	assert.Contains(t, output, "approved "+name)
	assert.False(t, thief.approved(t), output)
	assert.Contains(t, output, "skipped "+thief.name+": the request has no proof")
	assert.Contains(t, output, "skipped "+copied.name+": the request has no proof", "with the key and the proof of the instance")
	text, err := wait()
	assert.NoError(t, err, "the script has installed the certificate: %s", text)

	// The other instance cannot prove that it is the first one.
	wrong := newBoot(t, own)
	wait = wrong.proveIdentity(t, ststest.Metadata(t, role, session(other.ID)))
	require.Eventually(t, func() bool {
		output = approve()
		return strings.Contains(output, "the proof is that of "+session(other.ID).ARN+", not of instance "+own.ID)
	}, time.Minute, time.Second, output)
	require.NoError(t, wrong.command.Process.Kill())
	_, err = wait()
	require.Error(t, err)
	boot.becomesNode(t)
	l.destroy()
}

// boot is the first boot of an instance.
type boot struct {
	emulatedInstance
	script, bootstrapKubeconfig, kubeconfig, certificates string
	command                                               *exec.Cmd
}

// newBoot writes what Ignition writes: the script of the instance's user data, and the machine config server's kubeconfig.
func newBoot(t *testing.T, m emulatedInstance) *boot {
	t.Helper()
	dir := t.TempDir()
	b := &boot{
		emulatedInstance: m, script: filepath.Join(dir, "prove-identity"), certificates: filepath.Join(dir, "pki"),
		bootstrapKubeconfig: filepath.Join(dir, "bootstrap"), kubeconfig: filepath.Join(dir, "kubeconfig"),
	}
	files := slices.Collect(maps.Values(ignitionFiles(t, m)))
	require.Len(t, files, 1)
	script, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(files[0], "data:;base64,"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(b.script, script, 0o700))
	server := kubectl(t, "", "config", "view", "-o", "jsonpath={.clusters[0].cluster.server}")
	kubeconfig := fmt.Sprintf("apiVersion: v1\nkind: Config\nclusters:\n- cluster:\n    certificate-authority-data: %s\n"+
		"    server: %s\n  name: local\ncontexts:\n- context:\n    cluster: local\n    user: kubelet\n  name: kubelet\n"+
		"current-context: kubelet\nusers:\n- name: kubelet\n  user:\n    token: %s\n",
		base64.StdEncoding.EncodeToString([]byte(serverCertificates(t, strings.TrimPrefix(server, "https://")))), server,
		kubectl(t, "", "create", "token", "node-bootstrapper", "-n", "openshift-machine-config-operator"))
	require.NoError(t, os.WriteFile(b.bootstrapKubeconfig, []byte(kubeconfig), 0o600))
	return b
}

// proveIdentity starts the script, and returns a function that waits for its end.
func (b *boot) proveIdentity(t *testing.T, metadata string) (wait func() (string, error)) {
	t.Helper()
	var out bytes.Buffer
	b.command = exec.Command("bash", b.script, elasticID, b.bootstrapKubeconfig, b.certificates)
	b.command.Env = append(os.Environ(), "KUBELET_NODE_NAME="+b.Name, "AWS_EC2_METADATA_SERVICE_ENDPOINT="+metadata)
	b.command.Stdout, b.command.Stderr = &out, &out
	require.NoError(t, b.command.Start())
	return func() (string, error) {
		err := b.command.Wait()
		return out.String(), err
	}
}

// becomesNode starts what a kubelet does about its certificate, and registers the node with the kubeconfig that it writes.
func (b *boot) becomesNode(t *testing.T) {
	t.Helper()
	const part = "kubelet-certificate"
	built, err := exec.Command(os.Getenv(labVariable), "build", part).CombinedOutput()
	require.NoError(t, err, string(built))
	before := kubectl(t, "", "get", "csr", "-o", "name")
	output, err := exec.Command(part, b.kubeconfig, b.bootstrapKubeconfig, b.certificates, b.Name).Output()
	require.NoError(t, err)
	pair, err := tls.LoadX509KeyPair(b.certificates+"/kubelet-client-current.pem", b.certificates+"/kubelet-client-current.pem")
	require.NoError(t, err)
	leaf, err := x509.ParseCertificate(pair.Certificate[0])
	require.NoError(t, err)
	assert.Equal(t, leaf.SerialNumber.String(), strings.TrimSpace(string(output)), "the kubelet uses the certificate of the script")
	assert.Equal(t, before, kubectl(t, "", "get", "csr", "-o", "name"), "and requests none")

	node := fmt.Sprintf(`{"apiVersion":"v1","kind":"Node","metadata":{"name":%q},"spec":{"providerID":"aws:///%s/%s"}}`,
		b.Name, b.Zone, b.ID)
	command := exec.Command("kubectl", "--kubeconfig", b.kubeconfig, "create", "-f", "-")
	command.Stdin = strings.NewReader(node)
	created, err := command.CombinedOutput()
	t.Cleanup(func() { kubectl(t, "", "delete", "node", b.Name, "--ignore-not-found") })
	require.NoError(t, err, string(created))
}

// csrCopy is a CSR with the key and the annotations of another one.
type csrCopy struct {
	name   string
	object string
}

func copyOfCSR(t *testing.T, name string) csrCopy {
	t.Helper()
	object := kubeObject(t, "csr", "", name)
	spec := object["spec"].(map[string]any)
	text, err := json.Marshal(map[string]any{
		"apiVersion": "certificates.k8s.io/v1", "kind": "CertificateSigningRequest",
		"metadata": map[string]any{
			"name": name + "-copy", "annotations": object["metadata"].(map[string]any)["annotations"],
		},
		"spec": map[string]any{"request": spec["request"], "signerName": spec["signerName"], "usages": spec["usages"]},
	})
	require.NoError(t, err)
	return csrCopy{name: name + "-copy", object: string(text)}
}

// create creates the CSR with the token of the node-bootstrapper.
func (c csrCopy) create(t *testing.T, b *boot) {
	t.Helper()
	command := exec.Command("kubectl", "--kubeconfig", b.bootstrapKubeconfig, "create", "-f", "-")
	command.Stdin = strings.NewReader(c.object)
	t.Cleanup(func() { kubectl(t, "", "delete", "csr", c.name, "--ignore-not-found") })
	output, err := command.CombinedOutput()
	require.NoError(t, err, string(output))
}
