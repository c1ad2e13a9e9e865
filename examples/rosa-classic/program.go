package main

import (
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// program is the whole cluster with all that it needs. One update makes it; everything waits for what it is given.
func program(ctx *pulumi.Context) error {
	s, err := loadSettings(ctx)
	if err != nil {
		return err
	}
	vpc, err := network.NewVpc(ctx, s.name, &network.VpcArgs{CIDR: s.vpcCIDR, Zones: s.zones})
	if err != nil {
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
	made, err := cluster.NewRosaClassic(ctx, s.name, &cluster.RosaClassicArgs{
		RHCS:       s.rhcs,
		Name:       s.name,
		Region:     s.region,
		AccountID:  pulumi.String(caller.AccountId),
		CreatorARN: pulumi.String(caller.Arn),
		Version:    cluster.RosaVersionArgs{Version: s.version},
		STS: cluster.RosaSTSArgs{
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
		Network:        cluster.RosaNetworkArgs{MachineCIDR: vpc.CIDR},
	})
	if err != nil {
		return err
	}
	if err := configureCluster(ctx, s, made); err != nil {
		return err
	}
	ctx.Export("clusterId", made.ID)
	ctx.Export("version", made.CurrentVersion)
	ctx.Export("apiUrl", made.APIURL)
	ctx.Export("consoleUrl", made.ConsoleURL)
	return nil
}

// configureCluster makes what is within the cluster: a machine pool that follows the load, how the autoscaler decides, the
// default ingress, and an administrator, by choice.
func configureCluster(ctx *pulumi.Context, s settings, made *cluster.RosaClassic) error {
	if _, err := cluster.NewRosaMachinePool(ctx, s.name+"-general", &cluster.RosaMachinePoolArgs{
		RHCS:         s.rhcs,
		ClusterID:    made.ID,
		Name:         "general",
		InstanceType: pulumi.String(s.poolInstanceType),
		Autoscaling:  &cluster.RosaAutoscalingArgs{Min: s.poolMin, Max: s.poolMax},
		Classic:      &cluster.RosaClassicPoolArgs{MultiAZ: true},
	}); err != nil {
		return err
	}
	if _, err := cluster.NewRosaAutoscaler(ctx, s.name, &cluster.RosaAutoscalerArgs{
		RHCS:      s.rhcs,
		ClusterID: made.ID,
		Classic:   &cluster.RosaClassicAutoscalerArgs{BalanceSimilarNodeGroups: new(true)},
	}); err != nil {
		return err
	}
	if _, err := cluster.NewRosaIngress(ctx, s.name, &cluster.RosaIngressArgs{
		RHCS:      s.rhcs,
		ClusterID: made.ID,
		Classic:   &cluster.RosaClassicIngressArgs{LoadBalancer: cluster.RosaLoadBalancerNetwork, RouteSelectors: s.routeSelector},
	}); err != nil {
		return err
	}
	if s.adminPassword == nil {
		return nil
	}
	const admin = "admin"
	_, err := cluster.NewRosaIdentityProvider(ctx, s.name+"-admin", &cluster.RosaIdentityProviderArgs{
		RHCS:          s.rhcs,
		ClusterID:     made.ID,
		Name:          "admins",
		HTPasswd:      &cluster.RosaHTPasswdArgs{Users: []cluster.RosaHTPasswdUser{{Username: admin, Password: s.adminPassword}}},
		ClusterAdmins: []string{admin},
	})
	return err
}

// minor is the minor version of a release: 4.18 of 4.18.5 and of 4.18.0-rc.1.
func minor(release string) string {
	major, rest, _ := strings.Cut(release, ".")
	number, _, _ := strings.Cut(rest, ".")
	return major + "." + number
}
