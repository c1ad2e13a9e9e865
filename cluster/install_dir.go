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

// InstallDir is what `openshift-install create ignition-configs` leaves in its directory: the identity of one cluster and
// the texts that its machines boot with. Make one with [LoadInstallDir].
type InstallDir struct {
	// Path is the directory, as it was given.
	Path string
	// InfraID is the infrastructure id, at most 27 characters: the cluster's name and five random characters. Physical names and tags carry it.
	InfraID string
	// ClusterID is the cluster's UUID, the same as ClusterVersion's spec.clusterID.
	ClusterID string
	// ClusterName is the first label of Domain.
	ClusterName string
	// Domain is the cluster's domain without a dot at its end: the API answers at api.<Domain>.
	Domain string
	// Region is the AWS region that the cluster is installed in.
	Region string

	// BootstrapIgnition is the whole ignition of the bootstrap machine, some 300 KB with private keys in it. Secret.
	BootstrapIgnition pulumi.StringOutput
	// MasterIgnition points a control-plane machine at the machine config server. Secret.
	MasterIgnition pulumi.StringOutput
	// WorkerIgnition points a worker at the machine config server. Secret.
	WorkerIgnition pulumi.StringOutput
	// Kubeconfig logs in as the cluster's first administrator. Secret.
	Kubeconfig pulumi.StringOutput

	// Warnings are what a user should know though it stops nothing, such as ignition that ends soon. ControlPlane logs them.
	Warnings []string
}

// InstallDirOption changes what LoadInstallDir accepts.
type InstallDirOption func(*installDirReader)

// AllowExpiredIgnition accepts ignition that is older than 24 hours. It is for a cluster that is up: from then on only
// the pointers are used, and what they point at renews its certificates by itself. A bootstrap with expired ignition does not succeed.
func AllowExpiredIgnition() InstallDirOption {
	return func(r *installDirReader) { r.allowExpired = true }
}

// LoadInstallDir reads metadata.json, bootstrap.ign, master.ign, worker.ign and auth/kubeconfig from the directory.
//
// Its error names everything that is missing, damaged or of another cluster or platform, each with the file and the
// field in it. Ignition older than 12 hours is a warning and older than 24 hours an error (see [AllowExpiredIgnition]);
// its age is that of the certificate inside, not that of the file, so a copy is as old as its original.
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
	master := r.pointer("master", identity.AWS.ClusterDomain)
	worker := r.pointer("worker", identity.AWS.ClusterDomain)
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
		BootstrapIgnition: secret(bootstrap),
		MasterIgnition:    secret(master),
		WorkerIgnition:    secret(worker),
		Kubeconfig:        secret(kubeconfig),
		Warnings:          r.warnings,
	}, nil
}

func secret(text []byte) pulumi.StringOutput {
	return pulumi.ToSecret(pulumi.String(text)).(pulumi.StringOutput)
}

// installDirReader reads one directory and gathers what is wrong with it.
type installDirReader struct {
	dir          string
	allowExpired bool
	now          func() time.Time
	problems     check.Problems
	warnings     []string
}

const makeIgnition = "run `openshift-install create ignition-configs`"

func (r *installDirReader) exists() bool {
	if !r.problems.Required("install directory", r.dir) {
		return false
	}
	info, err := os.Stat(r.dir)
	switch {
	case err != nil:
		r.problems.Addf(r.dir, "cannot be read (%v); %s in it", unwrapPath(err), makeIgnition)
	case !info.IsDir():
		r.problems.Addf(r.dir, "is no directory; give the one that `openshift-install --dir` was given")
	}
	return r.problems.Err() == nil
}

// at names a field of a file for a message; without a field it names the file.
func (r *installDirReader) at(file, field string) string {
	path := filepath.Join(r.dir, filepath.FromSlash(file))
	if field == "" {
		return path
	}
	return path + ": " + field
}

// read returns a file's bytes, or none after noting why.
func (r *installDirReader) read(file string) []byte {
	text, err := os.ReadFile(filepath.Join(r.dir, filepath.FromSlash(file)))
	switch {
	case os.IsNotExist(err):
		r.problems.Addf(r.at(file, ""), "is missing; %s in this directory", makeIgnition)
	case err != nil:
		r.problems.Addf(r.at(file, ""), "cannot be read (%v)", unwrapPath(err))
	case len(text) == 0:
		r.problems.Addf(r.at(file, ""), "is empty; %s in a fresh directory", makeIgnition)
	}
	return text
}

// readJSON fills into from a file. It returns the file's bytes, or none after noting why.
func (r *installDirReader) readJSON(file string, into any) []byte {
	text := r.read(file)
	if len(text) == 0 {
		return nil
	}
	if err := json.Unmarshal(text, into); err != nil {
		r.problems.Addf(r.at(file, ""), "is damaged JSON (%v); %s in a fresh directory", err, makeIgnition)
		return nil
	}
	return text
}

// unwrapPath drops the path that a file error repeats.
func unwrapPath(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}

func hours(d time.Duration) string {
	return fmt.Sprintf("%d hours", int(d.Hours()))
}
