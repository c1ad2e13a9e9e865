package plugin

import (
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Component is a component of the package.
type Component struct {
	// Token is the type of the component's resource, such as openshift-aws:network:Vpc.
	Token string
	// Result and Args are the structs of the component and of its arguments.
	Result, Args reflect.Type
	// Restarts names what the operators of a cluster restart after a change of a component inside it, for docs/effects.md.
	Restarts string
	// construct calls the constructor with a pointer to Args.
	construct func(ctx *pulumi.Context, name string, args any, opts ...pulumi.ResourceOption) (pulumi.ComponentResource, error)
}

// of returns the component of a constructor.
func of[A, C any, P interface {
	*C
	pulumi.ComponentResource
}](constructor func(*pulumi.Context, string, *A, ...pulumi.ResourceOption) (P, error)) Component {
	result := reflect.TypeFor[C]()
	return Component{
		Token:  Token(result),
		Result: result,
		Args:   reflect.TypeFor[A](),
		construct: func(
			ctx *pulumi.Context, name string, args any, opts ...pulumi.ResourceOption,
		) (pulumi.ComponentResource, error) {
			component, err := constructor(ctx, name, args.(*A), opts...)
			if err != nil {
				return nil, err
			}
			return component, nil
		},
	}
}

// in returns the component of another package than that which declares its struct.
func (c Component) in(module string) Component {
	c.Token = Name + ":" + module + ":" + c.Result.Name()
	return c
}

// none is the text of a component after whose change nothing restarts.
const none = "none"

// restarting returns a component inside the cluster, with what operators restart after a change of it.
func (c Component) restarting(pods string) Component {
	c.Restarts = pods
	return c
}

// byToken returns the components by their tokens.
func byToken(components []Component) map[string]Component {
	found := map[string]Component{}
	for _, component := range components {
		if _, twice := found[component.Token]; twice {
			panic(component.Token + " is listed twice")
		}
		found[component.Token] = component
	}
	return found
}
