// Package effects has what the machine config operator does with the nodes after a change of each field of a component.
package effects

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/plugin"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
)

const (
	recordFile = "testdata/machine-config-operator.json"
	page       = "../../docs/effects.md"
	tableStart = "<!-- `make golden` writes the table. -->\n"
	tableEnd   = "<!-- end of the table -->\n"
)

// record is what the operator's code did with the objects of each change. It is no Go module, so it does not run here.
type record struct {
	// Source is the code that ran: repository, branch and commit.
	Source string `json:"source"`
	// Changes are the results by change.
	Changes map[string]result `json:"changes"`
}

// result is what the nodes of the pools do.
type result struct {
	// Objects is the digest of the objects before and after the change.
	Objects string `json:"objects"`
	// Pools are the actions on the nodes by pool; a pool that gets no new configuration is not in it.
	Pools map[string][]string `json:"pools,omitempty"`
	// Files are the files and units that differ.
	Files []string `json:"files,omitempty"`
}

// objects returns the objects of a program, sorted: what several patches set in one is together.
func objects(t *testing.T, program pulumi.RunFunc) []map[string]any {
	t.Helper()
	rec := mocks.New(clustertest.InCluster)
	require.NoError(t, rec.Run(program))
	created, patched := kubetest.Recorded(t, rec)
	byName := map[string]map[string]any{}
	for _, object := range slices.Concat(created, patched) {
		metadata := object["metadata"].(map[string]any)
		name := fmt.Sprint(object["kind"], metadata["namespace"], metadata["name"])
		byName[name] = merge(byName[name], object)
	}
	all := []map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		all = append(all, byName[name])
	}
	return all
}

func merge(object, patch map[string]any) map[string]any {
	merged := maps.Clone(patch)
	for key, value := range object {
		below, isMap := value.(map[string]any)
		if over, both := patch[key].(map[string]any); isMap && both {
			merged[key] = merge(below, over)
		} else if _, set := patch[key]; !set {
			merged[key] = value
		}
	}
	return merged
}

// manifests are the objects of a change.
type manifests struct {
	ID     string           `json:"id"`
	Before []map[string]any `json:"before"`
	After  []map[string]any `json:"after"`
}

func (m manifests) digest(t *testing.T) string {
	t.Helper()
	text, err := json.Marshal(m)
	require.NoError(t, err)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

func allManifests(t *testing.T) []manifests {
	t.Helper()
	var all []manifests
	for _, c := range components() {
		for _, one := range c.changes() {
			all = append(all, manifests{one.id(), objects(t, one.before), objects(t, one.after)})
		}
	}
	return all
}

// TestEffectsAreRecorded: the recorded results are those of the objects that the components register now. With OBJECTS=FILE it writes the
// objects, a change on each line, for the operator's code.
func TestEffectsAreRecorded(t *testing.T) {
	t.Parallel()
	recorded, all := readRecord(t), allManifests(t)
	if file := os.Getenv("OBJECTS"); file != "" {
		var lines strings.Builder
		for _, m := range all {
			require.NoError(t, json.NewEncoder(&lines).Encode(map[string]any{"objects": m, "digest": m.digest(t)}))
		}
		require.NoError(t, os.WriteFile(file, []byte(lines.String()), 0o600))
	}
	for _, m := range all {
		assert.Equal(t, recorded.Changes[m.ID].Objects, m.digest(t), "%s: run the operator's code with the new objects", m.ID)
	}
	assert.Len(t, recorded.Changes, len(all), "a change that the components no longer have")
}

func readRecord(t *testing.T) record {
	t.Helper()
	text, err := os.ReadFile(recordFile)
	require.NoError(t, err)
	var recorded record
	require.NoError(t, json.Unmarshal(text, &recorded))
	return recorded
}

// TestEveryFieldHasAnEffect: a new field of a component is in the table.
func TestEveryFieldHasAnEffect(t *testing.T) {
	t.Parallel()
	unchanged := []string{"configuration.ProxyArgs.ReplacedCA", "ingress.ComponentRoutesArgs.Downloads", "ingress.ComponentRoutesArgs.OAuth"}
	for _, c := range components() {
		fields := reflect.TypeOf(c.after)
		for i := range fields.NumField() {
			name := fields.Field(i).Name
			if slices.Contains(c.identity, name) || slices.Contains(unchanged, c.name+"Args."+name) {
				continue
			}
			assert.False(t, reflect.ValueOf(c.after).Field(i).IsZero(), "%s.%s", c.name, name)
		}
	}
}

// TestEffectsPage: the table of the page is that of the results.
func TestEffectsPage(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(text), tableStart)
	require.True(t, found)
	_, after, found := strings.Cut(rest, tableEnd)
	require.True(t, found)
	golden.Check(t, page, []byte(before+tableStart+effectsTable(t)+tableEnd+after))
}

func effectsTable(t *testing.T) string {
	t.Helper()
	recorded := readRecord(t)
	var table strings.Builder
	table.WriteString("| component | fields | nodes | pods |\n| --- | --- | --- | --- |\n")
	fields := map[string]map[string][]string{}
	for _, c := range components() {
		fields[c.name] = map[string][]string{}
		for _, one := range c.changes() {
			effect := recorded.Changes[one.id()].text()
			fields[c.name][effect] = append(fields[c.name][effect], "`"+one.field+"`")
		}
	}
	for _, component := range plugin.Components {
		name := component.Result.String()
		if component.Restarts != "" && fields[name] == nil {
			fmt.Fprintf(&table, "| `%s` | all | %s | %s |\n", name, cmp.Or(nodesAfter[name], none), component.Restarts)
		}
		for _, effect := range slices.Sorted(maps.Keys(fields[name])) {
			fmt.Fprintf(&table, "| `%s` | %s | %s | %s |\n", name, strings.Join(fields[name][effect], ", "), effect, component.Restarts)
		}
	}
	return table.String()
}

// text returns what the nodes of which pools do.
func (r result) text() string {
	if len(r.Pools) == 0 {
		return none
	}
	var pools []string
	doing := map[string]bool{}
	for _, pool := range slices.Sorted(maps.Keys(r.Pools)) {
		pools = append(pools, pool)
		doing[words(r.Pools[pool])] = true
	}
	of := "of the pool"
	if len(pools) > 1 {
		of = "of all pools"
	}
	return "nodes " + of + " " + strings.Join(slices.Sorted(maps.Keys(doing)), "; ")
}

// words returns the actions of the operator in words.
func words(actions []string) string {
	texts := map[string]bool{}
	for _, action := range actions {
		texts[map[string]string{
			"Reboot": "reboot", "None": "get files, without a drain or a reboot", "Reload crio.service": "reload CRI-O",
			"Restart crio.service": "restart CRI-O", "Restart coreos-update-ca-trust.service": "trust the certificates",
			"Special": "reload CRI-O, and are drained unless the change only adds registries, or mirrors for digests",
		}[action]] = true
	}
	if slices.Contains(actions, "Special") {
		delete(texts, "reload CRI-O")
	}
	return strings.Join(slices.Sorted(maps.Keys(texts)), ", ")
}
