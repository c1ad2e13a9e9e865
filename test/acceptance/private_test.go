package acceptance

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/adopt"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

// privateRegion and disconnectedRegion are regions of their own, so that leftovers can be attributed to the examples.
const (
	privateRegion      = "eu-west-2"
	disconnectedRegion = "us-west-2"
)

// newInstallDir writes the install directory of another cluster than that of examples/classic.
func newInstallDir(t *testing.T, name, region string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	other := strings.NewReplacer(
		"demo.example.com", name+".example.com", "demo-x7k2p", name+"-x7k2p", "us-east-2", region,
		`"clusterName":"demo"`, `"clusterName":"`+name+`"`,
	)
	for _, file := range []string{"metadata.json", "bootstrap.ign", "master.ign", "worker.ign", "auth/kubeconfig"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "examples", "classic", "install-dir", file))
		require.NoError(t, err)
		path := filepath.Join(dir, file)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(other.Replace(string(text))), 0o600))
	}
	return dir
}

// createdAndStable creates an example's stack and asserts that a second update and a refresh change nothing.
func createdAndStable(t *testing.T, e *example) {
	t.Helper()
	t.Cleanup(func() {
		if t.Failed() {
			_, _ = e.attempt("destroy")
		}
	})
	created := e.run("up")
	assert.Equal(t, created.Steps, onlyOperation(created, "create"), "the first update only creates")
	e.run("up").unchanged(t, "second update")
	e.run("refresh").unchanged(t, "refresh")
}

// TestPrivate creates the network, the proxy and the cluster behind it.
func TestPrivate(t *testing.T) {
	t.Parallel()
	cluster := newExample(t, "private", map[string]string{
		"aws:region": privateRegion, "zones": "eu-west-2a,eu-west-2b,eu-west-2c", "hostAmi": emulatedAMI,
		"ami": emulatedAMI, "installDir": newInstallDir(t, "inner", privateRegion), "allowExpiredIgnition": "true",
		"stage": "bootstrap",
	})
	createdAndStable(t, cluster)
	cluster.adoptedAgain("openshift-private", func(existing []adopt.Resource) { subnetDiffers(cluster, existing) })
	cluster.run("destroy")
	assert.Empty(t, regionLeftovers(t, privateRegion, "inner-x7k2p"))
}

// subnetDiffers changes a subnet beside the program: the adoption is rejected and changes nothing.
func subnetDiffers(cluster *example, existing []adopt.Resource) {
	t := cluster.t
	t.Helper()
	at := slices.IndexFunc(existing, func(r adopt.Resource) bool { return r.Type == "aws:ec2/subnet:Subnet" })
	subnet := existing[at].ID
	public := func(value string) {
		callAWSIn(t, privateRegion, "ec2", "ModifySubnetAttribute", "SubnetId", subnet, "MapPublicIpOnLaunch.Value", value)
	}
	account := func() string {
		return requestIDs.ReplaceAllString(callAWSIn(t, privateRegion, "ec2", "DescribeSubnets"), "")
	}
	wanted := fmt.Sprint(existing[at].Properties["mapPublicIpOnLaunch"])
	public(map[string]string{"true": "false", "false": "true"}[wanted])
	before := account()
	_, called, err := cluster.adopt("openshift-private", adopt.Options{Existing: existing})
	require.ErrorIs(t, err, adopt.ErrRejected)
	require.ErrorContains(t, err, "mapPublicIpOnLaunch: the program has "+wanted)
	assert.Empty(t, writes(called), "a rejected adoption changed the account")
	assert.Equal(t, before, account())
	public(wanted)
}

// TestDisconnectedSelfManaged: a cluster with a mirror registry, through the stages of its installation, and with its own update service
// afterwards; `test/lab/offline` runs it without a network.
func TestDisconnectedSelfManaged(t *testing.T) {
	t.Parallel()
	c := newExample(t, "disconnected-self-managed", map[string]string{
		"aws:region": disconnectedRegion, "zones": "us-west-2a,us-west-2b,us-west-2c", "ami": emulatedAMI,
		"installDir": newInstallDir(t, "apart", disconnectedRegion), "allowExpiredIgnition": "true", "stage": "bootstrap",
		"mirror": "mirror.example.com:5000/ocp", "mirrorCa": clustertest.Certificate, "catalog": "redhat/redhat-operator-index:v4.19",
	})
	createdAndStable(t, c)

	clusterLock.lock(t)
	createClusterObjects(t)
	installed := c.run("up", "stage=cluster")
	assert.Equal(t, []string{"openshift-aws:blueprint:SelfManaged demo", stagedControlPlane}, installed.with("update"))
	assert.Empty(t, installed.with("replace", "create-replacement", "delete-replaced"))
	for _, gone := range installed.with("delete") {
		assert.Contains(t, gone, "bootstrap", "only the bootstrap machine's resources are deleted")
	}
	mirrors := specOf(t, "imagedigestmirrorset", "operators")["imageDigestMirrors"]
	assert.Equal(t, []any{map[string]any{"source": "registry.redhat.io", "mirrors": []any{"mirror.example.com:5000/ocp"}}}, mirrors)
	catalog := kubeObject(t, "catalogsource", "openshift-marketplace", "mirrored-operators")
	require.NotNil(t, catalog)
	assert.Equal(t, "mirror.example.com:5000/ocp/redhat/redhat-operator-index:v4.19", catalog["spec"].(map[string]any)["image"])
	assert.Len(t, specOf(t, "operatorhub.config.openshift.io", "cluster")["sources"], 4)

	const upstream = "https://updates-route-openshift-update-service.apps.apart.example.com/api/upgrades_info/v1/graph"
	served := c.run("up", "updateService=true", "upstream="+upstream)
	assert.Empty(t, served.with("update", "delete", "replace"))
	assert.Equal(t, upstream, specOf(t, "clusterversion", "version")["upstream"])
	c.run("up").unchanged(t, "second update, which reads the ClusterVersion that the first has changed")
	c.run("refresh").unchanged(t, "refresh")
	c.run("destroy")
	assert.NotContains(t, specOf(t, "clusterversion", "version"), "upstream")
	assert.Nil(t, kubeObject(t, "catalogsource", "openshift-marketplace", "mirrored-operators"))
	assert.Empty(t, regionLeftovers(t, disconnectedRegion, "apart-x7k2p"))
}
