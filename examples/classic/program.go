package main

import (
	"cmp"
	"errors"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// program registers the cluster. Stage bootstrap has what the installation needs; stage cluster has no bootstrap machine, but the
// objects inside the cluster.
func program(ctx *pulumi.Context) error {
	s, settingsErr := loadSettings(ctx)
	install, installErr := loadInstallDir(s)
	vpcArgs := &network.VpcArgs{
		// Without a valid install directory the infrastructure ID is unknown; the other arguments are validated anyway.
		InfraID: cmp.Or(install.InfraID, "unknown"),
		CIDR:    s.vpcCIDR,
		Zones:   s.vpcZones(),
	}
	if err := errors.Join(settingsErr, installErr, s.checkRegion(install), vpcArgs.Validate()); err != nil {
		return err
	}

	infra, err := newInfrastructure(ctx, s, install, vpcArgs)
	if err != nil {
		return err
	}
	if s.stage == cluster.StageCluster {
		provider, err := clusterProvider(ctx, install, infra)
		if err != nil {
			return err
		}
		if err := configureCluster(ctx, s, install, infra, pulumi.Provider(provider)); err != nil {
			return err
		}
	}
	export(ctx, s, install, infra)
	return nil
}

func loadInstallDir(s settings) (*cluster.InstallDir, error) {
	if s.installDir == "" {
		return &cluster.InstallDir{}, nil
	}
	var options []cluster.InstallDirOption
	// Only an installation needs certificates that are still valid; a running cluster has renewed its own.
	if s.stage == cluster.StageCluster || s.allowExpiredIgnition {
		options = append(options, cluster.AllowExpiredIgnition())
	}
	install, err := cluster.LoadInstallDir(s.installDir, options...)
	if err != nil {
		return &cluster.InstallDir{}, err
	}
	return install, nil
}

// clusterProvider registers the provider of the cluster's API. Its kubeconfig depends on the control plane, which depends on the
// network, so that destroy deletes the objects inside the cluster while the API is reachable.
func clusterProvider(ctx *pulumi.Context, install *cluster.InstallDir, infra *infrastructure) (*cluster.KubernetesProvider, error) {
	return cluster.NewKubernetesProvider(ctx, "cluster", &cluster.KubernetesProviderArgs{
		ClusterIdentifier: pulumi.String(install.ClusterID),
		Kubeconfig:        infra.controlPlane.Kubeconfig,
	})
}

// export exports the addresses, and the settings of programs that add to the cluster: examples/infra-nodes, elastic-workers and
// machine-config read them by a StackReference.
func export(ctx *pulumi.Context, s settings, install *cluster.InstallDir, infra *infrastructure) {
	subnets := pulumi.StringMap{}
	for _, subnet := range infra.vpc.PrivateSubnets {
		subnets[subnet.Zone] = subnet.ID
	}
	for name, output := range map[string]pulumi.Input{
		"apiUrl":           infra.controlPlane.APIURL,
		"consoleUrl":       pulumi.String("https://console-openshift-console.apps." + install.Domain),
		"routerAddress":    infra.router.DNSName,
		"registryBucket":   infra.registry.Name,
		"kubeconfig":       infra.controlPlane.Kubeconfig,
		"kubeconfigFile":   pulumi.String(install.Path + "/auth/kubeconfig"),
		"infraId":          pulumi.String(install.InfraID),
		"subnets":          subnets,
		"securityGroupIds": infra.securityGroups.WorkerMachine(),
		"instanceProfile":  infra.profiles.Worker,
		"controlPlaneRole": infra.profiles.ControlPlaneRoleName,
		"workerIgnition":   install.WorkerIgnition,
		"ami":              pulumi.String(s.ami),
		"nextStep":         pulumi.String(nextStep(s, install)),
	} {
		ctx.Export(name, output)
	}
	if s.credentialsName != "" {
		ctx.Export("oidcProviderArn", infra.oidcProviderARN)
	}
}

func nextStep(s settings, install *cluster.InstallDir) string {
	if s.stage == cluster.StageBootstrap {
		return "openshift-install wait-for bootstrap-complete --dir " + install.Path + ", then set stage to cluster and update again"
	}
	return "openshift-install wait-for install-complete --dir " + install.Path
}
