package rhcs

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/ocm"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// rejectChange returns the rule that a change of an immutable property is rejected when it is applied, with the provider's
// error (terraform-provider-rhcs v1.7.7 provider/common, ValidateStateAndPlanEquals). A property that is no longer set keeps its value if
// OCM computes it, and is otherwise changed to none.
func rejectChange(immutable func(resourceType string) []string) func(fake.Records, fake.Record, fake.Change) error {
	plan := &planned{}
	return func(records fake.Records, record fake.Record, change fake.Change) error {
		token := record.Token
		olds := resource.NewProperty(property.RevealMap(change.Old.Outputs))
		news := resource.NewProperty(property.RevealMap(change.Inputs))
		for _, text := range immutable(token[strings.LastIndex(token, ":")+1:]) {
			path, err := resource.ParsePropertyPath(text)
			if err != nil {
				return err
			}
			old, _ := path.Get(olds)
			value, isSet := path.Get(news)
			if isSet && !value.ContainsUnknowns() && !value.DeepEquals(old) || !isSet && isRemoved(token, path, change) {
				return changeError(text, old, value)
			}
		}
		return plan.rejectUpgrade(records, record, change)
	}
}

// planned are the releases to which a preview upgrades clusters, by their IDs.
type planned struct{ releases sync.Map }

// isRemoved reports whether an update removes a property that OCM does not compute.
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

// RejectUpgrade returns the provider's and OCM's errors for another release or channel of a cluster; nil for another type.
func RejectUpgrade(token string, olds, news resource.PropertyMap) error {
	if !strings.Contains(token, ":ClusterRosa") {
		return nil
	}
	from, to := property.Text(olds, "currentVersion"), property.Text(news, "version")
	old, channel := property.Text(olds, "channel"), property.Text(news, "channel")
	changed := channel != "" && channel != old
	// The provider compares the requested releases, not those that the cluster has.
	if err := ocm.RejectChannelAndVersion(changed, to != "" && to != cmp.Or(property.Text(olds, "version"), from)); err != nil {
		return err
	}
	if changed {
		return asOCM(ocm.RejectChannel(from, channel))
	}
	if from == "" || to == "" {
		return nil
	}
	return ocm.RejectUpgrade(from, to, old)
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
	kind := created.Token[strings.LastIndex(created.Token, ":")+1:]
	switch kind {
	case "BreakGlassCredential":
		return rejectBreakGlass(records, created.Text("cluster"))
	case "ClusterRosaHcp", "ClusterRosaClassic":
		return rejectCluster(created, kind == "ClusterRosaHcp")
	case "HcpMachinePool":
		return asOCM(ocm.RejectPool(clusterRelease(records, created.Text("cluster")), created.Text("version")))
	}
	return nil
}

func rejectCluster(created fake.Record, hosted bool) error {
	// The domain prefix in the outputs is computed for a cluster with none; it is valid.
	request := ocm.Cluster{
		Name: created.Text("name"), DomainPrefix: created.Text("domainPrefix"), Region: created.Text("cloudRegion"),
		BillingAccountID: created.Text("awsBillingAccountId"), Hosted: hosted,
	}
	if err := errors.Join(request.Reject(), ocm.RejectChannel(created.Text("version"), created.Text("channel"))); err != nil {
		return asOCM(err)
	}
	if hosted && (created.Outputs["etcdEncryption"] == true) != (created.Text("etcdKmsKeyArn") != "") {
		return errors.New("When utilizing etcd encryption an etcd kms key arn must also be supplied and vice versa") //nolint:staticcheck // RHCS' words
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

// clusterRelease returns the release of a cluster, "" if it is not known.
func clusterRelease(records fake.Records, cluster string) string {
	found, _ := findCluster(records, cluster)
	return found.Text("currentVersion")
}

// rejectBreakGlass returns the provider's error for a cluster whose OAuth server authenticates users (terraform-provider-rhcs
// provider/breakglasscredential/breakglasscredential_resource.go).
func rejectBreakGlass(records fake.Records, cluster string) error {
	for _, record := range records {
		switch {
		case record.ID != cluster:
		case strings.HasSuffix(record.Token, ":ClusterRosaClassic"):
			//nolint:staticcheck // the provider's words
			return errors.New("Break glass credentials are only supported on Hosted Control Plane clusters")
		case strings.HasSuffix(record.Token, ":ClusterRosaHcp") && record.Outputs["externalAuthProvidersEnabled"] != true:
			//nolint:staticcheck // the provider's words
			return fmt.Errorf("External Authentication Configuration is not enabled for cluster '%s'", cluster)
		}
	}
	return nil
}

// rejectAny returns a rule that combines rules.
func rejectAny(rules ...func(fake.Records, fake.Record) error) func(fake.Records, fake.Record) error {
	return func(records fake.Records, created fake.Record) error {
		for _, rule := range rules {
			if err := rule(records, created); err != nil {
				return err
			}
		}
		return nil
	}
}

// rejectDuplicate returns an error if the name is in use: OCM accepts the name of a cluster once, and a name within a
// cluster once.
func rejectDuplicate(records fake.Records, created fake.Record) error {
	name := created.Outputs["name"]
	if name == nil {
		return nil
	}
	prefix := created.Text("domainPrefix")
	for _, record := range records {
		if prefix != "" && strings.Contains(record.Token, ":ClusterRosa") && record.Text("domainPrefix") == prefix &&
			record.Outputs["name"] != name {
			return fmt.Errorf("CLUSTERS-MGMT-400: the domain prefix '%s' is taken already (%s)", prefix, record.ID)
		}
		if record.Token == created.Token && record.Outputs["name"] == name &&
			record.Outputs["cluster"] == created.Outputs["cluster"] {
			return fmt.Errorf("CLUSTERS-MGMT-400: the name '%s' is taken already (%s)", name, record.ID)
		}
	}
	return nil
}

// rejectDeletion returns an error for an OIDC configuration that a cluster uses, and for a cluster in which this library
// still manages resources. Initial machine pools are deleted with their cluster.
func rejectDeletion(records fake.Records, deleted fake.Record) ([]string, error) {
	var pools []string
	for key, record := range records {
		sts, _ := record.Outputs["sts"].(map[string]any)
		if strings.HasSuffix(deleted.Token, ":RosaOidcConfig") && sts["oidcConfigId"] == deleted.ID {
			return nil, fmt.Errorf("CLUSTERS-MGMT-400: the OIDC configuration '%s' is used by cluster '%s'",
				deleted.ID, record.ID)
		}
		switch {
		case record.Outputs["cluster"] != deleted.ID:
		case strings.HasSuffix(record.Token, ":HcpMachinePool") && initialPool.MatchString(record.Text("name")):
			pools = append(pools, key)
		default:
			name := record.URN[strings.LastIndex(record.URN, "::")+2:]
			return nil, fmt.Errorf("the cluster '%s' still has %s", deleted.ID, name)
		}
	}
	return pools, nil
}
