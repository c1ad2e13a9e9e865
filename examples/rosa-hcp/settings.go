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
	// image is the AMI of the proxy and of the jump host, or the name of the Systems Manager parameter that has its ID.
	image string
	// proxyHTTP forwards http URLs through the proxy as well.
	proxyHTTP bool
	// jumpHost creates a jump host.
	jumpHost bool
	// billingAccountID is the AWS account that is billed for the cluster. Without it that is the account of the cluster.
	billingAccountID pulumi.StringInput

	poolInstanceType string
	// poolVersion upgrades all pools, after the control plane. Without it they keep their release.
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

// loadSettings reads the configuration.
func loadSettings(ctx *pulumi.Context) settings {
	cfg := config.New(ctx, "")
	s := settings{
		name:             cmp.Or(cfg.Get("name"), "rosahcp"),
		region:           config.Require(ctx, "aws:region"),
		zones:            strings.Split(cfg.Require("zones"), ","),
		vpcCIDR:          cmp.Or(cfg.Get("vpcCidr"), network.DefaultCIDR),
		version:          cfg.Require("version"),
		channel:          cfg.Get("channel"),
		rhcsPath:         cfg.Get("rhcsPath"),
		image:            cmp.Or(cfg.Get("proxyAmi"), amazonLinux),
		proxyHTTP:        cfg.GetBool("proxyHttp"),
		jumpHost:         true,
		poolVersion:      cfg.Get("poolVersion"),
		poolInstanceType: cmp.Or(cfg.Get("poolInstanceType"), "m5.xlarge"),
		poolMin:          2,
		poolMax:          4,
	}
	for key, value := range map[string]any{"jumpHost": &s.jumpHost, "poolMin": &s.poolMin, "poolMax": &s.poolMax} {
		if cfg.Get(key) != "" {
			cfg.RequireObject(key, value)
		}
	}
	if id := cfg.Get("billingAccountId"); id != "" {
		s.billingAccountID = pulumi.String(id)
	}
	if cfg.Get("adminPassword") != "" {
		s.adminPassword = cfg.GetSecret("adminPassword")
	}
	return s
}
