package mockstest

import (
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
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

// pools are the types of which an update can delete one, unless it is the last.
var pools = []string{"::MachineSet::", ":MachineSet::", "aws:autoscaling/group:Group::", "MachinePool:"}

// Lost returns what an update loses of what cannot be made again, and whether a service rejects the update before it loses anything.
func Lost(changes []mocks.Change) (lost []string, rejected bool) {
	var deleted []string
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
			if isOneOf(keptTypes) || isAPI(change) || change.Op == mocks.Replace && isOneOf(pools) {
				lost = append(lost, change.String())
			} else if isOneOf(pools) {
				deleted = append(deleted, change.String())
			}
		}
	}
	if len(deleted) > 1 {
		lost = append(lost, deleted...)
	}
	return lost, rejected
}

func isAPI(change mocks.Change) bool {
	endsIn := func(ends []string) bool {
		return slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(change.Resource.Name, end) })
	}
	return strings.Contains(change.Resource.URN, "ControlPlane$") && (endsIn(privateAPI) || change.Op == mocks.Replace && endsIn(publicAPI))
}
