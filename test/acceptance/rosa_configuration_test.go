package acceptance

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

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
