package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

// settings is the stack's configuration.
type settings struct {
	name    string
	region  string
	zones   []string
	vpcCIDR string
	version string
	// image is the AMI of the proxy and of the jump host, or the name of the Systems Manager parameter that has its ID.
	image string
	// proxyHTTP forwards http URLs through the proxy as well.
	proxyHTTP bool
	// jumpHost creates a jump host.
	jumpHost bool
	// billingAccountID is the AWS account that is billed for the cluster. Without it that is the account of the cluster.
	billingAccountID pulumi.StringInput

	poolInstanceType string
	// poolVersion upgrades the pool, in an update after the one that upgraded the control plane by version. Without it the pool keeps
	// its release.
	poolVersion      string
	poolMin, poolMax int

	// adminPassword creates the cluster administrator admin while it is set.
	adminPassword pulumi.StringInput
	// rhcsPath is a local binary of the RHCS provider. Without it the provider is downloaded.
	rhcsPath string
	// rhcs is the provider option of the components that OpenShift Cluster Manager creates.
	rhcs pulumi.ResourceOption
}

// amazonLinux is the parameter in which AWS publishes the newest image of Amazon Linux 2023.
const amazonLinux = "/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64"

// loadSettings reads the configuration. It reports all missing and invalid settings together.
func loadSettings(ctx *pulumi.Context) (settings, error) {
	cfg := config.New(ctx, "")
	s := settings{
		name:             optional(cfg, "name", "rosahcp"),
		region:           config.Get(ctx, "aws:region"),
		vpcCIDR:          optional(cfg, "vpcCidr", "10.0.0.0/16"),
		rhcsPath:         cfg.Get("rhcsPath"),
		image:            optional(cfg, "proxyAmi", amazonLinux),
		poolInstanceType: optional(cfg, "poolInstanceType", "m5.xlarge"),
		poolVersion:      cfg.Get("poolVersion"),
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
	s.proxyHTTP, s.jumpHost = flag("proxyHttp", false), flag("jumpHost", true)
	if s.region == "" {
		problems = append(problems, errors.New("config aws:region: is required; set it with `pulumi config set aws:region VALUE`"))
	}
	s.zones = strings.FieldsFunc(required("zones"), func(r rune) bool { return r == ',' })
	s.version = required("version")
	s.poolMin, s.poolMax = number("poolMin", 2), number("poolMax", 4)
	if id := cfg.Get("billingAccountId"); id != "" {
		s.billingAccountID = pulumi.String(id)
	}
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
