package fleet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/test/cputime"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
)

const threeClusters = `
argocd: {repoURL: "https://git.example.com/fleet.git", revision: main, path: rendered, project: fleet}
rollout:
- {name: canary, select: {tier: [canary]}, maxUpdate: 1}
- {name: early, select: {tier: [early], region: [eu-west-1, us-east-2]}, maxUpdate: 10%}
- {name: rest, select: {tier: [rest]}}
defaults:
  blueprint: stash
  account: 012345678901
  region: eu-west-1
  version: 4.18.5
  backend: s3://state
  labels: {tier: rest}
  workspace:
    image: registry.example.com/fleet:1.0.0
    serviceAccountName: fleet
    envFrom: [{secretRef: {name: fleet}}]
    resources: {requests: {memory: 2Gi}, limits: {memory: 2Gi}}
clusters:
- {name: canary, region: us-east-2, zones: [us-east-2a], vpcCidr: 10.0.0.0/16, protect: false, labels: {tier: canary}}
- {name: second, vpcCidr: 10.1.0.0/16, pair: shop, labels: {tier: early}, secrets: {adminPassword: fleet/password}}
- {name: third, vpcCidr: 10.2.0.0/16, pair: shop, organization: acme, secretsProvider: awskms://alias/fleet,
   workspace: {serviceAccountName: account-b, resources: {limits: {memory: 3Gi}}}}
`

// rendered returns the files of a list, which is valid for a program without required settings.
func rendered(t *testing.T, text string) map[string][]byte {
	t.Helper()
	l := parsed(t, text)
	p := testProgram(t, "{name: shop, config: {workers: {default: 2}, vpcCidr: {type: string}, adminPassword: {secret: true, default: x}}}")
	require.NoError(t, l.check(p))
	files, err := l.Render("shop")
	require.NoError(t, err)
	return files
}

func TestRender(t *testing.T) {
	t.Parallel()
	files := rendered(t, threeClusters)
	golden.Check(t, "testdata/applicationset.yaml", files["applicationset.yaml"])
	var stacks []byte
	for _, name := range []string{"canary", "second", "third"} {
		text := files["clusters/"+name+".yaml"]
		var object map[string]any
		require.NoError(t, yaml.Unmarshal(text, &object))
		kubetest.Check(t, object)
		stacks = slices.Concat(stacks, []byte("---\n"), text)
	}
	golden.Check(t, "testdata/stacks.yaml", stacks)
}

func TestRenderNeedsMore(t *testing.T) {
	t.Parallel()
	_, err := parsed(t, `clusters: [{name: a, region: us-east-2, version: 4.18.5}]`).Render("shop")
	assert.EqualError(t, err, "argocd.repoURL: is required\nclusters[0].backend: is required\nclusters[0].workspace.image: is required")
}

// TestOneChangeIsOneObject: what changes in the list changes the object of one cluster, in any order of the list.
func TestOneChangeIsOneObject(t *testing.T) {
	t.Parallel()
	second := "- {name: second, vpcCidr: 10.1.0.0/16, pair: shop, labels: {tier: early}, secrets: {adminPassword: fleet/password}}\n"
	early := "- {name: fourth, vpcCidr: 10.3.0.0/16, labels: {tier: early}}\n"
	replace := func(before, after string) string {
		require.Contains(t, threeClusters, before)
		return strings.Replace(threeClusters, before, after, 1)
	}
	before := rendered(t, threeClusters+early)
	for _, test := range []struct {
		name, list string
		want       []string
	}{
		{"the version of one cluster", replace("- {name: canary, region", "- {name: canary, version: 4.18.6, region"), []string{"canary"}},
		{"one cluster more", threeClusters + "- {name: fifth, vpcCidr: 10.4.0.0/16}\n", []string{"fifth"}},
		{"one cluster less", replace(second, ""), []string{"second"}},
		{"another step", replace("pair: shop, labels: {tier: early}", "pair: shop, labels: {tier: canary}"), []string{"second"}},
		{"another order", replace("clusters:\n", "clusters:\n"+strings.Replace(second, "second", "SECOND", 1)), nil},
	} {
		test.list = strings.Replace(test.list, second, "", strings.Count(test.list, "SECOND")) + early
		test.list = strings.Replace(test.list, "SECOND", "second", 1)
		after := rendered(t, test.list)
		var changed []string
		for path := range union(before, after) {
			if string(before[path]) != string(after[path]) {
				changed = append(changed, strings.TrimSuffix(filepath.Base(path), ".yaml"))
			}
		}
		slices.Sort(changed)
		assert.Equal(t, test.want, changed, test.name)
	}
}

