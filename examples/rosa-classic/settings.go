package main

import (
	"cmp"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// settings is the stack's configuration.
type settings struct {
	name    string
	region  string
	zones   []string
	vpcCIDR string
	version string
	// channel is the update channel. It is changed in an update before that of version to another minor version.
	channel string

	poolInstanceType string
	poolMin, poolMax int
	// routeSelector is the label, as key=value, of the routes that are served.
	routeSelector map[string]string

	// adminPassword creates the cluster administrator admin while it is set.
	adminPassword pulumi.StringInput
	// rhcsPath is a local binary of the RHCS provider. Without it the provider is downloaded.
	rhcsPath string
	// rhcs is the provider option of the components that OpenShift Cluster Manager creates.
	rhcs pulumi.ResourceOption
}

// loadSettings reads the configuration.
func loadSettings(ctx *pulumi.Context) settings {
	cfg := config.New(ctx, "")
	s := settings{
		name:             cmp.Or(cfg.Get("name"), "rosaclassic"),
		region:           config.Require(ctx, "aws:region"),
		zones:            strings.Split(cfg.Require("zones"), ","),
		vpcCIDR:          cmp.Or(cfg.Get("vpcCidr"), network.DefaultCIDR),
		version:          cfg.Require("version"),
		channel:          cfg.Get("channel"),
		rhcsPath:         cfg.Get("rhcsPath"),
		poolInstanceType: cmp.Or(cfg.Get("poolInstanceType"), "m5.xlarge"),
		poolMin:          3,
		poolMax:          6,
	}
	for key, value := range map[string]any{"poolMin": &s.poolMin, "poolMax": &s.poolMax} {
		if cfg.Get(key) != "" {
			cfg.RequireObject(key, value)
		}
	}
	if key, value, found := strings.Cut(cfg.Get("routeSelector"), "="); found {
		s.routeSelector = map[string]string{key: value}
	}
	if cfg.Get("adminPassword") != "" {
		s.adminPassword = cfg.GetSecret("adminPassword")
	}
	return s
}
