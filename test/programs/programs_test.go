// Package programs_test has programs as users write them, with the public packages alone: larger than a test of a component, and of
// other forms than the examples. Each of them comes up in the sandbox, stays as it is, and can be destroyed.
package programs_test

import (
	"cmp"
	"maps"
	"path/filepath"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// run is a program in a sandbox.
type run struct {
	program pulumi.RunFunc
	// project is the name of the project. Defaults to program.
	project string
	// config is the configuration; clusters are the settings that are install directories, by the domains of their clusters.
	config, clusters map[string]string
	// region is that of the clusters. Defaults to us-east-2.
	region string
	// unchecked accepts types of resources that the library does not have, such as a transit gateway.
	unchecked bool
	// unprotect is the configuration with which the program can be destroyed. It changes nothing but options.
	unprotect map[string]string
	// dir and references are folders of sandboxes. dir defaults to a new one.
	dir        string
	references []string
	// resources is the least number of resources that the program registers.
	resources int
	// imports reports whether the first update imports too: the security group that ROSA leaves behind.
	imports bool
}

// lifecycle brings the program up, up again, refreshes and destroys it.
func (r run) lifecycle(t *testing.T) {
	t.Helper()
	box := r.box(t)
	first := []string{"create"}
	if r.imports {
		first = append(first, "import")
	}
	assert.GreaterOrEqual(t, mockstest.CheckUp(t, box, first...).Changes["create"], r.resources)
	if r.unprotect != nil {
		r.config = mockstest.With(r.config, r.unprotect)
		box = r.box(t)
		unprotected := mockstest.Must(t, box.Up)
		assert.Equal(t, []string{"same"}, mockstest.Kinds(unprotected.Changes))
	}
	mockstest.CheckDestroy(t, box)
}

// box returns the sandbox of the program, for tests with ENGINE=1.
func (r *run) box(t *testing.T) *sandbox.Sandbox {
	t.Helper()
	mockstest.NeedsEngine(t)
	if r.region == "" {
		r.region = "us-east-2"
	}
	if r.dir == "" {
		r.dir = t.TempDir()
	}
	config := map[string]string{"aws:region": r.region}
	maps.Copy(config, r.config)
	for key, domain := range r.clusters {
		config[key] = filepath.Join(r.dir, key)
		require.NoError(t, mocks.InstallDir(config[key], domain, r.region))
	}
	box, err := sandbox.New(sandbox.Options{
		Project: cmp.Or(r.project, "program"), Program: r.program, Dir: r.dir, References: r.references, Config: config,
		UncheckedOthers: r.unchecked,
	})
	require.NoError(t, err)
	return box
}
