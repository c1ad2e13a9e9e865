package blueprint

import (
	"maps"
	"reflect"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// Part is a part of a blueprint, by the name of its field.
type Part string

// The parts that a cluster can omit.
const (
	PartVpc               Part = "Vpc"
	PartAccountRoles      Part = "AccountRoles"
	PartOIDCConfig        Part = "OIDCConfig"
	PartOIDCProvider      Part = "OIDCProvider"
	PartOperatorRoles     Part = "OperatorRoles"
	PartEtcdKey           Part = "EtcdKey"
	PartVolumeKey         Part = "VolumeKey"
	PartPrivateLinkAccess Part = "PrivateLinkAccess"
	PartIngress           Part = "Ingress"
	PartSecurityGroups    Part = "SecurityGroups"
	PartInstanceProfiles  Part = "InstanceProfiles"
	PartRegistryBucket    Part = "RegistryBucket"
	PartBackupBuckets     Part = "BackupBuckets"
	PartRouterLB          Part = "RouterLB"
	PartMachineConfigPool Part = "MachineConfigPool"
	PartInfraMachineSet   Part = "InfraMachineSet"
	PartWorkerMachineSet  Part = "WorkerMachineSet"
	PartIngressController Part = "IngressController"
	PartImageRegistry     Part = "ImageRegistry"
	PartMonitoringStorage Part = "MonitoringStorage"
)

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

// fillTags adds the tags of the blueprint that a part does not set itself.
func fillTags(field *pulumi.StringMap, value pulumi.StringMap) {
	if len(value) == 0 {
		return
	}
	merged := maps.Clone(value)
	maps.Copy(merged, *field)
	*field = merged
}

// fillSubnets sets subnets that are not set. Those that are only a zone become the network's subnets of the zones.
func (r *registrar) fillSubnets(at check.Path, field *[]network.Subnet, value []network.Subnet, find zoneSubnet) {
	fillList(field, value)
	*field = slices.Clone(*field)
	for i := range *field {
		r.fillSubnet(check.Index(at, i), &(*field)[i], find)
	}
}

// zoneSubnet returns the subnet of a zone.
type zoneSubnet = func(zone string) (network.Subnet, error)

// fillSubnet sets what is missing of a subnet that is only a zone. It reports a zone in which the network has none.
func (r *registrar) fillSubnet(at check.Path, subnet *network.Subnet, find zoneSubnet) {
	if subnet.ID != nil || subnet.Zone == "" {
		return
	}
	found, err := find(subnet.Zone)
	switch {
	case err == nil:
		*subnet = found
	case r.isPlan() && !isOneOf(at, "", r.problems.hidden) && !slices.Contains(r.problems.hidden, ".Subnet"):
		r.problems.Addf(r.problems.path+"."+at+".Zone", "%v", err)
		r.problems.hidden = append(r.problems.hidden, at)
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

	path check.Path
	// args are the arguments of the user.
	args any
	// filled are the fields of parts that the blueprint fills from its own fields: .Region of any part, or HCP.Name of one.
	filled map[check.Path][]check.Path
	// hidden lists the fields that it filled from arguments with problems of their own.
	hidden []check.Path
	// toSettings moves problems to the settings from which the arguments were read.
	toSettings check.Move
}

// validator is the arguments of a component.
type validator interface {
	Validate() error
}

// check reports the problems of a part, each at the field that the user set. A field that the blueprint fills from invalid arguments is
// not reported again.
func (p *parts) check(part check.Path, args validator) {
	for _, problem := range check.Of(args.Validate()) {
		if isOneOf(part, problem.Path.In(""), p.hidden) {
			continue
		}
		moved := p.moved(part, problem)
		if !slices.ContainsFunc(check.Of(p.Err()), func(known *check.Problem) bool { return *known == *moved }) {
			p.Add(moved)
		}
	}
}

// contradict reports a field of a part with another value than the blueprint's, unless that has a problem of its own.
func (p *parts) contradict(part, field check.Path, got, want any) {
	path := p.path.Field(string(part + "." + field))
	known := func(problem *check.Problem) bool { return problem.Path == path }
	if !isOneOf(part, "."+field, p.hidden) && !slices.ContainsFunc(check.Of(p.Err()), known) {
		p.Addf(path, "must not be set, or be %v, as for the other parts (got %v)", want, got)
	}
}

// moved returns the problem of a part at the field that the user set: that of the part, or the field of the blueprint that it is filled
// from. A problem of two fields is at one that the user set.
func (p *parts) moved(part check.Path, problem *check.Problem) *check.Problem {
	moved := problem.In(p.path + "." + part)
	field := problem.Path.In("")
	if problem.Rule == check.RuleRequired && part+field != adminPassword {
		return moved // The blueprint does not fill the field.
	}
	path, set := p.outermost(part, field)
	moved.Path = path
	if problem.Other == "" {
		return moved
	}
	other, otherSet := p.outermost(part, problem.Other.In(""))
	if moved.Other = other; otherSet && !set {
		moved.Path, moved.Other = other, path
	}
	return moved
}

// move moves all problems to the settings, and returns them.
func (p *parts) move() error {
	for _, problem := range check.Of(p.Err()) {
		*problem = *p.toSettings(problem)
	}
	return p.Err()
}

// outermost returns the path of a part's field, or of the field of the blueprint that it is filled from, and whether the user set it.
func (p *parts) outermost(part, field check.Path) (path check.Path, set bool) {
	path = p.path + "." + part + field
	if _, set := path.At(p.args); set {
		return path, true
	}
	for _, own := range slices.Sorted(maps.Keys(p.filled)) {
		if _, set := own.At(p.args); set && isOneOf(part, field, p.filled[own]) {
			return p.path + own, true
		}
	}
	return path, false
}

// isOneOf reports whether the field of a part is, or is below, one of fields.
func isOneOf(part, field check.Path, fields []check.Path) bool {
	return slices.ContainsFunc(fields, func(each check.Path) bool { return field.Within(each) || (part + field).Within(each) })
}

// hide hides the fields of parts that the blueprint fills from its own fields, of those that have problems.
func (p *parts) hide(filled map[check.Path][]check.Path) {
	p.filled = filled
	for _, problem := range check.Of(p.Err()) {
		for own, fields := range filled {
			if problem.Path.Within(p.path + own) {
				p.hidden = append(p.hidden, fields...)
			}
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
