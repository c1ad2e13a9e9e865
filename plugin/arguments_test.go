package plugin_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/plugin"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
)

// functions are the arguments of functions that have rules.
var functions = []checktest.Args{
	&cluster.KubernetesProviderArgs{}, &cluster.NetworkArgs{}, &cluster.WaitForNodesArgs{}, &iam.RHCSProviderArgs{},
	&nodes.CloudInit311Args{},
}

func TestUnsetInputsAreRejected(t *testing.T) {
	t.Parallel()
	all := slices.Clone(functions)
	for _, component := range plugin.Components {
		// The Inputs of a blueprint are those of its parts, and those of a wait of the plugin are those of the function.
		if pkg, _, _ := strings.Cut(component.Args.String(), "."); pkg == "blueprint" || pkg == "plugin" {
			continue
		}
		all = append(all, reflect.New(component.Args).Interface().(checktest.Args))
	}
	checktest.RejectsUnsetInputs(t, "..", all...)
}

// TestPlainRules breaks each rule in the tags of each component and function, and compares the tags with a list of all of them,
// because nothing breaks a rule that is gone.
func TestPlainRules(t *testing.T) {
	t.Parallel()
	broken, types := 0, withRules()
	for _, args := range types {
		broken += checktest.BreaksRules(t, reflect.New(args).Interface().(checktest.Args))
	}
	assert.Greater(t, broken, 1000)
	t.Logf("%d problems", broken)
	golden.Check(t, "testdata/rules.golden", []byte(strings.Join(checktest.TagsOf(types...), "\n")+"\n"))
}

// withRules are the types of the arguments of the components and functions.
func withRules() (types []reflect.Type) {
	for _, args := range functions {
		types = append(types, reflect.TypeOf(args).Elem())
	}
	for _, component := range plugin.Components {
		types = append(types, component.Args)
	}
	return types
}
