package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// InstallDir is the directory that `openshift-install create ignition-configs` writes: the identity of one cluster and the
// Ignition of its machines. [LoadInstallDir] reads it.
type InstallDir struct {
	// Path is the path of the directory.
	Path string
	// InfraID is the infrastructure ID, the prefix of physical names: the cluster's name and five random characters, at most 27 in
	// total. Required.
	InfraID string `check:"required,infra-id"`
	// ClusterID is the cluster's UUID, spec.clusterID of its ClusterVersion.
	ClusterID string `check:"format=cluster-uuid"`
	// ClusterName is the first label of [Domain].
	ClusterName string
	// Domain is the cluster's domain without a trailing dot: the API's name is api.<Domain>. Required.
	Domain string `check:"required,format=install-domain"`
	// Region is the cluster's AWS region. Required.
	Region string `check:"required,format=region"`
	// MachineNetworks are the ranges of the machines in the install-config, outside of which the subnets of an installation must not be.
	// Defaults to none: they are not compared.
	MachineNetworks []string `check:"cidr"`

	// BootstrapIgnition is the complete Ignition of the bootstrap machine, about 300 KB with private keys. A secret.
	BootstrapIgnition pulumi.StringOutput `check:"secret"`
	// MasterIgnition refers a control-plane machine to the machine config server. Required. A secret.
	MasterIgnition pulumi.StringOutput `check:"required,secret"`
	// WorkerIgnition refers a worker to the machine config server. A secret.
	WorkerIgnition pulumi.StringOutput `check:"secret"`
	// Kubeconfig is the kubeconfig of the first administrator. Required. A secret.
	Kubeconfig pulumi.StringOutput `check:"required,secret"`

	// Warnings are problems that are not errors, such as Ignition that expires soon. ControlPlane logs them.
	Warnings []string
}

// InstallDirOption changes what LoadInstallDir accepts.
type InstallDirOption func(*installDirReader)

// AllowExpiredIgnition accepts Ignition that is older than 24 hours, for a cluster that is installed: it only uses MasterIgnition
// and WorkerIgnition, and the machine config server renews its certificates. A bootstrap with expired Ignition fails.
func AllowExpiredIgnition() InstallDirOption {
	return func(r *installDirReader) { r.allowExpired = true }
}

// LoadInstallDir reads metadata.json, bootstrap.ign, master.ign, worker.ign and auth/kubeconfig from the directory.
//
// Its error joins all problems, each with the file and field: files that are missing, invalid, or of another cluster or platform.
// Ignition older than 12 hours is a warning and older than 24 hours an error (see [AllowExpiredIgnition]). Its age is the age of the
// installer's CA in master.ign, which `openshift-install create manifests` creates, and not that of the file.
func LoadInstallDir(path string, opts ...InstallDirOption) (*InstallDir, error) {
	r := installDirReader{dir: path, now: time.Now}
	for _, opt := range opts {
		opt(&r)
	}
	if !r.exists() {
		return nil, r.problems.Err()
	}
	identity := r.metadata()
	bootstrap := r.bootstrap()
	master := r.pointer(masterRole, identity.AWS.ClusterDomain)
	worker := r.pointer(workerRole, identity.AWS.ClusterDomain)
	kubeconfig := r.kubeconfig(identity.AWS.ClusterDomain)
	if err := r.problems.Err(); err != nil {
		return nil, err
	}
	return &InstallDir{
		Path:              path,
		InfraID:           identity.InfraID,
		ClusterID:         identity.ClusterID,
		ClusterName:       identity.ClusterName,
		Domain:            identity.AWS.ClusterDomain,
		Region:            identity.AWS.Region,
		MachineNetworks:   machineNetworks(bootstrap),
		BootstrapIgnition: secretText(bootstrap),
		MasterIgnition:    secretText(master),
		WorkerIgnition:    secretText(worker),
		Kubeconfig:        secretText(kubeconfig),
		Warnings:          r.warnings,
	}, nil
}

func secretText(text []byte) pulumi.StringOutput {
	return pulumi.ToSecret(pulumi.String(text)).(pulumi.StringOutput)
}

// installDirReader reads one directory and collects its problems.
type installDirReader struct {
	dir          string
	allowExpired bool
	now          func() time.Time
	problems     check.Problems
	warnings     []string
}

// createIgnition is the advice in messages about Ignition.
const createIgnition = "run `openshift-install create ignition-configs`"

func (r *installDirReader) exists() bool {
	if !r.problems.Required("install directory", r.dir) {
		return false
	}
	info, err := os.Stat(r.dir)
	switch {
	case err != nil:
		r.problems.Addf(check.Path(r.dir), "cannot be read (%v); %s in it", unwrapPath(err), createIgnition)
	case !info.IsDir():
		r.problems.Addf(check.Path(r.dir), "must be a directory, the one of `openshift-install --dir`")
	}
	return r.problems.Err() == nil
}

// at returns the path of a file, or of a field in it, for messages.
func (r *installDirReader) at(file, field string) check.Path {
	return inText(check.Path(filepath.Join(r.dir, filepath.FromSlash(file))), field)
}

// inText returns the path of a field in a text, such as a file; that of the text if the field is empty.
func inText(text check.Path, field string) check.Path {
	if field == "" {
		return text
	}
	return text + ": " + check.Path(field)
}

// read returns a file's bytes, or reports why it cannot.
func (r *installDirReader) read(file string) []byte {
	text, err := os.ReadFile(filepath.Join(r.dir, filepath.FromSlash(file)))
	switch {
	case os.IsNotExist(err):
		r.problems.Addf(r.at(file, ""), "is missing; %s in this directory", createIgnition)
	case err != nil:
		r.problems.Addf(r.at(file, ""), "cannot be read (%v)", unwrapPath(err))
	case len(text) == 0:
		r.problems.Addf(r.at(file, ""), "is empty; %s in a new directory", createIgnition)
	}
	return text
}

// readJSON decodes a file. It returns the file's bytes, or reports why it cannot.
func (r *installDirReader) readJSON(file string, into any) []byte {
	text := r.read(file)
	if len(text) == 0 {
		return nil
	}
	if err := json.Unmarshal(text, into); err != nil {
		r.problems.Addf(r.at(file, ""), "is not valid JSON (%v); %s in a new directory", err, createIgnition)
		return nil
	}
	return text
}

// unwrapPath removes the path that a file error repeats.
func unwrapPath(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}

func wholeHours(d time.Duration) string {
	return fmt.Sprintf("%d hours", int(d.Hours()))
}
