package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
)

// settings is the stack's configuration.
type settings struct {
	installDir               string
	allowExpiredIgnition     bool
	stage                    cluster.Stage
	publish                  cluster.Publish
	zones                    []string
	operatorCIDRs            []string
	vpcCIDR                  string
	ami                      string
	publicZoneID             string
	routerLoadBalancer       ingress.LoadBalancerType
	controlPlaneInstanceType string
	infraInstanceType        string
	workerInstanceType       string
	workers                  int
	routers                  int
}

// loadSettings reads the configuration. What is missing or malformed is reported together.
func loadSettings(ctx *pulumi.Context) (settings, error) {
	cfg := config.New(ctx, "")
	s := settings{
		stage:                    cluster.Stage(optional(cfg, "stage", string(cluster.StageBootstrap))),
		publish:                  cluster.Publish(optional(cfg, "publish", string(cluster.External))),
		vpcCIDR:                  optional(cfg, "vpcCidr", "10.0.0.0/16"),
		routerLoadBalancer:       ingress.LoadBalancerType(optional(cfg, "routerLoadBalancer", string(ingress.NLB))),
		controlPlaneInstanceType: optional(cfg, "controlPlaneInstanceType", "m5.xlarge"),
		infraInstanceType:        optional(cfg, "infraInstanceType", "r5.xlarge"),
		workerInstanceType:       optional(cfg, "workerInstanceType", "m5.xlarge"),
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
	s.installDir = required("installDir")
	s.zones = strings.FieldsFunc(required("zones"), func(r rune) bool { return r == ',' })
	if ranges := cfg.Get("operatorCidrs"); ranges != "" {
		s.operatorCIDRs = strings.Split(ranges, ",")
	}
	s.ami = required("ami")
	if s.publish == cluster.External {
		s.publicZoneID = required("publicZoneId")
	}
	s.workers = number("workers", 3)
	s.routers = number("routers", 2)
	s.allowExpiredIgnition = cfg.GetBool("allowExpiredIgnition")
	return s, errors.Join(problems...)
}

func optional(cfg *config.Config, key, otherwise string) string {
	if value := cfg.Get(key); value != "" {
		return value
	}
	return otherwise
}
