package main

import (
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// program registers the cluster with everything that it needs. One update creates it: each resource is created after those whose
// outputs it uses.
func program(ctx *pulumi.Context) error {
	s := loadSettings(ctx)
	vpc, err := network.NewVpc(ctx, s.name, &network.VpcArgs{CIDR: s.vpcCIDR, Zones: s.zones})
	if err != nil {
		return err
	}
	if s.rhcs, err = rhcsProvider(ctx, s.rhcsPath); err != nil {
		return err
	}
	ids, err := newIdentities(ctx, s)
	if err != nil {
		return err
	}
	caller, err := aws.GetCallerIdentity(ctx, nil)
	if err != nil {
		return err
	}
	cluster, err := rosa.NewClassic(ctx, s.name, &rosa.ClassicArgs{
		Name:       s.name,
		AccountID:  pulumi.String(caller.AccountId),
		CreatorARN: pulumi.String(caller.Arn),
		Version:    &rosa.VersionArgs{Version: s.version, Channel: s.channel, Wait: &rosa.UpgradeWaitArgs{}},
		STS: &rosa.STSArgs{
			InstallerRoleARN:    ids.accounts.InstallerRoleARN,
			SupportRoleARN:      ids.accounts.SupportRoleARN,
			WorkerRoleARN:       ids.accounts.WorkerRoleARN,
			ControlPlaneRoleARN: ids.accounts.ControlPlaneRoleARN,
			OperatorRolePrefix:  ids.operators.Prefix,
			OIDCConfigID:        ids.oidc.ID,
		},
		MultiAZ:        true,
		PrivateSubnets: vpc.PrivateSubnets,
		PublicSubnets:  vpc.PublicSubnets,
		Network:        &rosa.NetworkArgs{MachineCIDR: vpc.CIDR},
	}, s.rhcs)
	if err != nil {
		return err
	}
	if err := configureCluster(ctx, s, cluster); err != nil {
		return err
	}
	ctx.Export("clusterId", cluster.ID)
	ctx.Export("version", cluster.CurrentVersion)
	ctx.Export("apiUrl", cluster.APIURL)
	ctx.Export("consoleUrl", cluster.ConsoleURL)
	return nil
}

// configureCluster registers the contents of the cluster: an autoscaled machine pool, the autoscaler's settings, the default ingress
// and, with adminPassword, an administrator.
func configureCluster(ctx *pulumi.Context, s settings, cluster *rosa.Classic) error {
	if _, err := rosa.NewMachinePool(ctx, s.name+"-general", &rosa.MachinePoolArgs{
		ClusterID:    cluster.ID,
		Name:         "general",
		InstanceType: s.poolInstanceType,
		Autoscaling:  &rosa.AutoscalingArgs{Min: s.poolMin, Max: s.poolMax},
		Classic:      &rosa.ClassicPoolArgs{MultiAZ: true},
	}, s.rhcs); err != nil {
		return err
	}
	if _, err := rosa.NewAutoscaler(ctx, s.name, &rosa.AutoscalerArgs{
		ClusterID: cluster.ID,
		Classic:   &rosa.ClassicAutoscalerArgs{BalanceSimilarNodeGroups: new(true)},
	}, s.rhcs); err != nil {
		return err
	}
	if _, err := rosa.NewIngress(ctx, s.name, &rosa.IngressArgs{
		ClusterID: cluster.ID,
		Classic:   &rosa.ClassicIngressArgs{LoadBalancerType: rosa.LoadBalancerNetwork, RouteSelectors: s.routeSelector},
	}, s.rhcs); err != nil {
		return err
	}
	if s.adminPassword == nil {
		return nil
	}
	const admin = "admin"
	_, err := rosa.NewIdentityProvider(ctx, s.name+"-admin", &rosa.IdentityProviderArgs{
		ClusterID:     cluster.ID,
		Name:          "admins",
		HTPasswd:      &rosa.HTPasswdArgs{Users: []rosa.HTPasswdUser{{Username: admin, Password: s.adminPassword}}},
		ClusterAdmins: []string{admin},
	}, s.rhcs)
	return err
}

// minor returns the minor version of a release: 4.18 for 4.18.5 and for 4.18.0-rc.1.
func minor(release string) string {
	major, rest, _ := strings.Cut(release, ".")
	number, _, _ := strings.Cut(rest, ".")
	return major + "." + number
}
