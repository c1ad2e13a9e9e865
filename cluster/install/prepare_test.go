package install

import (
	"bytes"
	"context"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/openshiftinstall"
)

func TestPrepareCreatesTheDirectory(t *testing.T) {
	t.Parallel()
	c := demo(t)
	c.Manifests = map[string]string{
		"manifests/cluster-ingress-02-config.yml": "kind: Replaced\n",
		"openshift/99_example.yaml":               "kind: Added\n",
	}
	c.Generate = func(context.Context) (map[string]string, error) {
		return map[string]string{"tls/example.key": "the key\n"}, nil
	}
	var out bytes.Buffer
	dir, err := Prepare(t.Context(), c, &out)
	require.NoError(t, err)

	assert.Equal(t, "demo-x7k2p", dir.InfraID)
	assert.Equal(t, c.Dir, dir.Path)
	files := bootstrapFiles(t, c.Dir)
	assert.NotContains(t, files, "openshift/99_openshift-cluster-api_master-machines-0.yaml")
	assert.NotContains(t, files, "openshift/99_openshift-machine-api_master-control-plane-machine-set.yaml")
	assert.NotContains(t, files, "openshift/99_openshift-cluster-api_worker-machineset-0.yaml")
	assert.Contains(t, files, "openshift/99_openshift-cluster-api_worker-user-data-secret.yaml",
		"machine sets refer to it")
	assert.Contains(t, files["manifests/cluster-scheduler-02-config.yml"], "mastersSchedulable: false")
	assert.Equal(t, "kind: Replaced\n", files["manifests/cluster-ingress-02-config.yml"])
	assert.Equal(t, "kind: Added\n", files["openshift/99_example.yaml"])
	assert.Equal(t, "the key\n", files["tls/example.key"])
	assert.Equal(t, "the key\n", tree(t, c.Dir)["tls/example.key"], "files of tls stay in the directory")
	assert.Contains(t, out.String(), "Ignition-Configs created in:")
	info, err := os.Stat(c.Dir)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o700), info.Mode().Perm(), "it contains keys")
}

// TestPrepareANewerRelease: an installation does not wait for a release of the library, which may not know all
// capabilities.
func TestPrepareANewerRelease(t *testing.T) {
	c := demo(t)
	t.Setenv(openshiftinstall.VersionVariable, "4.23.1")
	c.Release = "4.23"
	c.Capabilities = &Capabilities{Enabled: []string{"Later"}}
	var out bytes.Buffer
	_, err := Prepare(t.Context(), c, &out)
	require.NoError(t, err)
	assert.Contains(t, out.String(), "warning: OpenShift 4.23 is newer than this version of the library")
}

func TestRemoveMachines(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, writeFiles(dir, map[string]string{
		"openshift/99_openshift-cluster-api_master-machines-0.yaml":                "apiVersion: v1\nkind: Machine\n",
		"openshift/99_openshift-machine-api_master-control-plane-machine-set.yaml": "kind: ControlPlaneMachineSet\n",
		"openshift/99_named-otherwise-in-another-release.yaml":                     "metadata: {}\nkind: MachineSet\n",
		"openshift/99_openshift-cluster-api_worker-user-data-secret.yaml":          "kind: Secret\n",
		"openshift/99_openshift-machineconfig_99-worker-ssh.yaml":                  "kind: MachineConfig\n",
		"manifests/cluster-infrastructure-02-config.yml":                           "kind: Infrastructure\n",
	}, func(string) bool { return true }))
	require.NoError(t, removeMachines(dir))
	assert.ElementsMatch(t, []string{
		"openshift/99_openshift-cluster-api_worker-user-data-secret.yaml",
		"openshift/99_openshift-machineconfig_99-worker-ssh.yaml",
		"manifests/cluster-infrastructure-02-config.yml",
	}, slices.Collect(maps.Keys(tree(t, dir))))
}

func TestPrepareIsIdempotent(t *testing.T) {
	t.Parallel()
	c := demo(t)
	prepare(t, c)
	before := tree(t, c.Dir)
	c.Publish = "External" // The default.
	prepare(t, c)
	assert.Equal(t, before, tree(t, c.Dir))
}

// TestTheDirectoryDependsOnEachField: a field that Config gains is compared with the directory, or has a reason why it is not.
func TestTheDirectoryDependsOnEachField(t *testing.T) {
	t.Parallel()
	reasons := map[string]string{
		"Dir":              "is the directory",
		"OpenShiftInstall": "must be of the release, which is compared",
		"AMI":              "is of machines only, which the stack creates",
		"Generate":         "is a function, and runs only when the directory is created",
		"file":             "is where the description is",
		"unread":           "are the names of fields",
	}
	compared := demo(t).fields()
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Config]()) {
		_, found := compared[field.Name]
		assert.NotEqual(t, found, reasons[field.Name] != "", field.Name)
	}
}

