package acceptance

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

const (
	teamLabel  = "example.com/team"
	workerRole = "node-role.kubernetes.io/worker"
)

// TestInstancesBecomeNodes boots the instances of a pool: their kubelets request certificates, CSRApprover approves
// them, the cluster's signer signs them, and with them the kubelets register nodes.
func TestInstancesBecomeNodes(t *testing.T) {
	elasticClusterLock.acquire(t)
	labelled := func(_ *poolInfra, pool *nodes.WorkerPoolArgs, _ *nodes.CSRApproverArgs) {
		pool.Labels = map[string]string{teamLabel: "data"}
	}
	l := newLabStack(t, "join", approvedPool("10.80.0.0/16", labelled))
	instances := instancesOf(t, l.up().Outputs["group"].(string))
	require.Len(t, instances, 2)
	allowCSRs(t)

	old, current := newKubelet(t, instances[0], "4.18"), newKubelet(t, instances[1], "4.19")
	waiting := old.requestClientCertificate(t, "waiting")
	waiting.age(t, 20*time.Minute)
	assert.NotContains(t, runApprover(t), "approved ")
	assert.False(t, waiting.approved(t), "a CSR of 20 minutes is ignored: the kubelet has dropped its key after 15")
	old.register(t, old.requestClientCertificate(t, "again"))
	assert.False(t, waiting.approved(t), "one key of an instance is approved, that of the newest CSR")

	first := current.requestClientCertificate(t, "first")
	current.register(t, first)
	serving := current.requestServingCertificate(t)
	assert.Equal(t, []string{current.Name}, serving.DNSNames)
	assert.Equal(t, "system:node:"+current.Name, serving.Subject.CommonName)

	assert.Equal(t, current.Name, kubectl(t, "", "get", "nodes", "-l", teamLabel+"=data",
		"-o", "jsonpath={.items[*].metadata.name}"), "the kubelet unit of 4.18 does not read the pool's labels")
	current.setsOnlyLabelsOfPools(t)
	current.isApprovedOnce(t, first)
	args := nodes.WorkerPoolArgs{Labels: map[string]string{teamLabel: "data"}, OpenShiftVersion: "4.18"}
	assert.ErrorContains(t, args.Validate(),
		"WorkerPoolArgs.Labels: requires OpenShift 4.19 or later (the cluster's release is 4.18)")
	l.destroy()
}

// kubelet is the kubelet of an instance that boots a release of OpenShift.
type kubelet struct {
	emulatedInstance
	release    string
	key        *ecdsa.PrivateKey
	kubeconfig string
}

// Ages after which the cluster deletes CSRs (kubernetes pkg/controller/certificates/cleaner/cleaner.go,
// approvedExpiration and pendingExpiration).
const (
	approvedExpiration = time.Hour
	pendingExpiration  = 24 * time.Hour
)

// isApprovedOnce runs the cluster's cleaner of CSRs, deletes the node, and asserts that the approver knows the instance
// although neither is there: another key is not approved. CSRs that wait stay for a day, and the approver ignores them.
func (k *kubelet) isApprovedOnce(t *testing.T, approved csr) {
	t.Helper()
	kept, deleted := k.requestClientCertificate(t, "kept"), k.requestClientCertificate(t, "deleted")
	approved.age(t, approvedExpiration+time.Minute)
	kept.age(t, pendingExpiration-time.Hour)
	deleted.age(t, pendingExpiration+time.Minute)
	const part = "csr-cleaner"
	built, err := exec.Command(os.Getenv(labVariable), "build", part).CombinedOutput()
	require.NoError(t, err, string(built))
	cleaner := exec.CommandContext(t.Context(), part)
	require.NoError(t, cleaner.Start())
	assert.Eventually(t, func() bool {
		return kubectl(t, "", "get", "csr", approved.name, deleted.name, "--ignore-not-found") == ""
	}, time.Minute, time.Second, "the cleaner deletes CSRs that were approved an hour ago or wait for a day")
	assert.NoError(t, cleaner.Process.Kill())
	_ = cleaner.Wait()

	kubectl(t, "", "delete", "node", k.Name)
	another := k.requestClientCertificate(t, "another")
	output := runApprover(t)
	assert.Contains(t, output, "instance "+k.ID+" was a node before, which was deleted")
	assert.False(t, another.approved(t), "another key of a node")
	assert.False(t, kept.approved(t), "a CSR of 23 hours")
	assert.NotContains(t, output, kept.name)
}