// TestRemovalsAreNamed: a cluster that leaves the list, or gets another name, still runs.
func TestRemovalsAreNamed(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "fleet [prod]") // no pattern
	files := rendered(t, threeClusters)
	require.NoError(t, writeFiles(dir, files, "", nil, nil))
	renamed := rendered(t, strings.Replace(threeClusters, "name: third", "name: fourth", 1))
	err := writeFiles(dir, renamed, "", nil, nil)
	require.ErrorContains(t, err, "third is not in the list any more, and its cluster and stack still exist")
	assert.NoFileExists(t, filepath.Join(dir, "clusters", "fourth.yaml"), "nothing is written")
	require.NoError(t, writeFiles(dir, renamed, "", nil, []string{"third"}))
	entries, err := os.ReadDir(filepath.Join(dir, "clusters"))
	require.NoError(t, err)
	assert.Len(t, entries, 3)
	assert.NoFileExists(t, filepath.Join(dir, "clusters", "third.yaml"))
}

// TestRenderOfAStep: only the objects of the step's clusters change, so that a commit holds nothing that another step could begin with.
func TestRenderOfAStep(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, writeFiles(dir, rendered(t, threeClusters), "", nil, nil))
	upgraded := strings.Replace(threeClusters, "version: 4.18.5", "version: 4.18.6", 1)
	files := rendered(t, upgraded)
	for _, test := range []struct {
		step string
		want []string
	}{
		{"canary", []string{"canary"}}, {"early", []string{"canary", "second"}}, {"", []string{"canary", "second", "third"}},
	} {
		require.NoError(t, writeFiles(dir, files, test.step, newReport(parsed(t, upgraded), test.step, nil), nil))
		var changed []string
		for _, name := range []string{"canary", "second", "third"} {
			text, err := os.ReadFile(filepath.Join(dir, "clusters", name+".yaml"))
			require.NoError(t, err)
			if strings.Contains(string(text), "4.18.6") {
				changed = append(changed, name)
			}
		}
		assert.Equal(t, test.want, changed, test.step)
	}
}

// TestMatrix: no cluster is left out, beyond the limit of a CI system too.
func TestMatrix(t *testing.T) {
	t.Parallel()
	l := manyClusters(600)
	var out bytes.Buffer
	require.NoError(t, l.matrix(&out, "rest", 256))
	var matrix struct {
		Include []struct {
			Chunk int
			Jobs  struct{ Include []map[string]string }
		}
	}
	require.NoError(t, json.Unmarshal(out.Bytes(), &matrix), out.String())
	assert.Equal(t, 1, strings.Count(out.String(), "\n"), "an output of a job is one line")
	var shape []int
	for i, chunk := range matrix.Include {
		assert.Equal(t, i, chunk.Chunk)
		shape = append(shape, len(chunk.Jobs.Include))
	}
	assert.Equal(t, []int{256, 256, 82}, shape)
	assert.Equal(t, map[string]string{
		"cluster": "c6", "stack": "c6", "account": "123456789012", "region": "us-east-2", "backend": "s3://state", "secretsProvider": "",
	}, matrix.Include[0].Jobs.Include[0])
	require.EqualError(t, l.matrix(&out, "late", 256), `step "late" has 0 clusters; must be between 1 and 65536`)
	assert.EqualError(t, l.matrix(&out, "rest", 20), `step "rest" has 594 clusters; must be between 1 and 400`)
}

// manyClusters returns a fleet in two steps: one in a hundred, and the rest.
func manyClusters(count int) *List {
	var text strings.Builder
	text.WriteString(`
argocd: {repoURL: "https://git.example.com/fleet.git"}
rollout: [{name: canary, select: {tier: [canary]}}, {name: rest, select: {tier: [rest]}, maxUpdate: 25}]
defaults:
  {blueprint: stash, account: "123456789012", region: us-east-2, version: 4.18.5, backend: "s3://state", labels: {tier: rest},
   workspace: {image: fleet}}
clusters:
`)
	for i := range count {
		fmt.Fprintf(&text, "- {name: c%d, vpcCidr: 10.%d.%d.0/20", i, i/16, i%16*16)
		if i < count/100 {
			text.WriteString(", labels: {tier: canary}")
		}
		text.WriteString("}\n")
	}
	l, err := Parse([]byte(text.String()))
	if err != nil {
		panic(err)
	}
	return l
}

// TestTwoThousandClusters: a list of 2,000 clusters is checked and rendered in seconds of CPU, without what their own blueprints take.
func TestTwoThousandClusters(t *testing.T) {
	begun := cputime.Used(t)
	l := manyClusters(2000)
	require.NoError(t, l.check(testProgram(t, "{name: shop, config: {workers: {default: 2}, vpcCidr: {type: string}}}")))
	files, err := l.Render("shop")
	require.NoError(t, err)
	took := cputime.Used(t) - begun
	size := 0
	for _, text := range files {
		size += len(text)
	}
	t.Logf("%d files, %d KiB, %s", len(files), size>>10, took)
	assert.Less(t, took, 20*time.Second)
	assert.Less(t, size, 2000*2048, "2 KiB a cluster, in any number of clusters")
}