func TestPrepareRejectsOtherDirectories(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		change func(t *testing.T, c *Config)
		want   string
	}{
		"another cluster": {
			change: func(_ *testing.T, c *Config) { c.Name = "other" },
			want:   "belongs to the cluster demo, not to other; each cluster needs a directory of its own",
		},
		"another description": {
			change: func(_ *testing.T, c *Config) { c.FIPS, c.Networks.PodCIDR = true, "10.132.0.0/14" },
			want: "was created with other values of FIPS, Networks, and an install directory cannot be changed; " +
				"restore the values, or, before the cluster is installed, run uninstall and install again",
		},
		"another architecture": {
			change: func(_ *testing.T, c *Config) { c.Architecture = "arm64" },
			want:   "was created with other values of Architecture, and",
		},
		"another release": {
			change: func(_ *testing.T, c *Config) { c.Release = "4.20" },
			want:   "was created with other values of Release, and",
		},
		"by hand": {
			change: func(t *testing.T, c *Config) {
				t.Helper()
				require.NoError(t, os.Remove(filepath.Join(c.Dir, recordFile)))
			},
			want: "exists and was not created by this command; set Dir to a directory that does not exist, or",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := demo(t)
			prepare(t, c)
			tt.change(t, c)
			before := tree(t, c.Dir)
			_, err := Prepare(t.Context(), c, io.Discard)
			require.ErrorContains(t, err, tt.want)
			assert.Equal(t, before, tree(t, c.Dir), "nothing is lost")
		})
	}
}

func TestPrepareAcceptsAnUpgradedCluster(t *testing.T) {
	t.Parallel()
	c := demo(t)
	prepare(t, c)
	require.NoError(t, markInstalled(c.Dir))
	c.Release = "4.20"
	_, err := Prepare(t.Context(), c, io.Discard)
	assert.NoError(t, err)
}

// TestPrepareAcceptsAnotherAdministrator: what only the installation used has no effect any more.
func TestPrepareAcceptsAnotherAdministrator(t *testing.T) {
	t.Parallel()
	c := demo(t)
	prepare(t, c)
	c.SSHKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIColleague colleague@example.com"
	_, err := Prepare(t.Context(), c, io.Discard)
	require.ErrorContains(t, err, "was created with other values of SSHKey", "the installation can begin again")
	require.NoError(t, markInstalled(c.Dir))
	var out bytes.Buffer
	_, err = Prepare(t.Context(), c, &out)
	require.NoError(t, err)
	assert.Equal(t, "warning: the cluster was installed with other values of SSHKey, and these have no effect on it\n", out.String())
	c.BaseDomain = "example.org"
	_, err = Prepare(t.Context(), c, io.Discard)
	require.ErrorContains(t, err, "was created with other values of BaseDomain, and", "the program uses it")
}

func TestPrepareReportsTheInstallersErrors(t *testing.T) {
	c := demo(t)
	t.Setenv(openshiftinstall.FailVariable,
		"create manifests: failed to fetch Master Machines: "+pullSecretAuth+" is not valid")
	var out bytes.Buffer
	_, err := Prepare(t.Context(), c, &out)
	require.EqualError(t, err,
		"`openshift-install create manifests` failed:\nfailed to fetch Master Machines: [secret] is not valid")
	assert.NotContains(t, out.String(), pullSecretAuth)
	assert.NoDirExists(t, c.Dir)
	assert.NoDirExists(t, c.Dir+".partial", "it contains the pull secret")

	t.Setenv(openshiftinstall.FailVariable, "")
	_, err = Prepare(t.Context(), c, io.Discard)
	assert.NoError(t, err, "the same command continues")
}

func TestPrepareContinuesAfterAnInterruption(t *testing.T) {
	t.Parallel()
	c := demo(t)
	require.NoError(t, os.MkdirAll(c.Dir+".partial/manifests", 0o700))
	require.NoError(t, os.WriteFile(c.Dir+".partial/manifests/old.yaml", []byte("kind: Old\n"), 0o600))
	require.NoError(t, writeRecord(c.Dir+".partial", record{}))
	prepare(t, c)
	assert.NotContains(t, bootstrapFiles(t, c.Dir), "manifests/old.yaml")
	assert.NoDirExists(t, c.Dir+".partial")
}

// TestPrepareKeepsOtherFiles: the name with .partial can be somebody's.
func TestPrepareKeepsOtherFiles(t *testing.T) {
	t.Parallel()
	c := demo(t)
	require.NoError(t, os.MkdirAll(c.Dir+".partial", 0o700))
	require.NoError(t, os.WriteFile(c.Dir+".partial/mine", nil, 0o600))
	_, err := Prepare(t.Context(), c, io.Discard)
	require.ErrorContains(t, err, c.Dir+".partial: exists and was not created by this command")
	assert.FileExists(t, c.Dir+".partial/mine")
	assert.NoDirExists(t, c.Dir)
}

func TestPrepareRejectsExpiredIgnition(t *testing.T) {
	c := demo(t)
	t.Setenv(openshiftinstall.AgeVariable, "30h")
	_, err := Prepare(t.Context(), c, io.Discard)
	assert.ErrorContains(t, err, "the installer's CA was created 30 hours ago")
}

// TestNoSecretInTheRecord: the record names fields, not values.
func TestNoSecretInTheRecord(t *testing.T) {
	t.Parallel()
	c := demo(t)
	c.Proxy = &Proxy{HTTPS: "http://user:hidden@proxy.example.com:3128"}
	prepare(t, c)
	record := tree(t, c.Dir)[recordFile]
	for _, secret := range []string{pullSecretAuth, "hidden", "proxy.example.com"} {
		assert.NotContains(t, record, secret)
	}
	assert.Equal(t, 1, strings.Count(record, `"PullSecret"`))
}
