package plugin

import (
	"path"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
)

func TestComponentsAreListedOnce(t *testing.T) {
	assert.Len(t, byToken(Components), len(Components))
}

// TestArgumentsCross asserts that each field of each component has a kind: one that has none cannot be set in another language.
func TestArgumentsCross(t *testing.T) {
	for _, component := range Components {
		args := argument.Of(component.Args)
		assert.NoError(t, Crosses(args, component.Token, true))
		unique(t, component.Token, args)
		for _, output := range OutputFields(component.Result) {
			assert.NoError(t, Crosses(output.Type, component.Token+"."+output.Name, false))
		}
	}
}

// TestComponentsInsideTheClusterRequireAProvider: a component that registers Kubernetes objects in a golden file requires a Kubernetes
// provider, and its row says what a change restarts.
func TestComponentsInsideTheClusterRequireAProvider(t *testing.T) {
	t.Parallel()
	parents := parentsOfObjects(t)
	for _, component := range Components {
		err := mocks.New().Run(func(ctx *pulumi.Context) error {
			_, err := component.construct(ctx, "x", reflect.New(component.Args).Interface())
			return err
		})
		requires := err != nil && strings.Contains(err.Error(), "pulumi.Provider: a Kubernetes provider is required")
		assert.Equal(t, component.Restarts != "", requires, "%s: restarting in components.go", component.Token)
		if parents[component.Result.String()] {
			assert.True(t, requires, component.Token)
		}
	}
	assert.Greater(t, len(parents), 25)
}

// TestEveryComponentIsInAGoldenFile: a golden file of its package shows what a component registers. Those of examples show blueprints.
func TestEveryComponentIsInAGoldenFile(t *testing.T) {
	t.Parallel()
	registered := regexp.MustCompile(`(?m)^(openshift-aws:\w+:\w+) `)
	found := map[string]bool{}
	for _, component := range Components {
		for _, text := range golden.OfPackage(t, "..", component.Result) {
			for _, match := range registered.FindAllStringSubmatch(text, -1) {
				found[match[1]] = true
			}
		}
		pkg := path.Base(component.Result.PkgPath())
		assert.True(t, found[component.Token] || pkg == "blueprint" || pkg == "plugin", component.Token)
	}
}

// parentsOfObjects returns the components whose children in the golden files of their packages are Kubernetes objects.
func parentsOfObjects(t *testing.T) map[string]bool {
	t.Helper()
	objects := regexp.MustCompile(`(?m)^kubernetes:.*\n  parent: (\w+) `)
	parents := map[string]bool{}
	for _, component := range Components {
		for _, text := range golden.OfPackage(t, "..", component.Result) {
			for _, match := range objects.FindAllStringSubmatch(text, -1) {
				parents[path.Base(component.Result.PkgPath())+"."+match[1]] = true
			}
		}
	}
	return parents
}

// unique asserts that no two fields of an object have the name of one property.
func unique(t *testing.T, path string, shape *argument.Type) {
	t.Helper()
	names := map[string]bool{}
	for _, field := range shape.Fields {
		name := Property(field)
		assert.False(t, names[name], "%s has two properties %s", path, name)
		names[name] = true
		unique(t, path+"."+name, field.Type)
	}
	if shape.Element != nil {
		unique(t, path, shape.Element)
	}
}

// TestPartsThatDoNotExistYet: a blueprint has a Kubernetes provider that is not registered while there is no cluster.
func TestPartsThatDoNotExistYet(t *testing.T) {
	t.Parallel()
	bootstrapping := &blueprint.SelfManaged{KubernetesProvider: &cluster.KubernetesProvider{}}
	assert.NotPanics(t, func() { newServer(nil, "", nil).keepParts(reflect.ValueOf(bootstrapping).Elem()) })
	assert.NotContains(t, outputsOf(bootstrapping), "kubernetesProvider")
}
