package cluster

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// installation is a simulated run of the installer.
type installation struct {
	name, baseDomain, infraID, region string
	created                           time.Time
}

var demo = installation{
	name: "demo", baseDomain: "example.com", infraID: "demo-x7k2p", region: "us-east-2",
	created: time.Date(2026, 11, 21, 6, 0, 0, 0, time.UTC),
}

// soonAfter is a clock one hour after the installation.
func soonAfter(in installation) InstallDirOption {
	return at(in.created.Add(time.Hour))
}

func at(now time.Time) InstallDirOption {
	return func(r *installDirReader) { r.now = func() time.Time { return now } }
}

func (in installation) domain() string { return in.name + "." + in.baseDomain }

// write makes an install directory in a temporary folder.
func (in installation) write(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	in.writeTo(t, dir)
	return dir
}

func (in installation) writeTo(t *testing.T, dir string) {
	t.Helper()
	authority := in.authority(t)
	files := map[string]any{
		"metadata.json":           in.metadata(),
		"bootstrap.ign":           in.bootstrap(t),
		"master.ign":              in.pointer("master", authority),
		"worker.ign":              in.pointer("worker", authority),
		"auth/kubeconfig":         in.kubeconfig(authority),
		"auth/kubeadmin-password": "sandb-oxsan-dboxs-andbo",
	}
	for name, content := range files {
		text, isText := content.(string)
		if !isText {
			encoded, err := json.Marshal(content)
			require.NoError(t, err)
			text = string(encoded)
		}
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
}

func (in installation) metadata() any {
	const clusterID = "0f3c1e52-7b1d-4c58-9a53-6d2a7f0b9c41"
	return map[string]any{
		"clusterName": in.name,
		"clusterID":   clusterID,
		"infraID":     in.infraID,
		"aws": map[string]any{
			"region": in.region,
			"identifier": []any{
				map[string]string{"kubernetes.io/cluster/" + in.infraID: "owned"},
				map[string]string{"openshiftClusterID": clusterID},
				map[string]string{"sigs.k8s.io/cluster-api-provider-aws/cluster/" + in.infraID: "owned"},
			},
			"clusterDomain": in.domain(),
		},
		"featureSet":       "",
		"customFeatureSet": nil,
	}
}

// authority returns a self-signed certificate without its key.
func (in installation) authority(t *testing.T) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{OrganizationalUnit: []string{"openshift"}, CommonName: "root-ca"},
		NotBefore:             in.created,
		NotAfter:              in.created.AddDate(30, 0, 0),
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
}

func (in installation) pointer(role, authority string) any {
	return map[string]any{"ignition": map[string]any{
		"version": "3.2.0",
		"config": map[string]any{"merge": []any{map[string]string{
			"source": fmt.Sprintf("https://api-int.%s:22623/config/%s", in.domain(), role),
		}}},
		"security": map[string]any{"tls": map[string]any{"certificateAuthorities": []any{
			map[string]string{"source": dataURL(authority)},
		}}},
	}}
}

func (in installation) kubeconfig(authority string) string {
	return fmt.Sprintf(`apiVersion: v1
kind: Config
clusters:
- name: %[1]s
  cluster:
    certificate-authority-data: %[3]s
    server: https://api.%[2]s:6443
contexts:
- name: admin
  context:
    cluster: %[1]s
    user: admin
current-context: admin
preferences: {}
users:
- name: admin
  user:
    token: sandbox
`, in.name, in.domain(), base64.StdEncoding.EncodeToString([]byte(authority)))
}

// bootstrap makes the ignition from testdata/bootstrap: files below their paths and units by their names.
func (in installation) bootstrap(t *testing.T) any {
	t.Helper()
	replace := strings.NewReplacer("@NAME@", in.name, "@DOMAIN@", in.domain(), "@BASE@", in.baseDomain, "@INFRA@",
		in.infraID, "@REGION@", in.region)
	root := filepath.Join("testdata", "bootstrap")
	var files, units []any
	require.NoError(t, filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		content := replace.Replace(string(text))
		name := filepath.ToSlash(strings.TrimPrefix(path, root))
		if unit, ok := strings.CutPrefix(name, "/units/"); ok {
			units = append(units, map[string]any{"name": unit, "enabled": true, "contents": content})
			return nil
		}
		mode := 0o644
		if strings.Contains(name, "/bin/") {
			mode = 0o555
		}
		files = append(files, map[string]any{
			"path": strings.TrimPrefix(name, "/files"), "overwrite": true, "mode": mode,
			"user": map[string]string{"name": "root"}, "contents": map[string]string{"source": dataURL(content)},
		})
		return nil
	}))
	return map[string]any{
		"ignition": map[string]any{"version": "3.2.0"},
		"passwd": map[string]any{"users": []any{map[string]any{
			"name": "core",
			"sshAuthorizedKeys": []string{
				"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA nobody@example.com",
			},
		}}},
		"storage": map[string]any{"files": files},
		"systemd": map[string]any{"units": units},
	}
}

// dataURL returns a text as a data URL in the form of the installer's Ignition (openshift/installer
// pkg/asset/ignition/node.go).
func dataURL(text string) string {
	return "data:text/plain;charset=utf-8;base64," + base64.StdEncoding.EncodeToString([]byte(text))
}
