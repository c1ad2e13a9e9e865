package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

// settings is the stack's configuration.
type settings struct {
	// kubeconfig is the content of the file that the configuration names.
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
	cfg := config.New(ctx, "")
	s := settings{
		pool:       optional(cfg, "pool", "infra"),
		pausedPool: optional(cfg, "pausedPool", "batch"),
		channel:    optional(cfg, "channel", "stable-4.18"),
		version:    cfg.Get("version"),
	}
	var kubeconfigErr, waitErr, pausedErr error
	s.kubeconfig, kubeconfigErr = readKubeconfig(cfg)
	s.wait, waitErr = flag(cfg, "wait", false)
	s.paused, pausedErr = flag(cfg, "paused", true)
	return s, errors.Join(kubeconfigErr, waitErr, pausedErr)
}

func readKubeconfig(cfg *config.Config) (pulumi.StringOutput, error) {
	path, err := cfg.Try("kubeconfig")
	if err != nil {
		return pulumi.StringOutput{}, errors.New("config kubeconfig: is required; set it with `pulumi config set kubeconfig FILE`")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return pulumi.StringOutput{}, fmt.Errorf("config kubeconfig: %w", err)
	}
	return pulumi.ToSecret(pulumi.String(text)).(pulumi.StringOutput), nil
}

func optional(cfg *config.Config, key, otherwise string) string {
	if value := cfg.Get(key); value != "" {
		return value
	}
	return otherwise
}

func flag(cfg *config.Config, key string, otherwise bool) (bool, error) {
	value, err := cfg.TryBool(key)
	if errors.Is(err, config.ErrMissingVar) {
		return otherwise, nil
	}
	if err != nil {
		return otherwise, fmt.Errorf("config %s: must be true or false (got %q)", key, cfg.Get(key))
	}
	return value, nil
}