// age makes a CSR, and its approval, older. The API server keeps their times: this writes to its etcd.
func (c csr) age(t *testing.T, age time.Duration) {
	t.Helper()
	past := time.Now().Add(-age).UTC().Format(time.RFC3339)
	object := kubeObject(t, "csr", "", c.name)
	object["metadata"].(map[string]any)["creationTimestamp"] = past
	conditions, _ := object["status"].(map[string]any)["conditions"].([]any)
	for _, condition := range conditions {
		condition.(map[string]any)["lastUpdateTime"] = past
	}
	value, err := json.Marshal(object)
	require.NoError(t, err)
	body, err := json.Marshal(map[string][]byte{
		"key": []byte("/registry/certificatesigningrequests/" + c.name), "value": value,
	})
	require.NoError(t, err)
	response, err := http.Post(os.Getenv("LAB_ETCD_URL")+"/v3/kv/put", "application/json", bytes.NewReader(body))
	require.NoError(t, err)
	defer response.Body.Close()
	require.Equal(t, http.StatusOK, response.StatusCode)
}

// setsOnlyLabelsOfPools asserts that the API server rejects a kubelet those labels that WorkerPoolArgs rejects.
func (k *kubelet) setsOnlyLabelsOfPools(t *testing.T) {
	t.Helper()
	for label, allowed := range map[string]bool{
		"example.com/x": true, "kubelet.kubernetes.io/x": true, "node.kubernetes.io/x": true,
		"node-role.kubernetes.io/infra": false, "node-restriction.kubernetes.io/x": false, "example.k8s.io/x": false,
	} {
		output, err := k.tryKubectl("", "label", "node", k.Name, label+"=x")
		args := nodes.WorkerPoolArgs{Labels: map[string]string{label: "x"}}
		const rejected = "whose labels a kubelet cannot set"
		if allowed {
			assert.NoError(t, err, output)
			assert.NotContains(t, fmt.Sprint(args.Validate()), rejected, label)
		} else {
			assert.Contains(t, output, "is not allowed to modify labels: "+label)
			assert.ErrorContains(t, args.Validate(), rejected, label)
		}
	}
}

func newKubelet(t *testing.T, instance emulatedInstance, release string) *kubelet {
	t.Helper()
	return &kubelet{emulatedInstance: instance, release: release, kubeconfig: filepath.Join(t.TempDir(), "kubeconfig")}
}

// requestClientCertificate creates a CSR for a new key, as the node bootstrapper.
func (k *kubelet) requestClientCertificate(t *testing.T, name string) csr {
	t.Helper()
	var err error
	k.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	request := clientCSR(name+"-"+k.ID, "", k.emulatedInstance)
	request.createWith(t, k.key)
	return request
}

// register waits for the certificate, after the approver has run, and creates the node with it.
func (k *kubelet) register(t *testing.T, request csr) {
	t.Helper()
	// OpenShift's API server also allows kubelets to register with the roles worker, master, control-plane and etcd
	// (openshift/kubernetes staging/src/k8s.io/kubelet/pkg/apis/well_known_openshift_labels.go).
	labels := k.labels(t)
	delete(labels, workerRole)
	k.registerAs(t, k.approvedCertificate(t, request), labels)
	kubectl(t, "", "label", "node", k.Name, workerRole+"=")
	// The cloud controller manager writes the addresses.
	kubectl(t, "", "patch", "node", k.Name, "--subresource=status", "--type=merge", "-p", fmt.Sprintf(
		`{"status":{"addresses":[{"type":"InternalIP","address":%q},{"type":"InternalDNS","address":%q},`+
			`{"type":"Hostname","address":%q}]}}`, k.IP, k.Name, k.Name))
}

// registerAs creates the node with a client certificate.
func (k *kubelet) registerAs(t *testing.T, certificate *x509.Certificate, labels map[string]string) {
	t.Helper()
	key, err := x509.MarshalECPrivateKey(k.key)
	require.NoError(t, err)
	server := kubectl(t, "", "config", "view", "-o", "jsonpath={.clusters[0].cluster.server}")
	require.NoError(t, os.WriteFile(k.kubeconfig, fmt.Appendf(nil, `{"apiVersion":"v1","kind":"Config",
		"current-context":"c","clusters":[{"name":"c","cluster":{"server":%q,"insecure-skip-tls-verify":true}}],
		"contexts":[{"name":"c","context":{"cluster":"c","user":"u"}}],
		"users":[{"name":"u","user":{"client-certificate-data":%q,"client-key-data":%q}}]}`,
		server, encodedPEM("CERTIFICATE", certificate.Raw), encodedPEM("EC PRIVATE KEY", key)), 0o600))
	node, err := json.Marshal(map[string]any{
		"apiVersion": "v1", "kind": "Node", "metadata": map[string]any{"name": k.Name, "labels": labels},
		"spec": map[string]any{"providerID": "aws:///" + k.Zone + "/" + k.ID},
	})
	require.NoError(t, err)
	k.kubectl(t, string(node), "create", "-f", "-")
	t.Cleanup(func() { kubectl(t, "", "delete", "node", k.Name, "--ignore-not-found") })
}

