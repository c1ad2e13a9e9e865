package main

import (
	"cmp"
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// settings is the stack's configuration: what `rosa describe cluster` shows.
type settings struct {
	name, region, version, channel string
	// accountPrefix and operatorPrefix are those of `rosa create account-roles` and `rosa create operator-roles`.
	accountPrefix, operatorPrefix string
	privateSubnets, publicSubnets []network.Subnet
	machineCIDR, instanceType     string
	replicas                      int
	creatorARN                    string
	// rhcsPath is a local binary of the RHCS provider. Without it the provider is downloaded.
	rhcsPath string
}

// loadSettings reads the configuration.
func loadSettings(ctx *pulumi.Context) settings {
	cfg := config.New(ctx, "")
	s := settings{
		name:         cfg.Require("name"),
		region:       config.Require(ctx, "aws:region"),
		version:      cfg.Require("version"),
		channel:      cfg.Get("channel"),
		machineCIDR:  cmp.Or(cfg.Get("machineCidr"), network.DefaultCIDR),
		instanceType: cmp.Or(cfg.Get("instanceType"), "m5.xlarge"),
		replicas:     2,
		creatorARN:   cfg.Get("creatorArn"),
		rhcsPath:     cfg.Get("rhcsPath"),

		privateSubnets: subnets(cfg, "privateSubnets"),
		publicSubnets:  subnets(cfg, "publicSubnets"),
	}
	s.accountPrefix = cmp.Or(cfg.Get("accountPrefix"), s.name)
	s.operatorPrefix = cmp.Or(cfg.Get("operatorPrefix"), s.name)
	if cfg.Get("replicas") != "" {
		cfg.RequireObject("replicas", &s.replicas)
	}
	return s
}

// subnets reads the IDs of subnets by zone.
func subnets(cfg *config.Config, key string) []network.Subnet {
	var ids map[string]string
	if cfg.Get(key) != "" {
		cfg.RequireObject(key, &ids)
	}
	var found []network.Subnet
	for _, zone := range slices.Sorted(maps.Keys(ids)) {
		found = append(found, network.Subnet{Zone: zone, ID: pulumi.ID(ids[zone]).ToIDOutput()})
	}
	return found
}
