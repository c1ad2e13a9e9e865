package main

import (
	"cmp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

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

// loadSettings reads the configuration and the outputs of the cluster's stack.
func loadSettings(ctx *pulumi.Context) (settings, error) {
	from, err := newSource(ctx, "clusterStack")
	if err != nil {
		return settings{}, err
	}
	s := settings{
		region:           config.Require(ctx, "aws:region"),
		infraID:          from.text("infraId"),
		kubeconfig:       from.text("kubeconfig"),
		subnets:          from.subnets("subnets"),
		securityGroupIDs: from.list("securityGroupIds"),
		instanceProfile:  from.text("instanceProfile"),
		ami:              from.text("ami"),
		registryBucket:   from.text("registryBucket"),
		instanceType:     cmp.Or(from.Get("instanceType"), "r5.xlarge"),
		replicasPerZone:  1,
		routers:          3,
	}
	from.optional("replicasPerZone", &s.replicasPerZone)
	from.optional("routers", &s.routers)
	return s, nil
}
