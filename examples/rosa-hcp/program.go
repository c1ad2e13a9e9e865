package main

import (
	"cmp"
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ssm"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// amazonLinux is the parameter in which AWS publishes the newest image of Amazon Linux 2023.
const amazonLinux = "/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64"

// program registers the cluster with everything that it needs, from the stack's configuration, which Pulumi.yaml describes. One update
// creates it.
func program(ctx *pulumi.Context) error {
	cfg := config.New(ctx, "")
	jumpHost, pool := true, &rosa.AutoscalingArgs{Min: 2, Max: 4}
	for key, value := range map[string]any{"jumpHost": &jumpHost, "poolMin": &pool.Min, "poolMax": &pool.Max} {
		if cfg.Get(key) != "" {
			cfg.RequireObject(key, value)
		}
	}
	image, err := findImage(ctx, cmp.Or(cfg.Get("proxyAmi"), amazonLinux))
	if err != nil {
		return err
	}
	provider, err := blueprint.RHCSProviderConfig(ctx)
	if err != nil {
		return err
	}
	args := blueprint.ROSAHCPConfig(ctx)
	args.Name = cfg.Get("name") // not the name of the component, without which its stack would lose the cluster
	args.Scope = network.Internal
	args.EgressProxy = &network.EgressProxyArgs{AMI: image, AllowHTTP: cfg.GetBool("proxyHttp")}
	args.HCP.Workers = &rosa.WorkersArgs{Version: cfg.Get("poolVersion")}
	args.MachinePools = map[string]*rosa.MachinePoolArgs{"general": {
		InstanceType: cfg.Get("poolInstanceType"),
		Autoscaling:  pool,
		HCP:          &rosa.HCPPoolArgs{Version: cfg.Get("poolVersion")},
	}}
	if jumpHost {
		args.JumpHost = &network.JumpHostArgs{AMI: image}
	}
	cluster, err := blueprint.NewROSAHCP(ctx, "rosahcp", args, provider)
	if err != nil {
		return err
	}
	cluster.Export(ctx)
	ctx.Export("proxyAmi", image)
	return nil
}

// findImage returns an AMI as it is, and the AMI that a parameter has otherwise.
func findImage(ctx *pulumi.Context, image string) (pulumi.String, error) {
	if !strings.HasPrefix(image, "/") {
		return pulumi.String(image), nil
	}
	parameter, err := ssm.LookupParameter(ctx, &ssm.LookupParameterArgs{Name: image})
	if err != nil {
		return "", err
	}
	return pulumi.String(parameter.InsecureValue), nil
}
