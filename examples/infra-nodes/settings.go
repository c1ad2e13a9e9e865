package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// settings is the stack's configuration: IDs of the existing cluster, and the size and number of the infra nodes.
type settings struct {
	infraID, region, kubeconfig string
	subnets                     []network.Subnet
	securityGroupIDs            []string
	instanceProfile, ami        string
	registryBucket              string
	instanceType                string
	replicasPerZone, routers    int
}

// loadSettings reads the configuration. It reports all missing and invalid values together.
func loadSettings(ctx *pulumi.Context) (settings, error) {
	cfg := config.New(ctx, "")
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
			problems = append(problems, fmt.Errorf("config %s: %q is not a whole number", key, cfg.Get(key)))
		}
		return value
	}
	s := settings{
		region:           config.New(ctx, "aws").Get("region"),
		infraID:          required("infraId"),
		kubeconfig:       required("kubeconfig"),
		securityGroupIDs: list(required("securityGroupIds")),
		instanceProfile:  required("instanceProfile"),
		ami:              required("ami"),
		registryBucket:   required("registryBucket"),
		instanceType:     cmp.Or(cfg.Get("instanceType"), "r5.xlarge"),
		replicasPerZone:  number("replicasPerZone", 1),
		routers:          number("routers", 3),
	}
	if s.region == "" {
		problems = append(problems, errors.New("config aws:region: is required; set it with `pulumi config set aws:region VALUE`"))
	}
	for _, pair := range list(required("subnets")) {
		zone, id, found := strings.Cut(pair, "=")
		if !found {
			problems = append(problems, fmt.Errorf("config subnets: %q is not a zone and its subnet (for example, us-east-2a=subnet-0123456789abcdef0)", pair))
		}
		s.subnets = append(s.subnets, network.Subnet{ID: pulumi.String(id), Zone: zone})
	}
	return s, errors.Join(problems...)
}

func list(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' })
}
