package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
)

// settings is the stack's configuration.
type settings struct {
	name     string
	region   string
	zones    []string
	vpcCIDR  string
	version  string
	proxyAMI string

	poolInstanceType string
	// poolVersion upgrades the pool, in a run after the one that upgraded the control plane by version. Without it the pool keeps
	// the release that it was made with.
	poolVersion      string
	poolMin, poolMax int

	// adminPassword makes the user cluster-admin, for as long as it is set.
	adminPassword pulumi.StringInput
	rhcs          cluster.RHCSProvider
}

// loadSettings reads the configuration. What is missing or malformed is reported together.
func loadSettings(ctx *pulumi.Context) (settings, error) {
	cfg := config.New(ctx, "")
	s := settings{
		name:             optional(cfg, "name", "rosahcp"),
		region:           config.Get(ctx, "aws:region"),
		vpcCIDR:          optional(cfg, "vpcCidr", "10.0.0.0/16"),
		poolInstanceType: optional(cfg, "poolInstanceType", "m5.xlarge"),
		poolVersion:      cfg.Get("poolVersion"),
		rhcs:             cluster.RHCSProvider{Path: cfg.Get("rhcsPath")},
	}
	var problems []error
	required := func(key string) string {
		value, err := cfg.Try(key)
		if err != nil {
			problems = append(problems, fmt.Errorf("config %s: is required; set it with `pulumi config set %s VALUE`", key, key))
		}
		return value
	}
	number := func(key string, otherwise int) int {
		value, err := cfg.TryInt(key)
		if errors.Is(err, config.ErrMissingVar) {
			return otherwise
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("config %s: %q is no whole number", key, cfg.Get(key)))
		}
		return value
	}
	if s.region == "" {
		problems = append(problems, errors.New("config aws:region: is required; set it with `pulumi config set aws:region VALUE`"))
	}
	s.zones = strings.FieldsFunc(required("zones"), func(r rune) bool { return r == ',' })
	s.version = required("version")
	s.proxyAMI = required("proxyAmi")
	s.poolMin, s.poolMax = number("poolMin", 2), number("poolMax", 4)
	if cfg.Get("adminPassword") != "" {
		s.adminPassword = cfg.GetSecret("adminPassword")
	}
	return s, errors.Join(problems...)
}

func optional(cfg *config.Config, key, otherwise string) string {
	if value := cfg.Get(key); value != "" {
		return value
	}
	return otherwise
}
