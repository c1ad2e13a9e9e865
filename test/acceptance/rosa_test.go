package acceptance

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// newRosaExample builds an example with OCM and the AWS managed policies for ROSA.
func newRosaExample(t *testing.T, name string, config map[string]string) (*example, *ocm) {
	t.Helper()
	populateOCM(t)
	e := newExample(t, name, config)
	service := startOCM(t)
	t.Cleanup(func() {
		if t.Failed() {
			e.run("destroy")
		}
	})
	return e, service
}

const adminPassword = "Correct-Horse-12"

func TestRosaHCP(t *testing.T) {
	ocmLock.acquire(t)
	rosa, service := newRosaExample(t, "rosa-hcp", map[string]string{
		"zones": "us-east-2a,us-east-2b", "version": "4.18.5", "proxyAmi": emulatedAMI,
	})
	created := rosa.run("up", "adminPassword="+adminPassword)
	group := "aws:ec2/securityGroup:SecurityGroup rosahcp-endpoint-group"
	assert.Equal(t, []string{group}, created.with("import"), "the security group of the endpoint is the service's")
	assert.Len(t, created.with("create"), len(created.Steps)-1, "the first update otherwise only creates")
	require.Len(t, service.created("clusters"), 1)
	sameRequest(t, created, service.created("clusters")[0])
	rosa.run("up").unchanged(t, "second update")
	rosa.run("refresh").unchanged(t, "refresh")
	rosa.run("up").unchanged(t, "update after refresh")

	pool := "rhcs:index/hcpMachinePool:HcpMachinePool rosahcp-general-pool"
	pools := []string{
		pool, "rhcs:index/hcpMachinePool:HcpMachinePool rosahcp-workers-0", "rhcs:index/hcpMachinePool:HcpMachinePool rosahcp-workers-1",
	}
	assert.Equal(t, []string{pool}, onlyUpdates(t, rosa.run("up", "poolMax=6")), "the pool is resized in place")
	cluster := "rhcs:index/clusterRosaHcp:ClusterRosaHcp rosahcp-cluster"
	assert.Equal(t, []string{cluster}, onlyUpdates(t, rosa.run("up", "version=4.18.6")),
		"the control plane is upgraded first")
	assert.Equal(t, "4.18.6", rosa.run("refresh").Outputs["version"])
	assert.Equal(t, pools, onlyUpdates(t, rosa.run("up", "poolVersion=4.18.6")), "the initial pools are adopted")
	rosa.run("refresh")
	rosa.run("up").unchanged(t, "update after the upgrades")
	for _, settings := range [][]string{{"version=4.19.1"}, {"version=4.19.1", "channel=stable-4.19"}} {
		rejected, err := rosa.attempt("up", settings...)
		require.Error(t, err)
		assert.Regexp(t, "is not in the cluster.s channel|must not change from stable-4.18 to stable-4.19", string(rejected))
	}
	rosa.run("up", "version=4.18.6", "channel=").unchanged(t, "update after the rejected upgrades")
	upgradeMinor(t, rosa, cluster)
	assert.Equal(t, pools, onlyUpdates(t, rosa.run("up", "poolVersion=4.19.1")))
	rosa.run("refresh")
	rosa.run("up").unchanged(t, "update after the upgrades to the next minor version")

	for _, operation := range []string{"preview", "up"} {
		rejected, err := rosa.attempt(operation, "poolInstanceType=m5.2xlarge")
		require.Error(t, err, "OCM cannot change a pool's instance type")
		assert.Contains(t, string(rejected), "Attribute awsNodePool.instanceType, cannot be changed from m5.xlarge to m5.2xlarge")
	}
	rosa.run("up", "poolInstanceType=m5.xlarge").unchanged(t, "update after the rejected change")

	removed := rosa.run("up", "adminPassword=")
	assert.Equal(t, []string{
		"openshift-aws:rosa:IdentityProvider rosahcp-admins",
		"rhcs:index/groupMembership:GroupMembership rosahcp-admins-cluster-admins-admin",
		"rhcs:index/identityProvider:IdentityProvider rosahcp-admins-idp",
	}, removed.with("delete"), "only the administrator is deleted")
	rosa.adoptedAgain("openshift-rosa-hcp")
	service.leaveGroups(true)
	defer service.leaveGroups(false)
	rosa.run("destroy")
	assert.Empty(t, service.object("clusters")["items"])
}

