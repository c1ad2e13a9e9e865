package acceptance

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

const (
	approverNamespace = "worker-pool-approver"
	bootstrapper      = "system:serviceaccount:openshift-machine-config-operator:node-bootstrapper"
	clientSigner      = "kubernetes.io/kube-apiserver-client-kubelet"
	servingSigner     = "kubernetes.io/kubelet-serving"
)

// approvedPool is the program of a pool of two instances, and of the approver of their CSRs.
func approvedPool(
	cidr string, change func(infra *poolInfra, pool *nodes.WorkerPoolArgs, approver *nodes.CSRApproverArgs),
) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		infra, err := newPoolInfra(ctx, cidr)
		if err != nil {
			return err
		}
		workers := &nodes.WorkerPoolArgs{
			InfraID: elasticID, AMI: pulumi.String(emulatedAMI), Min: 2, Max: 2,
			Ignition: pulumi.String(`{"ignition":{"version":"3.2.0","config":{"merge":[` +
				`{"source":"https://api-int.example.com:22623/config/worker"}]}}}`),
			Subnets: infra.subnets, SecurityGroupIDs: infra.groups, InstanceProfile: infra.profile,
		}
		approver := &nodes.CSRApproverArgs{InfraID: elasticID, Region: "us-east-2"}
		change(infra, workers, approver)
		pool, err := nodes.NewWorkerPool(ctx, "pool", workers)
		if err != nil {
			return err
		}
		approver.GroupNames = pulumi.StringArray{pool.GroupName}
		_, err = nodes.NewCSRApprover(ctx, "approver", approver)
		ctx.Export("group", pool.GroupName)
		ctx.Export("role", infra.master)
		return err
	}
}

// TestCSRApprover runs the approver's program from its ConfigMap, with the permissions of its service account,
// against the API server and the emulator. It must approve two valid CSRs and ignore forged ones.
func TestCSRApprover(t *testing.T) {
	elasticClusterLock.acquire(t)
	program := approvedPool("10.79.0.0/16", func(infra *poolInfra, pool *nodes.WorkerPoolArgs, approver *nodes.CSRApproverArgs) {
		pool.Min, pool.Max = 3, 3
		approver.VpcID, approver.InstanceProfiles = infra.vpc, pulumi.StringArray{infra.profile}
	})
	l := newLabStack(t, "approver", program)
	machines := instancesOf(t, l.up().Outputs["group"].(string))
	require.Len(t, machines, 3)
	instance, node := machines[0], machines[1]
	allowCSRs(t)
	createNode(t, node)

	requests := append(validCSRs(instance, node), forgedCSRs(instance, node)...)
	for _, request := range requests {
		request.create(t)
	}
	foreign := servingCSR("foreign", "", node)
	foreign.user = "system:node:" + instance.Name
	text, err := foreign.tryCreate(t)
	require.Error(t, err)
	assert.Contains(t, text, "can only create a node CSR with CN="+foreign.user, "the API server rejects it already")

	text, err = tryKubectl("", "patch", "configmap", programOf(t), "-n", approverNamespace,
		"--type=merge", "-p", `{"data":{"approver.py":"approve everything"}}`)
	require.Error(t, err)
	assert.Contains(t, text, "field is immutable when `immutable` is set", "nobody changes the program")

	output := runApprover(t)
	for _, request := range requests {
		assert.Equal(t, request.valid, request.approved(t), "%s: %s\n%s", request.name, request.reason, output)
		if !request.valid {
			assert.Contains(t, output, "skipped "+request.name+": ", request.reason)
		}
	}
	assert.GreaterOrEqual(t, len(requests)-2, 12)
	assert.NotContains(t, runApprover(t), "approved ", "skipped requests stay pending")
	memory := kubeObject(t, "configmap", approverNamespace, "approver-memory")["data"]
	assert.Contains(t, memory, instance.ID, "the approved instance is remembered")
	assert.Contains(t, memory, node.ID, "the instance that is a node is remembered")
	events := kubectl(t, "", "get", "events", "-n", approverNamespace, "-o", "jsonpath={.items[*].message}")
	assert.Equal(t, 2, strings.Count(events, "approved acceptance-"), events)
	isWatched(t, clientCSR("watched", "", machines[2]))
	l.up().unchanged(t, "after the approver wrote its ConfigMap")
	l.destroy()
}

