package cluster

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/rhcos"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/stage"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// Stage is how far the installation of a self-managed cluster is.
type Stage = stage.Stage

const (
	// StageBootstrap is the stage until `openshift-install wait-for bootstrap-complete` succeeds: a bootstrap machine installs the
	// control plane.
	StageBootstrap = stage.Bootstrap
	// StageCluster is the stage of an installed cluster. The bootstrap machine, its bucket and its targets are deleted.
	StageCluster = stage.Cluster
)

// ControlPlaneArgs are the arguments of a ControlPlane. Unless a field says otherwise, changes are applied in place.
type ControlPlaneArgs struct {
	// Install is the installer's directory, which LoadInstallDir reads. Required. At StageCluster the directory of another cluster is rejected.
	Install *InstallDir `check:"required"`
	// Stage is StageBootstrap during the installation and StageCluster afterwards. Required. StageCluster deletes the bootstrap
	// machine and changes nothing else. An update cannot return to StageBootstrap: a new bootstrap machine would get a share of the API's
	// traffic and serve another, empty cluster. A new control plane cannot begin at StageCluster, unless the API of its cluster answers.
	Stage Stage `check:"required,bootstrap|cluster"`
	// Scope is network.External (the API has an internet-facing load balancer and a public record in addition to the internal ones) or
	// network.Internal (the API is reachable from the VPC and from the connected networks that APIServerLBSecurityGroupIDs allow).
	// Defaults to network.External. A change adds or deletes the external load balancer, its security group and its record.
	Scope network.Scope `check:"External|Internal" default:"External"`

	// Network is the VPC, such as Vpc.Network. Required: its ID and private subnets. A cluster cannot move to
	// another VPC.
	//
	// Its private subnets have the internal load balancer and the control-plane machines: at most one in a zone. A
	// subnet that leaves replaces the zone's machines and the load balancers in the subnet, because terraform-provider-aws
	// recreates a network load balancer that loses a subnet (hashicorp/terraform-provider-aws#41418): until the new one is
	// active, the nodes cannot reach the API. At StageCluster an update that takes a zone away is rejected: keep the subnets.
	//
	// Its public subnets have the external load balancer, the bootstrap machine and the external operator load balancers; with
	// network.External there must be one in every zone of a control-plane machine. Subnets in Local Zones are rejected in both.
	Network network.Network
	// MachineZones are the zones of the control-plane machines, one for each machine: 1, 3 or 5. A zone can be repeated, in a region
	// with fewer than three zones: the cluster then survives the failure of a machine, but not of every zone. Defaults to one
	// machine in each zone of the private subnets. OpenShift cannot grow a cluster that was installed with one machine to three.
	//
	// A machine is identified by its zone, and the further ones of a zone also by a number: us-west-1a, us-west-1a-2. Another order or
	// another zone of the network changes no machine. A machine moves to another zone by being replaced, with its etcd member: see
	// ControlPlane.
	MachineZones []string

	// AMI is the ID of the machines' RHCOS image. Required unless StreamJSON is set. A change applies to new machines only: OpenShift
	// updates running ones.
	AMI pulumi.StringInput `check:"format=ami-id"`
	// StreamJSON is the output of `openshift-install coreos print-stream-json` of the release that is installed. It replaces AMI
	// by the image of Install.Region and [Architecture]. If it has no image for the region, the error lists the available
	// regions.
	StreamJSON []byte
	// Architecture selects the image in StreamJSON: amd64 or arm64. Defaults to amd64. Unused with AMI.
	Architecture string `default:"amd64"`
	// InstanceType is the machines' EC2 instance type. Defaults to m5.xlarge. A change stops and starts one machine after the other.
	InstanceType string `check:"format=instance-type" default:"m5.xlarge"`
	// ZoneInstanceTypes are the EC2 instance types of single machines, by the keys of MachineIDs: a zone, or for further machines of
	// a zone us-west-1a-2. Defaults to InstanceType for every machine. A change stops and starts one machine after the other.
	ZoneInstanceTypes map[string]string `check:"format=instance-type"`
	// RootVolume is the machines' root volume, which etcd uses. Defaults to 350 GiB io1 with 1000 IOPS.
	RootVolume *RootVolumeArgs `default:"{}"`
	// InstanceProfile is the name of the control plane's instance profile. Required.
	InstanceProfile pulumi.StringInput `check:"required,format=instance-profile"`
	// BootstrapInstanceProfile is the name of the bootstrap machine's instance profile; its role must be allowed to read the
	// bootstrap bucket. Required at StageBootstrap, unused at StageCluster.
	BootstrapInstanceProfile pulumi.StringPtrInput
	// BootstrapIgnitionReaderARNs are the ARNs of the IAM roles and users that may read the bootstrap machine's Ignition, which contains
	// the cluster's private keys: the role of BootstrapInstanceProfile, such as iam.InstanceProfiles.BootstrapRoleARN, and those that
	// run Pulumi, which reads the object after writing it and at each refresh. All others are denied, also those that may read every
	// bucket of the account. Defaults to the principal that runs the update, and that role: set it if another one refreshes or
	// destroys the stack at this stage. Unused at StageCluster.
	BootstrapIgnitionReaderARNs pulumi.StringArrayInput `check:"format=role-or-user-arn"`
	// SecurityGroupIDs are the security groups of all machines, the bootstrap machine included. Required. Exactly one of them
	// has the cluster's tag. They must allow 6443 from the load balancers' subnets, because client addresses are not preserved,
	// and 22623 from APIServerLBSecurityGroupIDs.
	SecurityGroupIDs pulumi.StringArrayInput `check:"required,format=security-group-id"`
	// AdditionalSecurityGroupIDs are more security groups of the control-plane machines, but not of the bootstrap machine. A network
	// interface has at most 5 groups in total, or up to 16 with a raised quota. Defaults to none.
	AdditionalSecurityGroupIDs pulumi.StringArrayInput `check:"format=security-group-id"`
	// APIServerLBSecurityGroupIDs are the security groups of the internal load balancer. Required. They must allow 6443 from
	// the VPC, and 22623 from the security groups of the cluster's machines. For clients in networks connected to the VPC, add your own
	// group that allows 6443 from there; do not allow 22623 from a CIDR, because it serves secrets to the cluster's machines.
	APIServerLBSecurityGroupIDs pulumi.StringArrayInput `check:"required,format=security-group-id"`

	// APIAllowedCIDRs are the IPv4 CIDRs that can reach the external load balancer, one rule each. Defaults to 0.0.0.0/0. Unused with
	// network.Internal; the VPC's machines always use the internal load balancer.
	APIAllowedCIDRs []string `check:"cidr" default:"0.0.0.0/0"`
	// OperatorLoadBalancers are additional classic load balancers of the API with their own security groups, for the team that
	// operates the cluster, as ROSA Classic has for Red Hat's SREs. The key, such as sre, is the suffix of the load balancer's
	// name. Defaults to none. Adding or removing an entry changes nothing else.
	OperatorLoadBalancers map[string]OperatorLoadBalancer `check:"keys=operator-key"`

	// PublicZoneID is the ID of the hosted zone for the record api.<domain>. Required with network.External, unused otherwise.
	PublicZoneID pulumi.StringInput `check:"format=hosted-zone-id"`
	// PublicZoneProvider is an AWS provider of the account of PublicZoneID. Defaults to the component's provider. A change
	// replaces the record.
	PublicZoneProvider pulumi.ProviderResource
	// PrivateZoneID is the ID of an existing hosted zone <domain> that is associated with the VPC. The component creates its records
	// and does not change the zone. Defaults to a new zone. OpenShift finds a new zone by its tags; for an existing one, set
	// spec.privateZone in manifests/cluster-dns-02-config.yml to its ID before the installation. A change replaces the records.
	PrivateZoneID pulumi.StringInput `check:"format=hosted-zone-id"`
	// PrivateZoneProvider is an AWS provider of the account of PrivateZoneID, for a VPC and zone that a network account
	// shares. Defaults to the component's provider. A change replaces the records.
	PrivateZoneProvider pulumi.ProviderResource `check:"with=PrivateZoneID"`
	// BootstrapSSHAllowedCIDRs are the IPv4 CIDRs that can reach the bootstrap machine by SSH, which `openshift-install gather
	// bootstrap` uses. Defaults to none.
	BootstrapSSHAllowedCIDRs []string `check:"cidr"`
	// TerminationProtection prevents AWS from terminating the control-plane machines. Defaults to AWS's setting, off. While it is on,
	// neither destroy nor the replacement of a machine succeeds: set it to false first, not to nil, and run `pulumi up`.
	TerminationProtection *bool
	// OIDCProviderARN is the OIDC provider of the operators' roles, iam.ShortTermCredentials.OIDCProviderARN. A running
	// cluster cannot lose it. Defaults to none: the operators have other credentials.
	OIDCProviderARN pulumi.StringInput `check:"format=oidc-provider-arn"`
	// AllowMachineDeletion are the keys of MachineIDs of machines that an update may delete at StageCluster. Defaults to none: an update then
	// deletes a machine only if the API reports that its member of etcd has been removed. A cluster is lost when etcd has lost the majority
	// of its members.
	AllowMachineDeletion []string `check:"format=machine-key"`
	// MachineWait limits the wait for the cluster before, and the one after, the change of a control-plane machine at StageCluster. Its
	// Timeout defaults to 30 minutes.
	MachineWait *WaitArgs

	// Tags are added to all taggable resources. The component's own tags take precedence.
	Tags pulumi.StringMap `check:"tags"`
}

