package installer

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/install"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
)

func roles(mode install.CredentialsMode) *credentials {
	file := sandboxFile(map[string]string{"publicZoneId": "Z0123456789ABCDEFGHIJ"})
	file.CredentialsMode, file.Release = mode, "4.19.3"
	return &credentials{file: file, account: func(context.Context) (string, error) { return sandboxAccount, nil }}
}

func TestGeneratedManifests(t *testing.T) {
	t.Parallel()
	files, err := generatedManifests(t.Context(), roles(""))
	require.NoError(t, err)
	assert.Contains(t, files["manifests/cluster-ingress-default-ingresscontroller.yaml"], "type: HostNetwork")
	assert.Contains(t, files["manifests/openshift-machine-api-aws-cloud-credentials-credentials.yaml"],
		"role_arn = arn:aws:iam::123456789012:role/demo-123456789012-openshift-machine-api-aws-cloud-credentials")
	assert.Contains(t, files["manifests/cluster-authentication-02-config.yaml"],
		"https://demo-123456789012-oidc.s3.us-east-2.amazonaws.com")
	assert.Contains(t, files["tls/bound-service-account-signing-key.key"], "RSA PRIVATE KEY")
	assert.Contains(t, files["tls/bound-service-account-signing-key.pub"], "PUBLIC KEY")

	files, err = generatedManifests(t.Context(), roles(install.Mint))
	require.NoError(t, err)
	assert.Equal(t, []string{"manifests/cluster-ingress-default-ingresscontroller.yaml"}, slices.Collect(maps.Keys(files)),
		"operators with access keys have no roles")
}

// A Secret in a namespace that the cluster does not have blocks the installation.
func TestDisabledCapabilitiesHaveNoCredentials(t *testing.T) {
	t.Parallel()
	c := roles("")
	c.file.Capabilities = &install.Capabilities{
		Baseline: "None", Enabled: []string{"CloudCredential", "CloudControllerManager", "Ingress", "MachineAPI"},
	}
	files, err := generatedManifests(t.Context(), c)
	require.NoError(t, err)
	assert.ElementsMatch(t, []string{
		"manifests/cluster-authentication-02-config.yaml",
		"manifests/cluster-ingress-default-ingresscontroller.yaml",
		"manifests/openshift-cloud-credential-operator-cloud-credential-operator-iam-ro-creds-credentials.yaml",
		"manifests/openshift-cloud-network-config-controller-cloud-credentials-credentials.yaml",
		"manifests/openshift-ingress-operator-cloud-credentials-credentials.yaml",
		"manifests/openshift-machine-api-aws-cloud-credentials-credentials.yaml",
		iam.SigningKeyFile, blueprint.PublicKeyFile,
	}, slices.Collect(maps.Keys(files)))

	config := stackConfig(c.file, &cluster.InstallDir{}, "", nil)
	assert.Contains(t, strings.Split(config["disabledCapabilities"], ","), "ImageRegistry")
	c.file.Capabilities.Enabled = c.file.Capabilities.Enabled[:3]
	assert.ErrorContains(t, checkFile("openshift-classic", c.file),
		"the capability MachineAPI must not be disabled: workers and infra machines are machine sets")
}

func TestStackConfig(t *testing.T) {
	t.Parallel()
	c := roles("")
	settings, err := c.settings(t.Context())
	require.NoError(t, err)
	c.file.Publish, c.file.Networks.MachineCIDR = "Internal", "10.42.0.0/16"
	c.file.Settings = map[string]string{"ami": "ami-00000000000000000", "routers": "3"}
	assert.Equal(t, map[string]string{
		"aws:region": "us-east-2", "installDir": "/demo", "zones": "us-east-2a,us-east-2b,us-east-2c",
		"publish": "Internal", "vpcCidr": "10.42.0.0/16", "credentialsName": "demo-123456789012",
		"openshiftVersion": "4.19", "ami": "ami-00000000000000000", "routers": "3",
	}, stackConfig(c.file, &cluster.InstallDir{Path: "/demo"}, "ami-0123456789abcdef0", settings),
		"settings of the file override the others")
}

func TestNoAccount(t *testing.T) {
	t.Parallel()
	c := roles("")
	c.account = func(context.Context) (string, error) { return "", errors.New("no credentials") }
	_, err := generatedManifests(t.Context(), c)
	require.EqualError(t, err, "no credentials")
	_, err = c.settings(t.Context())
	assert.EqualError(t, err, "no credentials")
}

