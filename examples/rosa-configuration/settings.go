package main

import (
	"errors"
	"fmt"

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

// loadSettings reads the configuration and reports all missing and invalid settings together.
func loadSettings(ctx *pulumi.Context) (settings, error) {
	cfg := config.New(ctx, "")
	s := settings{clusterID: cfg.Get("clusterId"), kubeconfig: cfg.GetSecret("kubeconfig"), volumeKeyARN: cfg.Get("volumeKeyArn")}
	var problems []error
	if s.clusterID == "" {
		problems = append(problems, errors.New("config clusterId: is required; set it with `pulumi config set clusterId ID`"))
	}
	if cfg.Get("kubeconfig") == "" {
		problems = append(problems, errors.New("config kubeconfig: is required; set it with `pulumi config set --secret kubeconfig < FILE`"))
	}
	number := func(key string, otherwise int) int {
		value, err := cfg.TryInt(key)
		if errors.Is(err, config.ErrMissingVar) {
			return otherwise
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("config %s: %q is not a whole number", key, cfg.Get(key)))
		}
		return value
	}
	s.routers, s.registryReplicas = number("routers", 3), number("registryReplicas", 2)
	return s, errors.Join(problems...)
}
