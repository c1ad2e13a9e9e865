package cluster

import (
	"cmp"
	"context"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
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

// kubeletRequests are the CSRs of a new machine. Everybody who reaches port 22623 has the node bootstrapper's token, and every worker sees
// the new machine in EC2, so that nothing in a request for its client certificate shows who has sent it. A person compares these requests
// with the machine. That for the serving certificate is sent by the one who has the client certificate, and approved, once.
type kubeletRequests struct {
	*clusterHealth
	machine changedMachine
	log     func(string)
	// served reports whether the serving certificate was approved.
	served bool
}

// decide approves the serving certificate of the machine's node. It is an error if a person has to approve the client certificate first.
func (k *kubeletRequests) decide(ctx context.Context) error {
	if k.served {
		return nil
	}
	var own node
	err := k.client.Read(ctx, "/api/v1/nodes/"+url.PathEscape(k.machine.privateDNS), &own)
	registered := err == nil
	if err != nil && !apiclient.NotFound(err) {
		return err
	}
	items, err := apiclient.List[json.RawMessage](ctx, k.client, csrPath)
	if err != nil {
		return err
	}
	var clients []signingRequest
	for _, item := range items {
		var request signingRequest
		if err := json.Unmarshal(item, &request); err != nil {
			return err
		}
		switch {
		case !request.pending(time.Now()) || request.problem(k.machine, registered) != "":
		case request.Spec.SignerName == clientSigner:
			clients = append(clients, request)
		case !k.served && strings.HasSuffix(own.Spec.ProviderID, "/"+k.machine.instance):
			if err := k.approve(ctx, request.Metadata.Name, item); err != nil {
				return err
			}
			k.served = true
			k.log(fmt.Sprintf("approved %s of %s (%s)", request.Metadata.Name, k.machine.name, request.Spec.SignerName))
		}
	}
	if len(clients) == 0 {
		return nil
	}
	return k.ask(clients)
}

// shownRequests is how many requests a message names.
const shownRequests = 5

// ask returns what a person has to compare, and to type.
func (k *kubeletRequests) ask(clients []signingRequest) error {
	slices.SortFunc(clients, func(a, b signingRequest) int {
		return cmp.Or(a.Metadata.Created.Compare(b.Metadata.Created), strings.Compare(a.Metadata.Name, b.Metadata.Name))
	})
	var names []string
	for _, request := range clients[:min(len(clients), shownRequests)] {
		names = append(names, fmt.Sprintf("%s (%s)", request.Metadata.Name, request.Metadata.Created.UTC().Format(time.TimeOnly)))
	}
	if more := len(clients) - shownRequests; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	found := strings.Join(names, ", ")
	if len(clients) > 1 {
		return fmt.Errorf("%d requests ask for the identity of %s, and its kubelet sends one in 15 minutes, so that others have the token of "+
			"the node bootstrapper: %s. Approve none that the journal of the machine's kubelet does not show at the same second (%s)",
			len(clients), k.machine.privateDNS, found, replaceProcedure)
	}
	return fmt.Errorf("%s asks for the identity of %s. If the journal of the machine's kubelet shows the request at the same second, approve "+
		"it: oc adm certificate approve %s (%s)", found, k.machine.privateDNS, clients[0].Metadata.Name, replaceProcedure)
}

func (k *kubeletRequests) approve(ctx context.Context, name string, item json.RawMessage) error {
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
		"message": "The request is that of the node of the instance that Pulumi created",
	}}
	object["status"] = status
	body, err := json.Marshal(object)
	if err != nil {
		return err
	}
	return k.client.Put(ctx, csrPath+"/"+url.PathEscape(name)+"/approval", body)
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

// hasUsages reports whether a request has the usages of a kubelet: RSA keys have one more.
func (r signingRequest) hasUsages(kind string) bool {
	usages := slices.DeleteFunc(slices.Clone(r.Spec.Usages), func(usage string) bool { return usage == "key encipherment" })
	want := []string{kind, "digital signature"}
	slices.Sort(usages)
	slices.Sort(want)
	return slices.Equal(usages, want)
}
