package mockstest

import (
	"maps"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
)

// Example is the program of an example, with the assertions that the tests of all examples share.
type Example struct {
	// Project is the name in the example's Pulumi.yaml.
	Project string
	// Program is the Pulumi program.
	Program pulumi.RunFunc
	// Config is the default configuration. Keys without a namespace are the project's.
	Config map[string]string
	// Base is the scenario whose golden file has everything. Defaults to the one that changes nothing, or the only one.
	Base string
	// Like is a golden file of another example, relative to testdata, if the base's has only what differs from it.
	Like string
	// CheckText compares the text of a scenario with golden files. Defaults to testdata/<scenario>.golden.
	CheckText func(t testing.TB, text []byte)
}

// Configured returns the default configuration with changes, as mocks and the sandbox accept it.
func (e Example) Configured(changes map[string]string) map[string]string {
	values := map[string]string{}
	for key, value := range With(e.Config, changes) {
		if !strings.Contains(key, ":") {
			key = e.Project + ":" + key
		}
		values[key] = value
	}
	return values
}

// With returns a configuration with changes.
func With(config, changes map[string]string) map[string]string {
	changed := maps.Clone(config)
	maps.Copy(changed, changes)
	return changed
}

// Sandbox returns a sandbox of the program in a folder, with the default configuration and changes.
func (e Example) Sandbox(t testing.TB, dir string, changes map[string]string) *sandbox.Sandbox {
	t.Helper()
	box, err := sandbox.New(sandbox.Options{Project: e.Project, Program: e.Program, Dir: dir, Config: e.Configured(changes)})
	require.NoError(t, err)
	return box
}

// Recorder returns a recorder with the default configuration and changes.
func (e Example) Recorder(changes map[string]string) *mocks.Recorder {
	return mocks.New(mocks.Project(e.Project), mocks.Config(e.Configured(changes)))
}

// Updating returns a recorder of the update of a stack with changes of the default configuration.
func (e Example) Updating(before *mocks.Recorder, changes map[string]string) *mocks.Recorder {
	return mocks.New(mocks.Project(e.Project), mocks.Config(e.Configured(changes)), mocks.Updating(before))
}

// Run runs the program, which must not fail, with the default configuration and changes.
func (e Example) Run(t testing.TB, changes map[string]string) *mocks.Recorder {
	t.Helper()
	rec := e.Recorder(changes)
	require.NoError(t, rec.Run(e.Program))
	return rec
}

// CheckScenarios asserts for each scenario, which is a change of the configuration, that the program registers what is in
// testdata/<scenario>.golden, of which all but the base's have what differs from the base, that its picture is
// docs/pictures/<example>-<scenario>.svg, and that a preview registers the same resources as an update. It runs beside other tests, and
// returns the recordings.
func (e Example) CheckScenarios(t *testing.T, scenarios map[string]map[string]string) map[string]*mocks.Recorder {
	t.Helper()
	t.Parallel()
	recorded := map[string]*mocks.Recorder{}
	base := e.base(scenarios)
	require.Contains(t, scenarios, base, "the base is a scenario")
	baseText := e.Run(t, scenarios[base]).Golden()
	for name, changes := range scenarios {
		update, preview := e.Run(t, changes), e.Recorder(changes)
		recorded[name] = update
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			switch {
			case e.CheckText != nil:
				e.CheckText(t, update.Golden())
			case name == base && e.Like != "":
				golden.CheckLike(t, "testdata/"+name+".golden", e.Like, update.Golden())
			case name == base:
				golden.Check(t, "testdata/"+name+".golden", update.Golden())
			default:
				golden.CheckDifference(t, "testdata/"+name+".golden", base+".golden", baseText, update.Golden())
			}
			checkPicture(t, name, update)
			require.NoError(t, preview.Preview(e.Program))
			assert.Equal(t, URNs(update), URNs(preview), "a preview registers what an update does")
			Engine(t, e.Program, e.Project, e.Configured(changes))
		})
	}
	return recorded
}

// base returns the name of the scenario from which the others differ.
func (e Example) base(scenarios map[string]map[string]string) string {
	if e.Base != "" {
		return e.Base
	}
	for name, changes := range scenarios {
		if len(changes) == 0 || len(scenarios) == 1 {
			return name
		}
	}
	return ""
}

// CheckStackOutputs asserts that the program registers the same resources if some of its settings are outputs of another stack, which
// a setting names, instead of configuration.
func (e Example) CheckStackOutputs(t testing.TB, setting string, outputs map[string]any) {
	t.Helper()
	want := Inputs(e.Run(t, nil))
	const stack = "organization/other/demo"
	changes := map[string]string{setting: stack}
	for key := range outputs {
		changes[key] = ""
	}
	rec := mocks.New(mocks.Project(e.Project), mocks.Config(e.Configured(changes)), mocks.StackOutputs(stack, outputs))
	require.NoError(t, rec.Run(e.Program))
	got := Inputs(rec)
	references := rec.OfType("pulumi:pulumi:StackReference")
	require.Len(t, references, 1)
	delete(got, references[0].URN)
	assert.Equal(t, want, got)
}

// CheckRejected asserts that the program reports all problems of a configuration together, and registers nothing. The
// configuration replaces the default one.
func (e Example) CheckRejected(t testing.TB, config map[string]string, problems ...string) {
	t.Helper()
	e.Config = config
	rec := e.Recorder(nil)
	err := rec.Run(e.Program)
	for _, problem := range problems {
		assert.ErrorContains(t, err, problem)
	}
	assert.Empty(t, rec.Resources(), "nothing is registered")
}

// Upstream returns the names of all resources on which a resource depends, directly or not.
func Upstream(rec *mocks.Recorder, name string) map[string]bool {
	byURN, found := map[string]mocks.Resource{}, map[string]bool{}
	for _, r := range rec.Resources() {
		byURN[r.URN] = r
	}
	var walk func(mocks.Resource)
	walk = func(r mocks.Resource) {
		for _, urn := range r.Dependencies {
			if next := byURN[urn]; !found[next.Name] {
				found[next.Name] = true
				walk(next)
			}
		}
	}
	for _, r := range rec.Resources() {
		if r.Name == name && r.Custom {
			walk(r)
		}
	}
	return found
}

// Kinds returns the operations that a run applied to at least one resource, other than reads, which change nothing.
func Kinds(changes map[string]int) []string {
	var kinds []string
	for kind, count := range changes {
		if count > 0 && kind != "read" {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}
