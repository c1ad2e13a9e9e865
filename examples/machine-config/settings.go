package main

import (
	"cmp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

// settings is the stack's configuration.
type settings struct {
	// wait makes the update wait for the API.
	wait bool
	// pool and pausedPool are the names of the pools. pausedPool is paused while paused is true.
	pool, pausedPool string
	paused           bool
	// channel and version are the cluster's update channel and target release. Without a version nothing is upgraded.
	channel, version string
}

// loadSettings reads the configuration.
func loadSettings(ctx *pulumi.Context) settings {
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
	return s
}
