// Package component is how each component of the library begins and ends. Register validates the arguments, and reports all their
// problems, joined, before anything is registered; it registers the component, its children by steps, and its outputs.
package component

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
)

// Type describes the components C with arguments A.
type Type[A, C any] struct {
	// Token is the type of the resource, such as openshift-aws:network:Vpc.
	Token string
	// Lasting says that a running cluster cannot lose the component, see protect.
	Lasting bool
	// InCluster requires a Kubernetes provider: the children are objects of a cluster. With one that is not registered, that of a cluster
	// that does not exist yet, valid arguments register nothing, and the outputs are empty.
	InCluster bool
	// Fill sets arguments that the program knows, such as the region of its AWS provider, before they are validated.
	Fill func(args *A)
	// Validate replaces the arguments' own, of which several components can have the same type.
	Validate func(args *A) error
	// Check returns the problems that the arguments' Validate cannot know, such as those of the component's name.
	Check func(args *A) error
	// Defaults sets the defaults that depend on other arguments, in a copy that has those of the tags.
	Defaults func(args *A)
	// Move returns how a problem that is found later, in an output or by a hook, is moved to what the caller wrote; nil leaves it at args.
	Move func(args *A) check.Move
	// Keep returns what a running cluster cannot lose: inputs of the component itself, and which of their changes an update, and its
	// preview, rejects before it changes anything below the component.
	Keep func(args *A) []keep.Rule
	// BeforeCreate returns what the engine calls before it creates the component, in a preview too; nil for none.
	BeforeCreate func(args *A) Hook
	// Children registers the children and sets the outputs.
	Children func(b *Builder[A, C]) error
}

// Hook returns why an operation on a component is rejected.
type Hook = func(*pulumi.ResourceHookArgs) error

// Builder registers the children of a component.
type Builder[A, C any] struct {
	*Base

	// Args are valid, with defaults applied. Their outputs fail if they resolve to an invalid value, see check.Outputs.
	Args *A
	// Component has the outputs, which the steps set.
	Component *C
}

// Base is the part of a Builder that does not depend on the component's type.
type Base struct {
	Ctx         *pulumi.Context
	Token, Name string
	// Resource is the component, Parent the option that makes it the parent of a child.
	Resource pulumi.ComponentResource
	Parent   pulumi.ResourceOrInvokeOption

	// Move moves a problem that is found in an output or by a hook to what the caller wrote.
	Move check.Move

	urn hookPrefix
	// last are the outputs of the component before its creation or update, if the engine calls the hooks of these; see LastOutputs.
	last atomic.Pointer[resource.PropertyMap]
}

// result is a pointer to a component.
type result[C any] interface {
	*C
	pulumi.ComponentResource
}

// Register registers a component, its children and its outputs if the arguments are valid. Nil arguments count as empty ones. An error of
// Children names the component.
func Register[A, C any, P check.Args[A], R result[C]](
	ctx *pulumi.Context, name string, args P, opts []pulumi.ResourceOption, t Type[A, C],
) (R, error) {
	valid, move, err := t.prepare(ctx, args, func(given *A) error { return P(given).Validate() }, opts)
	if err != nil {
		return nil, err
	}
	component := R(new(C))
	if t.InCluster {
		if provider, err := KubernetesProvider(ctx, opts); err != nil || IsUnregistered(provider) {
			setEmptyOutputs(component)
			return component, err
		}
	}
	arguments, _ := ctx.Value(argumentsKey{}).(string)
	b := &Builder[A, C]{Args: valid, Component: component, Base: &Base{
		Ctx: ctx.WithValue(argumentsKey{}, nil), Token: t.Token, Name: name, Resource: component, Parent: pulumi.Parent(component),
		urn: hookPrefix{opts: opts}, Move: move,
	}}
	inputs, opts, err := t.keep(b, opts)
	if err != nil {
		return nil, err
	}
	opts = append(opts[:len(opts):len(opts)], tagChildren(ctx))
	if err := ctx.RegisterComponentResourceV2(t.Token, name, inputs, component, formerOptions(t.Token, opts)...); err != nil {
		return nil, err
	}
	if err := t.protect(b); err != nil {
		return nil, err
	}
	if err := t.Children(b); err != nil {
		return nil, fmt.Errorf("%s %s: %w", t.Token, name, err)
	}
	return component, registerOutputs(ctx, component, arguments)
}

// Arguments is the output with the plain arguments of a component of the plugin, as JSON. The engine does not show an output whose name
// begins like this.
const Arguments = "__arguments"

// argumentsKey is the key of a context's plain arguments.
type argumentsKey struct{}

// WithArguments returns a context whose component, but none of its children, has the output Arguments.
func WithArguments(ctx *pulumi.Context, arguments string) *pulumi.Context {
	return ctx.WithValue(argumentsKey{}, arguments)
}

