package cluster

import (
	"regexp"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/placement"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// RosaMachinePoolArgs are the arguments of a RosaMachinePool. Where a change replaces the pool, the run fails instead and leaves the
// pool as it is, unless AllowReplacement is set; a change together with one of Name makes the new pool before the old one goes.
type RosaMachinePoolArgs struct {
	// RHCS chooses the provider that OCM is asked by.
	RHCS RHCSProvider
	// ClusterID is the cluster's id in OCM: ID of RosaHCP or RosaClassic. Required. A change replaces the pool.
	ClusterID pulumi.StringInput
	// Name is the pool's name: lower-case letters, digits and inner hyphens, beginning with a letter. Required. worker of Classic,
	// and workers and workers-0, workers-1 and so on of hosted control planes, are the pools that a cluster is born with:
	// they are taken over, and once deleted cannot be made again. Give such a pool IgnoreDeletionError if the cluster goes with
	// it, as OCM refuses to delete the last one. A change replaces the pool.
	Name string
	// InstanceType is the machines' type, such as m5.xlarge. Required. A change replaces the pool.
	InstanceType pulumi.StringInput
	// Replicas is the number of machines; 0 is possible. Exactly one of Replicas and Autoscaling is required. A change is made in
	// place.
	Replicas *int
	// Autoscaling lets the number of machines follow the load. A change is made in place.
	Autoscaling *RosaAutoscalingArgs
	// Labels are labels of the nodes. A change is made in place.
	Labels map[string]string
	// Taints are taints of the nodes. A change is made in place.
	Taints []RosaTaint
	// DiskSizeGiB is the size of the root volume: 75 to 16384 for hosted control planes, 128 to 16384 for Classic. Default 300, which
	// is OCM's. A change replaces the pool.
	DiskSizeGiB int
	// SecurityGroupIDs are at most 10 security groups that machines have beside their own. A change replaces the pool.
	SecurityGroupIDs pulumi.StringArrayInput
	// Tags are set on the machines and their volumes. A change replaces the pool.
	Tags pulumi.StringMap
	// HCP is for a cluster with a hosted control plane. Exactly one of HCP and Classic is required.
	HCP *RosaHCPPoolArgs
	// Classic is for a Classic cluster.
	Classic *RosaClassicPoolArgs
	// IgnoreDeletionError takes the pool out of the stack when OCM refuses to delete it. It must be in force before the run that
	// deletes.
	IgnoreDeletionError bool
	// AllowReplacement lets changes that the service cannot make in place delete the pool's machines and make others. Not for the pools
	// that a cluster is born with.
	AllowReplacement bool
}

// RosaTaint keeps pods off nodes unless they tolerate it.
type RosaTaint struct {
	// Key is the taint's key. Required.
	Key string
	// Value is the taint's value. Optional.
	Value string
	// Effect is NoSchedule, PreferNoSchedule or NoExecute. Required.
	Effect string
}

// RosaHCPPoolArgs are what pools of clusters with hosted control planes have alone.
type RosaHCPPoolArgs struct {
	// SubnetID is the private subnet of the machines, one of the cluster's zones. Required. A change replaces the pool.
	SubnetID pulumi.StringInput
	// NoAutoRepair leaves machines that do not report for 8 minutes as they are, instead of replacing them. A change is made in place.
	NoAutoRepair bool
	// Version is the release of OpenShift of the machines, such as 4.18.5, at most that of the control plane. Default: the control
	// plane's when the pool is made. A higher one schedules an upgrade, in a run after the control plane's.
	Version string
	// ControlPlaneVersion is the Version of the cluster. Optional: with it a newer Version is refused before the run begins.
	ControlPlaneVersion string
	// AcknowledgeUpgradeTo is the minor version, such as 4.19, whose upgrade is agreed to.
	AcknowledgeUpgradeTo string
	// IMDS says which requests the metadata service answers. Default RosaIMDSv2. A change replaces the pool.
	IMDS RosaIMDS
	// TuningConfigs are names of tuning configurations: RosaTuningConfig.Name. A change is made in place; an empty list takes the
	// last one away.
	TuningConfigs pulumi.StringArrayInput
	// KubeletConfig is the name of a kubelet configuration: RosaKubeletConfig.Name. A change is made in place.
	KubeletConfig pulumi.StringInput
	// CapacityReservation uses reserved capacity. A change replaces the pool.
	CapacityReservation *RosaCapacityReservationArgs
	// Windows makes the machines run Windows Server for virtual machines, with licences included. A change replaces the pool.
	Windows bool
	// NodeDrainGracePeriod is how long pods that a disruption budget protects may hold up an upgrade or replacement of their node, in
	// whole minutes up to a week; 0 is for ever. Default: OCM's choice. A change is made in place.
	NodeDrainGracePeriod *time.Duration
}

// RosaCapacityPreference says which reserved capacity a pool uses.
type RosaCapacityPreference string

// The preferences that there are.
const (
	// RosaReservationNone uses no reservation.
	RosaReservationNone RosaCapacityPreference = "none"
	// RosaReservationOpen uses any open reservation that fits, else capacity on demand.
	RosaReservationOpen RosaCapacityPreference = "open"
	// RosaReservationOnly makes machines in reserved capacity alone.
	RosaReservationOnly RosaCapacityPreference = "capacity-reservations-only"
)

// RosaCapacityReservationArgs name reserved capacity.
type RosaCapacityReservationArgs struct {
	// ID is the reservation's id. Optional; with it Preference is RosaReservationOnly.
	ID pulumi.StringInput
	// Preference says which reservations are used. Required without ID.
	Preference RosaCapacityPreference
}

// RosaClassicPoolArgs are what pools of Classic clusters have alone.
type RosaClassicPoolArgs struct {
	// MultiAZ spreads the pool over the three zones of a cluster that has them; counts are then multiples of 3. It must be set for
	// the pool worker of such a cluster, and not for a cluster in one zone. A change replaces the pool.
	MultiAZ bool
	// Zone is the one zone of the pool, of a cluster with several. Excludes SubnetID. Default: the cluster's first. A change replaces
	// the pool.
	Zone string
	// SubnetID is the one private subnet of the pool, of a cluster in a VPC of one's own. A change replaces the pool.
	SubnetID pulumi.StringInput
	// Spot makes spot instances. Default: machines on demand. A change replaces the pool.
	Spot *RosaSpotArgs
}

// RosaSpotArgs ask for spot instances.
type RosaSpotArgs struct {
	// MaxPrice is the most to pay for an instance, in US dollars an hour, such as "0.08". Default: the price on demand.
	MaxPrice string
}

const rosaPoolPath = "cluster.RosaMachinePoolArgs."

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *RosaMachinePoolArgs) Validate() error {
	full := a.withDefaults()
	var p check.Problems
	full.RHCS.Check(&p, rosaPoolPath+"RHCS")
	rosaCheckCluster(&p, rosaPoolPath+"ClusterID", full.ClusterID)
	if p.Required(rosaPoolPath+"Name", full.Name) && !rosaName.MatchString(full.Name) {
		p.Addf(rosaPoolPath+"Name", "%q must be lower-case letters, digits and inner hyphens, and begin with a letter", full.Name)
	}
	if full.AllowReplacement && full.isFirst() {
		p.Addf(rosaPoolPath+"AllowReplacement", "is set for %s, which the cluster is born with: once deleted it cannot be made again; make a pool of another name", full.Name)
	}
	p.Required(rosaPoolPath+"InstanceType", full.InstanceType)
	full.checkCount(&p)
	rosaCheckLabels(&p, rosaPoolPath+"Labels", full.Labels)
	for i, taint := range full.Taints {
		taint.check(&p, rosaIndex(rosaPoolPath+"Taints", i))
	}
	rosaCheckDisk(&p, rosaPoolPath+"DiskSizeGiB", full.DiskSizeGiB, full.HCP != nil, "")
	rosaCheckSecurityGroups(&p, rosaPoolPath+"SecurityGroupIDs", full.SecurityGroupIDs)
	tags.Check(&p, rosaPoolPath+"Tags", full.Tags)
	if (full.HCP == nil) == (full.Classic == nil) {
		p.Addf(rosaPoolPath+"HCP", "must be set for a hosted control plane, and Classic for a Classic cluster: one of the two")
	}
	full.HCP.check(&p, rosaPoolPath+"HCP")
	full.Classic.check(&p, rosaPoolPath+"Classic")
	return p.Err()
}

