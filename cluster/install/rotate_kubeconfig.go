package install

import (
	"bytes"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
)

const (
	// adminCAPath has the CAs of the administrator's client certificates.
	adminCAPath = "/api/v1/namespaces/openshift-config/configmaps/admin-kubeconfig-client-ca"
	adminCAKey  = "ca-bundle.crt"

	kubeconfigTimeout = 30 * time.Minute
)

func kubeconfigSteps(r *keyRotation) []step {
	return []step{
		{name: "create", title: "Create another kubeconfig", usual: "seconds", run: r.createKubeconfig},
		{name: "accept", title: "Wait until the API accepts it", usual: "1 to 10 minutes", waitsFor: "the API servers", run: r.acceptKubeconfig},
		{name: "replace", title: "Replace that of the install directory", usual: "seconds", run: r.replaceKubeconfig},
		{name: "update", title: "Update the stack, whose state has the kubeconfig", usual: "5 minutes", run: r.updateKubeconfig},
		{name: "end", title: "End the old kubeconfig", usual: "seconds", run: r.endKubeconfig},
	}
}

// adminKubeconfig is the path of the administrator's kubeconfig, which the program reads.
func (r *keyRotation) adminKubeconfig() string {
	return filepath.Join(r.dir.Path, "auth", "kubeconfig")
}

// newKubeconfig is the path of the new one; after it has replaced the old one, that of the administrator's.
func (r *keyRotation) newKubeconfig() string {
	if path := r.adminKubeconfig() + ".new"; exists(path) {
		return path
	}
	return r.adminKubeconfig()
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// createKubeconfig lets oc create a kubeconfig with a CA that the cluster accepts beside the old one.
func (r *keyRotation) createKubeconfig(ctx stepContext) error {
	if r.New != "" {
		return nil
	}
	text, err := r.oc.run(ctx, "config", "new-admin-kubeconfig")
	if err != nil {
		return err
	}
	certificate, err := clientCertificate(text)
	if err != nil {
		return err
	}
	old, err := os.ReadFile(r.adminKubeconfig())
	if err != nil {
		return err
	}
	if err := sameServer(old, text); err != nil {
		return err
	}
	if err := os.WriteFile(r.adminKubeconfig()+".new", text, 0o600); err != nil {
		return err
	}
	r.New = string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate.Raw}))
	return r.save()
}

// sameServer rejects a kubeconfig with another address of the API, by which the program does not know its cluster.
func sameServer(old, text []byte) error {
	before, err := apiclient.CurrentServer(string(old))
	if err != nil {
		return err
	}
	if now, err := apiclient.CurrentServer(string(text)); err != nil || now != before {
		return finalf("nothing was changed: the new kubeconfig is for %q, and the old one for %s", now, before)
	}
	return nil
}

// clientCertificate returns the client certificate of a kubeconfig with one user.
func clientCertificate(text []byte) (*x509.Certificate, error) {
	var found struct {
		Users []struct {
			User struct {
				Certificate string `yaml:"client-certificate-data"`
			} `yaml:"user"`
		} `yaml:"users"`
	}
	if err := yaml.Unmarshal(text, &found); err != nil || len(found.Users) != 1 {
		return nil, errors.New("`oc config new-admin-kubeconfig` has printed no kubeconfig with one user")
	}
	decoded, err := base64.StdEncoding.DecodeString(found.Users[0].User.Certificate)
	if err != nil {
		return nil, err
	}
	return certificateOf(decoded)
}

func certificateOf(text []byte) (*x509.Certificate, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New("the kubeconfig has no client certificate")
	}
	return x509.ParseCertificate(block.Bytes)
}

func (r *keyRotation) acceptKubeconfig(ctx stepContext) error {
	return r.poll(ctx, kubeconfigTimeout, func() (string, error) {
		api, err := r.open(r.newKubeconfig())
		if err == nil {
			err = api.CheckCluster(ctx, r.dir.InfraID)
		}
		if err == nil || apiclient.IsOther(err) {
			return "", err
		}
		return "the API does not accept the new kubeconfig: " + err.Error(), nil
	})
}

func (r *keyRotation) replaceKubeconfig(stepContext) error {
	if path := r.newKubeconfig(); path != r.adminKubeconfig() {
		return os.Rename(path, r.adminKubeconfig())
	}
	return nil
}

func (r *keyRotation) updateKubeconfig(ctx stepContext) error {
	return r.update(ctx, cluster.StageCluster)
}

// endKubeconfig keeps the CA of the new client certificate alone. The API servers accept the old one until they have read that.
func (r *keyRotation) endKubeconfig(ctx stepContext) error {
	api, err := r.open(r.adminKubeconfig())
	if err != nil {
		return err
	}
	var bundle struct {
		Data map[string]string `json:"data"`
	}
	if err := api.Read(ctx, adminCAPath, &bundle); err != nil {
		return inAPI(err)
	}
	certificate, err := certificateOf([]byte(r.New))
	if err != nil {
		return err
	}
	var kept bytes.Buffer
	removed := 0
	for rest := []byte(bundle.Data[adminCAKey]); ; {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			break
		}
		if ca, err := x509.ParseCertificate(block.Bytes); err != nil || certificate.CheckSignatureFrom(ca) != nil {
			removed++
			continue
		}
		kept.Write(pem.EncodeToMemory(block))
	}
	if kept.Len() == 0 {
		return finalf("the ConfigMap admin-kubeconfig-client-ca has no CA of the new kubeconfig, and nothing was removed from it")
	}
	ctx.emit(Progress, fmt.Sprintf("%d CAs are removed", removed))
	return inAPI(api.Patch(ctx, adminCAPath, map[string]any{"data": map[string]any{adminCAKey: kept.String()}}))
}
