package argument_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

func TestPath(t *testing.T) {
	t.Parallel()
	path := argument.Path("nodes.WorkerPoolArgs").Field("Labels").Key(`a].b\`).Field("").Field("Values").Index(2)
	assert.Equal(t, `nodes.WorkerPoolArgs.Labels[a].b\].Values[2]`, path.String())
	assert.Equal(t, argument.Path("nodes.WorkerPoolArgs"), path.Root())
	want := []argument.Step{{Name: "Labels"}, {Name: `a].b\`, Element: true}, {Name: "Values"}, {Name: "2", Element: true}}
	assert.Equal(t, want, path.Steps())

	below := path.In("")
	assert.Equal(t, want, below.Steps())
	assert.Empty(t, below.Root())
	assert.Equal(t, "blueprint.Workers.WorkerPools[batch]"+below, path.In(argument.Path("blueprint.Workers.WorkerPools").Key("batch")))

	assert.True(t, path.Within("nodes.WorkerPoolArgs.Labels"))
	assert.True(t, below.Within(below))
	assert.False(t, path.Within("nodes.WorkerPoolArgs.Label"), "a field is no part of another one's name")
	assert.Empty(t, argument.Path("nodes.WorkerPoolArgs").Steps())
	assert.Equal(t, []argument.Step{{Name: "clusters"}, {Name: "0", Element: true}}, argument.Path("clusters").Index(0).Steps())
}