// rosaFirstPool are names of the pools that hosted control planes are born with (terraform-provider-rhcs provider/machinepool/hcp).
var rosaFirstPool = regexp.MustCompile(`^workers?(-\d+)?$`)

// isFirst tells whether the pool is one that its cluster is born with.
func (a *RosaMachinePoolArgs) isFirst() bool {
	return a.HCP != nil && rosaFirstPool.MatchString(a.Name) || a.Classic != nil && a.Name == "worker"
}

func (a *RosaMachinePoolArgs) checkCount(p *check.Problems) {
	unit, most := 1, rosaMostNodesHCP
	if a.Classic != nil {
		most = rosaMostNodesClassic
		if a.Classic.MultiAZ {
			unit = 3
		}
	}
	counts := map[string]int{}
	switch {
	case (a.Replicas == nil) == (a.Autoscaling == nil):
		p.Addf(rosaPoolPath+"Replicas", "must be set, or Autoscaling: one of the two")
		return
	case a.Replicas != nil:
		counts["Replicas"] = *a.Replicas
	default:
		counts["Autoscaling.Min"], counts["Autoscaling.Max"] = a.Autoscaling.Min, a.Autoscaling.Max
		rosaCheckBounds(p, rosaPoolPath+"Autoscaling", a.Autoscaling)
	}
	for _, field := range []string{"Replicas", "Autoscaling.Min", "Autoscaling.Max"} {
		switch count, set := counts[field]; {
		case !set:
		case count < 0:
			p.Addf(rosaPoolPath+field, "%d is no number of machines", count)
		case count%unit != 0:
			p.Addf(rosaPoolPath+field, "%d is no multiple of 3, which a pool in three zones needs", count)
		case field == "Autoscaling.Max" && count == 0:
			p.Addf(rosaPoolPath+field, "0 leaves no machine to come; at least %d is needed", unit)
		case count > most:
			p.Addf(rosaPoolPath+field, "%d is too many; a cluster has at most %d", count, most)
		}
	}
}

