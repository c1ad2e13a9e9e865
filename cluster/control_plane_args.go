package cluster

import (
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/instancetypes"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcos"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// Stage is how far the installation of a self-managed cluster is.
type Stage string

const (
	// StageBootstrap is the time until `openshift-install wait-for bootstrap-complete` succeeds: a bootstrap machine runs beside the control plane.
	StageBootstrap Stage = "bootstrap"
	// StageCluster is all the time after it. The bootstrap machine, its bucket and its registrations are gone.
	StageCluster Stage = "cluster"
)

// Publish is who can reach the API.
type Publish string

const (
	// External gives the API an internet-facing load balancer and a public record beside the internal ones.
	External Publish = "External"
	// Internal keeps the API inside the VPC, and inside those networks connected with it that
	// ControlPlaneArgs.APIServerLBSecurityGroupIDs admit.
	Internal Publish = "Internal"
)

// anyAddress is the whole internet.
const anyAddress = "0.0.0.0/0"

// defaultInstanceType is what ROSA Classic runs its control plane on.
const defaultInstanceType = "m5.xlarge"

// ControlPlaneArgs describe the control plane of a self-managed cluster.
type ControlPlaneArgs struct {
	// Install is the installer's directory, from LoadInstallDir. Required. Another cluster's directory replaces everything.
	Install *InstallDir
	// Stage is StageBootstrap while the cluster is being installed and StageCluster from then on. Required.
	// StageCluster removes the bootstrap machine and touches nothing else.
	Stage Stage
	// Publish is External, the default, or Internal. A change adds or removes the external load balancer, its
	// group and its record; the internal side stays.
	Publish Publish

	// VpcID is the VPC of the subnets. Required. A cluster does not move: another VPC is for another installation.
	VpcID pulumi.StringInput
	// PublicSubnets carry the external load balancer, the bootstrap machine and the operators' load balancers that face the
	// internet; at most one a zone, and with External one in every zone of PrivateSubnets. Required for any of these.
	PublicSubnets []network.Subnet
	// PrivateSubnets carry the internal load balancer and one control-plane machine each: 1, 3 or 5 subnets, each in a
	// zone of its own. Required. OpenShift makes no cluster of three of one that was installed with one. A machine is known by its
	// zone: another subnet in the same zone replaces that machine, and the load balancers that stand in the subnet with it,
	// because AWS takes no subnet away from a network load balancer.
	PrivateSubnets []network.Subnet

	// AMI is the RHCOS image of the machines. Required unless StreamJSON is given. A change is for machines made later:
	// OpenShift updates the running ones by itself.
	AMI pulumi.StringInput
	// StreamJSON is what `openshift-install coreos print-stream-json` of the release being installed prints. In place of
	// AMI, it gives the image of Install.Region for Architecture. A region that it does not hold is an error that lists
	// those that it does.
	StreamJSON []byte
	// Architecture is that of the machines, amd64 or arm64, and picks the image in StreamJSON. Default amd64; unused with AMI.
	Architecture string
	// InstanceType is the machines' EC2 type. Default m5.xlarge. A change stops and starts every machine, all at the
	// same time, and etcd needs more than half of them: change ZoneInstanceTypes zone by zone instead.
	InstanceType pulumi.StringInput
	// ZoneInstanceTypes are the EC2 types of single machines, by zone; other zones have InstanceType. To change the type
	// of a running control plane, add one zone, run `pulumi up`, wait until `oc get clusteroperator etcd` is available and
	// no longer progressing, and go on with the next one. When all are there, InstanceType can take over without a change.
	ZoneInstanceTypes map[string]pulumi.StringInput
	// RootVolume is the machines' root volume, which holds etcd. Default 350 GiB io1 with 1000 IOPS.
	RootVolume *RootVolumeArgs
	// InstanceProfile is the name of the control plane's instance profile. Required. A change is made in place.
	InstanceProfile pulumi.StringInput
	// BootstrapInstanceProfile is the name of the bootstrap machine's profile; its role may get the objects of the bootstrap
	// bucket. Required at StageBootstrap, unused at StageCluster.
	BootstrapInstanceProfile pulumi.StringInput
	// SecurityGroupIDs are the groups of the control-plane machines, the bootstrap machine too. Required. Exactly one of them
	// carries the cluster's tag. They admit 6443 and 22623 from the load balancers' subnets, because client addresses are not preserved.
	SecurityGroupIDs pulumi.StringArrayInput
	// AdditionalSecurityGroupIDs are further groups of the control-plane machines, not of the bootstrap machine. A network
	// interface takes 5 groups in all unless AWS has raised the account's quota, and never more than 16. Default none.
	// A change is made in place.
	AdditionalSecurityGroupIDs pulumi.StringArrayInput
	// APIServerLBSecurityGroupIDs are the groups of the internal load balancer. Required. They admit 6443 and 22623 from the VPC.
	// For people and programs in networks that are connected with the VPC, as with Internal, add a group of your own that admits 6443 from
	// there; 22623 hands out secrets and is for machines of the cluster alone. A change is made in place.
	APIServerLBSecurityGroupIDs pulumi.StringArrayInput

	// APIAllowedCIDRs are the IPv4 ranges that may reach the external load balancer. Default 0.0.0.0/0. Changes are made in
	// place, a rule a range. Unused with Internal; the VPC's own machines always use the internal load balancer.
	APIAllowedCIDRs []string
	// OperatorLoadBalancers are further ways to the API, each a classic load balancer with a security group of its own, for
	// the team that runs the cluster; ROSA Classic has such ones for Red Hat's. The key, such as sre, ends the load balancer's
	// name. Default none. An entry comes and goes without touching anything else.
	OperatorLoadBalancers map[string]OperatorLoadBalancerArgs

	// PublicZoneID is the hosted zone that the record api.<domain> is written to. Required with External, unused otherwise.
	PublicZoneID pulumi.StringInput
	// PublicZoneProvider is an AWS provider of the account that PublicZoneID is in. Default the component's own. A change
	// replaces the record.
	PublicZoneProvider pulumi.ProviderResource
	// PrivateZoneID is a hosted zone named <domain> that is there already and that the VPC is associated with: its records
	// are made, the zone is left alone. Default is a zone of the component's own. OpenShift finds its zone by the tags of that one, so before the
	// installation write the id into spec.privateZone of manifests/cluster-dns-02-config.yml. A change replaces the records.
	PrivateZoneID pulumi.StringInput
	// PrivateZoneProvider is an AWS provider of the account that PrivateZoneID is in, as when a VPC and its zone are shared
	// from a network account. Default the component's own. A change replaces the records.
	PrivateZoneProvider pulumi.ProviderResource
	// BootstrapSSHAllowedCIDRs are the IPv4 ranges that may reach the bootstrap machine's SSH, which `openshift-install gather
	// bootstrap` uses. Default none.
	BootstrapSSHAllowedCIDRs []string
	// TerminationProtection, when true, makes AWS refuse to terminate the control-plane machines. Default is AWS's setting, off. A
	// change is made in place. While it is on, neither destroy nor the replacement of a machine succeeds: set it to false, which
	// is not the same as leaving it out, and run `pulumi up` first.
	TerminationProtection pulumi.BoolInput

	// Tags are set on everything that takes tags. The component's own tags win. A change is made in place.
	Tags pulumi.StringMap
}

// withDefaults returns a copy with every default filled in and the subnets in the order of their zones.
func (a ControlPlaneArgs) withDefaults() ControlPlaneArgs {
	if a.Publish == "" {
		a.Publish = External
	}
	if a.Architecture == "" {
		a.Architecture = instancetypes.AMD64
	}
	if a.AMI == nil && len(a.StreamJSON) > 0 && a.Install != nil {
		// Validate tells what is wrong with a stream that has no such image.
		if image, err := rhcos.AMI(a.StreamJSON, a.Architecture, a.Install.Region); err == nil {
			a.AMI = pulumi.String(image)
		}
	}
	if a.InstanceType == nil {
		a.InstanceType = pulumi.String(defaultInstanceType)
	}
	if a.APIAllowedCIDRs == nil {
		a.APIAllowedCIDRs = []string{anyAddress}
	}
	a.RootVolume = a.RootVolume.withDefaults()
	a.PublicSubnets = byZone(a.PublicSubnets)
	a.PrivateSubnets = byZone(a.PrivateSubnets)
	return a
}

func (a ControlPlaneArgs) external() bool {
	return a.Publish == External
}

func (a ControlPlaneArgs) bootstrapping() bool {
	return a.Stage == StageBootstrap
}

// instanceTypeIn is the type of the machine in a zone.
func (a ControlPlaneArgs) instanceTypeIn(zone string) pulumi.StringInput {
	if own := a.ZoneInstanceTypes[zone]; own != nil {
		return own
	}
	return a.InstanceType
}

func byZone(subnets []network.Subnet) []network.Subnet {
	return slices.SortedFunc(slices.Values(subnets), func(a, b network.Subnet) int { return strings.Compare(a.Zone, b.Zone) })
}
