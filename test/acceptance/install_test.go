package acceptance

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/vincent-petithory/dataurl"
	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/install"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
)

// installDomain is the base domain of the clusters of these tests.
const installDomain = "install.example.com"

// TestInstall installs a blueprint's cluster by one command, looks at its status, and uninstalls it. The test plays the cluster's
// operators: it sets in the API server what they report as a cluster installs itself.
func TestInstall(t *testing.T) {
	t.Parallel()
	_, err := buildPrograms() // Before other tests have to wait.
	require.NoError(t, err)
	clusterLock.lock(t)
	zone, removeZone := publicZone(t, installDomain)
	i := newInstallation(t, blueprintProgram, "whole", installDomain, emulator(t))
	i.setting("publicZoneId", zone)
	t.Cleanup(func() { removeReports(t) })
	i.onEvent = i.report

	installed := i.succeeds("install")
	assert.Equal(t, []string{
		"directory done", "bootstrap done", "bootstrap-complete done", "cluster done", "install-complete done",
	}, installed.states())
	i.checkMessages(installed, "directory", "create manifests", "create ignition-configs")
	i.checkMessages(installed, "bootstrap-complete", "wait-for bootstrap-complete")
	i.checkMessages(installed, "install-complete", "wait-for install-complete")
	infraID := i.infraID()
	assert.Equal(t, infraID, installed.result["infraId"])
	assert.Equal(t, "https://console-openshift-console.apps.whole."+installDomain, installed.result["consoleUrl"])
	password, err := os.ReadFile(filepath.Join(i.dir(), "auth", "kubeadmin-password"))
	require.NoError(t, err)
	assert.NotContains(t, installed.output, string(password))
	checkInstallDir(t, i.dir())

	status := i.succeeds("status").result
	assert.Equal(t, "cluster", status["stage"])
	assert.Contains(t, status["next"], "the cluster is installed")
	// wait-for install-complete adds the CA of the routers to the kubeconfig (openshift/installer release-4.19
	// cmd/openshift-install/create.go, addRouterCAToClusterCA).
	assert.Equal(t, []string{"pulumi:providers:kubernetes whole"}, onlyUpdates(t, i.operation("up")))
	i.operation("up").unchanged(t, "second update after the installation")

	beside := createClusterBeside(t, "beside-x7k2p")
	volume := createVolume(t, infraID)
	removed := i.succeeds("uninstall", "--yes")
	i.checkMessages(removed, "left-behind", "destroy cluster")
	var deleted []string
	for _, message := range removed.messages("left-behind") {
		if arn, ok := strings.CutPrefix(message, "deleting "); ok {
			deleted = append(deleted, arn[strings.LastIndex(arn, ":")+1:])
		}
	}
	assert.Equal(t, []string{"volume/" + volume}, deleted, "nothing of the stack is left")
	assert.NoDirExists(t, i.dir())
	beside.remains(t)
	beside.remove(t)
	removeZone()
	assert.Empty(t, regionLeftovers(t, installationRegion, infraID))
}

// TestInstallNewProject: by the commands of a new project's README, from an empty folder to an installed cluster, a change of it, and its
// deletion.
func TestInstallNewProject(t *testing.T) {
	t.Parallel()
	_, err := buildPrograms() // Before other tests have to wait.
	require.NoError(t, err)
	for _, language := range newLanguages() {
		t.Run(language, func(t *testing.T) {
			clusterLock.lock(t)
			zone, removeZone := publicZone(t, installDomain)
			t.Cleanup(func() { removeReports(t) })
			i, c := newInstalledProject(t, language, zone)
			c.must("openshift-aws", "rehearse", "--picture", "")
			lines, code := c.check()
			assert.Equal(t, 1, code)
			assert.Equal(t, []string{"delegation", "service-linked roles", "state"}, slices.Sorted(maps.Keys(lines)), "%v", lines)

			assert.Len(t, i.succeeds("install").states(), 5)
			checkInstallDir(t, i.dir())
			status := i.succeeds("status").result
			assert.Equal(t, "cluster", status["stage"])
			assert.Contains(t, status["next"], "the cluster is installed")

			c.useExample(language, "workerMachineSet", "m6i.2xlarge", "m6i.xlarge")
			i.succeeds("install")
			set := kubeObject(t, "machineset.machine.openshift.io", "openshift-machine-api", i.infraID()+"-worker-"+installationRegion+"a")
			assert.Contains(t, jsonText(t, set), `"instanceType":"m6i.xlarge"`)
			i.succeeds("uninstall", "--yes")
			assert.NoDirExists(t, i.dir())
			removeZone()
			assert.Empty(t, regionLeftovers(t, installationRegion, "checked"))
		})
	}
}

