package main

import (
	"cmp"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// settings is the configuration of a cluster's stack.
type settings struct {
	name, region, vpcCIDR string
	zones                 []string
	version, channel      string
	// workerVersion upgrades the workers, after the control plane.
	workerType, workerVersion string
	workers                   int
	billingAccountID          pulumi.StringInput
}

// loadSettings reads the configuration.
func loadSettings(ctx *pulumi.Context) settings {
	cfg := config.New(ctx, "")
	s := settings{
		name:    cfg.Require("name"),
		region:  config.Require(ctx, "aws:region"),
		vpcCIDR: cmp.Or(cfg.Get("vpcCidr"), network.DefaultCIDR),
		zones:   strings.Split(cfg.Require("zones"), ","),
		version: cfg.Require("version"),
		channel: cfg.Get("channel"),

		workerVersion: cfg.Get("workerVersion"),
		workerType:    cmp.Or(cfg.Get("workerType"), "m5.xlarge"),
		workers:       2,
	}
	if cfg.Get("workers") != "" {
		cfg.RequireObject("workers", &s.workers)
	}
	if id := cfg.Get("billingAccountId"); id != "" {
		s.billingAccountID = pulumi.String(id)
	}
	return s
}
