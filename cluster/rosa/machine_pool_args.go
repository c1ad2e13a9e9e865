package rosa

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/instancetypes"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/machine"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
)

// MachinePoolArgs are the arguments of a MachinePool. Unless a field says otherwise, a change replaces the pool: the update fails
// and leaves the pool as it is, unless AllowReplacement is set, or unless [Name] changes too: then the new pool is created before
// the old one is deleted.
type MachinePoolArgs struct {
	// ClusterID is the cluster's ID in OCM: ID of HCP or Classic. Required. A change always replaces the pool.
	ClusterID pulumi.StringInput `rhcs:"cluster" check:"required,format=rosa-cluster-id"`
	// Name is the name of the pool: lower-case letters, digits and hyphens, beginning with a letter. The initial pools of a cluster are
	// worker (Classic), and workers, or workers-0, workers-1 and so on (hosted control planes; HCP has them already, unless its
	// Workers.Adopt is false): a pool of such a name adopts the initial pool, and cannot be created again after its deletion. Set
	// IgnoreDeletionError if it is destroyed together with the cluster: OCM rejects to delete the last pool. Required. A change always
	// replaces the pool.
	Name string `rhcs:"name" check:"required,format=lower-name"`
	// InstanceType is the EC2 instance type, such as m5.xlarge. Required.
	InstanceType string `hcp:"awsNodePool.instanceType" classic:"machineType" check:"required,format=instance-type"`
	// Replicas is the number of machines; 0 is allowed. Either [Replicas] or [Autoscaling] is required. Changes are applied in
	// place.
	Replicas *int `rhcs:"replicas"`
	// Autoscaling scales the number of machines with the load. Changes are applied in place.
	Autoscaling *AutoscalingArgs `hcp:"autoscaling"`
	// Labels are labels of the nodes. Defaults to none. Changes are applied in place.
	Labels map[string]string `rhcs:"labels" check:"labels"`
	// Taints are taints of the nodes. Defaults to none. Changes are applied in place.
	Taints []Taint `rhcs:"taints"`
	// DiskSizeGiB is the size of the root volume in GiB: 75 to 16384 for hosted control planes, 128 to 16384 for Classic. Defaults to
	// 300, OCM's default.
	DiskSizeGiB int `hcp:"awsNodePool.diskSize" classic:"diskSize"`
	// SecurityGroupIDs are additional security groups of the machines, at most 10. Defaults to none.
	SecurityGroupIDs pulumi.StringArrayInput `hcp:"awsNodePool.additionalSecurityGroupIds" classic:"awsAdditionalSecurityGroupIds" check:"count=..10,format=security-group-id"`
	// Tags are AWS tags of the machines and their volumes; keys must not begin with api.openshift.com/. Defaults to none.
	// Changes have no effect without AllowReplacement: a warning says so.
	Tags pulumi.StringMap `hcp:"awsNodePool.tags" classic:"awsTags" check:"tags"`
	// HCP are the arguments for a cluster with a hosted control plane. Either HCP or Classic is required.
	HCP *HCPPoolArgs
	// Classic are the arguments for a Classic cluster.
	Classic *ClassicPoolArgs
	// IgnoreDeletionError removes the pool from the stack if OCM rejects to delete it. It must be set in an update before the one that
	// deletes the pool. Defaults to false. Changes are applied in place.
	IgnoreDeletionError bool `rhcs:"ignoreDeletionError"`
	// AllowReplacement lets changes that OCM cannot apply in place delete the pool's machines and create others. Not for the initial
	// pools. Defaults to false.
	AllowReplacement bool
}

// Taint keeps pods off nodes unless they tolerate it: Key, Value and Effect. nodes.Taint is the same type.
type Taint = machine.Taint