// encodedPEM returns PEM in base64, as in a kubeconfig.
func encodedPEM(kind string, der []byte) string {
	return base64.StdEncoding.EncodeToString(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
}

// requestServingCertificate creates a CSR as the node, and returns the certificate after the approver has run.
func (k *kubelet) requestServingCertificate(t *testing.T) *x509.Certificate {
	t.Helper()
	request := servingCSR(k.ID, "", k.emulatedInstance)
	object := request.object(t, k.key)
	k.kubectl(t, object, "create", "-f", "-")
	t.Cleanup(func() { kubectl(t, "", "delete", "csr", request.name, "--ignore-not-found") })
	return k.approvedCertificate(t, request)
}

// approvedCertificate runs the approver and returns what the signer signed.
func (k *kubelet) approvedCertificate(t *testing.T, request csr) *x509.Certificate {
	t.Helper()
	output := runApprover(t)
	require.True(t, request.approved(t), output)
	return k.signedCertificate(t, request)
}

// signedCertificate returns what the signer signed.
func (k *kubelet) signedCertificate(t *testing.T, request csr) *x509.Certificate {
	t.Helper()
	var text string
	require.Eventually(t, func() bool {
		status, _ := kubeObject(t, "csr", "", request.name)["status"].(map[string]any)
		text, _ = status["certificate"].(string)
		return text != ""
	}, time.Minute, time.Second, "the signer must sign %s", request.name)
	decoded, err := base64.StdEncoding.DecodeString(text)
	require.NoError(t, err)
	block, _ := pem.Decode(decoded)
	require.NotNil(t, block)
	certificate, err := x509.ParseCertificate(block.Bytes)
	require.NoError(t, err)
	return certificate
}

// kubectl runs kubectl with the node's certificate.
func (k *kubelet) kubectl(t *testing.T, stdin string, args ...string) {
	t.Helper()
	output, err := k.tryKubectl(stdin, args...)
	require.NoError(t, err, output)
}

func (k *kubelet) tryKubectl(stdin string, args ...string) (string, error) {
	command := exec.Command("kubectl", append([]string{"--kubeconfig", k.kubeconfig}, args...)...)
	command.Stdin = strings.NewReader(stdin)
	output, err := command.CombinedOutput()
	return string(output), err
}

// labels returns the labels with which the kubelet registers: those of its unit, and from 4.19 CUSTOM_KUBELET_LABELS of
// the environment file that the instance's user data writes (openshift/machine-config-operator release-4.18 and
// release-4.19 templates/worker/01-worker-kubelet/_base/units/kubelet.service.yaml).
func (k *kubelet) labels(t *testing.T) map[string]string {
	t.Helper()
	labels := map[string]string{workerRole: "", "node.openshift.io/os_id": "rhcos"}
	if !release.KubeletLabels.In(k.release) {
		return labels
	}
	for pair := range strings.SplitSeq(k.environment(t)["CUSTOM_KUBELET_LABELS"], ",") {
		key, value, _ := strings.Cut(pair, "=")
		labels[key] = value
	}
	return labels
}

// environment returns the variables of the environment file of the kubelet's unit.
func (k *kubelet) environment(t *testing.T) map[string]string {
	t.Helper()
	variables := map[string]string{}
	source, set := ignitionFiles(t, k.emulatedInstance)["/etc/kubernetes/kubelet-env"]
	if !set {
		return variables
	}
	content, err := url.PathUnescape(strings.TrimPrefix(source, "data:,"))
	require.NoError(t, err)
	for line := range strings.Lines(content) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		variables[name] = value
	}
	return variables
}

// ignitionFiles returns the sources of the files in an instance's user data, by path.
func ignitionFiles(t *testing.T, instance emulatedInstance) map[string]string {
	t.Helper()
	var response struct {
		UserData string `xml:"userData>value"`
	}
	require.NoError(t, xml.Unmarshal([]byte(callAWS(t, "ec2", "DescribeInstanceAttribute",
		"InstanceId", instance.ID, "Attribute", "userData")), &response))
	text, err := base64.StdEncoding.DecodeString(response.UserData)
	require.NoError(t, err)
	var config struct {
		Storage struct {
			Files []struct {
				Path     string
				Contents struct{ Source string }
			}
		}
	}
	require.NoError(t, json.Unmarshal(bytes.TrimSpace(text), &config), string(text))
	sources := map[string]string{}
	for _, file := range config.Storage.Files {
		sources[file.Path] = file.Contents.Source
	}
	return sources
}