func TestOpenInstallation(t *testing.T) {
	t.Parallel()
	missing := install.Options{File: filepath.Join(t.TempDir(), "cluster.yaml")}
	_, _, err := openInstallation(t.Context(), missing, &sandboxOptions{})
	require.ErrorContains(t, err, "describe the cluster in it (docs/first-cluster.md), or see an installation without")
	require.ErrorIs(t, err, os.ErrNotExist)

	c := roles("")
	require.NoError(t, checkFile("openshift-classic", c.file))
	c.file.Settings["router"] = "3"
	require.ErrorContains(t, checkFile("openshift-classic", c.file), "settings: router is not a setting of openshift-classic; ")
	c.file.Settings = nil
	require.ErrorContains(t, checkFile("openshift-classic", c.file), "settings.publicZoneId: is required unless publish is Internal")
	c.file.Publish = "Internal"
	require.NoError(t, checkFile("openshift-classic", c.file))
	c.file.Settings = map[string]string{"vpcCidr": "172.30.0.0/16"}
	require.EqualError(t, checkFile("openshift-classic", c.file), "settings.vpcCidr: 172.30.0.0/16 is not the range of the machines, "+
		"10.0.0.0/16: set networks.machineCidr instead, which is the VPC's range too")
	c.file.Networks.MachineCIDR = "172.30.0.0/16"
	require.NoError(t, checkFile("openshift-classic", c.file), "install.Config rejects the overlap with the services")
	c.file.Settings, c.file.Networks.MachineCIDR = nil, ""
	c.file.Architecture = "arm64"
	c.file.Settings = map[string]string{"controlPlaneInstanceType": "m6g.xlarge", "infraInstanceType": "r6g.xlarge"}
	require.ErrorContains(t, checkFile("openshift-classic", c.file), "settings.workerInstanceType: is required with architecture arm64")

	dir := t.TempDir()
	inSandbox := &sandboxOptions{sandbox: true, dir: dir, Program: Program{
		Project: "openshift-classic", SandboxSettings: map[string]string{"publicZoneId": "Z0123456789ABCDEFGHIJ"},
	}}
	i, done, err := openInstallation(t.Context(), install.Options{File: defaultFile}, inSandbox)
	require.NoError(t, err)
	defer done()
	require.NoError(t, i.Config.Validate(), "the sandbox needs no file")
	assert.Equal(t, filepath.Join(dir, "demo"), i.Config.Dir)
}

// TestARehearsalLeavesTheDirectoryAlone: the install directory of a description is that of the real cluster.
func TestARehearsalLeavesTheDirectoryAlone(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "cluster.yaml")
	require.NoError(t, os.WriteFile(file, []byte("name: shop\ndir: real\nsettings: {publicZoneId: Z0123456789ABCDEFGHIJ}\n"), 0o600))
	dir := t.TempDir()
	inSandbox := &sandboxOptions{sandbox: true, dir: dir, Program: Program{Project: "openshift-classic"}}
	i, done, err := openInstallation(t.Context(), install.Options{File: file}, inSandbox)
	require.NoError(t, err)
	defer done()
	assert.Equal(t, filepath.Join(dir, "shop"), i.Config.Dir)
	settings, err := i.StackConfig(&cluster.InstallDir{Path: i.Config.Dir}, "ami-0123456789abcdef0")
	require.NoError(t, err)
	assert.Equal(t, "[]", settings["aws:allowedAccountIds"], "ARNs of the description are not of the fake account")
}

// TestProjectsReadTheirSettings: a program that does not read what the directory was created with has another cluster.
func TestProjectsReadTheirSettings(t *testing.T) {
	t.Chdir(t.TempDir())
	declare := func(runtime, settings string) {
		var text strings.Builder
		text.WriteString("name: shop\nruntime: " + runtime + "\nconfig:\n  aws:region: {value: us-east-2}\n")
		for key := range strings.FieldsSeq(settings) {
			text.WriteString("  " + key + ": {type: string}\n")
		}
		require.NoError(t, os.WriteFile("Pulumi.yaml", []byte(text.String()), 0o600))
	}
	file := roles("").file
	declare("yaml", "zones installDir stage ami publicZoneId")
	const reason = "the program does not read what install sets for it: declare "
	require.ErrorContains(t, checkProject("shop", file), reason+"credentialsName below config in Pulumi.yaml, and pass them to SelfManaged")
	file.CredentialsMode, file.Publish = install.Mint, "Internal"
	require.ErrorContains(t, checkProject("shop", file), reason+"publish below config")
	declare("nodejs", "zones installDir stage ami publicZoneId publish")
	require.NoError(t, checkProject("shop", file), "operators with access keys have no roles")
	declare("go", "zones")
	require.NoError(t, checkProject("shop", file), "SelfManagedConfig reads settings that are not declared")

	require.NoError(t, os.WriteFile("cluster.yaml", []byte("name: shop\nsettings: {stage: bootstrap}\npublish: Internal\n"), 0o600))
	declare("yaml", "stage")
	command, ofProject := install.Options{File: "cluster.yaml", Command: "install"}, &sandboxOptions{Program: Program{Project: "shop"}}
	_, _, err := openInstallation(t.Context(), command, ofProject)
	require.ErrorContains(t, err, "cluster.yaml: "+reason+"ami, credentialsName, installDir, publish, zones below config")
}
