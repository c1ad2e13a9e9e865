// Package names returns the few physical names that must be known in advance, each within the limit of its AWS resource type.
package names

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// AWS's limits of names, in characters (API references of CreateLoadBalancer, CreateTargetGroup, CreateRole and CreateBucket).
const (
	LoadBalancerLimit = 32
	TargetGroupLimit  = 32
	RoleLimit         = 64
	BucketLimit       = 63
)

// InfraIDLimit is the limit of an infrastructure ID: 21 characters of the cluster's name, a hyphen and 5 random characters
// (openshift/installer pkg/asset/installconfig/clusterid.go).
const InfraIDLimit = 27

const hashLength = 6

// autoNameSuffix is the length of the suffix that Pulumi appends to a resource's name: a hyphen and seven hexadecimal digits.
const autoNameSuffix = 8

// roleName is check.IAMName without its limit, which applies to the names of the roles.
var roleName = check.Pattern("IAM name", "demo", `[\w+=,.@-]+`)

// CheckRole returns the problems of a component's Pulumi name, from which Pulumi forms the name of a role: name, suffix and what it
// appends. constructor is the path for messages, such as network.NewVpc.
func CheckRole(constructor check.Path, name, suffix string) error {
	var p check.Problems
	p.Format(constructor+".name", name, roleName)
	p.Length(constructor+".name", name, 1, RoleLimit-autoNameSuffix-len(suffix))
	return p.Err()
}

// Cut joins the parts with hyphens. A name over the limit is shortened and ends in a hash of the full name, so that two long names
// differ.
func Cut(limit int, parts ...string) string {
	whole := strings.Trim(strings.Join(parts, "-"), "-")
	if len(whole) <= limit {
		return whole
	}
	sum := sha256.Sum256([]byte(whole))
	head := strings.TrimRight(whole[:limit-hashLength-1], "-")
	return head + "-" + hex.EncodeToString(sum[:])[:hashLength]
}

// LoadBalancer returns the name of a cluster's load balancer: `<infra>-ext`, `<infra>-int`.
func LoadBalancer(infraID, suffix string) string {
	return Cut(LoadBalancerLimit, infraID, suffix)
}

// BootstrapBucket returns the name of the bucket with the bootstrap machine's Ignition config. It is known in advance, so that the
// machine's policy can be limited to it.
func BootstrapBucket(infraID string) string {
	return Cut(BucketLimit, "openshift-bootstrap-data", infraID)
}

// infraID follows the API load balancers, whose names begin with it: they have no hyphen at the end. The installer's CloudFormation
// templates require a letter at the beginning (openshift/installer upi/aws/cloudformation).
var infraID = check.NewFormat("infrastructure ID", "demo-x7k2p", check.LowerName.Match)

// The rule `check:"infra-id"`.
func init() {
	check.NamedRule("infra-id", CheckInfraID)
}

// CheckInfraID reports an infrastructure ID that AWS or OpenShift would reject.
func CheckInfraID(p *check.Problems, path check.Path, id string) {
	if p.Length(path, id, 1, InfraIDLimit) && p.RequiredFormat(path, id, infraID) && strings.HasPrefix(id, "internal-") {
		p.Addf(path, "must not begin with internal-, which AWS reserves in the names of load balancers; rename the cluster")
	}
}
