package ocmtest

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// Service is OCM, or what a fake has in its place.
type Service interface {
	// Happen lets an event happen to a cluster of a product, or to what is in it at a path below the cluster.
	Happen(event Event, product, cluster, path string)
	// Schedules returns how many schedules of upgrades a cluster has.
	Schedules(product, cluster string) int
	// Clusters returns how many clusters there are.
	Clusters() int
}

// Plugin opens a plugin and the OCM that it is connected to, and a second stack in another process.
type Plugin func(t *testing.T) (stack, other *Stack, service Service, oidcConfig string)

// RunCases runs all cases.
func RunCases(t *testing.T, open Plugin) {
	t.Helper()
	for name, tt := range Cases {
		for _, product := range []string{HCP, Classic} {
			for _, of := range tt.Of {
				if tt.Product != "" && tt.Product != product || of == Tuning && product == Classic {
					continue
				}
				t.Run(strings.Join([]string{name, kindOf(product), of}, "/"), func(t *testing.T) {
					t.Parallel()
					newCaseRun(t, open, product, of).run(tt)
				})
			}
		}
	}
}

// caseRun is the run of a case with a resource.
type caseRun struct {
	t            *testing.T
	stack, other *Stack
	service      Service
	product      string
	of           Content
	// cluster is the ID of the cluster that the resource is in, or is; lost is that of one that is not in the stack.
	cluster, lost string
	isScheduled   bool
}

func newCaseRun(t *testing.T, open Plugin, product, of string) *caseRun {
	t.Helper()
	stack, other, service, config := open(t)
	inputs := Products(config)[product]
	r := &caseRun{t: t, stack: stack, other: other, service: service, product: product, of: Content{Type: product, Inputs: inputs}}
	if of == Cluster {
		return r
	}
	_, err := stack.Up(product, inputs)
	require.NoError(t, err)
	r.cluster = stack.Resources[product].ID
	all := Contents(product, r.cluster)
	r.of = all[slices.IndexFunc(all, func(one Content) bool { return one.Name == of })]
	return r
}

func (r *caseRun) run(tt Case) {
	r.t.Helper()
	for i, step := range tt.Steps {
		r.happen(step.Event)
		change := maps.Clone(step.Change)
		if change[anyChange] == true {
			delete(change, anyChange)
			maps.Copy(change, Changes[r.product])
		}
		r.of.Inputs = With(r.of.Inputs, change)
		got, reason := r.do(step.Operation)
		require.Equal(r.t, step.Want, got, "step %d: %s: %s", i, tt.Reason, reason)
		require.Contains(r.t, reason, step.Error, "step %d: %s", i, tt.Reason)
		now := r.stack.Resources[r.of.Type]
		if now == nil {
			continue
		}
		if r.of.Type == r.product {
			r.cluster = now.ID
		}
		if r.lost != "" {
			assert.Equal(r.t, r.lost, now.ID, "step %d: %s", i, tt.Reason)
		}
		if r.isScheduled {
			assert.Equal(r.t, 1, r.service.Schedules(r.product, r.cluster), "step %d: %s", i, tt.Reason)
		}
	}
	if r.stack.Resources[r.product] == nil && r.lost == "" {
		assert.Zero(r.t, r.service.Clusters(), "no cluster is left that the stack does not have")
	}
}

func (r *caseRun) happen(event Event) {
	switch event {
	case "":
		return
	case Lost:
		r.lost = r.cluster
		delete(r.stack.Resources, r.of.Type)
		return
	case Scheduled:
		r.isScheduled = true
	}
	path := ""
	if now := r.stack.Resources[r.of.Type]; now != nil && r.of.Path != "" {
		path = strings.ReplaceAll(r.of.Path, "ID", now.ID)
	}
	r.service.Happen(event, r.product, r.cluster, path)
}

// do does an operation. It returns the result, "" if it fails, and why it fails or the resource is not ready.
func (r *caseRun) do(operation Operation) (result, reason string) {
	var err error
	switch operation {
	case Up:
		result, err = r.up(r.stack)
	case OtherUp:
		result, err = r.up(r.other)
	case Refresh:
		result, err = Kept, r.stack.Refresh(r.of.Type)
	case Destroy:
		result, err = Kept, r.stack.Destroy(r.of.Type)
	}
	now := r.stack.Resources[r.of.Type]
	switch {
	case operation == OtherUp && err != nil:
		return "", err.Error()
	case now != nil && len(now.InitErrors) > 0:
		return NotReady, strings.Join(now.InitErrors, "; ")
	case err != nil:
		return "", err.Error()
	case now == nil:
		return Gone, ""
	}
	return result, ""
}

func (r *caseRun) up(stack *Stack) (string, error) {
	steps, err := stack.Up(r.of.Type, r.of.Inputs)
	if len(steps) == 0 {
		return Unchanged, err
	}
	return steps[0], err
}

// RunUnknown refreshes and deletes a resource of each type, with an identifier that OCM does not have: of Types, and of more that only one
// plugin has.
func RunUnknown(t *testing.T, open Plugin, more ...string) {
	t.Helper()
	types := maps.Clone(Types)
	for _, kind := range more {
		types[kind] = Type{InOCM: true}
	}
	for kind, of := range types {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			stack, _, _, _ := open(t)
			token := rhcs.Token(kind)
			values := map[string]any{"id": "gone"}
			for _, name := range of.Identity {
				values[name] = "gone"
			}
			unknown := func() {
				stack.Resources[token] = &State{ID: "gone", Inputs: stack.Object(values), Outputs: stack.Object(values)}
			}
			unknown()
			require.NoError(t, stack.Refresh(token))
			assert.Equal(t, of.InOCM, stack.Resources[token] == nil, "what is only in the stack is kept")
			unknown()
			require.NoError(t, stack.Destroy(token))
		})
	}
}