// allowCSRs allows every authenticated user to create CSRs. A cluster allows it to the node bootstrapper and to nodes.
func allowCSRs(t *testing.T) {
	t.Helper()
	name := strings.ToLower(t.Name()) // tests of control-plane machines and of pools run at the same time
	kubectl(t, "", "create", "clusterrolebinding", name, "--clusterrole=system:node-bootstrapper", "--group=system:authenticated")
	t.Cleanup(func() { kubectl(t, "", "delete", "clusterrolebinding", name) })
}

func createNode(t *testing.T, m emulatedInstance) {
	t.Helper()
	kubectl(
		t,
		fmt.Sprintf(`{"apiVersion":"v1","kind":"Node","metadata":{"name":%q},"spec":{"providerID":"aws:///%s/%s"}}`,
			m.Name, m.Zone, m.ID),
		"create",
		"-f",
		"-",
	)
	t.Cleanup(func() { kubectl(t, "", "delete", "node", m.Name) })
	kubectl(t, "", "patch", "node", m.Name, "--subresource=status", "--type=merge", "-p", fmt.Sprintf(
		`{"status":{"addresses":[{"type":"InternalIP","address":%q},{"type":"InternalDNS","address":%q},`+
			`{"type":"Hostname","address":%q}]}}`,
		m.IP,
		m.Name,
		m.Name,
	))
}

// isWatched starts the approver behind a proxy, creates a valid CSR when it watches, and asserts that it was sent to the watch.
func isWatched(t *testing.T, request csr) {
	t.Helper()
	server := apiServer(t)
	proxy, sent := httputil.NewSingleHostReverseProxy(server), &safeBuffer{}
	proxy.Transport = &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
	var watches atomic.Int32
	proxy.ModifyResponse = func(response *http.Response) error {
		if response.Request.URL.Query().Get("watch") != "" {
			watches.Add(1)
			response.Body = struct {
				io.Reader
				io.Closer
			}{io.TeeReader(response.Body, sent), response.Body}
		}
		return nil
	}
	front := httptest.NewTLSServer(proxy)
	defer front.Close()
	address, err := url.Parse(front.URL)
	require.NoError(t, err)
	command := approverOf(t, address, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: front.Certificate().Raw})))
	command.Env = append(command.Env, "APPROVER_HEARTBEAT="+filepath.Join(t.TempDir(), "polled"))
	require.NoError(t, command.Start())
	defer func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	}()
	require.Eventually(t, func() bool { return watches.Load() > 0 }, time.Minute, 10*time.Millisecond)
	request.create(t)
	assert.Eventually(t, func() bool { return request.approved(t) }, time.Minute, 100*time.Millisecond)
	assert.Contains(t, sent.String(), request.name)
}

// csr is a CertificateSigningRequest and the user who creates it.
type csr struct {
	name, reason string
	valid        bool
	user         string
	groups       []string
	signer       string
	usages       []string
	template     x509.CertificateRequest
}

func clientCSR(name, reason string, m emulatedInstance) csr {
	return csr{
		name: "acceptance-client-" + name, reason: reason, user: bootstrapper,
		groups: []string{
			"system:serviceaccounts:openshift-machine-config-operator", "system:serviceaccounts",
			"system:authenticated",
		},
		signer: clientSigner, usages: []string{"digital signature", "client auth"},
		template: x509.CertificateRequest{
			Subject: pkix.Name{CommonName: "system:node:" + m.Name, Organization: []string{"system:nodes"}},
		},
	}
}

func servingCSR(name, reason string, m emulatedInstance) csr {
	return csr{
		name: "acceptance-serving-" + name, reason: reason, user: "system:node:" + m.Name,
		groups: []string{"system:nodes", "system:authenticated"},
		signer: servingSigner, usages: []string{"digital signature", "server auth"},
		template: x509.CertificateRequest{
			Subject:  pkix.Name{CommonName: "system:node:" + m.Name, Organization: []string{"system:nodes"}},
			DNSNames: []string{m.Name}, IPAddresses: []net.IP{net.ParseIP(m.IP)},
		},
	}
}

func validCSRs(instance, node emulatedInstance) []csr {
	client, serving := clientCSR("z-valid", "an instance without a node may get a client certificate", instance),
		servingCSR("z-valid", "a node may get a serving certificate", node)
	client.valid, serving.valid = true, true
	return []csr{client, serving}
}

