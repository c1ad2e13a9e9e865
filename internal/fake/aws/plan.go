package aws

import (
	"reflect"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

// RejectPlan returns what AWS rejects of a preview: a subnet that is created while another one has its addresses, such as the one that it
// replaces, a range of a VPC that is deleted while subnets in it stay, and what has the name of a resource that is deleted later, such as
// the same one renamed in the program, or is the same rule of a security group. Subnets of a new VPC, whose ID is not known, conflict with
// none.
func RejectPlan(records fake.Records, steps []fake.Step) []fake.Rejection {
	// deleted has the URNs of the resources that are deleted before a step, goes the deletions of the whole plan, by URN.
	deleted, goes := map[string]bool{}, map[string]fake.Step{}
	for _, step := range steps {
		if !step.Create {
			goes[step.URN] = step
		}
	}
	var rejections []fake.Rejection
	reject := func(urn string, err error) {
		if err != nil {
			rejections = append(rejections, fake.Rejection{URN: urn, Err: err})
		}
	}
	for i, step := range steps {
		if step.Create {
			if step.Token == subnetType {
				reject(step.URN, rejectPlannedSubnet(without(records, func(urn string) bool { return deleted[urn] }), step, goes))
			}
			continue
		}
		created, err := rejectNames(steps[:i], step)
		reject(created, err)
		deleted[step.URN] = true
		for _, record := range records {
			if record.URN == step.URN && record.Token == vpcCIDRType {
				remaining := without(records, func(urn string) bool { return goes[urn].URN != "" })
				reject(step.URN, rejectRangeInUse(remaining, record))
			}
		}
	}
	return rejections
}

// rejectPlannedSubnet returns AWS's error for a subnet whose addresses another one has. The subnet that it replaces counts, unless that is in
// another account or region.
func rejectPlannedSubnet(records fake.Records, step fake.Step, goes map[string]fake.Step) error {
	created := fake.Record{Token: step.Token, URN: step.URN, ID: "EC2 Subnet", Outputs: step.Inputs}
	if replaced, ok := goes[step.URN]; ok {
		created.URN = ""
		if replaced.Provider != step.Provider {
			records = without(records, func(urn string) bool { return urn == step.URN })
		}
	}
	return rejectConflict(records, created, created.Text("vpcId"))
}

// rejectNames returns AWS's error if one of the steps creates a resource with the name of another one that is deleted after them.
func rejectNames(before []fake.Step, deleted fake.Step) (urn string, err error) {
	for _, step := range before {
		if !step.Create || step.Token != deleted.Token || step.Provider != deleted.Provider || !isSameName(step, deleted) {
			continue
		}
		if isRule(step.Token) {
			return step.URN, duplicateError(fake.Record{Token: step.Token, Outputs: step.Inputs})
		}
		name, _ := deleted.Inputs[nameOf(step.Token)].(string)
		return step.URN, existsError(fake.Record{Token: step.Token}, name)
	}
	return "", nil
}

// isSameName reports whether two resources of a type cannot exist at the same time in an account, because of the names in their inputs, or
// of what they allow if they are rules of a security group.
func isSameName(a, b fake.Step) bool {
	if isRule(a.Token) {
		return sameRule(a.Inputs, b.Inputs)
	}
	property, parent := nameOf(a.Token), resourceTypes[a.Token].nameWithin
	name, named := a.Inputs[property].(string)
	return named && name == b.Inputs[property] && reflect.DeepEqual(a.Inputs[parent], b.Inputs[parent])
}

// without returns the records but those of some URNs.
func without(records fake.Records, urns func(urn string) bool) fake.Records {
	remaining := fake.Records{}
	for key, record := range records {
		if !urns(record.URN) {
			remaining[key] = record
		}
	}
	return remaining
}
