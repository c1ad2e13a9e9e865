package blueprint

import "github.com/pulumi/pulumi/sdk/v3/go/pulumi"

// registrar registers parts under a blueprint.
type registrar struct {
	ctx    *pulumi.Context
	name   string
	parent pulumi.Resource
	// options are those of all parts.
	options []pulumi.ResourceOption
}

// constructor is the function that registers a component.
type constructor[C, A any] = func(ctx *pulumi.Context, name string, args *A, opts ...pulumi.ResourceOption) (*C, error)

// part registers a component under the blueprint's name and, if there are several, what it is. The alias is its URN in a program that
// registers it itself.
func part[C, A any](r registrar, register constructor[C, A], what string, args *A, opts ...pulumi.ResourceOption) (*C, error) {
	opts = append(r.child(), opts...)
	return register(r.ctx, r.childName(what), args, append(opts, r.options...)...)
}

func (r registrar) child() []pulumi.ResourceOption {
	return []pulumi.ResourceOption{pulumi.Parent(r.parent), pulumi.Aliases([]pulumi.Alias{{NoParent: pulumi.Bool(true)}})}
}

func (r registrar) childName(what string) string {
	if what == "" {
		return r.name
	}
	return r.name + "-" + what
}
