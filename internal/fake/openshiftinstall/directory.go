package openshiftinstall

import (
	"cmp"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gopkg.in/yaml.v3"
)

// stateFile contains what the installer knows between its commands.
const stateFile = ".openshift_install_state.json"

// recorded are the files that openshift-install wrote for another cluster, by command: names in braces stand for values. Of manifests that
// an installation drops, they have the kind only.
//
//go:embed all:recorded
var recorded embed.FS

// values are the values that differ between clusters, by the names in braces.
type values map[string]string

// caDays is for how many days a CA of the installer is valid.
const caDays = 3650

// createManifests consumes install-config.yaml and writes the manifests that matter to this library.
func createManifests(dir string, log io.Writer) error {
	path := filepath.Join(dir, "install-config.yaml")
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var config struct {
		BaseDomain string `yaml:"baseDomain"`
		Metadata   struct {
			Name string `yaml:"name"`
		} `yaml:"metadata"`
		Platform struct {
			AWS struct {
				Region string `yaml:"region"`
			} `yaml:"aws"`
		} `yaml:"platform"`
	}
	if err := yaml.Unmarshal(text, &config); err != nil {
		return fmt.Errorf("failed to fetch Master Machines: failed to load asset \"Install Config\": %w", err)
	}
	age, err := time.ParseDuration(cmp.Or(os.Getenv(AgeVariable), "0"))
	if err != nil {
		return err
	}
	known, err := newValues(config.Metadata.Name+"."+config.BaseDomain, config.Platform.AWS.Region, age)
	if err != nil {
		return err
	}
	manifest, err := clusterConfig(text)
	if err != nil {
		return err
	}
	err = errors.Join(known.save(dir), known.write(dir, "create-manifests"),
		writeFile(filepath.Join(dir, "manifests", "cluster-config.yaml"), manifest))
	if err != nil {
		return err
	}
	created := time.Now().Add(-age).UTC()
	printMessages(log, "create manifests", map[string]string{
		"dir": dir, "created": created.Format(time.RFC3339), "expires": created.AddDate(0, 0, caDays).Format(time.RFC3339),
	})
	return os.Remove(path)
}

// clusterConfig returns the manifest with the install-config, without its pull secret.
func clusterConfig(installConfig []byte) ([]byte, error) {
	var config map[string]any
	if err := yaml.Unmarshal(installConfig, &config); err != nil {
		return nil, err
	}
	delete(config, "pullSecret")
	redacted, err := yaml.Marshal(config)
	if err != nil {
		return nil, err
	}
	return yaml.Marshal(map[string]any{
		"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": "cluster-config-v1", "namespace": "kube-system"},
		"data": map[string]any{"install-config": string(redacted)},
	})
}

// newValues returns the values of a cluster with a domain, whose first label is its name, and with a CA that was created some time ago.
func newValues(domain, region string, age time.Duration) (values, error) {
	name, _, _ := strings.Cut(domain, ".")
	authority, err := newAuthority(age)
	return values{
		"name": name, "domain": domain, "region": region, "infraID": name + "-x7k2p", "clusterID": clusterID(domain),
		"authority": dataURL(authority),
	}, err
}

// clusterID returns the UUID of the cluster with a domain, the same in every run.
func clusterID(domain string) string {
	sum := sha256.Sum256([]byte(domain))
	digits := hex.EncodeToString(sum[:16])
	return strings.Join([]string{digits[:8], digits[8:12], "4" + digits[13:16], "8" + digits[17:20], digits[20:]}, "-")
}

// Write writes an install directory with Ignition that was just created, for tests.
func Write(dir, domain, region string) error {
	known, err := newValues(domain, region, 0)
	if err != nil {
		return err
	}
	if err := errors.Join(known.save(dir), known.write(dir, "create-manifests", "manifests/cluster-dns-02-config.yml")); err != nil {
		return err
	}
	return createIgnition(dir, io.Discard)
}

// createIgnition consumes the manifests and writes the Ignition configs, which contain them.
func createIgnition(dir string, log io.Writer) error {
	known, err := readValues(dir)
	if err != nil {
		return err
	}
	var files []any
	for _, folder := range []string{"manifests", "openshift", "tls"} {
		found, err := contents(dir, folder)
		if err != nil {
			return err
		}
		files = append(files, found...)
		if err := os.RemoveAll(filepath.Join(dir, folder)); err != nil {
			return err
		}
	}
	bootstrap, err := json.Marshal(map[string]any{
		"ignition": map[string]any{"version": "3.2.0"},
		"storage":  map[string]any{"files": files},
		"systemd":  map[string]any{"units": []any{map[string]any{"name": "bootkube.service", "contents": "[Service]\n"}}},
	})
	if err != nil {
		return err
	}
	err = errors.Join(
		writeFile(filepath.Join(dir, "bootstrap.ign"), bootstrap), known.write(dir, "create-ignition-configs"))
	printMessages(log, "create ignition-configs", map[string]string{"dir": dir})
	return err
}

// contents returns the files of a folder as files of Ignition.
func contents(dir, folder string) ([]any, error) {
	var files []any
	entries, err := os.ReadDir(filepath.Join(dir, folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(dir, folder, entry.Name()))
		if err != nil {
			return nil, err
		}
		files = append(files, map[string]any{
			"path":     "/opt/openshift/" + folder + "/" + entry.Name(),
			"contents": map[string]any{"source": dataURL(text)},
		})
	}
	return files, err
}

func dataURL(text []byte) string {
	return "data:text/plain;charset=utf-8;base64," + base64.StdEncoding.EncodeToString(text)
}

// deleteAssets deletes the files that `destroy cluster` deletes at its end (openshift/installer release-4.19
// pkg/asset/targets/targets.go, Cluster).
func deleteAssets(dir string) error {
	for _, name := range []string{"metadata.json", "auth/kubeconfig", "auth/kubeadmin-password", stateFile} {
		if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Age replaces the CA in an install directory by one that was created that long ago.
func Age(dir string, age time.Duration) error {
	known, err := readValues(dir)
	if err != nil {
		return err
	}
	authority, err := newAuthority(age)
	if err != nil {
		return err
	}
	known["authority"] = dataURL(authority)
	return known.write(dir, "create-ignition-configs", "master.ign", "worker.ign")
}

// newAuthority returns a CA certificate that was created that long ago.
func newAuthority(age time.Duration) ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	created := time.Now().Add(-age)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "root-ca", OrganizationalUnit: []string{"openshift"}},
		NotBefore: created, NotAfter: created.AddDate(10, 0, 0), IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), err
}

func readValues(dir string) (values, error) {
	text, err := os.ReadFile(filepath.Join(dir, stateFile))
	if err != nil {
		return nil, fmt.Errorf("failed to fetch Bootstrap Ignition Config: failed to load asset \"Install Config\": %w", err)
	}
	var known values
	return known, json.Unmarshal(text, &known)
}

// save writes what later commands read.
func (v values) save(dir string) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, stateFile), text)
}

// write writes the recorded files of a command, or those with some names.
func (v values) write(dir, command string, names ...string) error {
	files, err := fs.Sub(recorded, "recorded/"+command)
	if err != nil {
		return err
	}
	return fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || len(names) > 0 && !slices.Contains(names, name) {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		return writeFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(fill(string(text), v)))
	})
}

// fill replaces names in braces by their values.
func fill(text string, by map[string]string) string {
	for name, value := range by {
		text = strings.ReplaceAll(text, "{"+name+"}", value)
	}
	return text
}

func writeFile(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o600)
}
