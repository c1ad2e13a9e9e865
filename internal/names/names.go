// Package names makes the few physical names that OpenShift or AWS needs to know beforehand, each within the limit of its AWS type.
package names

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// The longest names that AWS takes, in characters (API references of CreateLoadBalancer, CreateTargetGroup, CreateRole and CreateBucket).
const (
	LoadBalancerLimit = 32
	TargetGroupLimit  = 32
	RoleLimit         = 64
	BucketLimit       = 63
)

// InfraIDLimit is the longest infrastructure id: 21 characters of the cluster's name, a hyphen and 5 random ones
// (openshift/installer pkg/asset/installconfig/clusterid.go).
const InfraIDLimit = 27

const hashLength = 6

// Cut joins the parts with hyphens. A name over the limit is cut and ends in a hash of the whole, so that two long names stay apart.
func Cut(limit int, parts ...string) string {
	whole := strings.Trim(strings.Join(parts, "-"), "-")
	if len(whole) <= limit {
		return whole
	}
	sum := sha256.Sum256([]byte(whole))
	head := strings.TrimRight(whole[:limit-hashLength-1], "-")
	return head + "-" + hex.EncodeToString(sum[:])[:hashLength]
}

// LoadBalancer names a load balancer of the cluster: `<infra>-ext`, `<infra>-int`.
func LoadBalancer(infraID, suffix string) string {
	return Cut(LoadBalancerLimit, infraID, suffix)
}

// BootstrapBucket names the bucket that the bootstrap machine reads its ignition from. It is known beforehand
// so that the machine's policy can be limited to it.
func BootstrapBucket(infraID string) string {
	return Cut(BucketLimit, "openshift-bootstrap-data", infraID)
}

var infraID = regexp.MustCompile(`^[a-z]([a-z0-9-]*[a-z0-9])?$`)

// CheckInfraID notes an infrastructure id that AWS or OpenShift would refuse.
func CheckInfraID(p *check.Problems, path, id string) {
	switch {
	case !p.Required(path, id):
	case len(id) > InfraIDLimit:
		p.Addf(path, "%q has %d characters; at most %d fit the names of load balancers", id, len(id), InfraIDLimit)
	case strings.HasPrefix(id, "internal-"):
		p.Addf(path, "%q begins with internal-, which AWS keeps from the names of load balancers; give the cluster another name", id)
	case !infraID.MatchString(id):
		p.Addf(path, "%q must begin with a lower-case letter, hold only lower-case letters, digits and hyphens, and not end in a hyphen", id)
	}
}