// newInstalledProject makes a project, and describes its cluster for the lab.
func newInstalledProject(t *testing.T, language, zone string) (*installation, *checked) {
	t.Helper()
	zones := installationRegion + "a," + installationRegion + "b," + installationRegion + "c"
	c := newProject(t, language, "--cluster", "self-managed", "--release", "4.19.0", "--zones", zones)
	i := newInstallation(t, blueprintProgram, "checked", installDomain, emulator(t))
	i.project, i.binary, i.onEvent = c.dir, filepath.Join(c.path, "openshift-aws"), i.report
	programs, err := buildPrograms()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(filepath.Join(programs[0], "openshift-install"), filepath.Join(c.path, "openshift-install")))
	c.env = append(c.env, i.env[len(os.Environ())+1:]...) // All but PATH.
	i.env = c.env
	i.setting("publicZoneId", zone)
	text, err := yaml.Marshal(i.config)
	require.NoError(t, err)
	require.FileExists(t, filepath.Join(c.dir, "cluster.yaml"))
	require.NoError(t, os.WriteFile(filepath.Join(c.dir, "cluster.yaml"), text, 0o600))
	return i, c
}

// report reports what the cluster does when the installer begins to wait for it.
func (i *installation) report(e install.Event) {
	if e.State != install.Started {
		return
	}
	switch e.Step {
	case "bootstrap-complete":
		reportBootstrapComplete(i.t, i.infraID())
	case "install-complete":
		reportInstallComplete(i.t, i.config["name"].(string)+"."+installDomain)
	}
}

// checkInstallDir checks what the installer wrote from the manifests that install changed.
func checkInstallDir(t *testing.T, path string) {
	t.Helper()
	dir, err := cluster.LoadInstallDir(path)
	require.NoError(t, err)
	assert.Empty(t, dir.Warnings)
	files := bootstrapFiles(t, path)
	for file := range files {
		for _, unwanted := range []string{"master-machines", "worker-machineset", "control-plane-machine-set"} {
			assert.NotContains(t, file, unwanted, "Pulumi creates the machines")
		}
	}
	assert.Contains(t, files["manifests/cluster-scheduler-02-config.yml"], "mastersSchedulable: false")
	assert.Contains(t, files["manifests/cluster-ingress-default-ingresscontroller.yaml"], "HostNetwork")
	key, err := os.ReadFile(filepath.Join(path, filepath.FromSlash(iam.SigningKeyFile)))
	require.NoError(t, err)
	assert.Equal(t, string(key), files["tls/bound-service-account-signing-key.key"])
}

// bootstrapFiles returns the files in which the bootstrap machine has the manifests, by their path in the install directory.
func bootstrapFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	var bootstrap struct {
		Storage struct {
			Files []struct {
				Path     string `json:"path"`
				Contents struct {
					Source string `json:"source"`
				} `json:"contents"`
			} `json:"files"`
		} `json:"storage"`
	}
	text, err := os.ReadFile(filepath.Join(dir, "bootstrap.ign"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &bootstrap))
	files := map[string]string{}
	for _, file := range bootstrap.Storage.Files {
		if file.Contents.Source == "" {
			continue // A file that is appended to.
		}
		decoded, err := dataurl.DecodeString(file.Contents.Source)
		require.NoError(t, err, file.Path)
		files[strings.TrimPrefix(file.Path, "/opt/openshift/")] = string(decoded.Data)
	}
	return files
}

// TestInstallRejections runs install with what cannot become a cluster. Each ends in one message, before anything is
// created.
func TestInstallRejections(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		change  func(i *installation)
		aws     http.Handler
		message string
	}{
		"an installer of another release": {
			change:  func(i *installation) { i.config["release"] = "4.18" },
			message: "is of release 4.19.0, and the cluster's release is 4.18",
		},
		"a pull secret that is not JSON": {
			change:  func(i *installation) { i.config["pullSecret"] = "none" },
			message: `cluster.yaml: pullSecret: must be JSON with an entry in "auths"`,
		},
		"a zone that the region does not have": {
			change: func(i *installation) {
				i.config["zones"] = []string{installationRegion + "a", installationRegion + "b", installationRegion + "f"}
			},
			message: installationRegion + "f",
		},
		"zones of another region": {
			change:  func(i *installation) { i.config["zones"] = []string{"us-east-1a", "us-east-1b", "us-east-1c"} },
			message: "us-east-1a is not a zone of the region",
		},
		"a region that does not exist": {
			change: func(i *installation) {
				i.config["region"], i.config["zones"] = "eu-west-9", []string{"eu-west-9a"}
				delete(i.config, "ami")
			},
			message: `has no AMI for amd64 in region "eu-west-9"; copy an AMI from another region`,
		},
		"a base domain without a zone": {
			change:  func(i *installation) { i.config["baseDomain"] = "nobody.example.com" },
			message: "nobody.example.com",
		},
		"no permissions": {
			aws:     http.HandlerFunc(denied),
			message: "UnauthorizedOperation",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			aws := row.aws
			if aws == nil {
				aws = emulator(t)
			}
			i := newInstallation(t, classicProgram, "rejected", installDomain, aws)
			i.setting("publicZoneId", "Z0123456789ABCDEFGHIJ")
			if row.change != nil {
				row.change(i)
			}
			message := i.rejected()
			assert.Contains(t, message, row.message)
			assert.NoDirExists(t, i.dir())
			assert.NoDirExists(t, i.dir()+".partial")
		})
	}
}

