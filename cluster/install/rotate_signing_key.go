package install

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
)

const (
	// publicKeyFile is the file of the install directory from which the program reads the public keys of the issuer.
	publicKeyFile = "tls/bound-service-account-signing-key.pub"

	signingKeyPath     = "/api/v1/namespaces/openshift-kube-apiserver/secrets/bound-service-account-signing-key"
	nextSigningKeyPath = "/api/v1/namespaces/openshift-kube-apiserver-operator/secrets/next-bound-service-account-signing-key"
	poolsPath          = "/apis/machineconfiguration.openshift.io/v1/machineconfigpools"

	nextKeyTimeout    = 10 * time.Minute
	newKeyTimeout     = 2 * time.Hour
	stableClusterTime = "--minimum-stable-period=5m"
)

// signingKeySteps are the steps of OpenShift's "Rotating AWS OIDC bound service account signer keys" (openshift/openshift-docs
// modules/rotating-bound-service-keys.adoc).
func signingKeySteps(r *keyRotation) []step {
	return []step{
		{name: "check", title: "Compare the cluster's key with that of the issuer", usual: "seconds", run: r.checkSigningKey},
		{name: "next", title: "Let the cluster make another key", usual: "a minute", run: r.makeNextKey},
		{name: "publish", title: "Publish both public keys by an update of the stack", usual: "2 minutes", run: r.publish},
		{name: "rollout", title: "Wait until the cluster signs with the new key", usual: "20 to 60 minutes", waitsFor: "the API servers", run: r.rollout},
		{name: "restart", title: "Restart all nodes", usual: "seconds", skip: r.restarted, run: r.restart},
		{name: "pods", title: "Wait until all pods have tokens of the new key", usual: "30 to 120 minutes", waitsFor: "the nodes", run: r.waitForNodes},
		{name: "retire", title: "Publish the new key alone by an update of the stack", usual: "2 minutes", run: r.retire},
	}
}

// publicKey returns the public key of a secret in PEM; "" if the secret does not exist.
func (r *keyRotation) publicKey(ctx context.Context, path string) (string, error) {
	var secret struct {
		Data map[string]string `json:"data"`
	}
	err := r.api.Read(ctx, path, &secret)
	if apiclient.NotFound(err) {
		return "", nil
	}
	if err != nil {
		return "", inAPI(err)
	}
	text, err := base64.StdEncoding.DecodeString(secret.Data["service-account.pub"])
	block, _ := pem.Decode(text)
	if err != nil || block == nil {
		return "", fmt.Errorf("the secret %s has no public key", path)
	}
	return string(pem.EncodeToMemory(block)), nil
}

// checkSigningKey rejects a cluster whose tokens the issuer of this stack does not verify.
func (r *keyRotation) checkSigningKey(ctx stepContext) error {
	if r.Old != "" {
		return nil
	}
	current, err := r.publicKey(ctx, signingKeyPath)
	if err != nil {
		return err
	}
	published, err := os.ReadFile(filepath.Join(r.dir.Path, publicKeyFile))
	if errors.Is(err, fs.ErrNotExist) {
		return finalf("nothing was changed: the install directory has no %s, from which the program would read the keys (docs/credentials.md)",
			publicKeyFile)
	}
	if err != nil {
		return err
	}
	for rest := published; ; {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			return finalf("nothing was changed: the cluster does not sign with the key in %s; compare it with the secret "+
				"bound-service-account-signing-key in openshift-kube-apiserver", publicKeyFile)
		}
		if bytes.Equal(pem.EncodeToMemory(block), []byte(current)) {
			break
		}
	}
	r.Old = current
	return r.save()
}

// makeNextKey deletes the next key, which is the present one until the cluster has made another.
func (r *keyRotation) makeNextKey(ctx stepContext) error {
	if r.New != "" {
		return nil
	}
	next, err := r.publicKey(ctx, nextSigningKeyPath)
	if err != nil {
		return err
	}
	if next == r.Old {
		if err := r.api.Delete(ctx, nextSigningKeyPath); err != nil {
			return inAPI(err)
		}
	}
	err = r.poll(ctx, nextKeyTimeout, func() (string, error) {
		next, err = r.publicKey(ctx, nextSigningKeyPath)
		if err != nil || next != "" && next != r.Old {
			return "", err
		}
		return "the operator of the API servers has made no key", nil
	})
	if err != nil {
		return err
	}
	r.New = next
	return r.save()
}

func (r *keyRotation) publish(ctx stepContext) error {
	if r.Restarted {
		return nil
	}
	return r.updateKeys(ctx, r.Old+r.New)
}

func (r *keyRotation) retire(ctx stepContext) error { return r.updateKeys(ctx, r.New) }

func (r *keyRotation) updateKeys(ctx stepContext, keys string) error {
	if err := replaceFile(filepath.Join(r.dir.Path, publicKeyFile), []byte(keys)); err != nil {
		return err
	}
	return r.update(ctx, cluster.StageCluster)
}

func (r *keyRotation) rollout(ctx stepContext) error {
	err := r.poll(ctx, newKeyTimeout, func() (string, error) {
		current, err := r.publicKey(ctx, signingKeyPath)
		if err != nil || current == r.New {
			return "", err
		}
		return "the cluster signs with the old key", nil
	})
	if err != nil {
		return err
	}
	return r.waitUntilStable(ctx)
}

func (r *keyRotation) waitUntilStable(ctx context.Context) error {
	_, err := r.oc.run(ctx, "adm", "wait-for-stable-cluster", stableClusterTime)
	return err
}

func (r *keyRotation) restarted(stepContext) (string, error) {
	if r.Restarted {
		return "it was requested before", nil
	}
	return "", nil
}

// restart restarts the nodes of all pools: pods keep a token until it has expired, and some until they end.
func (r *keyRotation) restart(ctx stepContext) error {
	pools, err := apiclient.List[struct {
		Metadata struct {
			Name string `json:"name"`
		} `json:"metadata"`
	}](ctx, r.api, poolsPath)
	if err != nil {
		return inAPI(err)
	}
	args := []string{"adm", "reboot-machine-config-pool"}
	for _, pool := range pools {
		args = append(args, "mcp/"+pool.Metadata.Name)
	}
	if _, err := r.oc.run(ctx, args...); err != nil {
		return err
	}
	r.Restarted = true
	return r.save()
}

func (r *keyRotation) waitForNodes(ctx stepContext) error {
	if _, err := r.oc.run(ctx, "adm", "wait-for-node-reboot", "nodes", "--all"); err != nil {
		return err
	}
	return r.waitUntilStable(ctx)
}

// replaceFile replaces the content of a file at once.
func replaceFile(path string, content []byte) error {
	if err := os.WriteFile(path+".new", content, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
