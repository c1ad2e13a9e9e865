package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/examples/internal/stackconfig"
)

// settings is the stack's configuration.
type settings struct {
	// clusterID identifies the cluster.
	clusterID string
	// kubeconfig is the text or the path of a kubeconfig.
	kubeconfig pulumi.StringOutput
	// volumeKeyARN is the key of the storage class; without it there is none.
	volumeKeyARN string

	routers, registryReplicas int
}

// loadSettings reads the configuration and the outputs of the cluster's stack. It reports all missing and invalid settings together.
// The kubeconfig is always configuration: OpenShift Cluster Manager has none.
func loadSettings(ctx *pulumi.Context) (settings, error) {
	r := stackconfig.New(ctx)
	r.FromStack("clusterStack")
	s := settings{
		clusterID:        r.Required("clusterId"),
		kubeconfig:       r.GetSecret("kubeconfig"),
		volumeKeyARN:     r.Optional("volumeKeyArn", ""),
		routers:          r.Number("routers", 3),
		registryReplicas: r.Number("registryReplicas", 2),
	}
	r.Required("kubeconfig")
	return s, r.Err()
}
