package acceptance

import (
	"encoding/xml"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

const autoscalerNamespace = "acceptance-autoscaler"

// TestClusterAutoscalerASG runs the autoscaler with two pools of no instances. A pending pod that selects the label of
// one and tolerates its taint must make that pool grow and no other, and its node must be removed when it is empty.
func TestClusterAutoscalerASG(t *testing.T) {
	elasticClusterLock.acquire(t)
	l := newLabStack(t, "autoscaler", autoscaledPools)
	out := l.up().Outputs
	elastic, batch := out["elastic"].(string), out["batch"].(string)
	startNode(t, emulatedInstance{ID: "i-0123456789abcdef0", Name: "acceptance-control-plane", Zone: "us-east-2a"},
		nil, map[string]any{"key": "node-role.kubernetes.io/master", "effect": "NoSchedule"})
	a, health := startAutoscaler(t)
	a.eventually(func() bool { return answers(health) }, "the liveness probe passes")

	createPendingPod(t, "acceptance-elastic")
	a.eventually(func() bool { return len(running(t, elastic)) == 1 }, "the pool grows from zero")
	member := running(t, elastic)[0]
	startNode(t, member, map[string]string{"acceptance.example.com/elastic": "true"}, elasticTaint("elastic"))
	bindPod(t, "acceptance-elastic", member.Name)
	begun := scans(t, health)
	a.eventually(func() bool { return scans(t, health) > begun+8 }, "it has looked at the pools again")
	require.Len(t, running(t, elastic), 1, "a node in use stays, and one node is enough for one pod")
	require.Empty(t, running(t, batch), "no other pool grows")

	kubectl(t, "", "delete", "pod", "acceptance-elastic", "--force", "--grace-period=0")
	a.eventually(func() bool { return len(running(t, elastic)) == 0 }, "the empty node is removed")
	assert.Equal(t, 0, desiredCapacity(t, elastic), "the group does not replace it")
	assert.Empty(t, running(t, batch), "no other pool grows")
	assert.True(t, answers(health), "the liveness probe passes")
	kubectl(t, "", "delete", "node", member.Name)
	injectTrustedCA(t, autoscalerNamespace)
	a.stop()
	l.up().unchanged(t, "after the autoscaler resized a pool")
	l.destroy()
}

// autoscaledPools creates two pools, with a label and a taint each, and the autoscaler.
func autoscaledPools(ctx *pulumi.Context) error {
	infra, err := newPoolInfra(ctx, "10.80.0.0/16")
	if err != nil {
		return err
	}
	ignition, err := os.ReadFile("../../examples/classic/install-dir/worker.ign")
	if err != nil {
		return err
	}
	for _, pool := range []string{"elastic", "batch"} {
		workers, err := nodes.NewWorkerPool(ctx, pool, &nodes.WorkerPoolArgs{
			InfraID: elasticID, Pool: "acceptance-" + pool, AMI: pulumi.String(emulatedAMI),
			Min: 0, Max: 3,
			Autoscaling: &nodes.PoolAutoscalingArgs{
				Taints: []nodes.Taint{{Key: "acceptance.example.com/" + pool, Effect: "NoSchedule"}},
			},
			Labels:   map[string]string{"acceptance.example.com/" + pool: "true"},
			Ignition: pulumi.String(ignition),
			Subnets:  infra.subnets, SecurityGroupIDs: infra.groups, InstanceProfile: infra.profile,
		})
		if err != nil {
			return err
		}
		ctx.Export(pool, workers.GroupName)
	}
	_, err = nodes.NewClusterAutoscalerASG(ctx, "autoscaler", &nodes.ClusterAutoscalerASGArgs{
		InfraID: elasticID, Region: "us-east-2", Namespace: autoscalerNamespace, LogVerbosity: new(2),
		ScaleDown: &nodes.ScaleDownArgs{
			DelayAfterAdd: 5 * time.Second, DelayAfterDelete: 5 * time.Second, UnneededTime: 5 * time.Second,
		},
		ExtraArgs: []string{"--scan-interval=2s"},
	})
	return err
}

func elasticTaint(pool string) map[string]any {
	return map[string]any{"key": "acceptance.example.com/" + pool, "effect": "NoSchedule"}
}

// startAutoscaler runs the autoscaler against the emulator, and returns the URL of its liveness probe. Its port is a
// free one, because labs beside each other share the host network.
func startAutoscaler(t *testing.T) (running *agent, health string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := listener.Addr().String()
	require.NoError(t, listener.Close())

	deployment := spec(t, "deployment", autoscalerNamespace, "cluster-autoscaler")
	container := deployment["template"].(map[string]any)["spec"].(map[string]any)["containers"].([]any)[0]
	probe := container.(map[string]any)["livenessProbe"].(map[string]any)["httpGet"].(map[string]any)
	assert.Equal(t, []any{"127.0.0.1", 8085.0}, []any{probe["host"], probe["port"]})

	var cloud strings.Builder
	for i, service := range []string{"autoscaling", "ec2"} {
		fmt.Fprintf(&cloud, "[ServiceOverride \"%d\"]\nService = %s\nURL = %s\n", i, service, os.Getenv("AWS_ENDPOINT_URL"))
		cloud.WriteString("Region = us-east-2\nSigningRegion = us-east-2\n")
	}
	file := filepath.Join(t.TempDir(), "cloud.conf")
	require.NoError(t, os.WriteFile(file, []byte(cloud.String()), 0o600))
	running = startAgent(t, "cluster-autoscaler", autoscalerNamespace, "cluster-autoscaler",
		func(command []string, _ map[string]string) []string {
			assert.Contains(t, command, "--address=127.0.0.1:8085", "the autoscaler listens on loopback")
			return append(command, "--address="+address, "--cloud-config="+file)
		})
	return running, "http://" + address + probe["path"].(string)
}

func answers(url string) bool {
	response, err := http.Get(url)
	if err != nil {
		return false
	}
	_ = response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// scans returns how often the autoscaler has looked at the pools.
func scans(t *testing.T, health string) int {
	t.Helper()
	response, err := http.Get(strings.TrimSuffix(health, "/health-check") + "/metrics")
	require.NoError(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	found := regexp.MustCompile(`\ncluster_autoscaler_function_duration_seconds_count\{function="main"\} (\d+)`).FindSubmatch(text)
	require.NotNil(t, found)
	count, err := strconv.Atoi(string(found[1]))
	require.NoError(t, err)
	return count
}

// running returns the running instances of a group.
func running(t *testing.T, group string) []emulatedInstance {
	t.Helper()
	var found []emulatedInstance
	for _, m := range instancesOf(t, group) {
		if m.State == "running" {
			found = append(found, m)
		}
	}
	return found
}

func desiredCapacity(t *testing.T, group string) int {
	t.Helper()
	var described struct {
		Desired int `xml:"DescribeAutoScalingGroupsResult>AutoScalingGroups>member>DesiredCapacity"`
	}
	response := callAWS(t, "autoscaling", "DescribeAutoScalingGroups", "AutoScalingGroupNames.member.1", group)
	require.NoError(t, xml.Unmarshal([]byte(response), &described))
	return described.Desired
}

// createPendingPod creates a pod for the pool elastic, which the scheduler could not place: it has no node.
func createPendingPod(t *testing.T, name string) {
	t.Helper()
	kubectl(t, jsonText(t, map[string]any{
		"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": name, "namespace": "default"},
		"spec": map[string]any{
			"nodeSelector": map[string]any{"acceptance.example.com/elastic": "true"},
			"tolerations":  []any{map[string]any{"key": "acceptance.example.com/elastic", "operator": "Exists"}},
			"containers": []any{map[string]any{
				"name": "work", "image": "registry.example.com/work:v1",
				"resources": map[string]any{"requests": map[string]any{"cpu": "3"}},
			}},
		},
	}), "create", "-f", "-")
	t.Cleanup(func() {
		kubectl(t, "", "delete", "pod", name, "--force", "--grace-period=0", "--ignore-not-found")
	})
	kubectl(t, "", "patch", "pod", name, "--subresource=status", "--type=merge", "-p", jsonText(t, map[string]any{
		"status": map[string]any{"conditions": []any{map[string]any{
			"type": "PodScheduled", "status": "False", "reason": "Unschedulable", "message": "no node matches",
			"lastTransitionTime": time.Now().UTC().Format(time.RFC3339),
		}}},
	}))
}

// injectTrustedCA writes the CAs that the cluster trusts, as its network operator does.
func injectTrustedCA(t *testing.T, namespace string) {
	t.Helper()
	labels := kubeObject(t, "configmap", namespace, "trusted-ca")["metadata"].(map[string]any)["labels"].(map[string]any)
	require.Equal(t, "true", labels["config.openshift.io/inject-trusted-cabundle"])
	kubectl(t, "", "patch", "configmap", "trusted-ca", "-n", namespace, "--type=merge",
		"--field-manager=network-operator", "-p", `{"data":{"ca-bundle.crt":"CAs"}}`)
}

// bindPod places a pod on a node, unless the scheduler has done so.
func bindPod(t *testing.T, name, node string) {
	t.Helper()
	output, err := tryKubectl(jsonText(t, map[string]any{
		"apiVersion": "v1", "kind": "Binding", "metadata": map[string]any{"name": name},
		"target": map[string]any{"apiVersion": "v1", "kind": "Node", "name": node},
	}), "create", "--raw", "/api/v1/namespaces/default/pods/"+name+"/binding", "-f", "-")
	if err != nil {
		assert.Contains(t, output, "already assigned")
	}
	assert.Equal(t, node, spec(t, "pod", "default", name)["nodeName"])
}