// HCPPoolArgs are the arguments of a MachinePool that only hosted control planes have. Changes have the same effect as in
// MachinePoolArgs.
type HCPPoolArgs struct {
	// SubnetID is the ID of the private subnet of the machines, in one of the cluster's zones. Required.
	SubnetID pulumi.StringInput `rhcs:"subnetId" check:"required,format=subnet-id"`
	// Zone is the zone of the private subnet, for a pool of a blueprint, which knows the subnets, instead of SubnetID. Defaults to the
	// blueprint's choice, the first zone of the cluster.
	Zone string `check:"format=zone,not=SubnetID"`
	// AutoRepair replaces machines whose nodes are not ready for 8 minutes. Defaults to true. Changes are applied in place.
	AutoRepair *bool `default:"true"`
	// Version is the OpenShift release of the machines, such as 4.18.5, not newer than the control plane's and at most two minor versions
	// older. A higher one schedules an upgrade, in an update after the control plane's. Defaults to the control plane's when the pool is
	// created. Changes are applied in place.
	Version string `rhcs:"version"`
	// ControlPlaneVersion is the [Version] of the cluster, with which a [Version] that OCM rejects is rejected before the update
	// starts. Defaults to no check. Changes do not change the pool.
	ControlPlaneVersion string
	// AcknowledgeUpgradeTo is the minor version, such as 4.19, whose upgrade gates are acknowledged. Defaults to none.
	AcknowledgeUpgradeTo string `rhcs:"upgradeAcknowledgementsFor" check:"format=minor-version"`
	// Wait waits until OCM reports [Version] for the pool. Defaults to no wait. Changes do not change the pool.
	Wait *UpgradeWaitArgs
	// AllowIMDSv1 lets the instance metadata service of the machines answer requests without a token. Defaults to false.
	AllowIMDSv1 bool
	// TuningConfigs are names of tuning configurations: TuningConfig.Name. An empty list removes the last one. Defaults to none. Changes
	// are applied in place.
	TuningConfigs pulumi.StringArrayInput `rhcs:"tuningConfigs,zero" check:"format=dns-label"`
	// KubeletConfig is the name of a kubelet configuration: KubeletConfig.Name. Defaults to none. Changes are applied in place.
	KubeletConfig pulumi.StringInput `rhcs:"kubeletConfigs" check:"format=dns-label"`
	// CapacityReservation uses reserved capacity. Defaults to none.
	CapacityReservation *CapacityReservationArgs
	// Windows uses a Windows Server image with licenses, for virtual machines. Not for arm64 instance types. Defaults to false.
	Windows bool
	// NodeDrainGracePeriod is how long a pod disruption budget can delay the upgrade or replacement of a node, in whole minutes up to a
	// week; 0 is unlimited. Defaults to OCM's choice. Changes are applied in place.
	NodeDrainGracePeriod *time.Duration `rhcs:"awsNodePool.nodeDrainGracePeriod,minutes"`
}

// CapacityPreference is which capacity reservations a pool uses.
type CapacityPreference string

// The capacity preferences.
const (
	// ReservationNone uses no reservation.
	ReservationNone CapacityPreference = "none"
	// ReservationOpen uses any open reservation that matches, otherwise on-demand capacity.
	ReservationOpen CapacityPreference = "open"
	// ReservationOnly uses reserved capacity only.
	ReservationOnly CapacityPreference = "capacity-reservations-only"
)

// CapacityReservationArgs are the reserved capacity of a pool. Changes replace the pool.
type CapacityReservationArgs struct {
	// ID is the ID of a capacity reservation. Defaults to none.
	ID pulumi.StringInput `rhcs:"awsNodePool.capacityReservationId" check:"format=rosa-reservation-id"`
	// Preference is which reservations are used. Required without ID; with ID it is ReservationOnly.
	Preference CapacityPreference `rhcs:"awsNodePool.capacityReservationPreference"`
}

// ClassicPoolArgs are the arguments of a MachinePool that only Classic clusters have. Changes replace the pool.
type ClassicPoolArgs struct {
	// MultiAZ spreads the pool over the three zones of a MultiAZ cluster; its numbers of machines are then multiples of 3. Required for the
	// pool worker of such a cluster; must be false in a cluster with one zone. Defaults to false.
	MultiAZ bool `rhcs:"multiAvailabilityZone,zero"`
	// Zone is the zone of a pool in one zone of a MultiAZ cluster. Excludes SubnetID. Defaults to the cluster's first.
	Zone string `rhcs:"availabilityZone" check:"format=zone"`
	// SubnetID is the ID of the private subnet of a pool in one zone, of a cluster with PrivateSubnets. Defaults to OCM's choice.
	SubnetID pulumi.StringInput `rhcs:"subnetId" check:"format=subnet-id"`
	// Spot uses Spot Instances. Defaults to On-Demand Instances.
	Spot *SpotArgs
}

// SpotArgs are the arguments of Spot Instances: MaxPrice is the highest price for an hour in US dollars. nodes.SpotArgs is the same type.
type SpotArgs = machine.SpotArgs

const poolPath = "rosa.MachinePoolArgs"

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *MachinePoolArgs) Validate() error {
	full := valueOf(a)
	p := check.Struct(a)
	if full.AllowReplacement && full.isInitial() {
		p.Addf(poolPath+".AllowReplacement", "must not be set for %s, an initial pool of the cluster: it cannot be created again after its "+
			"deletion; create a pool of another name", full.Name)
	}
	full.checkCounts(&p)
	full.checkMachines(&p)
	machine.CheckTaints(&p, poolPath+".Taints", full.Taints)
	checkDisk(&p, poolPath+".DiskSizeGiB", full.DiskSizeGiB, full.HCP != nil)
	checkProduct(&p, poolPath, full.HCP != nil, full.Classic != nil)
	full.HCP.check(&p, poolPath+".HCP")
	full.Classic.check(&p, poolPath+".Classic")
	return p.ErrOf(a)
}

// checkProduct reports arguments that are not for exactly one of the products.
func checkProduct(p *check.Problems, path check.Path, hcp, classic bool) {
	p.ExactlyOne(path, check.Choice{Field: "HCP", Set: hcp}, check.Choice{Field: "Classic", Set: classic})
}

// isInitialOfHCP reports whether an initial pool of a hosted control plane has the name, worker or workers-0
// (terraform-provider-rhcs provider/machinepool/hcp).
func isInitialOfHCP(name string) bool {
	name, number, numbered := strings.Cut(name, "-")
	return (name == "worker" || name == "workers") && (!numbered || number != "" && strings.Trim(number, "0123456789") == "")
}

