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
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/release"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

const teamLabel = "example.com/team"

// TestInstancesBecomeNodes boots the instances of a pool: their kubelets request certificates, CSRApprover approves
// them, the cluster's signer signs them, and with them the kubelets register nodes.
func TestInstancesBecomeNodes(t *testing.T) {
	elasticClusterLock.acquire(t)
	l := newLabStack(t, "join", func(ctx *pulumi.Context) error {
		infra, err := newPoolInfra(ctx, "10.80.0.0/16")
		if err != nil {
			return err
		}
		pool, err := nodes.NewWorkerPool(ctx, "pool", &nodes.WorkerPoolArgs{
			InfraID: elasticID, AMI: pulumi.String(emulatedAMI), Min: 2, Max: 2,
			Ignition: pulumi.String(`{"ignition":{"version":"3.2.0","config":{"merge":[` +
				`{"source":"https://api-int.example.com:22623/config/worker"}]}}}`),
			Labels:  map[string]string{teamLabel: "data"},
			Subnets: infra.subnets, SecurityGroupIDs: infra.groups, InstanceProfile: infra.profile,
		})
		if err != nil {
			return err
		}
		_, err = nodes.NewCSRApprover(ctx, "approver", &nodes.CSRApproverArgs{
			InfraID: elasticID, Region: "us-east-2", GroupNames: pulumi.StringArray{pool.GroupName},
		})
		ctx.Export("group", pool.GroupName)
		return err
	})
	instances := instancesOf(t, l.up().Outputs["group"].(string))
	require.Len(t, instances, 2)
	allowCSRs(t)

	old, current := newKubelet(t, instances[0], "4.18"), newKubelet(t, instances[1], "4.19")
	waiting := old.requestClientCertificate(t, "waiting")
	assert.NotContains(t, runApproverAfter(t, 20*time.Minute), "approved ")
	assert.False(t, waiting.approved(t), "a CSR of 20 minutes is ignored: the kubelet has dropped its key after 15")
	old.register(t, old.requestClientCertificate(t, "again"))
	assert.False(t, waiting.approved(t), "one key of an instance is approved, that of the newest CSR")

	current.register(t, current.requestClientCertificate(t, "first"))
	serving := current.requestServingCertificate(t)
	assert.Equal(t, []string{current.Name}, serving.DNSNames)
	assert.Equal(t, "system:node:"+current.Name, serving.Subject.CommonName)

	assert.Equal(t, current.Name, kubectl(t, "", "get", "nodes", "-l", teamLabel+"=data",
		"-o", "jsonpath={.items[*].metadata.name}"), "the kubelet unit of 4.18 does not read the pool's labels")
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
	certificate := k.approvedCertificate(t, request)
	key, err := x509.MarshalECPrivateKey(k.key)
	require.NoError(t, err)
	server := kubectl(t, "", "config", "view", "-o", "jsonpath={.clusters[0].cluster.server}")
	require.NoError(t, os.WriteFile(k.kubeconfig, fmt.Appendf(nil, `{"apiVersion":"v1","kind":"Config",
		"current-context":"c","clusters":[{"name":"c","cluster":{"server":%q,"insecure-skip-tls-verify":true}}],
		"contexts":[{"name":"c","context":{"cluster":"c","user":"u"}}],
		"users":[{"name":"u","user":{"client-certificate-data":%q,"client-key-data":%q}}]}`,
		server, encodedPEM("CERTIFICATE", certificate.Raw), encodedPEM("EC PRIVATE KEY", key)), 0o600))
	node, err := json.Marshal(map[string]any{
		"apiVersion": "v1", "kind": "Node", "metadata": map[string]any{"name": k.Name, "labels": k.labels(t)},
		"spec": map[string]any{"providerID": "aws:///" + k.Zone + "/" + k.ID},
	})
	require.NoError(t, err)
	k.kubectl(t, string(node), "create", "-f", "-")
	t.Cleanup(func() { kubectl(t, "", "delete", "node", k.Name, "--ignore-not-found") })
	// The cloud controller manager writes the addresses.
	kubectl(t, "", "patch", "node", k.Name, "--subresource=status", "--type=merge", "-p", fmt.Sprintf(
		`{"status":{"addresses":[{"type":"InternalIP","address":%q},{"type":"InternalDNS","address":%q},`+
			`{"type":"Hostname","address":%q}]}}`, k.IP, k.Name, k.Name))
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
	t.Cleanup(func() { kubectl(t, "", "delete", "csr", request.name) })
	return k.approvedCertificate(t, request)
}

// approvedCertificate runs the approver and returns what the signer signed.
func (k *kubelet) approvedCertificate(t *testing.T, request csr) *x509.Certificate {
	t.Helper()
	output := runApprover(t)
	require.True(t, request.approved(t), output)
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
	command := exec.Command("kubectl", append([]string{"--kubeconfig", k.kubeconfig}, args...)...)
	command.Stdin = strings.NewReader(stdin)
	output, err := command.CombinedOutput()
	require.NoError(t, err, string(output))
}

// labels returns the labels with which the kubelet registers: those of its unit, and from 4.19 CUSTOM_KUBELET_LABELS of
// the environment file that the instance's user data writes (openshift/machine-config-operator release-4.18 and
// release-4.19 templates/worker/01-worker-kubelet/_base/units/kubelet.service.yaml).
func (k *kubelet) labels(t *testing.T) map[string]string {
	t.Helper()
	labels := map[string]string{"node-role.kubernetes.io/worker": "", "node.openshift.io/os_id": "rhcos"}
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
	var response struct {
		UserData string `xml:"userData>value"`
	}
	require.NoError(t, xml.Unmarshal([]byte(callAWS(t, "ec2", "DescribeInstanceAttribute",
		"InstanceId", k.ID, "Attribute", "userData")), &response))
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
	variables := map[string]string{}
	for _, file := range config.Storage.Files {
		if file.Path != "/etc/kubernetes/kubelet-env" {
			continue
		}
		content, err := url.PathUnescape(strings.TrimPrefix(file.Contents.Source, "data:,"))
		require.NoError(t, err)
		for line := range strings.Lines(content) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
			variables[name] = value
		}
	}
	return variables
}
