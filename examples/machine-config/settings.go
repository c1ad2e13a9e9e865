package main

import (
	"cmp"
	"os"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

// settings is the stack's configuration.
type settings struct {
	// kubeconfig is the content of the file that the configuration names, or an output of the cluster's stack.
	kubeconfig pulumi.StringOutput
	// wait makes the update wait for the API.
	wait bool
	// pool and pausedPool are the names of the pools. pausedPool is paused while paused is true.
	pool, pausedPool string
	paused           bool
	// channel and version are the cluster's update channel and target release. Without a version nothing is upgraded.
	channel, version string
}

// loadSettings reads the configuration.
func loadSettings(ctx *pulumi.Context) (settings, error) {
	cfg := config.New(ctx, "")
	s := settings{
		wait:       cfg.GetBool("wait"),
		pool:       cmp.Or(cfg.Get("pool"), "infra"),
		pausedPool: cmp.Or(cfg.Get("pausedPool"), "batch"),
		paused:     true,
		channel:    cmp.Or(cfg.Get("channel"), "stable-4.18"),
		version:    cfg.Get("version"),
	}
	if cfg.Get("paused") != "" {
		cfg.RequireObject("paused", &s.paused)
	}
	var err error
	s.kubeconfig, err = loadKubeconfig(ctx, cfg)
	return s, err
}

// loadKubeconfig returns the kubeconfig of the cluster's stack, or that of the file which the configuration names.
func loadKubeconfig(ctx *pulumi.Context, cfg *config.Config) (pulumi.StringOutput, error) {
	if name := cfg.Get("clusterStack"); name != "" {
		stack, err := pulumi.NewStackReference(ctx, name, nil)
		if err != nil {
			return pulumi.StringOutput{}, err
		}
		return pulumi.ToSecret(stack.GetStringOutput(pulumi.String("kubeconfig"))).(pulumi.StringOutput), nil
	}
	text, err := os.ReadFile(cfg.Require("kubeconfig"))
	return pulumi.ToSecret(pulumi.String(text)).(pulumi.StringOutput), err
}
