package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/examples/internal/stackconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// settings is the configuration of a cluster's stack.
type settings struct {
	name, region, vpcCIDR string
	zones                 []string
	version, workerType   string
	workers               int
	billingAccountID      pulumi.StringInput
}

// loadSettings reads the configuration and reports all missing and invalid settings together.
func loadSettings(ctx *pulumi.Context) (settings, error) {
	r := stackconfig.New(ctx)
	s := settings{
		name:       r.Required("name"),
		region:     r.Region(),
		vpcCIDR:    r.Optional("vpcCidr", network.DefaultCIDR),
		zones:      stackconfig.List(r.Required("zones")),
		version:    r.Required("version"),
		workerType: r.Optional("workerType", "m5.xlarge"),
		workers:    r.Number("workers", 2),
	}
	if id := r.Get("billingAccountId"); id != "" {
		s.billingAccountID = pulumi.String(id)
	}
	return s, r.Err()
}
