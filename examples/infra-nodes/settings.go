package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/examples/internal/stackconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// settings is the stack's configuration: IDs of the existing cluster, and the size and number of the infra nodes.
type settings struct {
	infraID, region, kubeconfig string
	subnets                     []network.Subnet
	securityGroupIDs            []string
	instanceProfile, ami        string
	registryBucket              string
	instanceType                string
	replicasPerZone, routers    int
}

// loadSettings reads the configuration and the outputs of the cluster's stack. It reports all missing and invalid values together.
func loadSettings(ctx *pulumi.Context) (settings, error) {
	r := stackconfig.New(ctx)
	r.FromStack("clusterStack")
	s := settings{
		region:           r.Region(),
		infraID:          r.Required("infraId"),
		kubeconfig:       r.Required("kubeconfig"),
		subnets:          r.Subnets("subnets"),
		securityGroupIDs: stackconfig.List(r.Required("securityGroupIds")),
		instanceProfile:  r.Required("instanceProfile"),
		ami:              r.Required("ami"),
		registryBucket:   r.Required("registryBucket"),
		instanceType:     r.Optional("instanceType", "r5.xlarge"),
		replicasPerZone:  r.Number("replicasPerZone", 1),
		routers:          r.Number("routers", 3),
	}
	return s, r.Err()
}
