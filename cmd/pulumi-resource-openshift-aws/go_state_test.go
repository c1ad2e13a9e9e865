package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestStateOfGo changes the language of a stack from Go to YAML and back: neither changes anything that the other created.
func TestStateOfGo(t *testing.T) {
	t.Parallel()
	installDir, err := filepath.Abs(installDir)
	require.NoError(t, err)
	zones := []string{"us-east-2a", "us-east-2b", "us-east-2c"}
	for name, program := range map[string]func(ctx *pulumi.Context) error{
		"rosa": func(ctx *pulumi.Context) error {
			_, err := blueprint.NewROSAHCP(ctx, "shop", &blueprint.ROSAHCPArgs{Version: "4.18.5", Zones: zones})
			return err
		},
		"self-managed": func(ctx *pulumi.Context) error {
			_, err := blueprint.NewSelfManaged(ctx, "demo", &blueprint.SelfManagedArgs{
				InstallDir: installDir, Zones: zones, AMI: pulumi.String("ami-0123456789abcdef0"),
				PublicZoneID: pulumi.String("Z0123456789ABCDEFGHIJ"),
			})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProject(t, name)
			box, err := sandbox.New(sandbox.Options{
				Project: name, Dir: filepath.Join(p.dir, ".sandbox"), Config: map[string]string{"aws:region": "us-east-2"}, Program: program,
			})
			require.NoError(t, err)
			created := mockstest.Must(t, box.Up)
			require.Greater(t, len(created.Steps), 60)
			p.registersOutputs()
			p.must("preview", "--expect-no-changes")
			p.must("up", "--yes", "--skip-preview", "--expect-no-changes")

			back := mockstest.Must(t, box.Preview)
			assert.False(t, back.Changed(), back.Changes)
			p.must("destroy", "--yes", "--skip-preview")
		})
	}
}

// TestSecondProcess passes a component of one process of the plugin to another one, which an explicit provider of the package starts.
// Then it changes what cannot change: the error, which is that of a hook, names properties.
func TestSecondProcess(t *testing.T) {
	t.Parallel()
	p := newProject(t, "second-process")
	assert.NotContains(t, p.must("preview"), "the preview is incomplete")
	p.must("up", "--yes", "--skip-preview")
	p.must("preview", "--expect-no-changes")

	const infraID = "infraId: demo-x7k2p}"
	p.write("Pulumi.yaml", strings.Replace(read(t, p.dir, "Pulumi.yaml"), infraID, "cidr: 10.1.0.0/16, "+infraID, 1))
	out, err := p.pulumi("preview")
	require.Error(t, err)
	assert.Contains(t, out, "before-update\" failed: cidr: 10.0.0.0/16 cannot become 10.1.0.0/16")
	assert.Contains(t, out, "only a VPC without a cluster can be replaced, with allowReplacement")
	p.must("destroy", "--yes", "--skip-preview")
}

// TestAnotherZone adds a zone in front of the others: the preview knows that a machine in the subnet of a zone stays in it.
func TestAnotherZone(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	p := &project{T: t}
	prepareTypeScript(p, "", read(t, "testdata", "zones", "index.ts"))
	const settings = "config:\n  aws:region: us-east-2\n  rosa:zones: "
	p.write("Pulumi.sandbox.yaml", settings+"[us-east-2b, us-east-2c]\n")
	p.must("up", "--yes", "--skip-preview")
	p.write("Pulumi.sandbox.yaml", settings+"[us-east-2a, us-east-2b, us-east-2c]\n")
	out := p.must("preview")
	assert.Contains(t, out, "us-east-2a create")
	assert.NotRegexp(t, `to (delete|replace)|aws:ec2:Instance host (update|replace)`, out)
	p.must("destroy", "--yes", "--skip-preview")
}

// TestSecondRelease passes a component of one release to another, as the package of a team's own component does that requires an older one.
// Both are installed, instead of the one on PATH.
func TestSecondRelease(t *testing.T) {
	t.Parallel()
	p := newProject(t, "second-release")
	folder, err := build()
	require.NoError(t, err)
	onPath := t.TempDir()
	require.NoError(t, os.Symlink(filepath.Join(folder, "pulumi-language-yaml"), filepath.Join(onPath, "pulumi-language-yaml")))
	p.env = []string{"PATH=" + onPath + string(os.PathListSeparator) + os.Getenv("PATH")}
	for _, release := range []string{"0.1.0", "0.2.0"} {
		installed := filepath.Join(p.dir, ".sandbox", "home", "plugins", "resource-openshift-aws-v"+release)
		require.NoError(t, os.MkdirAll(installed, 0o700))
		const name = "pulumi-resource-openshift-aws"
		require.NoError(t, os.Symlink(filepath.Join(folder, name), filepath.Join(installed, name)))
	}
	assert.NotContains(t, p.must("preview"), "the preview is incomplete")
	p.must("up", "--yes", "--skip-preview")
	p.must("preview", "--expect-no-changes")
	providers := map[string]string{}
	for _, each := range p.state() {
		if each.Type == "pulumi:providers:openshift-aws" {
			providers[each.URN[strings.LastIndex(each.URN, "::")+2:]] = each.Inputs["version"].(string)
		}
	}
	assert.Equal(t, map[string]string{"default_0_1_0": "0.1.0", "default_0_2_0": "0.2.0"}, providers)
	p.must("destroy", "--yes", "--skip-preview")
}
