package ocm

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"

	"github.com/blang/semver"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
)

// Pool has the properties that the rules read of a machine pool of a hosted cluster.
type Pool struct {
	// Name is its ID, Cluster that of its cluster.
	Name, Cluster string
	// Release is the one that it has or, of a new pool, the one that is requested; "" for that of the control plane.
	Release string
	// Upgrading is whether an upgrade is in progress.
	Upgrading bool
}

// initialPool is the name of an initial machine pool (terraform-provider-rhcs v1.7.7 provider/machinepool/hcp, standardNodePoolRegex).
var initialPool = regexp.MustCompile(`^workers?(?:-([0-9]+))?$`)

// IsInitial reports whether a pool has the name of those that are created with a cluster.
func (p Pool) IsInitial() bool { return initialPool.MatchString(p.Name) }

// InitialPool is a machine pool that is created with a hosted cluster, one in each zone.
type InitialPool struct {
	Name, Subnet, InstanceType string
}

// InitialPools returns the pools that are created with a hosted cluster. Of its subnets, the first ones are private.
func (c Cluster) InitialPools() []InitialPool {
	if !c.Hosted || c.Zones > len(c.Subnets) {
		return nil
	}
	var pools []InitialPool
	for i := range c.Zones {
		name := "workers"
		if c.Zones > 1 {
			name += "-" + strconv.Itoa(i)
		}
		pools = append(pools, InitialPool{Name: name, Subnet: c.Subnets[i], InstanceType: cmp.Or(c.InstanceType, "m5.xlarge")})
	}
	return pools
}

// poolSkew is how many minor versions a pool can be older than its control plane ("Your control plane only supports machine pools within
// two minor y-stream versions": openshift/openshift-docs modules/rosa-hcp-upgrading-cli-control-plane.adoc, 4.22).
const poolSkew = 2

// rejectPoolRelease returns why OCM rejects the release of a machine pool: pools follow their control plane, at most two minor versions behind
// (terraform-provider-rhcs v1.7.7 tests/e2e/hcp_machine_pool_test.go has the second message).
func rejectPoolRelease(controlPlane, pool string) error {
	newest, err := semver.Parse(controlPlane)
	if err != nil || pool == "" {
		return nil //nolint:nilerr // rejectRelease rejects what is not a release
	}
	wanted, err := semver.Parse(pool)
	switch {
	case err != nil:
		return nil //nolint:nilerr // rejectRelease rejects what is not a release
	case wanted.GT(newest):
		return fmt.Errorf("the release %s of the machine pool must not be newer than that of the control plane, %s", pool, controlPlane)
	case release.Behind(wanted, newest, poolSkew):
		return fmt.Errorf("the release %s of the machine pool must be no less than %d minor versions behind the control plane version, %s",
			pool, poolSkew, controlPlane)
	}
	return nil
}
