package component

import (
	"fmt"
	"sync"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/internals"
)

// Names of hooks are unique in a program. If one is not, the engine rejects the hook, and the SDK loses the resource with it, without an
// error: its children have no parent then (pulumi/pulumi v3.250.0 sdk/go/pulumi/context.go, registerResource, which ignores hooksErr). So
// a hook's name begins with what makes the component's URN unique: the types of its parents, its own type and its name.

// Hooks registers a hook of the component or of its children, which `what` names; with dryRun the engine calls it in previews too. Other
// mocks than those of package mocks have no hooks.
func (b *Base) Hooks(what string, call func(*pulumi.ResourceHookArgs) error, dryRun bool) ([]*pulumi.ResourceHook, error) {
	if b.Ctx.RunningWithMocks() {
		return nil, nil
	}
	name, err := b.hookName(what)
	if err != nil {
		return nil, err
	}
	moved := func(args *pulumi.ResourceHookArgs) error { return b.Move.Error(call(args)) }
	hook, err := b.Ctx.RegisterResourceHook(name, moved, &pulumi.ResourceHookOptions{OnDryRun: dryRun})
	return []*pulumi.ResourceHook{hook}, err
}

// ErrorHooks is Hooks for a hook that is called after an operation has failed.
func (b *Base) ErrorHooks(what string, call pulumi.ErrorHookFunction) ([]*pulumi.ErrorHook, error) {
	if b.Ctx.RunningWithMocks() {
		return nil, nil
	}
	name, err := b.hookName(what)
	if err != nil {
		return nil, err
	}
	hook, err := b.Ctx.RegisterErrorHook(name, call)
	return []*pulumi.ErrorHook{hook}, err
}

func (b *Base) hookName(what string) (string, error) {
	parents, err := b.urn.parents(b.Ctx)
	if err != nil {
		return "", fmt.Errorf("%s %s: the parent is not registered: %w", b.Token, b.Name, err)
	}
	return parents + b.Token + "::" + b.Name + ":" + what, nil
}

// hookPrefix finds the types of a component's parents.
type hookPrefix struct {
	opts  []pulumi.ResourceOption
	once  sync.Once
	types string
	err   error
}

// parents returns the types of the parents, each with a $, as they are in the component's URN. It waits until the parent is registered,
// which is when the program has registered the parent's dependencies.
func (p *hookPrefix) parents(ctx *pulumi.Context) (string, error) {
	p.once.Do(func() {
		options, err := pulumi.NewResourceOptions(p.opts...)
		if err != nil || options.Parent == nil {
			p.err = err
			return
		}
		parent, err := internals.UnsafeAwaitOutput(ctx.Context(), options.Parent.URN())
		if err != nil {
			p.err = err
			return
		}
		urn, _ := parent.Value.(pulumi.URN)
		if kind := resource.URN(urn).QualifiedType(); kind != resource.RootStackType {
			p.types = string(kind) + "$"
		}
	})
	return p.types, p.err
}
