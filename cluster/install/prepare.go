package install

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	feature "github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
)

// Prepare returns the install directory of the described cluster, and creates it with openshift-install if it does not exist.
// An interrupted creation leaves no directory. Progress of openshift-install is written to out.
//
// Prepare rejects a directory that it has not created, or that it created from another Config, before openshift-install runs, and
// reports all problems of the Config first. Options apply to a directory that exists.
func Prepare(ctx context.Context, c *Config, out io.Writer, opts ...cluster.InstallDirOption) (*cluster.InstallDir, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	unlock, err := lock(ctx, c.Dir)
	if err != nil {
		return nil, err
	}
	defer unlock()
	return prepareDir(ctx, c, out, opts...)
}

// prepareDir is Prepare of a valid Config whose directory is locked.
func prepareDir(ctx context.Context, c *Config, out io.Writer, opts ...cluster.InstallDirOption) (*cluster.InstallDir, error) {
	exists, err := c.checkDir(out)
	if err != nil {
		return nil, err
	}
	if exists {
		return cluster.LoadInstallDir(c.Dir, opts...)
	}
	if warning := feature.Warning(c.Release); warning != "" {
		if _, err := fmt.Fprintln(out, "warning: "+warning); err != nil {
			return nil, err
		}
	}
	tool, err := c.openshiftInstall(ctx)
	if err != nil {
		return nil, err
	}
	partial := filepath.Clean(c.Dir) + partialSuffix
	if err := makePartial(partial); err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(partial) }()
	if err := c.create(ctx, tool, partial, out); err != nil {
		return nil, err
	}
	// The directory may exist if it is empty.
	if err := os.Remove(c.Dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err := os.Rename(partial, c.Dir); err != nil {
		return nil, err
	}
	return cluster.LoadInstallDir(c.Dir)
}

// partialSuffix ends the name of a directory that is being created.
const partialSuffix = ".partial"

// makePartial makes the directory that becomes the install directory, in place of one that an interrupted command left. A directory of
// that name without a record is somebody else's, which is an error.
func makePartial(dir string) error {
	_, err := os.Lstat(filepath.Join(dir, recordFile))
	switch {
	case err == nil:
		err = os.RemoveAll(dir)
	case errors.Is(err, fs.ErrNotExist):
		err = os.Remove(dir) // Remove deletes only an empty directory.
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: exists and was not created by this command, which needs the name: move it (%w)", dir, err)
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	return writeRecord(dir, record{})
}

// create runs openshift-install in a new directory.
func (c *Config) create(ctx context.Context, tool *program, dir string, out io.Writer) error {
	ami, err := tool.amiOf(ctx, c)
	if err != nil {
		return err
	}
	text, err := c.installConfigText()
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "install-config.yaml"), text, 0o600); err != nil {
		return err
	}
	manifests, err := c.allManifests(ctx)
	if err != nil {
		return err
	}
	if err := tool.run(ctx, dir, out, "create", "manifests"); err != nil {
		return err
	}
	if err := editManifests(dir, manifests); err != nil {
		return err
	}
	if err := tool.run(ctx, dir, out, "create", "ignition-configs"); err != nil {
		return err
	}
	// The installer deletes the files that it has read.
	if err := writeFiles(dir, manifests, isTLS); err != nil {
		return err
	}
	loaded, err := cluster.LoadInstallDir(dir)
	if err != nil {
		return fmt.Errorf("openshift-install created an install directory that cannot be used: %w", err)
	}
	created := c.record(tool.version, ami)
	created.InfraID = loaded.InfraID
	files, err := filesIn(dir)
	if err != nil {
		return err
	}
	created.Files = slices.DeleteFunc(files, func(name string) bool { return name == recordFile })
	return writeRecord(dir, created)
}

// filesIn returns the paths of the files in a directory.
func filesIn(dir string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		files = append(files, filepath.ToSlash(name))
		return err
	})
	return files, err
}

// allManifests returns Manifests and those that Generate returns.
func (c *Config) allManifests(ctx context.Context) (map[string]string, error) {
	all := maps.Clone(c.Manifests)
	if c.Generate == nil {
		return all, nil
	}
	generated, err := c.Generate(ctx)
	if err != nil {
		return nil, err
	}
	var p check.Problems
	checkManifests(&p, configPath+".Generate", generated)
	if all == nil {
		all = map[string]string{}
	}
	maps.Copy(all, generated)
	return all, p.Err()
}

func editManifests(dir string, manifests map[string]string) error {
	if err := removeMachines(dir); err != nil {
		return err
	}
	if err := makeMastersUnschedulable(dir); err != nil {
		return err
	}
	return writeFiles(dir, manifests, func(string) bool { return true })
}

// machineKinds are the kinds of machines, which Pulumi creates. Their files are found by kind, because a release may name them otherwise.
// The secrets with user data stay: machine sets refer to them.
var machineKinds = []string{"ControlPlaneMachineSet", "Machine", "MachineSet"}

// removeMachines deletes the manifests of machines (openshift/installer docs/user/aws/install_upi.md).
func removeMachines(dir string) error {
	folder := filepath.Join(dir, "openshift")
	files, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, entry := range files {
		if filepath.Ext(entry.Name()) != ".yaml" {
			continue
		}
		file := filepath.Join(folder, entry.Name())
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var object struct {
			Kind string `yaml:"kind"`
		}
		if err := yaml.Unmarshal(text, &object); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if !slices.Contains(machineKinds, object.Kind) {
			continue
		}
		if err := os.Remove(file); err != nil {
			return err
		}
	}
	return nil
}

func isTLS(name string) bool { return strings.HasPrefix(name, "tls/") }

// writeFiles writes the selected files.
func writeFiles(dir string, files map[string]string, selected func(name string) bool) error {
	for name, text := range files {
		if !selected(name) {
			continue
		}
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

const schedulerManifest = "manifests/cluster-scheduler-02-config.yml"

// makeMastersUnschedulable keeps pods, routers among them, off the control plane: without workers in install-config.yaml, the
// installer makes it schedulable, and the routers' load balancer does not reach it.
func makeMastersUnschedulable(dir string) error {
	path := filepath.Join(dir, filepath.FromSlash(schedulerManifest))
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var object map[string]any
	if err := yaml.Unmarshal(text, &object); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	spec, ok := object["spec"].(map[string]any)
	if !ok {
		return fmt.Errorf("%s: spec is missing; this release of openshift-install is not supported", path)
	}
	spec["mastersSchedulable"] = false
	if text, err = yaml.Marshal(object); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o600)
}