// isInitial reports whether the pool has the name of an initial pool.
func (a *MachinePoolArgs) isInitial() bool {
	return a.HCP != nil && isInitialOfHCP(a.Name) || a.Classic != nil && a.Name == "worker"
}

// systemTag is the prefix of the service's own tags. OCM: "'aws_node_pool.tags' can not contain system tag 'api.openshift.com/id'"
// (terraform-provider-rhcs v1.7.7 tests/e2e/hcp_machine_pool_test.go).
const systemTag = "api.openshift.com/"

// checkMachines reports tags of the service, and a type for which EC2 has no image of Windows.
func (a *MachinePoolArgs) checkMachines(p *check.Problems) {
	for _, key := range slices.Sorted(maps.Keys(a.Tags)) {
		if strings.HasPrefix(key, systemTag) {
			p.Addf(check.Key(poolPath+".Tags", key), "must not begin with %s, the prefix of the service's tags", systemTag)
		}
	}
	if info, known := instancetypes.Lookup(a.InstanceType); known && info.Architecture == instancetypes.ARM64 && valueOf(a.HCP).Windows {
		p.Addf(poolPath+".InstanceType", "must not be an arm64 type with HCP.Windows (got %s)", a.InstanceType)
	}
}

func (a *MachinePoolArgs) checkCounts(p *check.Problems) {
	multiple, most := 1, maxNodesHCP
	if a.Classic != nil {
		most = maxNodesClassic
		if a.Classic.MultiAZ {
			multiple = 3
		}
	}
	count := func(field string, value, least int) {
		if p.Between(check.Join(poolPath, field), value, least, most) && value%multiple != 0 {
			p.Addf(check.Join(poolPath, field), "must be a multiple of %d, the number of zones (got %d)", multiple, value)
		}
	}
	p.ExactlyOne(poolPath, check.Choice{Field: "Replicas", Set: a.Replicas != nil}, check.Choice{Field: "Autoscaling", Set: a.Autoscaling != nil})
	if a.Replicas != nil {
		count("Replicas", *a.Replicas, 0)
	}
	if a.Autoscaling != nil {
		count("Autoscaling.Min", a.Autoscaling.Min, 0)
		if p.AtLeastField(poolPath+".Autoscaling.Max", a.Autoscaling.Max, "Min", a.Autoscaling.Min) {
			count("Autoscaling.Max", a.Autoscaling.Max, multiple)
		}
	}
}

// maxDrain is a week (terraform-provider-rhcs provider/machinepool/hcp/aws_node_pool.go).
const maxDrain = 7 * 24 * time.Hour

func (h *HCPPoolArgs) check(p *check.Problems, path check.Path) {
	if h == nil {
		return
	}
	checkPoolRelease(p, path+".Version", h.Version, h.ControlPlaneVersion)
	p.RequiresField(path, "Wait", h.Wait != nil, "Version", h.Version != "")
	p.Duration(path+".NodeDrainGracePeriod", valueOf(h.NodeDrainGracePeriod), 0, maxDrain, time.Minute)
	if reservation := h.CapacityReservation; reservation != nil {
		reservation.check(p, path+".CapacityReservation.Preference")
	}
}

// poolSkew is how many minor versions a pool can be older than its control plane (openshift/openshift-docs
// modules/rosa-hcp-upgrading-cli-control-plane.adoc, 4.22; terraform-provider-rhcs v1.7.7 tests/e2e/hcp_machine_pool_test.go has OCM's error).
const poolSkew = 2

// checkPoolRelease reports a release that OCM rejects for a pool of a hosted control plane; one of them may be empty.
func checkPoolRelease(p *check.Problems, path check.Path, version, controlPlane string) {
	checkRelease(p, path, version)
	pool, ok := check.Release(version)
	newest, known := check.Release(controlPlane)
	switch {
	case !ok || !known:
	case pool.GT(newest):
		p.Addf(path, "%s is newer than the control plane's %s; upgrade the control plane first", version, controlPlane)
	case release.Behind(pool, newest, poolSkew):
		p.Addf(path, "%s is more than %d minor versions older than the control plane's %s; upgrade the pool first", version, poolSkew, controlPlane)
	}
}

func (r *CapacityReservationArgs) check(p *check.Problems, path check.Path) {
	switch {
	case r.ID != nil:
		check.OneOf(p, path, r.Preference, ReservationOnly)
	case p.Required(path, r.Preference):
		check.OneOf(p, path, r.Preference, ReservationNone, ReservationOpen, ReservationOnly)
	}
}

func (c *ClassicPoolArgs) check(p *check.Problems, path check.Path) {
	if c == nil {
		return
	}
	p.AtMostOne(path, check.Choice{Field: "MultiAZ", Set: c.MultiAZ}, check.Choice{Field: "Zone", Set: c.Zone != ""},
		check.Choice{Field: "SubnetID", Set: c.SubnetID != nil})
}