func forgedCSRs(instance, node emulatedInstance) []csr {
	var forged []csr
	add := func(c csr, change func(*csr)) {
		change(&c)
		forged = append(forged, c)
	}
	add(clientCSR("account", "another service account must not request it", instance), func(c *csr) {
		c.user, c.groups = "system:serviceaccount:default:evil", []string{
			"system:serviceaccounts", "system:serviceaccounts:default", "system:authenticated",
		}
	})
	add(clientCSR("group", "the requestor must not be in another group", instance),
		func(c *csr) { c.groups = append(c.groups, "evil") })
	add(clientCSR("usage", "a client certificate must not have the usage server auth", instance),
		func(c *csr) { c.usages = append(c.usages, "server auth") })
	add(clientCSR("masters", "the organization must be system:nodes", instance),
		func(c *csr) { c.template.Subject.Organization = []string{"system:masters"} })
	add(clientCSR("admin", "the common name must be that of a node", instance),
		func(c *csr) { c.template.Subject.CommonName = "system:admin" })
	add(clientCSR("unknown", "the pool must have an instance of that name", instance),
		func(c *csr) { c.template.Subject.CommonName = "system:node:ip-10-9-9-9.us-east-2.compute.internal" })
	add(clientCSR("node", "the node must not exist yet", node), func(*csr) {})
	add(clientCSR("names", "a client certificate must not have alternative names", instance),
		func(c *csr) { c.template.DNSNames = []string{instance.Name} })
	add(clientCSR("unit", "the subject must not have an organizational unit", instance),
		func(c *csr) { c.template.Subject.OrganizationalUnit = []string{"x"} })
	add(servingCSR("other", "a node must request its own serving certificate", node),
		func(c *csr) { c.user, c.groups = "system:node:"+instance.Name, []string{"system:authenticated"} })
	add(servingCSR("address", "the IP addresses must be those of the node", node),
		func(c *csr) { c.template.IPAddresses = append(c.template.IPAddresses, net.ParseIP(instance.IP)) })
	add(servingCSR("name", "the DNS names must be those of the node", node),
		func(c *csr) { c.template.DNSNames = append(c.template.DNSNames, "kubernetes.default.svc") })
	add(servingCSR("wildcard", "the DNS names must not contain wildcards", node),
		func(c *csr) { c.template.DNSNames = []string{"*.us-east-2.compute.internal"} })
	add(servingCSR("mail", "a serving certificate must not have email addresses", node),
		func(c *csr) { c.template.EmailAddresses = []string{"a@example.com"} })
	add(servingCSR("nothing", "a serving certificate needs a DNS name or an IP address", node),
		func(c *csr) { c.template.DNSNames, c.template.IPAddresses = nil, nil })
	add(servingCSR("early", "the node must exist", instance), func(*csr) {})
	return forged
}

func (c csr) create(t *testing.T) {
	t.Helper()
	output, err := c.tryCreate(t)
	require.NoError(t, err, output)
}

func (c csr) tryCreate(t *testing.T) (string, error) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	return c.tryCreateWith(t, key)
}

// createWith creates the CSR for a key, as the user.
func (c csr) createWith(t *testing.T, key *ecdsa.PrivateKey) {
	t.Helper()
	output, err := c.tryCreateWith(t, key)
	require.NoError(t, err, output)
}

func (c csr) tryCreateWith(t *testing.T, key *ecdsa.PrivateKey) (string, error) {
	t.Helper()
	args := []string{"create", "--validate=false", "-f", "-", "--as", c.user}
	for _, group := range c.groups {
		args = append(args, "--as-group", group)
	}
	t.Cleanup(func() { kubectl(t, "", "delete", "csr", c.name, "--ignore-not-found") })
	return tryKubectl(c.object(t, key), args...)
}

// object returns the CertificateSigningRequest.
func (c csr) object(t *testing.T, key *ecdsa.PrivateKey) string {
	t.Helper()
	der, err := x509.CreateCertificateRequest(rand.Reader, &c.template, key)
	require.NoError(t, err)
	object, err := json.Marshal(map[string]any{
		"apiVersion": "certificates.k8s.io/v1",
		"kind":       "CertificateSigningRequest",
		"metadata":   map[string]any{"name": c.name},
		"spec": map[string]any{
			"request": base64.StdEncoding.EncodeToString(
				pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE REQUEST", Bytes: der}),
			),
			"signerName": c.signer, "usages": c.usages,
		},
	})
	require.NoError(t, err)
	return string(object)
}

func (c csr) approved(t *testing.T) bool {
	t.Helper()
	status, _ := kubeObject(t, "csr", "", c.name)["status"].(map[string]any)
	conditions, _ := status["conditions"].([]any)
	return len(conditions) == 1 && conditions[0].(map[string]any)["type"] == "Approved"
}
