package effects

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// other is a component inside the cluster all of whose fields have the same effect.
type other struct{ name, nodes, pods string }

// others are the components without a run of the machine config operator: it does not read their objects (readKinds), or a new release or
// pool would have to be rendered.
func others() []other {
	return []other{
		{"machineconfig.MachineConfigPool", "nodes that get another pool reboot if its configuration differs", none},
		{"machineconfig.MachineConfiguration", "none; it sets what later changes do", none},
		{"configuration.Upgrade", "nodes of all pools reboot into the new release", "all of OpenShift"},
		{"configuration.ExternalOIDC", none, "API servers and console; the OAuth server ends"},
		{"configuration.IdentityProviders", none, "OAuth server"},
		{"configuration.Operator", none, "the operator"},
		{"configuration.UpdateService", none, "the update service"},
		{"ingress.IngressController", none, "routers; those of another `Publishing` type or `Domain` are new"},
		{"storage.ImageRegistry", none, "image registry"},
		{"storage.MonitoringStorage", none, "Prometheus and Alertmanager, one after the other"},
		{"storage.LogStore", none, "Loki"},
		{"storage.DataProtectionApplication", none, "Velero"},
		{"storage.StorageClass", none, none},
		{"storage.VolumeSnapshotClass", none, none},
		{"nodes.InfraMachineSet", "none; new machines only", none},
		{"nodes.WorkerMachineSet", "none; new machines only", none},
		{"nodes.MachineAutoscaler", none, none},
		{"nodes.MachineHealthCheck", none, none},
		{"nodes.ClusterAutoscaler", none, "the autoscaler"},
		{"nodes.CSRApprover", none, "the approver"},
		{"nodes.ClusterAutoscalerASG", none, "the autoscaler"},
		{"nodes.TerminationHandler", none, "the handler"},
	}
}

// readKinds are the kinds of components from which the operator's controllers render or that they act on (openshift/machine-config-operator
// release-4.20 afed09939, the informers of cmd and pkg/operator). Of Secrets, ConfigMaps and workloads it reads its own.
var readKinds = []string{
	"MachineConfigPool", "MachineConfig", "KubeletConfig", "ContainerRuntimeConfig", "MachineConfiguration", "ClusterVersion",
	"APIServer", "Image", "ImageDigestMirrorSet", "ImageTagMirrorSet", "ImageContentSourcePolicy", "ImagePolicy",
	"ClusterImagePolicy", "Proxy", "Scheduler", "Infrastructure", "FeatureGate", "Network", "Node", "PinnedImageSet", "MachineOSConfig",
}

// registration is an object in a golden file, with the component that is its parent.
var registration = regexp.MustCompile(`(?m)^kubernetes:[^ :]+:([A-Za-z]+) .*\n  parent: ([A-Za-z]+) `)

// TestOthersAreNotRead: the operator does not read what components register that reboot no node.
func TestOthersAreNotRead(t *testing.T) {
	t.Parallel()
	kinds := map[string][]string{}
	for _, folder := range []string{"cluster/*", "ingress", "storage", "nodes", "examples/*"} {
		files, err := filepath.Glob("../../" + folder + "/testdata/*.golden")
		require.NoError(t, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, match := range registration.FindAllStringSubmatch(string(text), -1) {
				kinds[match[2]] = append(kinds[match[2]], strings.TrimSuffix(match[1], "Patch"))
			}
		}
	}
	for _, o := range others() {
		if !strings.HasPrefix(o.nodes, none) || o.name == "machineconfig.MachineConfiguration" {
			continue
		}
		_, name, _ := strings.Cut(o.name, ".")
		// Without a golden file, the component is the only object, of the same kind.
		for _, kind := range append(kinds[name], name) {
			assert.NotContains(t, readKinds, kind, name)
		}
	}
}

// constructor is a component inside the cluster.
var constructor = regexp.MustCompile(`(?s)\nfunc New([A-Za-z]+)\(\s*ctx \*pulumi.Context.*?\n}\n`)

var requiresProvider = regexp.MustCompile(`kube\.(Args|Start|RequireProvider)\(`)

// TestEveryComponentIsInTheTable: a component inside the cluster, which requires a Kubernetes provider, has a row.
func TestEveryComponentIsInTheTable(t *testing.T) {
	t.Parallel()
	var rows []string
	for _, c := range components() {
		rows = append(rows, c.name)
	}
	for _, o := range others() {
		rows = append(rows, o.name)
	}
	found := 0
	for _, folder := range []string{"cluster/configuration", "cluster/machineconfig", "ingress", "storage", "nodes"} {
		files, err := filepath.Glob("../../" + folder + "/*.go")
		require.NoError(t, err)
		for _, file := range slices.DeleteFunc(files, func(file string) bool { return strings.HasSuffix(file, "_test.go") }) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, match := range constructor.FindAllStringSubmatch(string(text), -1) {
				if requiresProvider.MatchString(match[0]) {
					found++
					assert.Contains(t, rows, filepath.Base(folder)+"."+match[1], "a row of components() or others()")
				}
			}
		}
	}
	assert.Greater(t, found, 25)
}
