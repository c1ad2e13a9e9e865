package aws

import (
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

// rejectPlan returns EC2's errors for a preview: for a subnet that is created while another one has its addresses, such as the one that it
// replaces, and for a range of a VPC that is deleted while subnets in it stay. Subnets of a new VPC, whose ID is not known, conflict with
// none.
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
	for _, step := range steps {
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