// TestInstallDirectories creates the directories of clusters with options that the installer reads: it accepts what Config accepts, and
// writes what they are for.
func TestInstallDirectories(t *testing.T) {
	t.Parallel()
	_, removeZone := publicZone(t, installDomain)
	for name, row := range map[string]struct {
		change func(c *install.Config, authority string)
		check  func(t *testing.T, files map[string]string, state string)
	}{
		"arm64": {
			change: func(c *install.Config, _ string) { c.Architecture = "arm64" },
			check: func(t *testing.T, _ map[string]string, state string) {
				t.Helper()
				assert.Contains(t, state, `"architecture":"arm64"`)
				assert.NotContains(t, state, `"architecture":"amd64"`)
			},
		},
		"mirrors of the release": {
			change: func(c *install.Config, authority string) {
				c.Mirrors = install.ReleaseMirrors("mirror.example.com:5000/ocp")
				c.TrustBundle, c.TrustBundlePolicy = authority, install.Always
			},
			check: func(t *testing.T, files map[string]string, _ string) {
				t.Helper()
				mirrors := files["manifests/image-digest-mirror-set.yaml"]
				assert.Contains(t, mirrors, "kind: ImageDigestMirrorSet")
				assert.Contains(t, mirrors, "mirror.example.com:5000/ocp/openshift/release-images")
				assert.Contains(t, mirrors, "source: quay.io/openshift-release-dev/ocp-v4.0-art-dev")
				assert.Contains(t, files["manifests/user-ca-bundle-config.yaml"], "BEGIN CERTIFICATE")
				assert.Contains(t, files["manifests/cluster-proxy-01-config.yaml"], "name: user-ca-bundle", "pods trust it too")
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			i := newInstallation(t, classicProgram, "options", installDomain, emulator(t))
			c := i.directory()
			authority, err := os.ReadFile(filepath.Join(i.folder, "ca.pem"))
			require.NoError(t, err)
			row.change(c, string(authority))
			_, err = install.Prepare(t.Context(), c, t.Output())
			require.NoError(t, err)
			state, err := os.ReadFile(filepath.Join(c.Dir, ".openshift_install_state.json"))
			require.NoError(t, err)
			var compact bytes.Buffer
			require.NoError(t, json.Compact(&compact, state))
			row.check(t, bootstrapFiles(t, c.Dir), compact.String())
		})
	}
	removeZone()
}

// directory describes the installation's directory alone. The installer gets the environment that the commands of a program have.
func (i *installation) directory() *install.Config {
	i.t.Helper()
	tool := filepath.Join(i.folder, "openshift-install")
	variables := strings.Join(i.env[len(os.Environ()):], "' '")
	script := "#!/bin/sh\nexec env '" + variables + "' openshift-install \"$@\"\n"
	require.NoError(i.t, os.WriteFile(tool, []byte(script), 0o700))
	return &install.Config{
		Dir: i.dir(), Name: i.config["name"].(string), BaseDomain: i.config["baseDomain"].(string), Region: installationRegion,
		Zones: i.config["zones"].([]string), Release: "4.19", OpenShiftInstall: tool, AMI: emulatedAMI,
		PullSecret: install.Secret(i.config["pullSecret"].(string)), More: i.config["more"].(map[string]any),
	}
}

// denied answers as AWS does for a principal without permissions.
func denied(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodHead {
		return
	}
	if serviceOf(r) == "ec2" {
		reject(w, http.StatusForbidden, "<Response><Errors><Error><Code>UnauthorizedOperation</Code>"+
			"<Message>You are not authorized to perform this operation.</Message></Error></Errors></Response>")
		return
	}
	reject(w, http.StatusForbidden, "<ErrorResponse><Error><Code>AccessDenied</Code>"+
		"<Message>User is not authorized to perform the operation</Message></Error></ErrorResponse>")
}
