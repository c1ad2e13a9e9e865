package effects

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/plugin"
)

const none = "none"

// nodesAfter has what nodes do after a change of components without a run of the machine config operator, because a new release or pool
// would have to be rendered. It does not read the objects of the others (readKinds): nodes do nothing.
var nodesAfter = map[string]string{
	"configuration.Upgrade":              "nodes of all pools reboot into the new release",
	"machineconfig.MachineConfigPool":    "nodes that get another pool reboot if its configuration differs",
	"machineconfig.MachineConfiguration": "none; it sets what later changes do",
	"nodes.InfraMachineSet":              "none; new machines only",
	"nodes.WorkerMachineSet":             "none; new machines only",
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
	ran := map[string]bool{}
	for _, c := range components() {
		ran[c.name] = true
	}
	for _, component := range plugin.Components {
		name := component.Result.String()
		nodes := cmp.Or(nodesAfter[name], none)
		if component.Restarts == "" || ran[name] || !strings.HasPrefix(nodes, none) || name == "machineconfig.MachineConfiguration" {
			continue
		}
		// Without a golden file, the component is the only object, of the same kind.
		for _, kind := range append(kinds[component.Result.Name()], component.Result.Name()) {
			assert.NotContains(t, readKinds, kind, name)
		}
	}
}
