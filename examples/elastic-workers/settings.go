package main

import (
	"os"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

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

// loadSettings reads the configuration and the outputs of the cluster's stack.
func loadSettings(ctx *pulumi.Context) (settings, error) {
	from, err := newSource(ctx, "clusterStack")
	if err != nil {
		return settings{}, err
	}
	s := settings{
		infraID:          from.text("infraId"),
		kubeconfig:       from.text("kubeconfig"),
		subnets:          from.subnets("subnets"),
		securityGroupIDs: from.list("securityGroupIds"),
		instanceProfile:  from.text("instanceProfile"),
		ami:              from.text("ami"),
		oidcProviderARN:  from.Get("oidcProviderArn"),
		spot:             true,
		max:              12,
		onDemandBase:     1,
	}
	from.optional("spot", &s.spot)
	from.optional("max", &s.max)
	from.optional("onDemandBase", &s.onDemandBase)
	if provider, isText := from.output("oidcProviderArn").(string); isText {
		s.oidcProviderARN = provider
	}
	if s.oidcProviderARN == "" {
		s.controlPlaneRole = from.text("controlPlaneRole")
	}
	if image := from.Get("approverImage"); image != "" {
		s.approverImage = pulumi.String(image)
	}
	// The configuration has the path of the file, the cluster's stack its text.
	ignition, isText := from.output("workerIgnition").(string)
	if !isText {
		text, err := os.ReadFile(from.Require("workerIgnition"))
		if err != nil {
			return settings{}, err
		}
		ignition = string(text)
	}
	s.workerIgnition = pulumi.ToSecret(pulumi.String(ignition)).(pulumi.StringOutput)
	return s, nil
}
