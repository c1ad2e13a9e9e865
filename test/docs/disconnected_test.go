package docs

import (
	"fmt"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// pulumiVariable is a variable of the environment that Pulumi or one of its plugins reads.
var pulumiVariable = regexp.MustCompile(`\bPULUMI_[A-Z0-9_.]+`)

// TestImageOfTheFleet: the image has the plugins and the provider of the bill of materials, and sets the variables with which the
// acceptance tests run.
func TestImageOfTheFleet(t *testing.T) {
	t.Parallel()
	page, image := read(t, filepath.Join(root, "docs", "disconnected.md")), read(t, filepath.Join(root, "examples", "fleet", "Containerfile"))
	used := read(t, filepath.Join(root, "test", "acceptance", "fleet_test.go")) + read(t, filepath.Join(root, "test", "lab", "lab"))
	for _, text := range []string{page, image} {
		variables := pulumiVariable.FindAllString(text, -1)
		assert.GreaterOrEqual(t, len(variables), 4)
		for _, variable := range variables {
			assert.Contains(t, used, variable)
		}
	}
	installed := regexp.MustCompile(`pulumi plugin install resource \S+ [0-9.]+`)
	plugins := installed.FindAllString(page, -1)
	assert.Len(t, plugins, 2)
	assert.Equal(t, plugins, installed.FindAllString(image, -1))
	cli := regexp.MustCompile(`(?m)^\| Pulumi CLI[^|]*\| (\S+) \|`).FindStringSubmatch(page)
	require.NotNil(t, cli)
	assert.Regexp(t, "/pulumi-base:"+regexp.QuoteMeta(cli[1])+"[@ ]", image)
	assert.Contains(t, image, "go build -C cmd/pulumi-resource-"+rhcs.PluginName+" ")
}

// TestBillOfMaterials compares the versions on the page about disconnected machines with those that a program needs.
func TestBillOfMaterials(t *testing.T) {
	t.Parallel()
	page, requirements := read(t, filepath.Join(root, "docs", "disconnected.md")), read(t, filepath.Join(root, "go.mod"))
	for what, module := range map[string]string{
		"CLI, with the host of the program's language": "pulumi/sdk/v3", "`aws`": "pulumi-aws/sdk/v6", "`kubernetes`": "pulumi-kubernetes/sdk/v4",
	} {
		version := regexp.MustCompile(`github.com/pulumi/` + module + ` v(\S+)`).FindStringSubmatch(requirements)
		require.NotNil(t, version, module)
		assert.Regexp(t, `(?m)^\| [^|]*`+regexp.QuoteMeta(what)+`[^|]*\| `+regexp.QuoteMeta(version[1])+` \|`, page)
		if what[0] == '`' {
			assert.Contains(t, page, fmt.Sprintf("pulumi plugin install resource %s %s\n", what[1:len(what)-1], version[1]))
			assert.Contains(t, page, fmt.Sprintf("resource-%s-v%s/", what[1:len(what)-1], version[1]))
		}
	}
	assert.Contains(t, page, "plugin `terraform-provider` of Pulumi | "+rhcs.DefaultPluginVersion+" |")
	assert.Contains(t, page, "/"+rhcs.DefaultSource+"/"+rhcs.DefaultVersion+"/linux_amd64/terraform-provider-rhcs`")
}
