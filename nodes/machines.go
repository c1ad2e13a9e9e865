package nodes

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/rhcos"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/machine"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// AMI returns the ID of the RHCOS image for a region and an architecture (amd64 or x86_64, arm64 or aarch64). The stream is
// the output of `openshift-install coreos print-stream-json`, of the installer of the cluster's release; a running cluster has
// it under the key stream in the ConfigMap coreos-bootimages in openshift-machine-config-operator.
//
// The error lists the available architectures, or the regions of the architecture. For a region without an image, copy an
// image yourself, as the installer does.
func AMI(stream []byte, region, architecture string) (string, error) {
	image, err := rhcos.AMI(stream, architecture, region)
	if err != nil {
		return "", fmt.Errorf("nodes.AMI: %w", err)
	}
	return image, nil
}

// SpotArgs are the arguments of Spot Instances: MaxPrice is the highest price for an hour in US dollars. rosa.SpotArgs is the same type.
type SpotArgs = machine.SpotArgs

// Taint keeps pods off nodes unless they tolerate it: Key, Value and Effect. rosa.Taint and machineconfig.Taint are the same type.
type Taint = machine.Taint

func taintList(taints []Taint) []any {
	list := []any{}
	for _, taint := range taints {
		list = append(list, kube.Fields(taint))
	}
	return list
}

func checkSubnets(p *check.Problems, path check.Path, subnets []network.Subnet) {
	p.Required(path, subnets)
	ids := map[any]bool{}
	for i, subnet := range subnets {
		at := check.Index(path, i)
		p.RequiredFormat(at+".ID", subnet.ID, check.SubnetID)
		p.UniqueInput(at+".ID", subnet.ID, ids)
		p.RequiredFormat(at+".Zone", subnet.Zone, check.Zone)
	}
}

// byZone returns the subnets sorted by zone, so that their order in the arguments does not matter.
func byZone(subnets []network.Subnet) []network.Subnet {
	sorted := slices.Clone(subnets)
	slices.SortStableFunc(sorted, func(a, b network.Subnet) int { return cmp.Compare(a.Zone, b.Zone) })
	return sorted
}
