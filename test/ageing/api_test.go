package ageing_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"maps"
	"net"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"
)

const signingRequests = "/apis/certificates.k8s.io/v1/certificatesigningrequests"

// serve answers as the API of the cluster; the connection ends without an answer if nobody reaches it.
func (c *ageing) serve(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.installed || c.away || c.off || !c.reachable() {
		panic(http.ErrAbortHandler)
	}
	if healthy, voters := c.count(); healthy < voters/2+1 {
		panic(http.ErrAbortHandler)
	}
	name, approval := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, signingRequests+"/"), "/approval")
	if approval && r.Method == http.MethodPut {
		c.approve(name)
		return
	}
	if answer := c.answer(r.URL.Path); answer != nil {
		_ = json.NewEncoder(w).Encode(answer)
		return
	}
	w.WriteHeader(http.StatusNotFound)
}

// answer returns the object of a path; nil if there is none.
func (c *ageing) answer(at string) any {
	base := path.Base(at)
	switch at {
	case "/readyz":
		return "ok"
	case "/apis/config.openshift.io/v1/infrastructures/cluster":
		return map[string]any{"status": map[string]any{"infrastructureName": c.infraID}}
	case "/apis/config.openshift.io/v1/clusterversions/version":
		return c.version.next()
	case "/api/v1/nodes":
		return c.nodeList()
	case "/apis/operator.openshift.io/v1/etcds/cluster":
		return c.etcd()
	case "/apis/config.openshift.io/v1/clusteroperators/etcd", "/apis/config.openshift.io/v1/clusteroperators/kube-apiserver":
		return conditions("Available", "True", "Degraded", "False", "Progressing", status(c.version.upgrading()))
	case "/api/v1/namespaces/openshift-etcd/configmaps/etcd-endpoints":
		return c.endpoints()
	case "/api/v1/namespaces/openshift-machine-api/secrets/master-user-data":
		return c.secret()
	case signingRequests:
		return c.listRequests()
	}
	switch m := c.nodeNamed(base); {
	case m == nil:
		return nil
	case strings.HasPrefix(base, "etcd-"):
		return conditions("Ready", status(m.healthy()))
	default:
		return m.node()
	}
}

// listRequests lists the certificate requests. When they were listed twice, a person has compared that of a client certificate with the
// journal of the machine, and approves it.
func (c *ageing) listRequests() any {
	items := []any{}
	for _, name := range slices.Sorted(maps.Keys(c.requests)) {
		items = append(items, c.requests[name])
	}
	if c.listed++; c.listed%3 == 0 {
		for _, name := range slices.Sorted(maps.Keys(c.requests)) {
			if strings.HasPrefix(name, "client-") {
				c.approve(name)
			}
		}
	}
	return map[string]any{"items": items}
}

// request adds what a kubelet asks for: its client certificate by the token of the node bootstrapper, then its serving certificate.
func (c *ageing) request(m *member, kind string) {
	name := "system:node:" + m.Text("privateDns")
	template := &x509.CertificateRequest{Subject: pkix.Name{CommonName: name, Organization: []string{"system:nodes"}}}
	spec := map[string]any{
		"signerName": "kubernetes.io/kube-apiserver-client-kubelet", "usages": []any{"digital signature", "client auth"},
		"username": "system:serviceaccount:openshift-machine-config-operator:node-bootstrapper",
	}
	if kind == "serving" {
		template.DNSNames, template.IPAddresses = []string{m.Text("privateDns")}, []net.IP{net.ParseIP(m.Text("privateIp"))}
		spec = map[string]any{
			"signerName": "kubernetes.io/kubelet-serving", "usages": []any{"digital signature", "server auth"},
			"username": name, "groups": []any{"system:nodes", "system:authenticated"},
		}
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	der, err := x509.CreateCertificateRequest(rand.Reader, template, key)
	if err != nil {
		panic(err)
	}
	spec["request"] = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE REQUEST", Bytes: der})
	c.requests[kind+"-"+m.ID] = map[string]any{
		"metadata": map[string]any{"name": kind + "-" + m.ID, "creationTimestamp": time.Now().Format(time.RFC3339)}, "spec": spec,
	}
}

// approve approves a request: with its client certificate a kubelet registers its node, and with its serving certificate the etcd operator
// adds the member.
func (c *ageing) approve(name string) {
	kind, id, _ := strings.Cut(name, "-")
	delete(c.requests, name)
	m := c.members[id]
	switch {
	case m == nil || m.gone:
	case kind == "client":
		m.registered = true
		c.request(m, "serving")
	default:
		m.votes = true
	}
}
