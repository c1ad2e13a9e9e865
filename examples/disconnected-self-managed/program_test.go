package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/install"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/adopttest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/statetest"
)

var example = mockstest.Example{
	Project: project,
	Program: program,
	Config: mockstest.With(sandboxConfig, map[string]string{
		"installDir": "../classic/install-dir", "catalog": "redhat/redhat-operator-index:v4.19",
	}),
	Base: "disconnected-self-managed",
	Like: "../../classic/testdata/cluster.golden",
}

// updates are the settings of a cluster that runs its own update service.
var updates = map[string]string{
	"mirrorCa": clustertest.Certificate, "updateService": "true",
	"upstream": "https://updates-route-openshift-update-service.apps.demo.example.com/api/upgrades_info/v1/graph",
}

// scenarios are changes of the configuration. Each has a golden file.
var scenarios = map[string]map[string]string{"disconnected-self-managed": updates}

func TestScenarios(t *testing.T) {
	for _, rec := range example.CheckScenarios(t, scenarios) {
		kubetest.CheckRecorded(t, rec)
	}
}

func TestStates(t *testing.T) { statetest.Check(t, example, scenarios) }

func TestAdopted(t *testing.T) { adopttest.Check(t, example) }

// TestNothingLeavesTheVpc: no resource is a way to the internet or faces it, and the services that machines and operators call have
// endpoints before the machines.
func TestNothingLeavesTheVpc(t *testing.T) {
	t.Parallel()
	rec := example.Run(t, nil)
	for _, way := range []string{
		"aws:ec2/internetGateway:InternetGateway", "aws:ec2/egressOnlyInternetGateway:EgressOnlyInternetGateway",
		"aws:ec2/natGateway:NatGateway", "aws:ec2/eip:Eip", "aws:ec2/route:Route",
	} {
		assert.Empty(t, rec.OfType(way), way)
	}
	for _, lb := range rec.OfType("aws:lb/loadBalancer:LoadBalancer") {
		assert.Equal(t, true, lb.Inputs["internal"], lb.Name)
	}
	var services []any
	for _, r := range rec.OfType("aws:ec2/vpcEndpoint:VpcEndpoint") {
		services = append(services, r.Inputs["serviceName"])
	}
	const region = "com.amazonaws.us-east-2."
	assert.ElementsMatch(t, []any{region + "ec2", region + "elasticloadbalancing", region + "kms", region + "s3", region + "sts"}, services)
}

// TestOrder: an operator is installed when its images have mirrors and its catalog exists, and the update service when its operator is.
func TestOrder(t *testing.T) {
	t.Parallel()
	rec := example.Run(t, updates)
	one := func(token string) mocks.Resource {
		t.Helper()
		found := rec.OfType(token)
		require.Len(t, found, 1, token)
		return found[0]
	}
	catalog := one("kubernetes:operators.coreos.com/v1alpha1:CatalogSource")
	before := mockstest.Upstream(rec, catalog.Name)
	assert.True(t, before["operators-digests"], "the catalog needs the mirrors")
	assert.True(t, before["catalogs-hub"], "the catalog replaces the default ones")
	assert.Contains(t, one("openshift-aws:configuration:Operator").Dependencies, catalog.URN)
	service := one("kubernetes:updateservice.operator.openshift.io/v1:UpdateService")
	assert.True(t, mockstest.Upstream(rec, service.Name)["updates-subscription"], "the operator has the kind")
}

func TestInvalidSettings(t *testing.T) {
	t.Parallel()
	example.CheckRejected(t, nil, "Missing required configuration variable 'openshift-disconnected-self-managed:mirror'")
	example.CheckRejected(t, example.Configured(map[string]string{"mirror": "https://mirror.example.com"}),
		`configuration.ImageMirrorsArgs.Digests[0].Mirrors[0]: "https://mirror.example.com" is not a valid`)
}

// TestDescription: the file in README describes a cluster that Config accepts, with the mirrors that the program's setting is for.
func TestDescription(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	_, text, found := strings.Cut(string(readme), "\n    name: demo\n")
	require.True(t, found)
	text, _, _ = strings.Cut(text, "\n\n")
	folder := t.TempDir()
	for name, content := range map[string]string{
		"cluster.yaml":     "name: demo\n" + strings.ReplaceAll("\n"+text, "\n    ", "\n"),
		"pull-secret.json": `{"auths": {"mirror.example.com:5000": {"auth": "dXNlcjpwYXNzd29yZA=="}}}`,
		"mirror-ca.pem":    clustertest.Certificate,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600))
	}
	file, err := install.LoadFile(filepath.Join(folder, "cluster.yaml"))
	require.NoError(t, err)
	require.NoError(t, file.Validate())
	assert.Equal(t, install.ReleaseMirrors(file.Settings["mirror"]), file.Mirrors)
	assert.Equal(t, sandboxConfig["mirror"], file.Settings["mirror"])
	assert.Equal(t, network.Internal, file.Publish)
}

// TestLifecycle runs the program in the sandbox: the stages of an installation, an update service afterwards, and destroy, which leaves
// no resources.
func TestLifecycle(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	dir := t.TempDir()
	created := mockstest.Must(t, example.Sandbox(t, dir, map[string]string{"stage": "bootstrap"}).Up)
	assert.Equal(t, []string{"create"}, mockstest.Kinds(created.Changes))
	mockstest.Must(t, example.Sandbox(t, dir, nil).Up)
	served := example.Sandbox(t, dir, updates)
	updated := mockstest.Must(t, served.Up)
	assert.ElementsMatch(t, []string{"create", "same"}, mockstest.Kinds(updated.Changes), "what exists does not change")
	again := mockstest.Must(t, served.Up)
	assert.Equal(t, []string{"same"}, mockstest.Kinds(again.Changes))
	assert.Equal(t, 1, again.Changes["read"], "the upgrade reads the cluster's version")
	mockstest.CheckDestroy(t, served)
}
