package aws

import (
	"reflect"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

// rejectPlan returns AWS's errors for a preview: for a subnet that is created while another one has its addresses, such as the one that it
// replaces, for a range of a VPC that is deleted while subnets in it stay, and for what has the name of a resource that is deleted later,
// such as the same one renamed in the program, or is the same rule of a security group. Subnets of a new VPC, whose ID is not known, conflict with none.
func rejectPlan(records fake.Records, steps []fake.Step) []error {
	// deleted are the URNs of what is deleted before a step, goes those of what the whole plan deletes.
	deleted, goes := map[string]bool{}, map[string]bool{}
	for _, step := range steps {
		if !step.Create {
			goes[step.URN] = true
		}
	}
	var problems []error
	note := func(err error) {
		if err != nil {
			problems = append(problems, err)
		}
	}
	for i, step := range steps {
		if !step.Create {
			note(rejectNames(steps[:i], step))
		}
		switch {
		case step.Create && step.Token == subnetType:
			created := fake.Record{Token: step.Token, URN: step.URN, ID: "EC2 Subnet", Outputs: step.Inputs}
			note(rejectConflict(without(records, deleted), created, created.Text("vpcId")))
		case !step.Create:
			deleted[step.URN] = true
			for _, record := range records {
				if record.URN == step.URN && record.Token == vpcCIDRType {
					note(rejectRangeInUse(without(records, goes), record))
				}
			}
		}
	}
	return problems
}

// rejectNames returns AWS's error if one of the steps creates a resource with the name of another one that is deleted after them.
func rejectNames(before []fake.Step, deleted fake.Step) error {
	for _, step := range before {
		if !step.Create || step.Token != deleted.Token || step.Provider != deleted.Provider || !SameName(step.Token, step.Inputs, deleted.Inputs) {
			continue
		}
		if isRule(step.Token) {
			return duplicateError(fake.Record{Token: step.Token, Outputs: step.Inputs})
		}
		name, _ := deleted.Inputs[nameOf(step.Token)].(string)
		return existsError(fake.Record{Token: step.Token}, name)
	}
	return nil
}

// SameName reports whether two resources of a type cannot exist at the same time in an account, because of the names in their inputs, or of
// what they allow if they are rules of a security group.
func SameName(token string, a, b map[string]any) bool {
	if isRule(token) {
		return sameRule(a, b)
	}
	property, parent := nameOf(token), resourceTypes[token].nameWithin
	name, named := a[property].(string)
	return named && name == b[property] && reflect.DeepEqual(a[parent], b[parent])
}

// without returns the records but those of some URNs.
func without(records fake.Records, urns map[string]bool) fake.Records {
	remaining := fake.Records{}
	for key, record := range records {
		if !urns[record.URN] {
			remaining[key] = record
		}
	}
	return remaining
}
