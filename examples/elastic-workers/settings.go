package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/examples/internal/stackconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// settings is the stack's configuration: IDs of the existing cluster and the maximum size of the pool.
type settings struct {
	infraID, kubeconfig  string
	workerIgnition       pulumi.StringOutput
	subnets              []network.Subnet
	securityGroupIDs     []string
	instanceProfile, ami string
	// Short-term credentials: the agents have roles of their own. Otherwise controlPlaneRole gets their permissions.
	oidcProviderARN   string
	controlPlaneRole  string
	approverImage     pulumi.StringInput
	spot              bool
	max, onDemandBase int
}

// loadSettings reads the configuration and the outputs of the cluster's stack. It reports all missing and invalid values together.
func loadSettings(ctx *pulumi.Context) (settings, error) {
	r := stackconfig.New(ctx)
	r.FromStack("clusterStack")
	s := settings{
		infraID:          r.Required("infraId"),
		kubeconfig:       r.Required("kubeconfig"),
		workerIgnition:   pulumi.ToSecret(pulumi.String(r.File("workerIgnition"))).(pulumi.StringOutput),
		subnets:          r.Subnets("subnets"),
		securityGroupIDs: stackconfig.List(r.Required("securityGroupIds")),
		instanceProfile:  r.Required("instanceProfile"),
		ami:              r.Required("ami"),
		oidcProviderARN:  r.Optional("oidcProviderArn", ""),
		spot:             r.Flag("spot", true),
		max:              r.Number("max", 12),
		onDemandBase:     r.Number("onDemandBase", 1),
	}
	if s.oidcProviderARN == "" {
		s.controlPlaneRole = r.Required("controlPlaneRole")
	}
	if image := r.Get("approverImage"); image != "" {
		s.approverImage = pulumi.String(image)
	}
	return s, r.Err()
}
