// Package changetable is one table of changes to programs, with what each does to a stack: create, update, replace, delete
// or nothing. The unit tests' mocks, the sandbox's engine and the real AWS provider must agree on it.
package changetable

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// Same is the operation on a resource that does not change. Package mocks has the others.
const Same = "same"

// renamed ends the name of a resource that is renamed.
const renamed = "-renamed"

// Row is a change of one resource, and what it does.
type Row struct {
	// Reason is the rule that decides, with its source where someone could doubt it.
	Reason string
	// Type is the resource's type; that of a ROSA resource is rhcs:ClusterRosaHcp or the like.
	Type string
	// Inputs has the inputs before the change; nil if the change adds the resource.
	Inputs func(*Fixtures) pulumi.Map
	// Change are the inputs that differ after the change; nil values remove inputs. Removed removes the resource.
	Change  func(*Fixtures) pulumi.Map
	Removed bool
	// Renamed registers the resource by another name after the change, without an alias: the resource of the first name is deleted.
	Renamed bool
	// Options are the resource's options before and after the change.
	Options []pulumi.ResourceOption
	// Dependents are resources that use this one, by the suffix of their names, with what the change does to them. They stay when this one
	// is removed: then it is nil for them.
	Dependents map[string]Dependent
	// Want is the operation.
	Want string
	// Message is part of the error if Want is mocks.Reject.
	Message string
	// InPreview is set if Want is mocks.Reject. With the real provider, a preview accepts such a change, because only the service rejects it.
	// InPreview names the component that rejects it in the preview instead, or says why no component can.
	InPreview string
	// InMocks is part of the error with which mocks reject the program after the change; "" if they run it.
	InMocks string
	// InLab is the operation of the AWS provider of the lab where it differs, and LabReason why.
	InLab, LabReason string
}

// Dependent is a resource that uses the row's.
type Dependent struct {
	Type   string
	Inputs func(w *Fixtures, used *Resource) pulumi.Map
	Want   string
}

// Resource is a resource of any type.
type Resource struct {
	pulumi.CustomResourceState

	Arn           pulumi.StringOutput `pulumi:"arn"`
	Name          pulumi.StringOutput `pulumi:"name"`
	DnsName       pulumi.StringOutput `pulumi:"dnsName"`
	IPv6CIDRBlock pulumi.StringOutput `pulumi:"ipv6CidrBlock"`
	LatestVersion pulumi.IntOutput    `pulumi:"latestVersion"`
	Version       pulumi.StringOutput `pulumi:"version"`
}

// Fixtures are resources that all rows may use.
type Fixtures struct {
	VPC, SubnetA, SubnetB, Group, OtherGroup, Role, Zone, Template *Resource
}

// Program registers the fixtures and the rows, as they are before the changes or after them.
func Program(rows map[string]Row, after bool, inCluster ...pulumi.ResourceOption) pulumi.RunFunc {
	return ProgramOf(rows, func(string) bool { return after }, inCluster...)
}

// ProgramOf registers the fixtures and the rows, as they are after the changes if after returns true for their names.
func ProgramOf(rows map[string]Row, after func(name string) bool, inCluster ...pulumi.ResourceOption) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		w, err := newFixtures(ctx)
		if err != nil {
			return err
		}
		for _, name := range slices.Sorted(maps.Keys(rows)) {
			if err := rows[name].register(ctx, w, name, after(name), inCluster); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return nil
	}
}

func (r Row) register(ctx *pulumi.Context, w *Fixtures, name string, after bool, inCluster []pulumi.ResourceOption) error {
	inputs := pulumi.Map{}
	if r.Inputs != nil {
		inputs = r.Inputs(w)
	}
	if after && r.Change != nil {
		maps.Copy(inputs, r.Change(w))
		maps.DeleteFunc(inputs, func(_ string, value pulumi.Input) bool { return value == nil })
	}
	switch {
	case !after && r.Inputs == nil:
		return nil
	case after && r.Removed:
		return r.registerDependents(ctx, w, name, nil)
	}
	if after && r.Renamed {
		name += renamed
	}
	options := slices.Clone(r.Options)
	if strings.HasPrefix(r.Type, "kubernetes:") {
		options = append(options, inCluster...)
	}
	used, err := register(ctx, r.Type, name, inputs, options...)
	if err != nil {
		return err
	}
	return r.registerDependents(ctx, w, name, used)
}

func (r Row) registerDependents(ctx *pulumi.Context, w *Fixtures, name string, used *Resource) error {
	for _, suffix := range slices.Sorted(maps.Keys(r.Dependents)) {
		dependent := r.Dependents[suffix]
		if _, err := register(ctx, dependent.Type, name+"-"+suffix, dependent.Inputs(w, used)); err != nil {
			return err
		}
	}
	return nil
}

func register(
	ctx *pulumi.Context, token, name string, inputs pulumi.Map, options ...pulumi.ResourceOption,
) (*Resource, error) {
	registered := &Resource{}
	if kind, ok := strings.CutPrefix(token, "rhcs:"); ok {
		properties := rhcs.Properties{}
		for key, value := range inputs {
			properties[key] = value
		}
		return registered, rhcs.Register(ctx, kind, name, properties, registered, options...)
	}
	return registered, ctx.RegisterResource(token, name, inputs, registered, options...)
}

// Want returns the operations on all resources of the rows that change, by name. inLab selects those of the lab's provider.
func Want(rows map[string]Row, inLab bool) map[string]string {
	want := map[string]string{}
	note := func(name, operation string) {
		if operation != Same {
			want[name] = operation
		}
	}
	for name, row := range rows {
		operation := row.Want
		if inLab && row.InLab != "" {
			operation = row.InLab
		}
		if row.Renamed {
			note(name, mocks.Delete)
			name += renamed
		}
		note(name, operation)
		for suffix, dependent := range row.Dependents {
			note(name+"-"+suffix, dependent.Want)
		}
	}
	return want
}
