package main

import (
	"cmp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
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

// loadSettings reads the configuration and the outputs of the cluster's stack. The kubeconfig is always configuration: OpenShift Cluster
// Manager has none.
func loadSettings(ctx *pulumi.Context) (settings, error) {
	cfg := config.New(ctx, "")
	s := settings{kubeconfig: cfg.RequireSecret("kubeconfig"), routers: 3, registryReplicas: 2}
	if cfg.Get("routers") != "" {
		cfg.RequireObject("routers", &s.routers)
	}
	if cfg.Get("registryReplicas") != "" {
		cfg.RequireObject("registryReplicas", &s.registryReplicas)
	}
	name := cfg.Get("clusterStack")
	if name == "" {
		s.clusterID, s.volumeKeyARN = cfg.Require("clusterId"), cfg.Get("volumeKeyArn")
		return s, nil
	}
	stack, err := pulumi.NewStackReference(ctx, name, nil)
	if err != nil {
		return s, err
	}
	id, err := stack.GetOutputDetails("clusterId")
	if err != nil {
		return s, err
	}
	key, err := stack.GetOutputDetails("volumeKeyArn")
	if err != nil {
		return s, err
	}
	s.clusterID, _ = id.Value.(string)
	s.volumeKeyARN, _ = key.Value.(string)
	s.clusterID = cmp.Or(s.clusterID, cfg.Get("clusterId"))
	s.volumeKeyARN = cmp.Or(s.volumeKeyARN, cfg.Get("volumeKeyArn"))
	return s, nil
}
