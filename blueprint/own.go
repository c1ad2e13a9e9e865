package blueprint

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// owned are the parts that the program registers itself, by the types of their components.
type owned map[reflect.Type]ownedPart

// ownedPart is a function of Own whose types are known when it is called.
type ownedPart func(ctx *pulumi.Context, blueprint any, name string, args any, opts []pulumi.ResourceOption) (any, error)

// argumentsOf are the arguments of the blueprint B.
type argumentsOf[B any] interface{ own(blueprint *B) *owned }

var (
	_ argumentsOf[SelfManaged] = (*SelfManagedArgs)(nil)
	_ argumentsOf[ROSAHCP]     = (*ROSAHCPArgs)(nil)
	_ argumentsOf[ROSAClassic] = (*ROSAClassicArgs)(nil)
)

func (a *SelfManagedArgs) own(*SelfManaged) *owned { return &a.owned }
func (a *ROSAHCPArgs) own(*ROSAHCP) *owned         { return &a.owned }
func (a *ROSAClassicArgs) own(*ROSAClassic) *owned { return &a.owned }

// Own makes a part of a blueprint your own: the blueprint calls register in place of the constructor of the component C, and uses what it
// returns. Call it before the constructor of the blueprint.
//
// The function is called when it is the part's turn, once for each part of a map. The cluster has all parts so far. The arguments are
// those that the blueprint would use: the outputs of other parts are set. The options have the blueprint as parent and, inside the
// cluster, its provider. A function that passes the name and the options to the constructor of C changes no URN: a running cluster has
// an empty update.
func Own[B, C, A any](
	of argumentsOf[B], register func(ctx *pulumi.Context, cluster *B, name string, args *A, opts ...pulumi.ResourceOption) (*C, error),
) {
	parts := of.own(nil)
	*parts = maps.Clone(*parts) // Copies of the arguments share the map.
	if *parts == nil {
		*parts = owned{}
	}
	component := reflect.TypeFor[C]()
	(*parts)[component] = func(ctx *pulumi.Context, blueprint any, name string, args any, opts []pulumi.ResourceOption) (any, error) {
		cluster, isOf := blueprint.(*B)
		typed, accepted := args.(*A)
		if !isOf || !accepted {
			return nil, fmt.Errorf("blueprint.Own: the function of %s must accept a %T (accepts a %s)", component, args, reflect.TypeFor[*A]())
		}
		added, err := register(ctx, cluster, name, typed, opts...)
		if err == nil && added == nil {
			err = fmt.Errorf("blueprint.Own: the function of %s returned neither a part nor an error", component)
		}
		return added, err
	}
}

// checkOwned reports functions of Own that are not called. Not all parts are there yet at the stage bootstrap.
func (r *registrar) checkOwned(owned owned, blueprint reflect.Type, complete bool) {
	byName := func(a, b reflect.Type) int { return cmp.Compare(a.String(), b.String()) }
	for _, component := range slices.SortedFunc(maps.Keys(owned), byName) {
		field := partOf(blueprint, component)
		added := slices.ContainsFunc(r.fields, func(part check.Path) bool { return part.Steps()[0].Name == field })
		switch {
		case field == "":
			r.problems.Addf("blueprint.Own", "%s is not the component of a part of %s", component, blueprint)
		case complete && !added:
			r.problems.Addf("blueprint.Own", "this cluster has no part %s, whose component is %s: set %s", field, component, field)
		}
	}
}

// partOf returns the name of the blueprint's field for a component, or for several by name; "" for none.
func partOf(blueprint, component reflect.Type) string {
	for _, field := range reflect.VisibleFields(blueprint) {
		of := field.Type
		if of.Kind() == reflect.Map {
			of = of.Elem()
		}
		if of.Kind() == reflect.Pointer && of.Elem() == component {
			return field.Name
		}
	}
	return ""
}
