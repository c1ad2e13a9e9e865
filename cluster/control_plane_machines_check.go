package cluster

import (
	"fmt"
	"maps"
	"regexp"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/instancetypes"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcos"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// groupLimit is the most security groups that AWS lets a network interface have, with a raised quota
// (Amazon VPC User Guide, "Amazon VPC quotas").
const groupLimit = 16

var kmsKeyARN = regexp.MustCompile(`^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d+:key/[A-Za-z0-9-]+$`)

// checkMachines looks at what the control-plane machines are made from.
func (a *ControlPlaneArgs) checkMachines(p *check.Problems) {
	a.checkImage(p)
	filled := a.withDefaults()
	filled.RootVolume.plain().Check(p, controlPlanePath+"RootVolume")
	if key, isPlain := filled.RootVolume.KMSKeyARN.(pulumi.String); isPlain && !kmsKeyARN.MatchString(string(key)) {
		p.Addf(controlPlanePath+"RootVolume.KMSKeyARN", "%q is no key's ARN, such as arn:aws:kms:us-east-2:123456789012:key/1234abcd", string(key))
	}
	for _, zone := range slices.Sorted(maps.Keys(a.ZoneInstanceTypes)) {
		at := fmt.Sprintf("%sZoneInstanceTypes[%s]", controlPlanePath, zone)
		p.Required(at, a.ZoneInstanceTypes[zone])
		if !slices.ContainsFunc(a.PrivateSubnets, func(s network.Subnet) bool { return s.Zone == zone }) {
			p.Addf(at, "there is no control-plane machine in zone %q; PrivateSubnets has none there", zone)
		}
	}
}

func (a *ControlPlaneArgs) checkImage(p *check.Problems) {
	const at = controlPlanePath + "AMI"
	switch {
	case a.AMI != nil && len(a.StreamJSON) > 0:
		p.Addf(at, "and StreamJSON are both given; leave one out")
	case len(a.StreamJSON) == 0:
		if !p.Required(at, a.AMI) {
			return
		}
	case a.Install != nil && a.Install.Region != "":
		a.checkStream(p)
	}
}

// checkStream looks for the image, and whether the machines can run it.
func (a *ControlPlaneArgs) checkStream(p *check.Problems) {
	filled := a.withDefaults()
	if _, err := rhcos.AMI(a.StreamJSON, filled.Architecture, a.Install.Region); err != nil {
		p.Addf(controlPlanePath+"StreamJSON", "%v", err)
		return
	}
	machine := map[string]string{"x86_64": instancetypes.AMD64, "aarch64": instancetypes.ARM64}
	wanted, ok := machine[filled.Architecture]
	if !ok {
		wanted = filled.Architecture
	}
	for _, subnet := range filled.PrivateSubnets {
		named, isPlain := filled.instanceTypeIn(subnet.Zone).(pulumi.String)
		if info, known := instancetypes.Lookup(string(named)); isPlain && known && info.Architecture != wanted {
			p.Addf(controlPlanePath+"InstanceType", "%s of zone %s is %s and the image would be %s; set Architecture to %s or choose another type",
				string(named), subnet.Zone, info.Architecture, wanted, info.Architecture)
			return
		}
	}
}

// checkGroupCount counts what is known beforehand.
func (a *ControlPlaneArgs) checkGroupCount(p *check.Problems) {
	groups, _ := a.SecurityGroupIDs.(pulumi.StringArray)
	more, _ := a.AdditionalSecurityGroupIDs.(pulumi.StringArray)
	if count := len(groups) + len(more); count > groupLimit {
		p.Addf(controlPlanePath+"AdditionalSecurityGroupIDs", "makes %d groups for a machine; AWS takes at most %d", count, groupLimit)
	}
}

var operatorKey = regexp.MustCompile(`^[a-z]([a-z0-9-]*[a-z0-9])?$`)

func (a *ControlPlaneArgs) checkOperatorLoadBalancers(p *check.Problems) {
	for _, key := range slices.Sorted(maps.Keys(a.OperatorLoadBalancers)) {
		at := fmt.Sprintf("%sOperatorLoadBalancers[%s]", controlPlanePath, key)
		operator := a.OperatorLoadBalancers[key]
		switch {
		case !operatorKey.MatchString(key):
			p.Addf(at, "%q ends the load balancer's name; it begins with a lower-case letter and holds lower-case letters, digits and inner hyphens", key)
		case key == internalDoor || key == externalDoor:
			p.Addf(at, "%q is the name of one of the cluster's own load balancers; choose another key, such as sre", key)
		}
		operator.check(p, at)
		if !operator.Internal && len(a.PublicSubnets) == 0 {
			p.Addf(at, "faces the internet and PublicSubnets is empty; set Internal or give public subnets")
		}
	}
}

func (a OperatorLoadBalancerArgs) check(p *check.Problems, at string) {
	if len(a.AllowedCIDRs)+len(a.AllowedSecurityGroupIDs) == 0 {
		p.Addf(at+".AllowedCIDRs", "is empty and so is AllowedSecurityGroupIDs, so nobody could use the load balancer; name the ranges that the team works from")
	}
	p.IPv4CIDRs(at+".AllowedCIDRs", a.AllowedCIDRs)
	if slices.Contains(a.AllowedCIDRs, anyAddress) {
		p.Addf(at+".AllowedCIDRs", "%s admits everybody; name the ranges that the team works from", anyAddress)
	}
	for _, key := range slices.Sorted(maps.Keys(a.AllowedSecurityGroupIDs)) {
		group := fmt.Sprintf("%s.AllowedSecurityGroupIDs[%s]", at, key)
		p.Required(group, a.AllowedSecurityGroupIDs[key])
		if !operatorKey.MatchString(key) {
			p.Addf(group, "%q names a rule; it begins with a lower-case letter and holds lower-case letters, digits and inner hyphens", key)
		}
	}
	if len(a.AllowedSecurityGroupIDs) > 0 && !a.Internal {
		p.Addf(at+".AllowedSecurityGroupIDs", "needs Internal: who comes by way of the internet comes without its group")
	}
	if a.Port < 0 || a.Port > 65535 {
		p.Addf(at+".Port", "%d is no port; it is 1 to 65535", a.Port)
	}
}