// moveKey is the key of a context's check.Move.
type moveKey struct{}

// Inside returns the context of a component that this one registers with the arguments at a path in its own.
func (b *Base) Inside(path check.Path) *pulumi.Context {
	inside := check.Move(func(problem *check.Problem) *check.Problem { return problem.In(path) })
	return b.Ctx.WithValue(moveKey{}, inside.Then(b.Move))
}

// WithMove returns a context for the components in another one, or of the plugin. Problems that are found in their outputs and by their
// hooks are moved.
func WithMove(ctx *pulumi.Context, move check.Move) *pulumi.Context {
	around, _ := ctx.Value(moveKey{}).(check.Move)
	return ctx.WithValue(moveKey{}, move.Then(around))
}

// prepare returns a copy of valid arguments with defaults applied, and how problems that are found later are moved.
func (t Type[A, C]) prepare(ctx *pulumi.Context, args *A, validate func(*A) error, opts []pulumi.ResourceOption) (*A, check.Move, error) {
	given := new(A)
	if args != nil {
		*given = *args
	}
	if t.Fill != nil {
		t.Fill(given)
	}
	var problems []error
	if t.InCluster {
		problems = append(problems, RequireKubernetes(ctx, opts...))
	}
	var own check.Move
	if t.Move != nil {
		own = t.Move(given)
	}
	if t.Check != nil {
		problems = append(problems, own.Error(t.Check(given)))
	}
	if t.Validate != nil {
		validate = t.Validate
	}
	if err := errors.Join(append(problems, validate(given))...); err != nil {
		return nil, nil, err
	}
	around, _ := ctx.Value(moveKey{}).(check.Move)
	move := own.Then(around)
	valid := check.Outputs(given, move)
	if t.Defaults != nil {
		t.Defaults(valid)
	}
	return valid, move, nil
}

// keep returns the inputs of Keep, and the options with the hooks.
func (t Type[A, C]) keep(b *Builder[A, C], opts []pulumi.ResourceOption) (pulumi.Input, []pulumi.ResourceOption, error) {
	var inputs pulumi.Input
	var create, update Hook
	if t.BeforeCreate != nil {
		create = t.BeforeCreate(b.Args)
	}
	if t.Keep != nil {
		rules := t.Keep(b.Args)
		inputs = keep.Inputs(rules)
		if !b.LossPermitted() {
			create, update = b.setLast(create), b.setLast(keep.Hook(rules, b.Identity()))
		}
	}
	var binding pulumi.ResourceHookBinding
	for _, phase := range []struct {
		name  string
		call  Hook
		hooks *[]*pulumi.ResourceHook
	}{{"before-create", create, &binding.BeforeCreate}, {"before-update", update, &binding.BeforeUpdate}} {
		if phase.call == nil {
			continue
		}
		var err error
		if *phase.hooks, err = b.Hooks(phase.name, phase.call, true); err != nil {
			return nil, nil, err
		}
	}
	if binding.BeforeCreate == nil && binding.BeforeUpdate == nil {
		return inputs, opts, nil
	}
	return inputs, append(opts[:len(opts):len(opts)], pulumi.ResourceHooks(&binding)), nil
}

// protect registers the protection of a component that a program must not omit or rename, if the configuration of the stack has
// keep.ProtectSetting: a child that the engine rejects to delete, in previews too. The other children can be deleted. What is inside of
// another component of the library is kept by that.
func (t Type[A, C]) protect(b *Builder[A, C]) error {
	text, isSet := b.Ctx.GetConfig(keep.ProtectSetting)
	if !t.Lasting || !isSet {
		return nil
	}
	protects, err := strconv.ParseBool(text)
	if err != nil {
		return fmt.Errorf("the setting %s must be true or false (got %q)", keep.ProtectSetting, text)
	}
	if parents, err := b.urn.parents(b.Ctx); err != nil || strings.Contains(parents, "openshift-aws:") {
		return err
	}
	var protection pulumi.ResourceState
	return b.Ctx.RegisterComponentResource("openshift-aws:index:Protection", b.Name, &protection, b.Parent, pulumi.Protect(protects))
}

// Identity is the name of the component in keep.Setting.
func (b *Base) Identity() string { return b.Token[strings.LastIndex(b.Token, ":")+1:] + "/" + b.Name }

// LossPermitted reports whether the configuration says that a loss of what the component keeps is meant.
func (b *Base) LossPermitted() bool {
	names, _ := b.Ctx.GetConfig(keep.Setting)
	return slices.Contains(strings.Split(names, ","), b.Identity())
}

// Run runs the steps in order until one fails.
func Run(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
