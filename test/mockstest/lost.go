package mockstest

import (
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// keptTypes are the types of resources that a running cluster cannot lose, as parts of their URNs.
var keptTypes = []string{
	"aws:ec2/vpc:Vpc::", "aws:ec2/subnet:Subnet::", "aws:kms/key:Key::", "aws:s3/bucketV2:BucketV2::", "aws:route53/zone:Zone::",
	"aws:iam/openIdConnectProvider:OpenIdConnectProvider::", "ControlPlane$aws:ec2/instance:Instance::",
	"AccountRoles$aws:iam/role:Role::", "OperatorRoles$aws:iam/role:Role::", "InstanceProfiles$aws:iam/role:Role::",
	"ShortTermCredentials$aws:iam/role:Role::", "ShortTermCredentials$aws:s3/bucketObjectv2:BucketObjectv2::",
	"rhcs:index/clusterRosaHcp:ClusterRosaHcp::", "rhcs:index/clusterRosaClassic:ClusterRosaClassic::",
	"rhcs:index/rosaOidcConfig:RosaOidcConfig::",
}

// Ends of the names of the control plane's load balancers and records. Only another Scope deletes the public ones.
var (
	privateAPI = []string{"-int", "-private-api", "-private-api-int"}
	publicAPI  = []string{"-ext", "-public-api"}
)

// zonal are the types of which an update can delete those of one zone.
var zonal = []string{"aws:ec2/subnet:Subnet::", ":MachineSet::"}

// zonesOf returns the zones of the deleted resources, with which their names end, or their names.
func zonesOf(deleted []mocks.Change) map[string]bool {
	zones := map[string]bool{}
	for _, change := range deleted {
		zones[change.Resource.Name[max(0, len(change.Resource.Name)-len("us-east-2a")):]] = true
	}
	return zones
}

// pools are the types of which an update can delete one, unless it is the last.
var pools = []string{"::MachineSet::", ":MachineSet::", "aws:autoscaling/group:Group::", "MachinePool:"}

// namesWhat matches the sentence of a rejected update: it names a field, a setting, or the resource that would be lost.
const namesWhat = `[a-z]+\.(\w+Args|New\w+)\b|setting [\w:.\[\]]+: |cannot be changed|cannot be read|missing required configuration|` +
	`is not (changed|created): `

// CheckUpdate runs a program as the update of a cluster that is up. It must lose nothing, or be rejected by a sentence that names a field.
func CheckUpdate(t testing.TB, name string, before, after *mocks.Recorder, program pulumi.RunFunc, counts *Counts) {
	t.Helper()
	counts.Tried++
	if err := after.Run(program); err != nil {
		counts.Rejected++
		assert.Regexp(t, namesWhat, err.Error(), name)
		return
	}
	lost, rejected := Lost(after.Changes(before))
	switch {
	case rejected:
		counts.Rejected++
	case len(lost) == 0:
		counts.Harmless++
	default:
		t.Errorf("%s: loses %s", name, strings.Join(lost, "; "))
	}
}

// CheckPreview is CheckUpdate for a cluster that is up in a sandbox: the engine previews the update. The expression matches what a service
// says of an update that it rejects. It returns the steps; nil if the update is rejected.
func CheckPreview(
	t testing.TB, name string, before *mocks.Recorder, box *sandbox.Sandbox, rejects string, counts *Counts,
) []sandbox.Step {
	t.Helper()
	counts.Tried++
	result, err := box.Preview(t.Context())
	if err != nil {
		counts.Rejected++
		assert.Regexp(t, namesWhat+"|"+rejects, err.Error(), name)
		return nil
	}
	counts.Harmless++
	lost, _ := Lost(changesOf(before, result.Steps))
	assert.Empty(t, lost, name)
	return result.Steps
}

// changesOf returns what steps of the engine change of the resources that a program registered before.
func changesOf(before *mocks.Recorder, steps []sandbox.Step) []mocks.Change {
	operations := map[string]string{}
	for _, step := range steps {
		operations[inStack(step.URN)] = step.Op
	}
	var changes []mocks.Change
	for _, resource := range before.Resources() {
		if op := operations[inStack(resource.URN)]; resource.Custom && op != "" {
			changes = append(changes, mocks.Change{Op: op, Resource: resource})
		}
	}
	return changes
}

// inStack returns a URN without its stack and project.
func inStack(urn string) string {
	_, types, _ := strings.Cut(strings.TrimPrefix(urn, "urn:pulumi:"), "::")
	_, types, _ = strings.Cut(types, "::")
	return types
}

// Lost returns what an update loses of what cannot be made again, and whether a service rejects the update before it loses anything.
func Lost(changes []mocks.Change) (lost []string, rejected bool) {
	var deleted []mocks.Change
	for _, change := range changes {
		isOneOf := func(types []string) bool {
			return slices.ContainsFunc(types, func(text string) bool { return strings.Contains(change.Resource.URN, text) })
		}
		switch change.Op {
		case mocks.Reject:
			rejected = true
		case mocks.Delete, mocks.Replace:
			if change.Op == mocks.Delete && change.Resource.Options.RetainOnDelete {
				continue
			}
			switch {
			case change.Op == mocks.Delete && isOneOf(zonal):
				deleted = append(deleted, change)
			case isOneOf(keptTypes) || isAPI(change) || change.Op == mocks.Replace && isOneOf(pools):
				lost = append(lost, change.String())
			case isOneOf(pools):
				deleted = append(deleted, change)
			}
		}
	}
	if zones := zonesOf(deleted); len(deleted) > 1 && len(zones) > 1 {
		for _, change := range deleted {
			lost = append(lost, change.String())
		}
	}
	return lost, rejected
}

func isAPI(change mocks.Change) bool {
	endsIn := func(ends []string) bool {
		return slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(change.Resource.Name, end) })
	}
	return strings.Contains(change.Resource.URN, "ControlPlane$") && (endsIn(privateAPI) || change.Op == mocks.Replace && endsIn(publicAPI))
}
