package main

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// settings is the stack's configuration: what `rosa describe cluster` shows.
type settings struct {
	name, region, version, channel string
	// accountPrefix and operatorPrefix were given to `rosa create account-roles` and `rosa create operator-roles`.
	accountPrefix, operatorPrefix string
	// rolesVersion is the release in the tag rosa_openshift_version, which `rosa create account-roles` sets.
	rolesVersion                  string
	privateSubnets, publicSubnets []network.Subnet
	machineCIDR, instanceType     string
	replicas                      int
	creatorARN                    string
	// properties has what the rosa command recorded besides the creator: its version.
	properties map[string]string
	// allowIMDSv1 allows IMDSv1, as `rosa create cluster` does without --ec2-metadata-http-tokens=required.
	allowIMDSv1 bool
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
		allowIMDSv1:  true,
		creatorARN:   cfg.Get("creatorArn"),
		rhcsPath:     cfg.Get("rhcsPath"),

		privateSubnets: subnets(cfg, "privateSubnets"),
		publicSubnets:  subnets(cfg, "publicSubnets"),
	}
	s.accountPrefix = cmp.Or(cfg.Get("accountPrefix"), s.name)
	s.operatorPrefix = cmp.Or(cfg.Get("operatorPrefix"), s.name)
	s.rolesVersion = cmp.Or(cfg.Get("rolesVersion"), minor(s.version))
	if cfg.Get("replicas") != "" {
		cfg.RequireObject("replicas", &s.replicas)
	}
	if cfg.Get("properties") != "" {
		cfg.RequireObject("properties", &s.properties)
	}
	if cfg.Get("allowImdsV1") != "" {
		s.allowIMDSv1 = cfg.RequireBool("allowImdsV1")
	}
	return s
}

// minor returns the minor release of a version: 4.18 of 4.18.5.
func minor(version string) string {
	parts := strings.Split(version, ".")
	return strings.Join(parts[:min(2, len(parts))], ".")
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
