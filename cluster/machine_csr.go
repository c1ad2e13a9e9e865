package cluster

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/url"
	"slices"
	"time"
)

// The CSRs of a kubelet: the first for its client certificate, by the bootstrap token of its Ignition config, the second for its serving
// certificate (openshift/cluster-machine-approver release-4.20 pkg/controller/csr_check.go).
const (
	clientSigner  = "kubernetes.io/kube-apiserver-client-kubelet"
	servingSigner = "kubernetes.io/kubelet-serving"
	bootstrapper  = "system:serviceaccount:openshift-machine-config-operator:node-bootstrapper"
	nodePrefix    = "system:node:"
	nodesGroup    = "system:nodes"
	csrPath       = "/apis/certificates.k8s.io/v1/certificatesigningrequests"
	// csrAge is how long a kubelet waits before it drops its key (kubernetes/client-go util/certificate/certificate_manager.go,
	// certificateWaitTimeout, release-1.34).
	csrAge = 15 * time.Minute
)

// signingRequest is a CertificateSigningRequest.
type signingRequest struct {
	Metadata struct {
		Name    string    `json:"name"`
		Created time.Time `json:"creationTimestamp"`
	} `json:"metadata"`
	Spec struct {
		Request    []byte   `json:"request"`
		SignerName string   `json:"signerName"`
		Username   string   `json:"username"`
		Groups     []string `json:"groups"`
		Usages     []string `json:"usages"`
	} `json:"spec"`
	Status struct {
		Conditions  []condition `json:"conditions"`
		Certificate []byte      `json:"certificate"`
	} `json:"status"`
}

// approve approves the pending CSRs of a new machine, and no others: the client certificate only while its node is not there.
func (h *clusterHealth) approve(ctx context.Context, m changedMachine, log func(string)) error {
	var list struct {
		Items []json.RawMessage `json:"items"`
	}
	if err := h.get(ctx, csrPath, &list); err != nil {
		return err
	}
	_, err := h.client.Get(ctx, "/api/v1/nodes/"+url.PathEscape(m.privateDNS))
	registered := err == nil
	for _, item := range list.Items {
		var request signingRequest
		if err := json.Unmarshal(item, &request); err != nil {
			return err
		}
		if !request.pending(time.Now()) || request.problem(m, registered) != "" {
			continue
		}
		if err := h.approveOne(ctx, request.Metadata.Name, item); err != nil {
			return err
		}
		log(fmt.Sprintf("approved %s of %s (%s)", request.Metadata.Name, m.name, request.Spec.SignerName))
	}
	return nil
}

func (h *clusterHealth) approveOne(ctx context.Context, name string, item json.RawMessage) error {
	var object map[string]any
	if err := json.Unmarshal(item, &object); err != nil {
		return err
	}
	status, _ := object["status"].(map[string]any)
	if status == nil {
		status = map[string]any{}
	}
	status["conditions"] = []any{map[string]any{
		"type": "Approved", "status": "True", "reason": "ControlPlaneMachine",
		"message": "The request is that of the instance that Pulumi created",
	}}
	object["status"] = status
	body, err := json.Marshal(object)
	if err != nil {
		return err
	}
	return h.client.Put(ctx, csrPath+"/"+url.PathEscape(name)+"/approval", body)
}

// pending reports whether a kubelet still waits for the certificate.
func (r signingRequest) pending(now time.Time) bool {
	return len(r.Status.Conditions) == 0 && len(r.Status.Certificate) == 0 && now.Sub(r.Metadata.Created) < csrAge
}

// problem returns why the CSR is not the one that the kubelet of the machine sends next; "" if it is. registered reports whether the
// machine's node is there: a kubelet registers it with its client certificate, before it requests the serving certificate.
func (r signingRequest) problem(m changedMachine, registered bool) string {
	block, rest := pem.Decode(r.Spec.Request)
	if block == nil || block.Type != "CERTIFICATE REQUEST" || len(rest) > 0 {
		return "the request is not one PEM block"
	}
	csr, err := x509.ParseCertificateRequest(block.Bytes)
	if err != nil || csr.CheckSignature() != nil {
		return "the request is not valid"
	}
	name := nodePrefix + m.privateDNS
	if m.privateDNS == "" || csr.Subject.CommonName != name || !slices.Equal(csr.Subject.Organization, []string{nodesGroup}) {
		return "the subject is not that of the instance's kubelet"
	}
	if len(csr.EmailAddresses)+len(csr.URIs) > 0 {
		return "a kubelet requests DNS names and addresses only"
	}
	switch r.Spec.SignerName {
	case clientSigner:
		return r.clientProblem(csr, registered)
	case servingSigner:
		return r.servingProblem(csr, m, name)
	}
	return "the signer is not one of the kubelet's"
}

func (r signingRequest) clientProblem(csr *x509.CertificateRequest, registered bool) string {
	switch {
	case registered:
		return "the node is registered"
	case r.Spec.Username != bootstrapper:
		return "the user is not the node bootstrapper"
	case !r.hasUsages("client auth"):
		return "the usages are not those of a client certificate"
	case len(csr.DNSNames)+len(csr.IPAddresses) > 0:
		return "a client certificate has no names"
	}
	return ""
}

func (r signingRequest) servingProblem(csr *x509.CertificateRequest, m changedMachine, name string) string {
	switch {
	case r.Spec.Username != name || !slices.Contains(r.Spec.Groups, nodesGroup):
		return "the user is not the instance's kubelet"
	case !r.hasUsages("server auth"):
		return "the usages are not those of a serving certificate"
	case len(csr.DNSNames)+len(csr.IPAddresses) == 0:
		return "a serving certificate has names"
	}
	for _, dnsName := range csr.DNSNames {
		if dnsName != m.privateDNS {
			return "a name is not the instance's"
		}
	}
	for _, address := range csr.IPAddresses {
		if address.String() != m.privateIP {
			return "an address is not the instance's"
		}
	}
	return ""
}

// hasUsages reports whether the usages are those of a kubelet: RSA keys have one more.
func (r signingRequest) hasUsages(kind string) bool {
	usages := slices.DeleteFunc(slices.Clone(r.Spec.Usages), func(usage string) bool { return usage == "key encipherment" })
	want := []string{kind, "digital signature"}
	slices.Sort(usages)
	slices.Sort(want)
	return slices.Equal(usages, want)
}