func TestRosaClassic(t *testing.T) {
	ocmLock.acquire(t)
	rosa, service := newRosaExample(t, "rosa-classic", map[string]string{
		"zones": "us-east-2a,us-east-2b,us-east-2c", "version": "4.18.5", "vpcCidr": "10.4.0.0/16",
	})
	created := rosa.run("up", "adminPassword="+adminPassword)
	assert.Equal(t, created.Steps, onlyOperation(created, "create"), "the first update only creates")
	rosa.run("up").unchanged(t, "second update")
	rosa.run("refresh").unchanged(t, "refresh")
	rosa.run("up").unchanged(t, "update after refresh")

	pool := "rhcs:index/machinePool:MachinePool rosaclassic-general-pool"
	ingress := "rhcs:index/defaultIngress:DefaultIngress rosaclassic-ingress"
	assert.Equal(t, []string{ingress, pool}, onlyUpdates(t, rosa.run("up", "poolMax=9", "routeSelector=shard=a")))
	cluster := "rhcs:index/clusterRosaClassic:ClusterRosaClassic rosaclassic-cluster"
	assert.Equal(t, []string{cluster}, onlyUpdates(t, rosa.run("up", "version=4.18.6")),
		"OCM upgrades the pools with the cluster")
	assert.Equal(t, "4.18.6", rosa.run("refresh").Outputs["version"])
	rosa.run("up").unchanged(t, "update after the upgrade")
	upgradeMinor(t, rosa, cluster)

	assert.Len(t, rosa.run("up", "adminPassword=").with("delete"), 3, "only the administrator is deleted")
	rosa.adoptedAgain("openshift-rosa-classic")
	rosa.run("destroy")
	assert.Empty(t, service.object("clusters")["items"])
}

// TestRosaStackOfPulumisPlugin: a stack that Pulumi's plugin terraform-provider has created continues unchanged with the module's plugin,
// which updates it and deletes it. It leaves no process.
func TestRosaStackOfPulumisPlugin(t *testing.T) {
	ocmLock.acquire(t)
	rosa, service := newRosaExample(t, "rosa-hcp", map[string]string{
		"zones": "us-east-2a,us-east-2b", "version": "4.18.5", "proxyAmi": emulatedAMI,
	})
	pulumis := newPulumisPlugin(t, rosa.dir)
	rosa.env = append(rosa.env, pulumis.withoutModules)
	rosa.run("up", "adminPassword="+adminPassword)
	require.NotEmpty(t, pulumis.started(), "RHCS ran as a process of its own")
	rosa.run("up").unchanged(t, "second update")

	rosa.env = append(rosa.env, "PATH="+os.Getenv("PATH"))
	rosa.run("up").unchanged(t, "update with the module's plugin")
	started := len(pulumis.started())
	rosa.run("refresh").unchanged(t, "refresh")
	pool := "rhcs:index/hcpMachinePool:HcpMachinePool rosahcp-general-pool"
	assert.Equal(t, []string{pool}, onlyUpdates(t, rosa.run("up", "poolMax=6")))
	rosa.run("destroy")
	assert.Empty(t, service.object("clusters")["items"])
	assert.Len(t, pulumis.started(), started, "the stack needs Pulumi's plugin no longer")
}

// pulumisPlugin is Pulumi's plugin terraform-provider with RHCS as it downloads it: what a program uses that does not find the module's.
type pulumisPlugin struct {
	t *testing.T
	// withoutModules is PATH without the module's plugin.
	withoutModules string
	// processes is the file with the process IDs of RHCS. Pulumi's plugin does not end it (pulumi/pulumi-terraform-bridge#3349).
	processes string
}

