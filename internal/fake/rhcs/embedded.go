package rhcs

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/ocm"
)

// Embedded returns the provider as the plugin with RHCS inside serves it (cmd/pulumi-resource-openshift-aws-rhcs), of the same account:
// what is gone is removed from the state, a cluster that is not ready stays in the stack, and RHCS does not see schedules of upgrades. The
// cases of test/ocmtest run with both.
func Embedded(of *fake.Account) *fake.Provider {
	account := *of
	account.Missing, account.Existing = missingEmbedded, begun
	account.Rules.Create = func(records fake.Records, created fake.Record) error {
		if err := rejectContents(records, created); err != nil {
			return err
		}
		return of.Rules.Create(records, created)
	}
	account.Rules.Update = func(records fake.Records, old fake.Record, change fake.Change) error {
		return of.Rules.Update(records, old.With(scheduleOutput, nil), change)
	}
	p := provider(&account, false)
	p.Unready, p.KeepsUnready = unready, true
	p.ReadsFirst = func(r fake.Resource) bool { return isCluster(r.Token) }
	return p
}

// missingEmbedded: what OCM does not have leaves the state. Of some types no resource is in OCM.
func missingEmbedded(_ fake.Records, r fake.Resource, _ resource.PropertyMap, deletion bool) (kept bool, err error) {
	return !deletion && isOnlyInState(r.Token), nil
}

// begun returns the cluster that an update has requested which was killed: it has the mark of the resource.
func begun(records fake.Records, created fake.Record) (same fake.Record, exists bool) {
	for _, record := range records {
		isOwn := record.Token == created.Token && record.URN == created.URN && record.Text("name") == created.Text("name")
		if isOwn && isCluster(record.Token) && ocm.State(record.Text("state")) != ocm.Uninstalling {
			return record, true
		}
	}
	return fake.Record{}, false
}

// rejectContents returns why nothing can be created in a cluster. One that is installing is waited for.
func rejectContents(records fake.Records, created fake.Record) error {
	id := created.Text("cluster")
	if id == "" {
		return nil
	}
	cluster, exists := findCluster(records, id)
	if !exists {
		return fmt.Errorf("cluster %s does not exist in OCM any more: run pulumi up, which creates it again", id)
	}
	for ocm.State(cluster.Text("state")) == ocm.Installing {
		cluster, _ = progress(cluster)
		records[cluster.Key()] = cluster
	}
	if state := ocm.State(cluster.Text("state")); state == ocm.Failed || state == ocm.Uninstalling {
		return fmt.Errorf("cluster %s (%s) is in state %s", cluster.Text("name"), id, state)
	}
	return nil
}
