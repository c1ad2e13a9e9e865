package openshiftinstall

import (
	"bytes"
	"cmp"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
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
	content, err := json.Marshal(state{
		Name: config.Metadata.Name, Domain: config.Metadata.Name + "." + config.BaseDomain, Region: config.Platform.AWS.Region,
		InfraID: config.Metadata.Name + infraIDSuffix, ClusterID: "0f3c1e52-7b1d-4c58-9a53-6d2a7f0b9c41", Authority: authority,
	})
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
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// report writes the messages of a command that waits, in which D stands for the domain and P for the directory.
func report(dir string, log io.Writer, command string) error {
	text, err := os.ReadFile(filepath.Join(dir, "metadata.json"))
	if err != nil {
		return fmt.Errorf("failed while preparing to destroy cluster: %w", err)
	}
	var found struct {
		AWS struct {
			ClusterDomain string `json:"clusterDomain"`
		} `json:"aws"`
	}
	if err := json.Unmarshal(text, &found); err != nil {
		return err
	}
	values := map[string]string{"domain": found.AWS.ClusterDomain, "dir": dir}
	for _, minutes := range []int{20, 30, 40, 45} {
		end := time.Now().Add(time.Duration(minutes) * time.Minute)
		zone, _ := end.Zone()
		values[fmt.Sprintf("in %d", minutes)] = end.Format(time.Kitchen) + " " + zone
	}
	printMessages(log, command, values)
	return nil
}

// printMessages writes the messages of a command, in which names in braces stand for values.
func printMessages(log io.Writer, command string, values map[string]string) {
	for line := range bytes.Lines([]byte(messages[command])) {
		text := string(line)
		for name, value := range values {
			text = strings.ReplaceAll(text, "{"+name+"}", value)
		}
		if !strings.HasPrefix(text, "level=") {
			text = "level=info msg=" + text
		}
		fmt.Fprint(log, text)
	}
}

// messages are those of openshift-install 4.19: of the commands that create, as a run wrote them (but that it took its release image and
// credentials from the environment); of the others, as its source has them (openshift/installer release-4.19 cmd/openshift-install).
var messages = map[string]string{
	"create manifests": `Credentials loaded from default AWS environment variables
Consuming Install Config from target directory
level=warning msg=Making control-plane schedulable by setting MastersSchedulable to true for Scheduler cluster settings
Successfully populated MCS CA cert information: root-ca {expires} {created}
Successfully populated MCS TLS cert information: root-ca {expires} {created}
Adding clusters...
Manifests created in: {dir}/cluster-api, {dir}/manifests and {dir}/openshift
`,
	"create ignition-configs": `Consuming Common Manifests from target directory
Consuming OpenShift Install (Manifests) from target directory
Consuming Openshift Manifests from target directory
Consuming Worker Machines from target directory
Consuming User-provided Service Account Signing key from target directory
Consuming Master Machines from target directory
Ignition-Configs created in: {dir} and {dir}/auth
`,
	"wait-for bootstrap-complete": `Waiting up to 20m0s (until {in 20}) for the Kubernetes API at https://api.{domain}:6443...
API v1.32.5 up
Waiting up to 45m0s (until {in 45}) for bootstrapping to complete...
It is now safe to remove the bootstrap resources
`,
	"wait-for install-complete": `Waiting up to 40m0s (until {in 40}) for the cluster at https://api.{domain}:6443 to initialize...
Waiting up to 30m0s (until {in 30}) to ensure each cluster operator has finished progressing...
All cluster operators have completed progressing
Checking to see if there is a route at openshift-console/console...
Install complete!
Access the OpenShift web-console here: https://console-openshift-console.apps.{domain}
Login to the console with user: "kubeadmin", and password: "aaaaa-bbbbb-ccccc-ddddd"
`,
	"destroy cluster": "Uninstallation complete!\n",
}
