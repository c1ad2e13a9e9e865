package blueprint

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// Part is a part of a blueprint, by the name of its field.
type Part string

// prefix is the namespace of the blueprints' type tokens.
const prefix = "openshift-aws:blueprint:"

// valueOf returns a copy of arguments; empty ones for nil.
func valueOf[T any](args *T) *T {
	var value T
	if args != nil {
		value = *args
	}
	return &value
}

// fill sets a field that is not set.
func fill[T comparable](field *T, value T) {
	var unset T
	if *field == unset {
		*field = value
	}
}

// fillInput sets an Input that is not set.
func fillInput(field *pulumi.StringInput, value pulumi.StringInput) {
	if *field == nil {
		*field = value
	}
}

// fillList sets a list that is not set.
func fillList[T any](field *[]T, value []T) {
	if *field == nil {
		*field = value
	}
}

// fillTags sets tags that are not set.
func fillTags(field *pulumi.StringMap, value pulumi.StringMap) {
	if *field == nil {
		*field = value
	}
}

// fillNetwork sets a network that is not set.
func fillNetwork(field *network.Network, value network.Network) {
	if field.ID == (pulumi.StringOutput{}) {
		*field = value
	}
}

// planned returns a component whose outputs are not known.
func planned[T any]() *T {
	component := new(T)
	v := reflect.ValueOf(component).Elem()
	for _, field := range argument.FieldsOf(v.Type()) {
		switch value, _ := field.In(v); value.Interface().(type) {
		case pulumi.StringOutput:
			value.Set(reflect.ValueOf(unknown()))
		case pulumi.StringPtrOutput:
			value.Set(reflect.ValueOf(unknown().ToStringPtrOutput()))
		}
	}
	return component
}

func unknown() pulumi.StringOutput {
	return pulumi.String("unknown").ToStringOutput()
}

func unknownOf(operators []iam.Operator) map[iam.Operator]pulumi.StringOutput {
	outputs := map[iam.Operator]pulumi.StringOutput{}
	for _, operator := range operators {
		outputs[operator] = unknown()
	}
	return outputs
}

// plannedNetwork returns the network of a VPC that is not registered yet. It reports false for invalid arguments.
func plannedNetwork(args *network.VpcArgs) (network.Network, bool) {
	plan, err := args.SubnetPlan()
	if err != nil {
		return network.Network{ID: unknown()}, false
	}
	planned := network.Network{ID: unknown(), CIDR: plan.CIDR.String(), SecondaryCIDRs: args.SecondaryCIDRs, IPv6: args.IPv6}
	if args.IPv6 {
		planned.IPv6CIDR = unknown().ToStringPtrOutput()
	}
	for _, zone := range plan.Zones {
		planned.PrivateSubnets = append(planned.PrivateSubnets, network.Subnet{ID: unknown(), Zone: zone.Zone, CIDR: zone.Private.String()})
		if !args.PrivateOnly && zone.Public.IsValid() {
			planned.PublicSubnets = append(planned.PublicSubnets, network.Subnet{ID: unknown(), Zone: zone.Zone, CIDR: zone.Public.String()})
		}
	}
	return planned, true
}

// plannedExistingVpc is plannedNetwork for a VPC that exists.
func plannedExistingVpc(args *network.ExistingVpcArgs) (network.Network, bool) {
	existing := network.Network{
		ID: unknown(), CIDR: args.CIDR, SecondaryCIDRs: args.SecondaryCIDRs,
		PrivateSubnets: plannedSubnets(args.PrivateSubnets), PublicSubnets: plannedSubnets(args.PublicSubnets),
	}
	return existing, args.Validate() == nil
}

func plannedSubnets(existing []network.ExistingSubnet) (planned []network.Subnet) {
	for _, subnet := range existing {
		planned = append(planned, network.Subnet{ID: unknown(), Zone: subnet.Zone, CIDR: subnet.CIDR})
	}
	return planned
}

// givenZones returns the zones of the private subnets of a network that exists.
func givenZones(given *network.Network, existing *network.ExistingVpcArgs) (zones []string) {
	if given != nil {
		for _, subnet := range given.PrivateSubnets {
			zones = append(zones, subnet.Zone)
		}
	}
	if existing != nil {
		for _, subnet := range existing.PrivateSubnets {
			zones = append(zones, subnet.Zone)
		}
	}
	return zones
}

// parts collects the problems of the parts' arguments, at their paths in the arguments of a blueprint.
type parts struct {
	check.Problems

	path string
	// args are the arguments of the user.
	args any
	// filled are the fields of parts that the blueprint fills from its own fields: .Region of any part, or HCP.Name of one.
	filled map[string][]string
	// hidden are those that it filled from arguments with problems of their own.
	hidden []string
}

// validator is the arguments of a component.
type validator interface {
	Validate() error
}

// check reports the problems of a part, each at the field that the user set. A field that the blueprint fills from invalid arguments is
// not reported again.
func (p *parts) check(part string, args validator) {
	for _, problem := range check.Of(args.Validate()) {
		field := string(argument.Path(problem.Path).In(""))
		if isOneOf(part, field, p.hidden) {
			continue
		}
		moved := &check.Problem{Path: p.outermost(part, field, problem.Rule), Rule: problem.Rule, Message: problem.Message}
		if !slices.ContainsFunc(check.Of(p.Err()), func(known *check.Problem) bool { return *known == *moved }) {
			p.Add(moved)
		}
	}
}

// outermost returns the path of a part's field, or of the field of the blueprint that it is filled from.
func (p *parts) outermost(part, field string, rule check.Rule) string {
	path := check.Join(p.path, part) + field
	if _, set := argument.Path(path).At(p.args); set {
		return path
	}
	if rule == check.RuleRequired && part+field != adminPassword {
		return path // is not filled
	}
	for _, own := range slices.Sorted(maps.Keys(p.filled)) {
		if _, set := argument.Path(check.Join(p.path, own)).At(p.args); set && isOneOf(part, field, p.filled[own]) {
			return check.Join(p.path, own)
		}
	}
	return path
}

// isOneOf reports whether the field of a part is, or is below, one of fields.
func isOneOf(part, field string, fields []string) bool {
	return slices.ContainsFunc(fields, func(each string) bool {
		return strings.HasPrefix(field, each) || part+field == each
	})
}

// hide hides the fields of parts that the blueprint fills from its own fields, of those that have problems.
func (p *parts) hide(filled map[string][]string) {
	p.filled = filled
	for _, problem := range check.Of(p.Err()) {
		if steps := argument.Path(problem.Path).Steps(); len(steps) > 0 {
			p.hidden = append(p.hidden, filled[steps[0].Name]...)
		}
	}
}

// checkOmitted reports the parts that are both omitted and set.
func (p *parts) checkOmitted(args any, omitted []Part) {
	v := reflect.ValueOf(args).Elem()
	for i, part := range omitted {
		if field := v.FieldByName(string(part)); field.IsValid() && !field.IsZero() {
			p.Addf(check.Index(check.Join(p.path, "Omit"), i), "%s must not be omitted and set", part)
		}
	}
}

// after returns an output that depends on others too: what uses it is created after them and deleted before them.
func after(input pulumi.StringInput, others ...pulumi.StringOutput) pulumi.StringInput {
	if len(others) == 0 {
		return input
	}
	all := []any{input}
	for _, other := range others {
		all = append(all, other)
	}
	return pulumi.All(all...).ApplyT(func(all []any) string { return all[0].(string) }).(pulumi.StringOutput)
}
