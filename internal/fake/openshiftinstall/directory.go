package openshiftinstall

import (
	"cmp"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
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
	"strings"
	"time"

	"gopkg.in/yaml.v3"
)

// stateFile contains what the installer knows between its commands.
const stateFile = ".openshift_install_state.json"

// installConfig is the part of install-config.yaml that the fake reads.
type installConfig struct {
	BaseDomain string `yaml:"baseDomain"`
	Metadata   struct {
		Name string `yaml:"name"`
	} `yaml:"metadata"`
	Platform struct {
		AWS struct {
			Region string `yaml:"region"`
		} `yaml:"aws"`
	} `yaml:"platform"`
	PullSecret string `yaml:"pullSecret"`
}

// state identifies the cluster.
type state struct {
	Name, Domain, Region, InfraID, ClusterID string
	Authority                                []byte
}

// caDays is for how many days a CA of the installer is valid.
const caDays = 3650

// infraIDSuffix are the five characters of every infrastructure ID that the fake makes.
const infraIDSuffix = "-x7k2p"

// createManifests consumes install-config.yaml and writes the manifests that matter to this library.
func createManifests(dir string, log io.Writer) error {
	path := filepath.Join(dir, "install-config.yaml")
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var config installConfig
	if err := yaml.Unmarshal(text, &config); err != nil {
		return fmt.Errorf("failed to fetch Master Machines: failed to load asset \"Install Config\": %w", err)
	}
	age, err := time.ParseDuration(cmp.Or(os.Getenv(AgeVariable), "0"))
	if err != nil {
		return err
	}
	authority, err := newAuthority(age)
	if err != nil {
		return err
	}
	content, err := json.Marshal(newState(config.Metadata.Name+"."+config.BaseDomain, config.Platform.AWS.Region, authority))
	if err != nil {
		return err
	}
	files := map[string]string{
		stateFile: string(content),
		"manifests/cluster-scheduler-02-config.yml": "apiVersion: config.openshift.io/v1\nkind: Scheduler\nmetadata:\n" +
			"  creationTimestamp: null\n  name: cluster\nspec:\n  mastersSchedulable: true\n  policy:\n    name: \"\"\nstatus: {}\n",
		"openshift/99_openshift-cluster-api_master-machines-0.yaml":                "kind: Machine\n",
		"openshift/99_openshift-machine-api_master-control-plane-machine-set.yaml": "kind: ControlPlaneMachineSet\n",
		"openshift/99_openshift-cluster-api_worker-machineset-0.yaml":              "kind: MachineSet\n",
		"openshift/99_openshift-cluster-api_worker-user-data-secret.yaml":          "kind: Secret\n",
		"openshift/99_openshift-cluster-api_master-user-data-secret.yaml":          "kind: Secret\n",
		"manifests/cluster-dns-02-config.yml":                                      "kind: DNS\n",
		"manifests/cluster-infrastructure-02-config.yml":                           "kind: Infrastructure\n",
		"manifests/cluster-ingress-02-config.yml":                                  "kind: Ingress\n",
	}
	if err := write(dir, files); err != nil {
		return err
	}
	created := time.Now().Add(-age).UTC()
	printMessages(log, "create manifests", map[string]string{
		"dir": dir, "created": created.Format(time.RFC3339), "expires": created.AddDate(0, 0, caDays).Format(time.RFC3339),
	})
	return os.Remove(path)
}

// newState returns the state of a cluster, which has the name of its domain's first label.
func newState(domain, region string, authority []byte) state {
	name, _, _ := strings.Cut(domain, ".")
	return state{
		Name: name, Domain: domain, Region: region, InfraID: name + infraIDSuffix,
		ClusterID: clusterID(domain), Authority: authority,
	}
}

// clusterID returns the UUID of the cluster with a domain, the same in every run.
func clusterID(domain string) string {
	sum := sha256.Sum256([]byte(domain))
	digits := hex.EncodeToString(sum[:16])
	return strings.Join([]string{digits[:8], digits[8:12], "4" + digits[13:16], "8" + digits[17:20], digits[20:]}, "-")
}

// Write writes an install directory with Ignition that was just created, for tests.
func Write(dir, domain, region string) error {
	authority, err := newAuthority(0)
	if err != nil {
		return err
	}
	text, err := json.Marshal(newState(domain, region, authority))
	if err != nil {
		return err
	}
	if err := write(dir, map[string]string{stateFile: string(text), "manifests/cluster-dns-02-config.yml": "kind: DNS\n"}); err != nil {
		return err
	}
	return createIgnition(dir, io.Discard)
}

// createIgnition consumes the manifests and writes the Ignition configs, which contain them.
func createIgnition(dir string, log io.Writer) error {
	known, err := readState(dir)
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
	metadata, err := json.Marshal(map[string]any{
		"clusterName": known.Name, "clusterID": known.ClusterID, "infraID": known.InfraID,
		"aws": map[string]any{"region": known.Region, "clusterDomain": known.Domain, "identifier": []any{
			map[string]any{"kubernetes.io/cluster/" + known.InfraID: "owned"},
			map[string]any{"openshiftClusterID": known.ClusterID},
		}},
	})
	if err != nil {
		return err
	}
	err = write(dir, map[string]string{
		"bootstrap.ign": string(bootstrap), "metadata.json": string(metadata),
		"master.ign": known.pointer("master"), "worker.ign": known.pointer("worker"),
		"auth/kubeconfig": kubeconfig(known.Domain), "auth/kubeadmin-password": "aaaaa-bbbbb-ccccc-ddddd",
	})
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

// pointer is the Ignition that refers a machine to the machine config server.
func (s state) pointer(role string) string {
	return fmt.Sprintf(`{"ignition":{"config":{"merge":[{"source":"https://api-int.%s:22623/config/%s"}]},`+
		`"security":{"tls":{"certificateAuthorities":[{"source":"%s"}]}},"version":"3.2.0"}}`, s.Domain, role, dataURL(s.Authority))
}

func kubeconfig(domain string) string {
	return fmt.Sprintf("apiVersion: v1\nkind: Config\nclusters:\n- name: demo\n  cluster:\n    server: https://api.%s:6443\n"+
		"users:\n- name: admin\n  user:\n    token: fake\ncontexts:\n- name: admin\n  context: {cluster: demo, user: admin}\n"+
		"current-context: admin\n", domain)
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
	known, err := readState(dir)
	if err != nil {
		return err
	}
	if known.Authority, err = newAuthority(age); err != nil {
		return err
	}
	return write(dir, map[string]string{"master.ign": known.pointer("master"), "worker.ign": known.pointer("worker")})
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

func readState(dir string) (state, error) {
	var known state
	text, err := os.ReadFile(filepath.Join(dir, stateFile))
	if err != nil {
		return known, fmt.Errorf("failed to fetch Bootstrap Ignition Config: failed to load asset \"Install Config\": %w", err)
	}
	return known, json.Unmarshal(text, &known)
}

func write(dir string, files map[string]string) error {
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}