// setDefaults sets the defaults that depend on other arguments, and sorts the subnets by zone.
func (a *ControlPlaneArgs) setDefaults() {
	if a.AMI == nil && len(a.StreamJSON) > 0 && a.Install != nil {
		// Validate reports a stream without the image.
		if image, err := rhcos.AMI(a.StreamJSON, a.Architecture, a.Install.Region); err == nil {
			a.AMI = pulumi.String(image)
		}
	}
	a.RootVolume.setDefaults()
	a.Network.PublicSubnets = sortedByZone(a.Network.PublicSubnets)
	a.Network.PrivateSubnets = sortedByZone(a.Network.PrivateSubnets)
}

func (a ControlPlaneArgs) external() bool {
	return a.Scope == network.External
}

func (a ControlPlaneArgs) bootstrapping() bool {
	return a.Stage == StageBootstrap
}

// instanceTypeOf returns the instance type of the machine with a key.
func (a ControlPlaneArgs) instanceTypeOf(key string) string {
	if override := a.ZoneInstanceTypes[key]; override != "" {
		return override
	}
	return a.InstanceType
}

// machineZones returns the zone of each control-plane machine, sorted.
func (a ControlPlaneArgs) machineZones() []string {
	if a.MachineZones != nil {
		return slices.Sorted(slices.Values(a.MachineZones))
	}
	var zones []string
	for _, subnet := range sortedByZone(a.Network.PrivateSubnets) {
		zones = append(zones, subnet.Zone)
	}
	return zones
}

// machineKeys returns the key of each control-plane machine and its zone: a zone's first machine has the zone as its key, and the
// others a number after it.
func (a ControlPlaneArgs) machineKeys() (keys []string, zoneOf map[string]string) {
	zoneOf = map[string]string{}
	count := map[string]int{}
	for _, zone := range a.machineZones() {
		count[zone]++
		key := zone
		if n := count[zone]; n > 1 {
			key = fmt.Sprintf("%s-%d", zone, n)
		}
		keys = append(keys, key)
		zoneOf[key] = zone
	}
	return keys, zoneOf
}

// subnetIn returns the subnet in a zone; the first one if there is none.
func subnetIn(subnets []network.Subnet, zone string) network.Subnet {
	for _, subnet := range subnets {
		if subnet.Zone == zone {
			return subnet
		}
	}
	return subnets[0]
}

func sortedByZone(subnets []network.Subnet) []network.Subnet {
	return slices.SortedFunc(slices.Values(subnets), func(a, b network.Subnet) int { return strings.Compare(a.Zone, b.Zone) })
}
