package install

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/openshiftinstall"
)

func TestOpenShiftInstallOfTheRelease(t *testing.T) {
	tests := map[string]struct{ found, release, want string }{
		"the patch release": {found: "4.19.3", release: "4.19.3"},
		"any patch release": {found: "4.19.14", release: "4.19"},
		"a candidate":       {found: "4.20.0-rc.1", release: "4.20"},
		"another patch release": {
			found: "4.19.4", release: "4.19.3", want: "is of release 4.19.4, and the cluster's release is 4.19.3; download",
		},
		"another minor release": {
			found: "4.18.20", release: "4.19", want: "is of release 4.18.20, and the cluster's release is 4.19; download",
		},
		"a prefix of the release": {found: "4.1.9", release: "4.19", want: "is of release 4.1.9, and"},
		"a build without release": {found: "unreleased-main", release: "4.19", want: "is of release unreleased-main, and"},
	}
	c := demo(t)
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Setenv(openshiftinstall.VersionVariable, tt.found)
			c.Release = tt.release
			_, err := c.openshiftInstall(t.Context())
			if tt.want == "" {
				assert.NoError(t, err)
			} else {
				assert.ErrorContains(t, err, tt.want)
			}
		})
	}
}

// TestOpenShiftInstallOfTheSandbox: the sandbox's fake is of the release of the cluster, whatever that is.
func TestOpenShiftInstallOfTheSandbox(t *testing.T) {
	for _, release := range []string{"4.20.4", "4.20", "4.18"} {
		t.Run(release, func(t *testing.T) {
			c := demo(t)
			c.Release = release
			_, err := c.openshiftInstall(t.Context())
			require.ErrorContains(t, err, "is of release 4.19.3")
			require.NoError(t, openshiftinstall.SetRelease(filepath.Dir(c.OpenShiftInstall), release))
			_, err = c.openshiftInstall(t.Context())
			require.NoError(t, err)
		})
	}
}

func TestOpenShiftInstallIsMissing(t *testing.T) {
	c := demo(t)
	c.OpenShiftInstall = ""
	t.Setenv("PATH", t.TempDir())
	_, err := c.openshiftInstall(t.Context())
	assert.EqualError(t, err, "openshift-install is not on PATH (executable file not found in $PATH); "+
		"download release 4.19 from https://mirror.openshift.com/pub/openshift-v4/clients/ocp/")
}

func TestOpenShiftInstallOnPath(t *testing.T) {
	c := demo(t)
	t.Setenv("PATH", filepath.Dir(c.OpenShiftInstall)+string(os.PathListSeparator)+os.Getenv("PATH"))
	c.OpenShiftInstall = ""
	tool, err := c.openshiftInstall(t.Context())
	require.NoError(t, err)
	assert.Equal(t, openshiftinstall.DefaultVersion, tool.version)
}

func TestAMIOfTheRelease(t *testing.T) {
	t.Parallel()
	c := demo(t)
	tool, err := c.openshiftInstall(t.Context())
	require.NoError(t, err)
	ami, err := tool.ami(t.Context(), "amd64", "us-east-2")
	require.NoError(t, err)
	assert.Equal(t, "ami-0123456789abcdef0", ami)
	_, err = tool.ami(t.Context(), "arm64", "us-east-2")
	assert.ErrorContains(t, err, `has no architecture "arm64"`)
	_, err = tool.ami(t.Context(), "amd64", "eu-west-9")
	assert.ErrorContains(t, err, "openshift-install 4.19.3: stream ")
	assert.ErrorContains(t, err, `has no AMI for amd64 in region "eu-west-9"; copy an AMI`)
}

// TestInstallerLogReadsPartialLines: writes of a child process end anywhere.
func TestInstallerLogReadsPartialLines(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	log := &installerLog{out: &out, secrets: []string{"", "hidden"}}
	for _, text := range []string{"level=info msg=fir", "st\nlevel=error msg=with hid", "den\nother", " text"} {
		_, err := log.Write([]byte(text))
		require.NoError(t, err)
	}
	log.flush()
	assert.Equal(t, "first\nwith [secret]\nother text\n", out.String())
	assert.Equal(t, []string{"with [secret]"}, log.problems)
}
