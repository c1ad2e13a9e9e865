package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/examples/internal/stackconfig"
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

// loadSettings reads the configuration and reports all missing and invalid settings together.
func loadSettings(ctx *pulumi.Context) (settings, error) {
	r := stackconfig.New(ctx)
	r.FromStack("clusterStack")
	s := settings{
		kubeconfig: pulumi.ToSecret(pulumi.String(r.File("kubeconfig"))).(pulumi.StringOutput),
		wait:       r.Flag("wait", false),
		pool:       r.Optional("pool", "infra"),
		pausedPool: r.Optional("pausedPool", "batch"),
		paused:     r.Flag("paused", true),
		channel:    r.Optional("channel", "stable-4.18"),
		version:    r.Get("version"),
	}
	return s, r.Err()
}