func newPulumisPlugin(t *testing.T, dir string) *pulumisPlugin {
	t.Helper()
	const plugin, rhcsBinary = "pulumi-resource-terraform-provider", "terraform-provider-rhcs"
	built, err := exec.Command(os.Getenv(labVariable), "build", plugin, rhcsBinary).CombinedOutput()
	require.NoError(t, err, string(built))
	modules, err := exec.LookPath("pulumi-resource-" + rhcs.PluginName)
	require.NoError(t, err)
	folder := t.TempDir()
	parts, err := os.ReadDir(filepath.Dir(modules))
	require.NoError(t, err)
	for _, part := range parts {
		if part.Name() != filepath.Base(modules) {
			require.NoError(t, os.Symlink(filepath.Join(filepath.Dir(modules), part.Name()), filepath.Join(folder, part.Name())))
		}
	}
	p := &pulumisPlugin{
		t: t, processes: filepath.Join(folder, "processes"),
		withoutModules: "PATH=" + folder + strings.ReplaceAll(":"+os.Getenv("PATH"), ":"+filepath.Dir(modules), ""),
	}
	// Pulumi's plugin looks here before it downloads RHCS (pulumi/pulumi-terraform-bridge v3.120.0 dynamic/internal/shim/run/loader.go).
	cache := filepath.Join(dir, "home", "dynamic_tf_plugins", filepath.FromSlash(rhcs.DefaultSource), rhcs.DefaultVersion,
		runtime.GOOS+"_"+runtime.GOARCH)
	require.NoError(t, os.MkdirAll(cache, 0o700))
	script := fmt.Sprintf("#!/bin/sh\necho $$ >>%s\nexec %s \"$@\"\n", p.processes, filepath.Join(folder, rhcsBinary))
	require.NoError(t, os.WriteFile(filepath.Join(cache, rhcsBinary), []byte(script), 0o700))
	t.Cleanup(func() {
		for _, id := range p.started() {
			if command, _ := os.ReadFile(filepath.Join("/proc", id, "cmdline")); strings.HasPrefix(string(command), folder) {
				_ = exec.Command("kill", id).Run()
			}
		}
	})
	return p
}

// started returns the process IDs of RHCS.
func (p *pulumisPlugin) started() []string {
	text, err := os.ReadFile(p.processes)
	if !errors.Is(err, fs.ErrNotExist) {
		require.NoError(p.t, err)
	}
	return strings.Fields(string(text))
}

// TestDisconnected: a cluster with zero egress is created, changed and deleted; `test/lab/offline` runs it without a network.
func TestDisconnected(t *testing.T) {
	ocmLock.acquire(t)
	rosa, service := newRosaExample(t, "disconnected", map[string]string{
		"zones": "us-east-2a,us-east-2b", "version": "4.18.5",
		"imageMirrors": `{"team": {"source": "quay.io/team", "mirrors": ["mirror.example.com/team"]}}`,
	})
	created := rosa.run("up")
	group := "aws:ec2/securityGroup:SecurityGroup disconnected-endpoint-group"
	assert.Equal(t, []string{group}, created.with("import"), "the security group of the endpoint is the service's")
	assert.Len(t, created.with("create"), len(created.Steps)-1, "the first update otherwise only creates")
	for _, step := range created.with("create") {
		for _, way := range []string{"InternetGateway", "natGateway", "eip:Eip", "route:Route "} {
			assert.NotContains(t, step, way)
		}
	}
	clusters := service.created("clusters")
	require.Len(t, clusters, 1)
	assert.Equal(t, "true", clusters[0]["properties"].(map[string]any)["zero_egress"])
	rosa.run("up").unchanged(t, "second update")
	rosa.run("refresh").unchanged(t, "refresh")

	mirror := "rhcs:index/imageMirror:ImageMirror disconnected-team-mirror"
	assert.Equal(t, []string{mirror}, onlyUpdates(t, rosa.run("up",
		`imageMirrors={"team": {"source": "quay.io/team", "mirrors": ["other.example.com/team"]}}`)))
	rosa.run("destroy")
	assert.Empty(t, service.object("clusters")["items"])
}

const volumeKeyARN = "arn:aws:kms:us-east-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"

