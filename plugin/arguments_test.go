package plugin_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/plugin"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestUnsetInputsAreRejected(t *testing.T) {
	t.Parallel()
	all := []checktest.Args{ // of functions
		&cluster.KubernetesProviderArgs{}, &cluster.NetworkArgs{}, &cluster.WaitForNodesArgs{}, &iam.RHCSProviderArgs{},
		&nodes.CloudInit311Args{},
	}
	for _, component := range plugin.Components {
		// The Inputs of a blueprint are those of its parts, and those of a wait of the plugin are those of the function.
		if pkg, _, _ := strings.Cut(component.Args.String(), "."); pkg == "blueprint" || pkg == "plugin" {
			continue
		}
		all = append(all, reflect.New(component.Args).Interface().(checktest.Args))
	}
	checktest.RejectsUnsetInputs(t, "..", all...)
}

// TestPlainRules breaks each plain rule of each field of each component.
func TestPlainRules(t *testing.T) {
	t.Parallel()
	broken := 0
	for _, component := range plugin.Components {
		broken += checktest.BreaksRules(t, reflect.New(component.Args).Interface().(checktest.Args))
	}
	assert.Greater(t, broken, 500)
	t.Logf("%d rules", broken)
}
