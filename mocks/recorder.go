package mocks

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/internals"
)

// Recorder runs programs, answers them and keeps what they register. Make one with New; it may be used for several
// runs, each of which starts afresh.
type Recorder struct {
	project, stack, region string
	config                 map[string]string
	secretKeys             []string
	answers                map[string]AnswerFunc
	unchecked              map[string]bool

	mu        sync.Mutex
	preview   bool
	resources map[string]Resource
	// given are the inputs of each resource as the program gave them, by URN.
	given map[string]resource.PropertyMap
	// answered are the outputs of everything that a provider made.
	answered map[typedID]resource.PropertyMap
	calls    []Call
	outputs  map[string]any
	refusals []error
}

// Call is an invoke: a function of a provider that the program called.
type Call struct {
	// Token names the function, such as aws:index/getRegion:getRegion.
	Token string
	// Args are plain values, as in Resource.Inputs.
	Args map[string]any
	// Provider is the URN of the explicit provider, "" for the default one.
	Provider string
}

// New returns a Recorder for the project "project", the stack "stack" and the region us-east-2, unless options change
// them.
func New(options ...Option) *Recorder {
	r := &Recorder{
		project: "project", stack: "stack", region: "us-east-2",
		config: map[string]string{}, answers: map[string]AnswerFunc{}, unchecked: map[string]bool{},
	}
	for _, option := range options {
		option(r)
	}
	r.reset(false)
	return r
}

// Run runs a program as pulumi up does for a new stack. The error joins whatever was refused with what the program
// returned. An error inside an ApplyT shows if an input, a component's output or a stack output consumes it; Pulumi
// itself drops it otherwise.
func (r *Recorder) Run(program pulumi.RunFunc) error {
	return r.run(program, false)
}

// Preview runs a program as pulumi preview does for a new stack: ids and computed outputs are unknown, and what is
// applied to them does not run.
func (r *Recorder) Preview(program pulumi.RunFunc) error {
	return r.run(program, true)
}

func (r *Recorder) run(program pulumi.RunFunc, preview bool) error {
	r.reset(preview)
	var returned error
	ran := pulumi.RunErr(func(ctx *pulumi.Context) error {
		if returned = program(ctx); returned != nil {
			return returned
		}
		r.keepOutputs(ctx)
		return nil
	}, pulumi.WithMocks(r.project, r.stack, r), r.runInfo(preview))

	r.mu.Lock()
	defer r.mu.Unlock()
	slices.SortFunc(r.refusals, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	told := slices.Clone(r.refusals)
	for _, err := range []error{returned, ran} {
		if err != nil && !repeats(err, told) {
			told = append(told, err)
		}
	}
	return errors.Join(told...)
}

// repeats tells whether an error only wraps one that was told: Pulumi reports the first refusal once more, among
// the errors of what depended on it.
func repeats(err error, told []error) bool {
	return slices.ContainsFunc(told, func(t error) bool { return strings.Contains(err.Error(), t.Error()) })
}

func (r *Recorder) runInfo(preview bool) pulumi.RunOption {
	return func(info *pulumi.RunInfo) {
		info.DryRun = preview
		info.Config = maps.Clone(r.config)
		if _, ok := info.Config["aws:region"]; !ok {
			info.Config["aws:region"] = r.region
		}
		info.ConfigSecretKeys = slices.Clone(r.secretKeys)
	}
}

func (r *Recorder) reset(preview bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.preview = preview
	r.resources, r.given = map[string]Resource{}, map[string]resource.PropertyMap{}
	r.answered = map[typedID]resource.PropertyMap{}
	r.calls, r.outputs, r.refusals = nil, map[string]any{}, nil
}

// keepOutputs reads what the program exported. Outputs that fail are left out: Pulumi reports them when it registers
// the stack's outputs.
func (r *Recorder) keepOutputs(ctx *pulumi.Context) {
	for name, input := range ctx.GetCurrentExportMap() {
		result, err := internals.UnsafeAwaitOutput(ctx.Context(), pulumi.ToOutput(input))
		if err != nil {
			continue
		}
		value := any(Unknown{})
		if result.Known {
			value = plainGo(result.Value)
		}
		if result.Secret {
			value = Secret{value}
		}
		r.mu.Lock()
		r.outputs[name] = value
		r.mu.Unlock()
	}
}

// Resources returns everything that the last run registered or read, components and providers included, sorted by URN.
func (r *Recorder) Resources() []Resource {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all []Resource
	for _, urn := range slices.Sorted(maps.Keys(r.resources)) {
		all = append(all, r.resources[urn])
	}
	return all
}

// Find returns the resource with a Pulumi name such as "main-vpc", and whether there is one. Of several with one
// name (of different types) it is the first by URN.
func (r *Recorder) Find(name string) (Resource, bool) {
	for _, resource := range r.Resources() {
		if resource.Name == name {
			return resource, true
		}
	}
	return Resource{}, false
}

// OfType returns the resources of a type such as aws:ec2/subnet:Subnet, sorted by URN.
func (r *Recorder) OfType(token string) []Resource {
	return slices.DeleteFunc(r.Resources(), func(resource Resource) bool { return resource.Type != token })
}

// Calls returns the functions that the last run called, sorted by token.
func (r *Recorder) Calls() []Call {
	r.mu.Lock()
	defer r.mu.Unlock()
	calls := slices.Clone(r.calls)
	slices.SortStableFunc(calls, func(a, b Call) int {
		return cmp.Or(cmp.Compare(a.Token, b.Token), cmp.Compare(render(a.Args), render(b.Args)))
	})
	return calls
}

// Outputs returns what the last run exported, as plain values: secrets as Secret, and in a preview Unknown.
func (r *Recorder) Outputs() map[string]any {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.outputs)
}
