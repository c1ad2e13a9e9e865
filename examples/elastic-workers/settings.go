package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

// settings is the stack's configuration of the pool.
type settings struct {
	most          int
	mixed         *nodes.MixedInstancesArgs
	approverImage pulumi.StringInput
}

// loadSettings reads the configuration.
func loadSettings(ctx *pulumi.Context) settings {
	cfg, spot, onDemandBase := config.New(ctx, ""), true, 1
	s := settings{most: 12}
	for key, value := range map[string]any{"spot": &spot, "max": &s.most, "onDemandBase": &onDemandBase} {
		if cfg.Get(key) != "" {
			cfg.RequireObject(key, value)
		}
	}
	if image := cfg.Get("approverImage"); image != "" {
		s.approverImage = pulumi.String(image)
	}
	if spot {
		s.mixed = &nodes.MixedInstancesArgs{OnDemandBase: onDemandBase}
		for _, instanceType := range []string{"m6i.xlarge", "m6a.xlarge", "m5.xlarge", "m5a.xlarge"} {
			s.mixed.Types = append(s.mixed.Types, nodes.MixedType{InstanceType: instanceType})
		}
	}
	return s
}
