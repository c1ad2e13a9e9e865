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
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/launch"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

// Recorder runs programs, plays their providers and records what they register. Create one with New. It can run several
// programs, one after the other; each run starts with no resources.
type Recorder struct {
	project, stack, region string
	config                 map[string]string
	secretKeys             []string
	answers                map[string]AnswerFunc
	unchecked              map[string]bool
	uncheckedOthers        bool
	// unusable is why an option cannot be followed.
	unusable error
	// stacks are the outputs of other stacks, by the name of the stack.
	stacks map[string]map[string]any

	mu        sync.Mutex
	preview   bool
	resources map[string]Resource
	// inputs are the inputs of each resource as the program passed them, by URN.
	inputs map[string]resource.PropertyMap
	// aliases are the aliases of each resource, by URN.
	aliases map[string][]*pulumirpc.Alias
	// providers are the fakes of the run, by package.
	providers map[string]*fake.Provider
	// hooks are the hooks of the run by their names.
	hooks map[string]*pulumirpc.Callback
	// transforms has the transforms of resources by their URNs, and of the stack ("") for all; parents has the parents' URNs.
	transforms map[string][]*pulumirpc.Callback
	parents    map[string]string
	// before has the stack that a run updates; nil for a new stack.
	before     *Recorder
	calls      []Call
	outputs    map[string]any
	rejections []error
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
		stacks: map[string]map[string]any{},
	}
	for _, option := range options {
		option(r)
	}
	r.reset(false)
	return r
}

// Run runs a program as pulumi up does for a new stack. The error joins everything that was rejected and what the program
// returned. An error inside an ApplyT is part of it if an input, a component's output or a stack output uses the result;
// otherwise Pulumi itself discards it.
func (r *Recorder) Run(program pulumi.RunFunc) error {
	return r.run(program, false)
}

// Preview runs a program as pulumi preview does for a new stack: IDs and computed outputs are unknown, and functions
// applied to them do not run.
func (r *Recorder) Preview(program pulumi.RunFunc) error {
	return r.run(program, true)
}

func (r *Recorder) run(program pulumi.RunFunc, preview bool) error {
	r.reset(preview)
	if r.unusable != nil {
		return r.unusable
	}
	var returned error
	ran := pulumi.RunErr(func(ctx *pulumi.Context) error {
		if returned = recovering(ctx, program); returned != nil {
			return returned
		}
		r.keepOutputs(ctx)
		return nil
	}, pulumi.WithMocks(r.project, r.stack, r), r.runInfo(preview))

	r.mu.Lock()
	defer r.mu.Unlock()
	slices.SortFunc(r.rejections, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	reported := slices.Clone(r.rejections)
	for _, err := range []error{returned, ran} {
		if err != nil && !repeats(err, reported) {
			reported = append(reported, err)
		}
	}
	return errors.Join(reported...)
}

// recovering runs a program, and returns the error of config.Require, which panics.
func recovering(ctx *pulumi.Context, program pulumi.RunFunc) (err error) {
	defer func() {
		if r := recover(); r != nil {
			if err = launch.ConfigError(r); err == nil {
				panic(r)
			}
		}
	}()
	return program(ctx)
}

// repeats reports whether an error only wraps a reported one: Pulumi reports the first rejection again, among the errors of
// what depended on it.
func repeats(err error, reported []error) bool {
	return slices.ContainsFunc(reported, func(known error) bool { return strings.Contains(err.Error(), known.Error()) })
}

func (r *Recorder) runInfo(preview bool) pulumi.RunOption {
	return func(info *pulumi.RunInfo) {
		info.DryRun = preview
		info.Config = r.settings()
		if _, ok := info.Config["aws:region"]; !ok {
			info.Config["aws:region"] = r.region
		}
		for _, key := range r.secretKeys {
			info.ConfigSecretKeys = append(info.ConfigSecretKeys, r.qualified(key))
		}
		r.acceptUnknownSecrets(info)
	}
}

// settings returns the configuration by keys with a namespace.
func (r *Recorder) settings() map[string]string {
	all := map[string]string{}
	for key, value := range r.config {
		if qualified := r.qualified(key); qualified == key || r.config[qualified] == "" {
			all[qualified] = value
		}
	}
	return all
}

func (r *Recorder) qualified(key string) string {
	if strings.Contains(key, ":") {
		return key
	}
	return r.project + ":" + key
}

func (r *Recorder) reset(preview bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.preview = preview
	r.resources, r.inputs, r.aliases = map[string]Resource{}, map[string]resource.PropertyMap{}, map[string][]*pulumirpc.Alias{}
	r.providers, r.hooks = newProviders(), map[string]*pulumirpc.Callback{}
	r.transforms, r.parents = map[string][]*pulumirpc.Callback{}, map[string]string{}
	r.calls, r.outputs, r.rejections = nil, map[string]any{}, nil
}

// keepOutputs records what the program exported. Failed outputs are omitted: Pulumi reports them when it registers the
// stack's outputs.
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

// Find returns the resource with a Pulumi name such as "main-vpc"; ok is false if there is none. If several resources
// have the name, with different types or parents, it returns the first by URN.
func (r *Recorder) Find(name string) (found Resource, ok bool) {
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

// Outputs returns what the last run exported, as plain values, with Secret for secrets and, in a preview, Unknown.
func (r *Recorder) Outputs() map[string]any {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.outputs)
}
