package cluster

import (
	"maps"
	"net/netip"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/instancetypes"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/rhcos"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// groupLimit is the maximum number of security groups of a network interface with a raised quota
// (Amazon VPC User Guide, "Amazon VPC quotas").
const groupLimit = 16

// The least that a control-plane machine needs (openshift/installer release-4.19 pkg/asset/installconfig/aws/validation.go; storage:
// openshift/openshift-docs enterprise-4.19 modules/installation-minimum-resource-requirements.adoc).
const (
	minVCPU      = 4
	minMemoryMiB = 16 * 1024
	minVolumeGiB = 100
)

// checkMachines checks the arguments of the control-plane machines.
func (a *ControlPlaneArgs) checkMachines(p *check.Problems) {
	a.checkImage(p)
	checkMachineType(p, controlPlanePath+".InstanceType", a.InstanceType)
	keys, _ := a.machineKeys()
	for _, key := range slices.Sorted(maps.Keys(a.ZoneInstanceTypes)) {
		at := check.Key(controlPlanePath+".ZoneInstanceTypes", key)
		checkMachineType(p, at, a.ZoneInstanceTypes[key])
		if !slices.Contains(keys, key) {
			p.Addf(at, "has no effect: there is no control-plane machine %s", key)
		}
	}
	for i, key := range a.AllowMachineDeletion {
		at := check.Index(controlPlanePath+".AllowMachineDeletion", i)
		if slices.Contains(keys, key) {
			p.Addf(at, "must be a machine that is deleted, and MachineZones has %s", key)
		}
	}
	region := ""
	if a.Install != nil {
		region = a.Install.Region
	}
	a.RootVolume.setDefaults()
	a.RootVolume.check(p, controlPlanePath+".RootVolume", region)
	p.AtLeast(controlPlanePath+".RootVolume.SizeGiB", a.RootVolume.SizeGiB, minVolumeGiB)
	if a.bootstrapping() {
		p.RequiredFormat(controlPlanePath+".BootstrapInstanceProfile", a.BootstrapInstanceProfile, check.InstanceProfileName)
	}
	a.checkSecurityGroups(p)
}

// checkMachineType checks the size of the types that the library knows; AWS has new ones every month.
func checkMachineType(p *check.Problems, path check.Path, instanceType string) {
	if size, known := instancetypes.Lookup(instanceType); known && (size.VCPU < minVCPU || size.MemoryMiB < minMemoryMiB) {
		p.Addf(path, "must have at least %d vCPUs and %d MiB of memory (%s has %d and %d)",
			minVCPU, minMemoryMiB, instanceType, size.VCPU, size.MemoryMiB)
	}
}

func (a *ControlPlaneArgs) checkSecurityGroups(p *check.Problems) {
	// Lists that are outputs have an unknown length.
	groups, _ := a.SecurityGroupIDs.(pulumi.StringArray)
	more, _ := a.AdditionalSecurityGroupIDs.(pulumi.StringArray)
	p.Count(controlPlanePath+".AdditionalSecurityGroupIDs", len(more), groupLimit-len(groups))
}

func (a *ControlPlaneArgs) checkImage(p *check.Problems) {
	if !p.ExactlyOne(controlPlanePath+".AMI",
		check.Choice{Field: "AMI", Set: a.AMI != nil}, check.Choice{Field: "StreamJSON", Set: len(a.StreamJSON) > 0}) {
		return
	}
	if len(a.StreamJSON) > 0 && a.Install != nil && a.Install.Region != "" {
		a.checkStream(p)
	}
}

// checkStream reports a stream without the image, and machines of another architecture than the image.
func (a *ControlPlaneArgs) checkStream(p *check.Problems) {
	if _, err := rhcos.AMI(a.StreamJSON, a.Architecture, a.Install.Region); err != nil {
		p.Addf(controlPlanePath+".StreamJSON", "%v", err)
		return
	}
	wanted := a.Architecture
	if alias, ok := map[string]string{"x86_64": instancetypes.AMD64, "aarch64": instancetypes.ARM64}[wanted]; ok {
		wanted = alias
	}
	keys, _ := a.machineKeys()
	for _, key := range keys {
		instanceType := a.instanceTypeOf(key)
		if info, known := instancetypes.Lookup(instanceType); known && info.Architecture != wanted {
			p.Addf(controlPlanePath+".InstanceType", "%s (machine %s) is %s, but the image is %s; set Architecture to %s or choose another type",
				instanceType, key, info.Architecture, wanted, info.Architecture)
			return
		}
	}
}

// machinePorts are ports of control-plane machines that the installer opens to the cluster's machines at most (openshift/installer
// release-4.19 pkg/asset/manifests/aws/cluster.go). The machine config server serves the bootstrap token and the pull secret without
// authentication, on 22624 without TLS as well.
var machinePorts = map[int]string{
	2379: "etcd", 2380: "etcd", 10250: "the kubelet", machineConfigPort: "the machine config server", 22624: "the machine config server",
}

// The shortest prefixes of AllowedCIDRs. Without a limit, two halves of the internet would pass where 0.0.0.0/0 does not.
const (
	widestExternalCIDR = 8
	widestInternalCIDR = 1
)

// machineKey is the format of the keys of MachineIDs: a zone, and a number for its second machine and the further ones.
var machineKey = check.Pattern("key of MachineIDs", "us-east-2b", `[a-z][a-z0-9-]*[0-9][a-z](-[2-5])?`)

// operatorKey is the format of names that become parts of physical names.
var operatorKey = check.LowerName.WithExample("sre")

func (a *ControlPlaneArgs) checkOperatorLoadBalancers(p *check.Problems) {
	for _, key := range slices.Sorted(maps.Keys(a.OperatorLoadBalancers)) {
		at := check.Key(controlPlanePath+".OperatorLoadBalancers", key)
		operator := a.OperatorLoadBalancers[key]
		if key == internalLB || key == externalLB {
			p.Addf(at, "must not be the name of one of the API's load balancers (%s, %s)", internalLB, externalLB)
		}
		operator.check(p, at)
		if !operator.internal() && len(a.Network.PublicSubnets) == 0 {
			p.Addf(at+".Scope", "must be %s: Network.PublicSubnets is empty", network.Internal)
		}
	}
}

func (o OperatorLoadBalancer) check(p *check.Problems, at check.Path) {
	if len(o.AllowedSecurityGroupIDs) == 0 {
		p.Required(at+".AllowedCIDRs", o.AllowedCIDRs)
	}
	widest := widestInternalCIDR
	if !o.internal() {
		widest = widestExternalCIDR
	}
	for i, text := range o.AllowedCIDRs {
		if cidr, err := netip.ParsePrefix(text); err == nil {
			p.PrefixLength(check.Index(at+".AllowedCIDRs", i), cidr, widest, 32)
		}
	}
	if len(o.AllowedSecurityGroupIDs) > 0 && !o.internal() {
		p.Addf(at+".AllowedSecurityGroupIDs", "has no effect with Scope %s: connections from the internet do not match security groups",
			network.External)
	}
	if use, ok := machinePorts[o.Port]; ok {
		p.Addf(at+".Port", "must not be %d: %s is for the cluster's machines only", o.Port, use)
	}
}
