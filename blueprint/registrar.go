package blueprint

import (
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// registrar registers the parts of a blueprint. Without a context, in a plan, it checks their arguments instead.
type registrar struct {
	ctx    *pulumi.Context
	name   string
	parent pulumi.Resource
	// ownParts are the parts that the program registers, and blueprint returns the cluster with the parts so far.
	ownParts  owned
	blueprint func() any
	// problems has the problems of the arguments.
	problems *parts
	// fields has the fields of the planned parts.
	fields []check.Path
	// err is the error of the first part that could not be registered; the parts after it are not registered.
	err error
}

// isPlan reports whether nothing is registered.
func (r *registrar) isPlan() bool { return r.ctx == nil }

// constructor is the function that registers a component.
type constructor[C, A any] = func(ctx *pulumi.Context, name string, args *A, opts ...pulumi.ResourceOption) (*C, error)

// add registers a component under the blueprint's name and, if there are several, what it is. The alias is its URN in a program that
// registers it itself. In a plan, it checks the arguments, which the blueprint has at the field, and returns a component whose outputs are
// not known, for the arguments of the parts that use them.
func add[C, A any, P interface {
	*A
	validator
}](r *registrar, part check.Path, what string, register constructor[C, A], args P, opts ...pulumi.ResourceOption) *C {
	switch {
	case r.isPlan():
		r.fields = append(r.fields, part)
		r.problems.check(part, args)
	case r.err == nil:
		name := r.name
		if what != "" {
			name += "-" + what
		}
		opts = append(r.child(), opts...)
		move := check.Move(func(problem *check.Problem) *check.Problem { return r.problems.moved(part, problem) })
		ctx := component.WithMove(r.ctx, move.Then(r.problems.toSettings))
		var added *C
		if own := r.ownParts[reflect.TypeFor[C]()]; own != nil {
			var of any
			of, r.err = own(ctx, r.blueprint(), name, (*A)(args), opts)
			added, _ = of.(*C)
		} else {
			added, r.err = register(ctx, name, args, opts...)
		}
		if r.err == nil {
			return added
		}
	}
	return planned[C]()
}

// own sets a field of a part to what the blueprint has for all parts, and reports another value: the parts would be of different clusters.
func own[T comparable](r *registrar, part, field check.Path, into *T, value T) {
	var unset T
	if *into != unset && *into != value && value != unset && r.isPlan() {
		r.problems.contradict(part, field, *into, value)
	}
	fill(into, value)
}

func (r *registrar) child() []pulumi.ResourceOption {
	return []pulumi.ResourceOption{pulumi.Parent(r.parent), pulumi.Aliases([]pulumi.Alias{{NoParent: pulumi.Bool(true)}})}
}

// addNetwork returns the network of a blueprint: one that it is given, an existing one or a new one, which are parts.
func (r *registrar) addNetwork(
	given *network.Network, existing *network.ExistingVpcArgs, created *network.VpcArgs,
) (found network.Network, existingVpc *network.ExistingVpc, vpc *network.Vpc) {
	valid := true
	switch {
	case given != nil:
		found = *given
	case existing != nil:
		existingVpc = add(r, "ExistingVpc", "", network.NewExistingVpc, existing)
		found = existingVpc.Network
		if r.isPlan() {
			found, valid = plannedExistingVpc(existing)
		}
	default:
		vpc = add(r, "Vpc", "", network.NewVpc, created)
		found = vpc.Network
		if r.isPlan() {
			found, valid = plannedNetwork(created)
		}
	}
	if !valid { // Problems of the fields that come from the network would repeat its own.
		r.problems.hidden = append(r.problems.hidden,
			".Network", ".Subnet", ".Subnets", ".PrivateSubnets", ".PublicSubnets", ".HCP.SubnetID", ".MachineZones")
	}
	return found, existingVpc, vpc
}
