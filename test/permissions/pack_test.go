package permissions

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// packWay is an edge in the data of the policy pack.
type packWay struct {
	Name    string   `json:"name"`
	On      string   `json:"on"`
	Actions []string `json:"actions"`
	Gain    string   `json:"gain"`
	Service string   `json:"service,omitempty"`
	Policy  string   `json:"policy,omitempty"`
	Self    bool     `json:"self,omitempty"`
	Open    bool     `json:"open,omitempty"`
	Tagged  bool     `json:"tagged,omitempty"`
	Source  string   `json:"source"`
}

// packResource is a resource that no stack owns.
type packResource struct {
	Kind   string `json:"kind"`
	ARN    string `json:"arn"`
	Label  string `json:"label"`
	Open   bool   `json:"open,omitempty"`
	Record string `json:"record,omitempty"`
}

// packReason is why ways remain, and the actors that go them.
type packReason struct {
	Ways   []string `json:"ways"`
	Who    []string `json:"who"`
	Reason string   `json:"reason"`
}

// packActor is an actor of the reasons, with the actions of its policies.
type packActor struct {
	Name    string   `json:"name"`
	Actions []string `json:"actions"`
}

var gainNames = map[gain]string{controls: "controls", acts: "acts", rewrites: "rewrites", unbounded: "unbounded", undenied: "undenied"}

// foreign returns the resources that are not of a cluster and not created by the way.
func foreign() []packResource {
	var all []packResource
	for _, r := range world {
		if r.owner == team || r.owner == owner && r.arn != principal {
			all = append(all, packResource{r.kind, r.arn, r.String(), r.open, r.record})
		}
	}
	return all
}

const reasonNoBoundary = "The roles have what OpenShift's installer and operators require: with a permissions boundary they reach less"

// reasons returns the ways that remain for the roles that the components create, with the boundary and without it, and these roles.
func reasons(t *testing.T) ([]packReason, []packActor) {
	t.Helper()
	s, starts := published(t)
	starts = slices.DeleteFunc(starts, func(a actor) bool {
		return a.name == writtenRole || strings.HasPrefix(a.name, "principal") || a.name == "pod of a fleet"
	})
	var rows []packReason
	known := map[[2]string]bool{}
	for _, e := range explained {
		row := packReason{Ways: each(e.ways), Reason: e.reason}
		for _, who := range each(e.who) {
			if slices.ContainsFunc(starts, func(a actor) bool { return a.name == who }) {
				row.Who = append(row.Who, who)
				for _, way := range row.Ways {
					known[[2]string{who, way}] = true
				}
			}
		}
		if len(row.Who) > 0 {
			rows = append(rows, row)
		}
	}
	var actors []packActor
	for _, start := range starts {
		row := packReason{Who: []string{start.name}, Reason: reasonNoBoundary}
		start.boundary = nil
		_, ways := s.from(start)
		for f := range ways {
			if f.actor == start.name && !known[[2]string{start.name, f.edge}] {
				row.Ways = append(row.Ways, f.edge)
			}
		}
		slices.Sort(row.Ways)
		row.Ways = slices.Compact(row.Ways)
		if len(row.Ways) > 0 {
			rows = append(rows, row)
		}
		if slices.ContainsFunc(rows, func(r packReason) bool { return slices.Contains(r.Who, start.name) }) {
			actors = append(actors, packActor{start.name, namedActions(start)})
		}
	}
	return rows, actors
}

// namedActions returns the actions that the policies of an actor name.
func namedActions(a actor) []string {
	actions := []string{}
	for _, s := range slices.Concat(a.policies...) {
		actions = append(actions, s.Action...)
	}
	slices.Sort(actions)
	return slices.Compact(actions)
}

// lines returns a list in JSON, with an element a line.
func lines[T any](t *testing.T, name string, elements []T) string {
	t.Helper()
	all := make([]string, len(elements))
	for i, element := range elements {
		text, err := json.Marshal(element)
		require.NoError(t, err)
		all[i] = "    " + string(text)
	}
	return "  \"" + name + "\": [\n" + strings.Join(all, ",\n") + "\n  ]"
}

// TestWaysOfThePack compares the data with which the policy pack searches the roles of a stack. UPDATE_GOLDEN=1 writes it.
func TestWaysOfThePack(t *testing.T) {
	t.Parallel()
	var ways []packWay
	others := foreign()
	for _, e := range edges {
		isKnown := slices.ContainsFunc(others, func(r packResource) bool { return r.Kind == e.on })
		if !isKnown && e.on != "new role" {
			continue // a way that is on the issuer of another cluster
		}
		ways = append(ways, packWay{
			Name: e.name, On: e.on, Actions: strings.Fields(e.actions), Gain: gainNames[e.gain], Service: e.service, Policy: e.policy,
			Self: e.self, Open: e.open, Tagged: e.tagged, Source: e.source,
		})
	}
	rows, actors := reasons(t)
	want := "{\n" + strings.Join([]string{
		lines(t, "ways", ways), lines(t, "foreign", others), lines(t, "explained", rows), lines(t, "actors", actors),
	}, ",\n") + "\n}\n"
	file := filepath.Join("..", "..", "policy", "policies", "ways.json")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		require.NoError(t, os.WriteFile(file, []byte(want), 0o600))
	}
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, want, string(text), "UPDATE_GOLDEN=1 writes it")
}
