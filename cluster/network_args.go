package cluster

import (
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/clusternetwork"
)

// Defaults of NetworkArgs (openshift/installer pkg/types/defaults/installconfig.go).
const (
	DefaultServiceCIDR = clusternetwork.DefaultServiceCIDR
	DefaultPodCIDR     = clusternetwork.DefaultPodCIDR
	DefaultHostPrefix  = clusternetwork.DefaultHostPrefix
)

// networkLimits limits the networks of a self-managed cluster: the number of nodes is the largest that OpenShift is tested with
// (openshift/openshift-docs enterprise-4.19 scalability_and_performance/planning-your-environment-according-to-object-maximums.adoc).
var networkLimits = clusternetwork.Limits{MinHostPrefix: 1, MaxHostPrefix: 30, MaxServicePrefix: 25, MaxNodes: 2000}

// NetworkArgs are the address ranges of a self-managed cluster, as install-config.yaml names them. They must not overlap each other, nor
// the ranges that OVN-Kubernetes reserves. After the installation only PodCIDR can change, to a larger range.
//
//	ranges := cluster.NetworkArgs{MachineCIDR: vpc.CIDR, Nodes: 60}
//	err := ranges.Validate()
type NetworkArgs struct {
	// MachineCIDR is the range of the machines: the VPC's. Defaults to 10.0.0.0/16. At least a /25; a /24 in several zones.
	MachineCIDR string
	// ServiceCIDR is the range of services. Defaults to 172.30.0.0/16.
	ServiceCIDR string
	// PodCIDR is the range of pods. Defaults to 10.128.0.0/14.
	PodCIDR string
	// HostPrefix is the prefix length of the part of PodCIDR that each node has. Defaults to 23, which is 510 pods.
	HostPrefix int
	// Zones is the number of zones of the machines. Defaults to 1.
	Zones int
	// Nodes is the number of nodes that the cluster grows to, control plane and infra nodes included: at most 2000. Each has a part
	// of PodCIDR. Defaults to no check.
	Nodes int
}

// WithDefaults returns a copy with defaults applied.
func (a *NetworkArgs) WithDefaults() *NetworkArgs {
	full := NetworkArgs(a.network().WithDefaults())
	return &full
}

// NodeLimit returns the number of nodes for which PodCIDR has addresses; 0 if PodCIDR or HostPrefix is not valid.
func (a *NetworkArgs) NodeLimit() int {
	return a.network().NodeLimit()
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *NetworkArgs) Validate() error {
	var p check.Problems
	a.network().Check(&p, "cluster.NetworkArgs", networkLimits)
	return p.ErrOf(a)
}

func (a *NetworkArgs) network() clusternetwork.Network {
	if a == nil {
		return clusternetwork.Network{}
	}
	return clusternetwork.Network(*a)
}
