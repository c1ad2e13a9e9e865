package mocks

import (
	"cmp"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/aws"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/kubernetes"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
	fakerhcs "github.com/openshift-aws/pulumi-openshift-aws/internal/fake/rhcs"
)

// reject sets the operation of the changes that a service rejects, by the rules with which the sandbox rejects a preview.
func (c *comparison) reject(changes []Change) {
	records, steps := c.recordsBefore(), c.steps(changes)
	rejected := map[string]bool{}
	for _, rejection := range slices.Concat(aws.RejectPlan(records, steps), kubernetes.RejectPlan(steps)) {
		rejected[rejection.URN] = true
	}
	for i, change := range changes {
		urn := change.Resource.URN
		if rejected[cmp.Or(c.oldURN(urn), urn)] || change.Op == Update && c.rejectsUpdate(records, change.Resource) {
			changes[i].Op = Reject
		}
	}
}

// rejectsUpdate reports whether AWS rejects an update because of other resources or the size of a volume, or OCM because of the cluster's
// release.
func (c *comparison) rejectsUpdate(records fake.Records, newResource Resource) bool {
	oldResource, news := c.before.resources[c.oldURN(newResource.URN)], c.newInputs(newResource)
	smaller, _ := aws.SmallerVolume(oldResource.Type, c.before.inputs[oldResource.URN], news)
	return smaller != "" || aws.RejectUpdate(records, recordOf(oldResource), news) != nil ||
		fakerhcs.RejectUpgrade(records, c.upgradedClusters(), recordOf(oldResource), news) != nil
}

// upgradedClusters returns the releases that ROSA clusters have after the update, by their IDs.
func (c *comparison) upgradedClusters() map[string]string {
	releases := map[string]string{}
	for urn, newResource := range c.after.resources {
		if version, set := c.after.inputs[urn]["version"]; set && version.IsString() && strings.HasPrefix(newResource.Type, "rhcs:") {
			releases[c.before.resources[c.oldURN(urn)].ID] = version.StringValue()
		}
	}
	return releases
}

// steps returns what the engine creates and deletes, in its order: what is replaced has the URN of the old resource.
func (c *comparison) steps(changes []Change) []fake.Step {
	var steps, deletions []fake.Step
	for _, change := range changes {
		urn := change.Resource.URN
		old := c.before.resources[c.oldURN(urn)]
		deletion := fake.Step{
			Token: old.Type, URN: old.URN, Provider: old.Provider, Inputs: property.PlainMap(c.before.inputs[old.URN]),
		}
		switch {
		case change.Op == Replace && c.deletesFirst(change.Resource):
			steps = append(steps, deletion)
		case change.Op == Replace || !c.kept[old.URN] && old.URN != "":
			deletions = append(deletions, deletion)
		}
		if change.Op == Create || change.Op == Replace {
			provider := cmp.Or(c.oldURN(change.Resource.Provider), change.Resource.Provider)
			if slices.Contains(change.Replaces, providerPath) {
				provider += " of another account, region or cluster"
			}
			steps = append(steps, fake.Step{
				Create: true, Token: change.Resource.Type, URN: cmp.Or(old.URN, urn), Provider: provider,
				Inputs: property.PlainMap(c.newInputs(change.Resource)),
				Config: property.PlainMap(c.after.configOf(change.Resource.Provider)),
			})
		}
	}
	return append(steps, deletions...)
}

// deletesFirst reports whether the old resource is deleted before its replacement is created.
func (c *comparison) deletesFirst(newResource Resource) bool {
	olds := c.before.inputs[c.oldURN(newResource.URN)]
	return newResource.Options.DeleteBeforeReplace || c.diff(newResource, olds, c.newInputs(newResource)).DeleteBeforeReplace
}

// recordsBefore returns the resources of the earlier run that AWS has. A private machine has no public address.
func (c *comparison) recordsBefore() fake.Records {
	records := fake.Records{}
	for _, oldResource := range c.before.Resources() {
		private := oldResource.Type == "aws:ec2/instance:Instance" && oldResource.Inputs["associatePublicIpAddress"] != true
		if isManaged(oldResource) && !private {
			records[fake.Key(oldResource.Type, oldResource.ID)] = recordOf(oldResource)
		}
	}
	return records
}

func recordOf(r Resource) fake.Record {
	return fake.Record{Token: r.Type, URN: r.URN, ID: r.ID, Outputs: r.Outputs}
}