// TestRosaConfiguration configures what is inside a cluster through its API server: the number of routers goes from two
// to three, and the registry's pods and an encrypted storage class are configured likewise.
func TestRosaConfiguration(t *testing.T) {
	clusterLock.acquire(t)
	const registry = "configs.imageregistry.operator.openshift.io"
	createAsOperator(t, shippedStorageClass)
	configuration := newExample(t, "rosa-configuration", map[string]string{
		"clusterId": "2f0abcdefghijklmnopqrstuvwxyz012", "kubeconfig": os.Getenv("KUBECONFIG"), "routers": "2",
		"volumeKeyArn": volumeKeyARN,
	})
	created := configuration.run("up")
	assert.Equal(t, created.Steps, onlyOperation(created, "create"), "the first update only creates")
	configuration.run("up").unchanged(t, "second update")
	configuration.run("refresh").unchanged(t, "refresh")
	configuration.run("up").unchanged(t, "update after refresh")
	assert.InDelta(t, 2, defaultIngressController(t)["replicas"], 0)
	assert.InDelta(t, 2, specOf(t, registry, "cluster")["replicas"], 0)
	class := kubeObject(t, "storageclass", "", "gp3-encrypted")
	require.NotNil(t, class)
	assert.Equal(t, map[string]any{"type": "gp3", "encrypted": "true", "kmsKeyId": volumeKeyARN}, class["parameters"])
	assert.Equal(t, map[string]string{"gp3-csi": "false", "gp3-encrypted": "true"}, defaultClasses(t, "gp3-encrypted"))

	before := defaultIngressController(t)
	routers := "kubernetes:operator.openshift.io/v1:IngressControllerPatch router-ingresscontroller"
	assert.Equal(t, []string{routers}, onlyUpdates(t, configuration.run("up", "routers=3")), "two routers become three")
	after := defaultIngressController(t)
	assert.InDelta(t, 3, after["replicas"], 0)
	before["replicas"] = after["replicas"]
	assert.Equal(t, before, after, "the other fields are the operators'")
	pods := "kubernetes:imageregistry.operator.openshift.io/v1:ConfigPatch registry-registry"
	assert.Equal(t, []string{pods}, onlyUpdates(t, configuration.run("up", "registryReplicas=3")))

	configuration.run("destroy")
	assert.NotContains(t, defaultIngressController(t), "replicas", "the operator chooses the number of routers again")
	assert.InDelta(t, 3, specOf(t, registry, "cluster")["replicas"], 0, "the registry keeps its pods")
	assert.Equal(t, "Managed", specOf(t, registry, "cluster")["managementState"], "the registry keeps running")
	assert.Nil(t, kubeObject(t, "storageclass", "", "gp3-encrypted"))
	assert.Equal(t, map[string]string{"gp3-csi": ""}, defaultClasses(t, "gp3-encrypted"))
}

func defaultIngressController(t *testing.T) map[string]any {
	t.Helper()
	return spec(t, "ingresscontroller", "openshift-ingress-operator", "default")
}

// upgradeMinor upgrades a cluster of 4.18 to 4.19, for which its channel is changed first.
func upgradeMinor(t *testing.T, rosa *example, cluster string) {
	t.Helper()
	assert.Equal(t, []string{cluster}, onlyUpdates(t, rosa.run("up", "channel=stable-4.19")))
	assert.Contains(t, onlyUpdates(t, rosa.run("up", "version=4.19.1")), cluster)
	assert.Equal(t, "4.19.1", rosa.run("refresh").Outputs["version"])
}

func onlyUpdates(t *testing.T, r result) []string {
	t.Helper()
	assert.Empty(t, r.with("create", "delete", "replace", "create-replacement", "delete-replaced"))
	return r.with("update")
}

// TestShortestRosaPrograms creates and deletes the clusters of README's programs for ROSA, with the real providers. Each has only its
// required arguments.
func TestShortestRosaPrograms(t *testing.T) {
	ocmLock.acquire(t)
	populateOCM(t)
	service := startOCM(t)
	const version = "4.18.5"
	zones := []string{"us-east-2a", "us-east-2b", "us-east-2c"}
	programs := map[string]pulumi.RunFunc{
		"hosted": func(ctx *pulumi.Context) error {
			_, err := blueprint.NewROSAHCP(ctx, "shorthcp", &blueprint.ROSAHCPArgs{Version: version, Zones: zones})
			return err
		},
		"classic": func(ctx *pulumi.Context) error {
			_, err := blueprint.NewROSAClassic(ctx, "shortclassic", &blueprint.ROSAClassicArgs{Version: version, Zones: zones})
			return err
		},
	}
	for name, program := range programs {
		t.Run(name, func(t *testing.T) {
			box, err := sandbox.New(sandbox.Options{
				Project: "short", Dir: filepath.Join(t.TempDir(), "short"), Config: emulatorConfig, RealAWS: true,
				Program: program,
			})
			require.NoError(t, err)
			upAndDown(t, box)
			assert.Empty(t, service.object("clusters")["items"])
		})
	}
}

// upAndDown creates what a sandbox has, asserts that neither an update nor a refresh changes it, and deletes it.
func upAndDown(t *testing.T, box *sandbox.Sandbox) {
	t.Helper()
	t.Cleanup(func() {
		if t.Failed() {
			_, _ = box.Destroy(context.Background())
		}
	})
	_, err := box.Up(t.Context())
	require.NoError(t, err)
	stackIsUnchanged(t, box, "after the creation")
	_, err = box.Destroy(t.Context())
	require.NoError(t, err)
}