func (t RosaTaint) check(p *check.Problems, path string) {
	if p.Required(path+".Key", t.Key) && !placement.IsLabelKey(t.Key) {
		p.Addf(path+".Key", "%q is no taint's key; one looks like example.com/team", t.Key)
	}
	if !placement.IsLabelValue(t.Value) {
		p.Addf(path+".Value", "%q is none that a taint takes", t.Value)
	}
	rosaOneOf(p, path+".Effect", t.Effect, "NoSchedule", "PreferNoSchedule", "NoExecute")
}

// rosaLongestDrain is a week (terraform-provider-rhcs provider/machinepool/hcp/aws_node_pool.go).
const rosaLongestDrain = 7 * 24 * time.Hour

func (h *RosaHCPPoolArgs) check(p *check.Problems, path string) {
	if h == nil {
		return
	}
	p.Required(path+".SubnetID", h.SubnetID)
	rosaCheckRelease(p, path+".Version", h.Version, rosaOldestHCP)
	if rosaNewer(h.Version, h.ControlPlaneVersion) {
		p.Addf(path+".Version", "%s is newer than the control plane's %s; upgrade that first", h.Version, h.ControlPlaneVersion)
	}
	rosaCheckMinor(p, path+".AcknowledgeUpgradeTo", h.AcknowledgeUpgradeTo)
	h.IMDS.check(p, path+".IMDS")
	if d := h.NodeDrainGracePeriod; d != nil && (*d < 0 || *d > rosaLongestDrain || *d%time.Minute != 0) {
		p.Addf(path+".NodeDrainGracePeriod", "%s is no number of whole minutes up to a week", *d)
	}
	reservation := h.CapacityReservation
	switch {
	case reservation == nil:
	case reservation.ID == nil:
		rosaOneOf(p, path+".CapacityReservation.Preference", reservation.Preference, RosaReservationNone, RosaReservationOpen, RosaReservationOnly)
	case reservation.Preference != "" && reservation.Preference != RosaReservationOnly:
		p.Addf(path+".CapacityReservation.Preference", "%q does not go with an ID; leave it out or set %s", reservation.Preference, RosaReservationOnly)
	}
}

var rosaAnyZone = regexp.MustCompile(`^[a-z]{2}(-[a-z]+)+-\d+[a-z]$`)

func (c *RosaClassicPoolArgs) check(p *check.Problems, path string) {
	if c == nil {
		return
	}
	if c.Zone != "" && !rosaAnyZone.MatchString(c.Zone) {
		p.Addf(path+".Zone", "%q is no availability zone; write one such as us-east-2a", c.Zone)
	}
	if c.Zone != "" && c.SubnetID != nil {
		p.Addf(path+".SubnetID", "is set and Zone is too; choose one")
	}
	if c.MultiAZ && (c.Zone != "" || c.SubnetID != nil) {
		p.Addf(path+".MultiAZ", "is set and Zone or SubnetID is too; choose one")
	}
	if c.Spot != nil {
		p.SpotPrice(path+".Spot.MaxPrice", c.Spot.MaxPrice)
	}
}

// withDefaults returns a copy in which nothing is left to chance. Nil arguments are empty ones.
func (a *RosaMachinePoolArgs) withDefaults() *RosaMachinePoolArgs {
	var full RosaMachinePoolArgs
	if a != nil {
		full = *a
	}
	if full.HCP != nil {
		hosted := *full.HCP
		hosted.IMDS = hosted.IMDS.orDefault()
		full.HCP = &hosted
	}
	return &full
}
