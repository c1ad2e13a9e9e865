package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// settings is the stack's configuration: IDs of the existing cluster and the maximum size of the pool.
type settings struct {
	infraID, kubeconfig  string
	workerIgnition       string
	subnets              []network.Subnet
	securityGroupIDs     []string
	instanceProfile, ami string
	controlPlaneRole     string
	approverImage        pulumi.StringInput
	spot                 bool
	max, onDemandBase    int
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
	flag := func(key string, otherwise bool) bool {
		value, err := cfg.TryBool(key)
		if errors.Is(err, config.ErrMissingVar) {
			return otherwise
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("config %s: must be true or false (got %q)", key, cfg.Get(key)))
		}
		return value
	}
	s := settings{
		infraID:          required("infraId"),
		kubeconfig:       required("kubeconfig"),
		securityGroupIDs: list(required("securityGroupIds")),
		instanceProfile:  required("instanceProfile"),
		ami:              required("ami"),
		controlPlaneRole: required("controlPlaneRole"),
		spot:             flag("spot", true),
		max:              number("max", 12),
		onDemandBase:     number("onDemandBase", 1),
	}
	if image := cfg.Get("approverImage"); image != "" {
		s.approverImage = pulumi.String(image)
	}
	if file := required("workerIgnition"); file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			problems = append(problems, fmt.Errorf("config workerIgnition: %w; set it to the path of worker.ign in the install directory", err))
		}
		s.workerIgnition = string(text)
	}
	var malformed []error
	s.subnets, malformed = subnets(required("subnets"))
	problems = append(problems, malformed...)
	return s, errors.Join(problems...)
}

func subnets(text string) (all []network.Subnet, problems []error) {
	for _, pair := range list(text) {
		zone, id, found := strings.Cut(pair, "=")
		if !found {
			problems = append(problems, fmt.Errorf("config subnets: %q is not a zone and its subnet (for example, us-east-2a=subnet-0123456789abcdef0)", pair))
		}
		all = append(all, network.Subnet{ID: pulumi.String(id), Zone: zone})
	}
	return all, problems
}

func list(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' })
}
