package rhcs

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/ocm"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// rejectChange returns the rule that a change of an immutable property is rejected when it is applied, with the provider's
// error (terraform-provider-rhcs v1.7.7 provider/common, ValidateStateAndPlanEquals). A property that is no longer set keeps its value, or is
// changed to none.
func rejectChange(
	immutable func(resourceType string) []string, rejectsRemoval func(resourceType, path string) bool,
) func(fake.Records, fake.Record, fake.Change) error {
	plan := &planned{}
	return func(records fake.Records, record fake.Record, change fake.Change) error {
		olds := resource.NewProperty(property.RevealMap(change.Old.Outputs))
		news := resource.NewProperty(property.RevealMap(change.Inputs))
		for _, text := range immutable(kindOf(record.Token)) {
			path, err := resource.ParsePropertyPath(text)
			if err != nil {
				return err
			}
			old, _ := path.Get(olds)
			value, isSet := path.Get(news)
			removed := !isSet && isRemoved(record.Token, path, change) && rejectsRemoval(kindOf(record.Token), text)
			if isSet && !value.ContainsUnknowns() && !value.DeepEquals(old) || removed {
				return changeError(text, old, value)
			}
		}
		return plan.reject(records, record, change)
	}
}

// planned are the releases to which a preview upgrades clusters, by their IDs.
type planned struct{ releases sync.Map }

// isRemoved reports whether an update removes a property.
func isRemoved(token string, path resource.PropertyPath, change fake.Change) bool {
	olds, news := property.RevealMap(change.Old.Inputs), property.RevealMap(change.Inputs)
	old, wasSet := path.Get(resource.NewProperty(olds))
	known, ok := Resource(token)
	if !wasSet || old.IsNull() || !ok {
		return false
	}
	changed, _ := known.Diff(olds, news)
	return slices.ContainsFunc(changed, func(text string) bool {
		at, err := resource.ParsePropertyPath(text)
		return err == nil && (path.Contains(at) || at.Contains(path))
	})
}

// RejectUpgrade returns the provider's and OCM's errors for another release or channel of a cluster or a machine pool; nil for another
// type. upgraded are the releases to which the same update upgrades clusters, by their IDs: a pool's upgrade follows.
func RejectUpgrade(records fake.Records, upgraded map[string]string, old fake.Record, news resource.PropertyMap) error {
	switch {
	case isCluster(old.Token):
		return rejectUpgrade(ocm.Account{}, clusterOf(old), old.Text("version"), news)
	case isPool(old.Token):
		var p planned
		for id, release := range upgraded {
			p.releases.Store(id, release)
		}
		return p.rejectPool(accountOf(records), poolOf(old), property.Text(news, "version"), true)
	}
	return nil
}

// rejectUpgrade returns the errors for another release or channel of a cluster of which a release was requested before.
func rejectUpgrade(account ocm.Account, cluster ocm.Cluster, requested string, news resource.PropertyMap) error {
	to, channel := property.Text(news, "version"), property.Text(news, "channel")
	changed := channel != "" && channel != cluster.Channel
	// The provider compares the requested releases, not those that the cluster has.
	if err := ocm.RejectChannelAndVersion(changed, to != "" && to != cmp.Or(requested, cluster.Release)); err != nil {
		return err
	}
	if changed {
		return asOCM(ocm.RejectChannel(cluster.Release, channel))
	}
	if cluster.Release == "" || to == "" || to == cluster.Release {
		return nil
	}
	return asOCM(account.RejectUpgrade(cluster, to))
}

func changeError(path string, old, value resource.PropertyValue) error {
	const message = "Attribute value cannot be changed: Attribute %s, cannot be changed from %v to %v"
	changed := property.Plain(value)
	if changed == nil {
		changed = "<null>"
	}
	return fmt.Errorf(message, path, property.Plain(old), changed) //nolint:staticcheck // the provider's words
}

// rejectCreation returns OCM's error for inputs that the schema of the provider accepts and OCM does not.
func rejectCreation(records fake.Records, created fake.Record) error {
	switch kind := kindOf(created.Token); kind {
	case "BreakGlassCredential":
		return rejectBreakGlass(records, created.Text("cluster"))
	case "ClusterRosaHcp", "ClusterRosaClassic":
		// The domain prefix in the outputs is computed for a cluster with none; it is valid.
		request := clusterOf(created)
		request.Release = created.Text("version")
		if err := request.Reject(); err != nil {
			return asOCM(err)
		}
		if request.Hosted && (created.Outputs["etcdEncryption"] == true) != (created.Text("etcdKmsKeyArn") != "") {
			return errors.New("When utilizing etcd encryption an etcd kms key arn must also be supplied and vice versa") //nolint:staticcheck // RHCS' words
		}
	case "HcpMachinePool":
		request := poolOf(created)
		request.Release = created.Text("version")
		return asOCM(accountOf(records).RejectPool(request))
	}
	return nil
}

// asOCM adds the code of OCM's errors.
func asOCM(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("CLUSTERS-MGMT-400: %w", err)
}

// rejectBreakGlass returns the provider's error for a cluster whose OAuth server authenticates users (terraform-provider-rhcs
// provider/breakglasscredential/breakglasscredential_resource.go).
func rejectBreakGlass(records fake.Records, id string) error {
	cluster, exists := accountOf(records).Cluster(id)
	switch {
	case !exists:
		return nil
	case !cluster.Hosted:
		//nolint:staticcheck // the provider's words
		return errors.New("Break glass credentials are only supported on Hosted Control Plane clusters")
	}
	return cluster.RejectBreakGlass()
}

// rejectInAccount returns OCM's errors for a resource because of those that exist.
func rejectInAccount(records fake.Records, created fake.Record) error {
	if err := rejectCreation(records, created); err != nil {
		return err
	}
	switch {
	case isCluster(created.Token):
		if err := accountOf(records).RejectCluster(clusterOf(created)); err != nil {
			return asOCM(err)
		}
		putInitialPools(records, created)
		return nil
	case isPool(created.Token) && poolOf(created).IsInitial():
		return adoptPool(records, created)
	}
	name := created.Outputs["name"]
	for _, record := range records {
		if name != nil && record.Token == created.Token && record.Outputs["name"] == name &&
			record.Outputs["cluster"] == created.Outputs["cluster"] {
			return asOCM(fmt.Errorf("the name '%s' is taken already (%s)", name, record.ID))
		}
	}
	return nil
}

// rejectDeletion returns an error for an OIDC configuration that a cluster uses, and what is deleted with a cluster: all that it has.
func rejectDeletion(records fake.Records, deleted fake.Record) ([]string, error) {
	if kindOf(deleted.Token) == "RosaOidcConfig" {
		return nil, asOCM(accountOf(records).RejectConfigDeletion(deleted.ID))
	}
	var contents []string
	for key, record := range records {
		if isCluster(deleted.Token) && record.Outputs["cluster"] == deleted.ID {
			contents = append(contents, key)
		}
	}
	return contents, nil
}
