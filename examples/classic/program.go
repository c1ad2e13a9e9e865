package main

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// program registers the cluster. Stage bootstrap has what the installation needs; stage cluster has no bootstrap machine, but the
// objects inside the cluster.
func program(ctx *pulumi.Context) error {
	s := loadSettings(ctx)
	if err := s.Validate(); err != nil {
		return err
	}
	install, err := cluster.LoadInstallDir(s.InstallDir, cluster.AllowExpiredIgnition())
	if err != nil {
		return err
	}
	infra, err := newInfrastructure(ctx, s, install)
	if err != nil || s.Stage == cluster.StageBootstrap {
		return err
	}
	return configureCluster(ctx, s, infra)
}

// infrastructure contains the cluster's components in the AWS account.
type infrastructure struct {
	install        *cluster.InstallDir
	vpc            *network.Vpc
	securityGroups *network.SecurityGroups
	profiles       *iam.InstanceProfiles
	credentials    *iam.ShortTermCredentials
	controlPlane   *cluster.ControlPlane
	router         *ingress.RouterLB
	registry       *storage.RegistryBucket
	// outlives are the resources that are deleted after the machines.
	outlives []pulumi.StringOutput
}

func newInfrastructure(ctx *pulumi.Context, s *blueprint.SelfManagedArgs, install *cluster.InstallDir) (infra *infrastructure, err error) {
	name, infraID := install.ClusterName, install.InfraID
	infra = &infrastructure{install: install}
	vpc := network.VpcArgs{}
	if s.Vpc != nil {
		vpc = *s.Vpc
	}
	vpc.InfraID, vpc.Zones = infraID, slices.Concat(slices.Compact(slices.Sorted(slices.Values(s.Zones))), s.FurtherZones)
	if infra.vpc, err = network.NewVpc(ctx, name, &vpc); err != nil {
		return nil, err
	}
	infra.securityGroups, err = network.NewSecurityGroups(ctx, name, &network.SecurityGroupsArgs{InfraID: infraID, Network: infra.vpc.Network})
	if err != nil {
		return nil, err
	}
	infra.profiles, err = iam.NewInstanceProfiles(ctx, name, &iam.InstanceProfilesArgs{
		InfraID: infraID, Region: install.Region, Stage: s.Stage, OpenShiftVersion: s.OpenShiftVersion,
	})
	if err != nil {
		return nil, err
	}
	// Images can be pushed again; a bucket that outlives its cluster only costs money.
	infra.registry, err = storage.NewRegistryBucket(ctx, name, &storage.RegistryBucketArgs{InfraID: infraID, ForceDestroy: new(true)})
	if err != nil {
		return nil, err
	}
	// While the control plane runs, the registry's operator creates a missing bucket again.
	infra.outlives = append(infra.outlives, infra.registry.Name)
	for _, register := range []func(*pulumi.Context, *blueprint.SelfManagedArgs) error{
		infra.newCredentials, infra.newControlPlane, infra.newRouterLB, infra.newBackupBuckets,
	} {
		if err := register(ctx, s); err != nil {
			return nil, err
		}
	}
	infra.export(ctx, s)
	return infra, nil
}

// newCredentials registers the roles of the operators if the setting credentialsName is set.
func (i *infrastructure) newCredentials(ctx *pulumi.Context, s *blueprint.SelfManagedArgs) error {
	if s.Credentials == nil {
		return nil
	}
	key, err := os.ReadFile(filepath.Join(i.install.Path, filepath.FromSlash(blueprint.PublicKeyFile)))
	if err != nil {
		return err
	}
	i.credentials, err = iam.NewShortTermCredentials(ctx, i.install.ClusterName, &iam.ShortTermCredentialsArgs{
		Name:                 s.Credentials.Name,
		OpenShiftVersion:     s.OpenShiftVersion,
		Region:               i.install.Region,
		PublicKey:            pulumi.String(key),
		DisabledCapabilities: s.DisabledCapabilities,
		NodeRoleARNs:         pulumi.StringArray{i.profiles.ControlPlaneRoleARN, i.profiles.WorkerRoleARN},
	})
	if err != nil {
		return err
	}
	// Operators need their roles as long as they run.
	i.outlives = append(i.outlives, i.credentials.OIDCProviderARN)
	ctx.Export("oidcProviderArn", i.credentials.OIDCProviderARN)
	return nil
}

func (i *infrastructure) newControlPlane(ctx *pulumi.Context, s *blueprint.SelfManagedArgs) (err error) {
	args := *s.ControlPlane
	args.Install, args.Stage, args.Scope = i.install, s.Stage, s.Scope
	if args.MachineZones == nil {
		args.MachineZones = s.Zones
	}
	args.Network = i.vpc.InZones(slices.Concat(s.Zones, args.MachineZones)...)
	args.AMI = s.AMI
	args.InstanceProfile = after(i.profiles.ControlPlane, i.outlives)
	args.BootstrapInstanceProfile = i.profiles.Bootstrap
	if len(s.PulumiARNs) > 0 && s.Stage == cluster.StageBootstrap {
		args.BootstrapIgnitionReaderARNs = append(pulumi.ToStringArray(s.PulumiARNs), i.profiles.BootstrapRoleARN.Elem())
	}
	args.SecurityGroupIDs = i.securityGroups.ControlPlaneMachine()
	args.APIServerLBSecurityGroupIDs = pulumi.StringArray{i.securityGroups.APIServerLBID}
	args.PublicZoneID = s.PublicZoneID
	if i.credentials != nil {
		args.OIDCProviderARN = i.credentials.OIDCProviderARN
	}
	i.controlPlane, err = cluster.NewControlPlane(ctx, i.install.ClusterName, &args)
	return err
}

// after returns an output that depends on others too: what uses it is created after all of them, and deleted before them.
func after(output pulumi.StringOutput, others []pulumi.StringOutput) pulumi.StringOutput {
	all := []any{output}
	for _, other := range others {
		all = append(all, other)
	}
	return pulumi.All(all...).ApplyT(func(all []any) string { return all[0].(string) }).(pulumi.StringOutput)
}

func (i *infrastructure) newRouterLB(ctx *pulumi.Context, s *blueprint.SelfManagedArgs) (err error) {
	i.router, err = ingress.NewRouterLB(ctx, i.install.ClusterName, &ingress.RouterLBArgs{
		InfraID:             i.install.InfraID,
		Domain:              i.install.Domain,
		Type:                s.RouterLB.Type,
		Network:             i.vpc.Network,
		Scope:               s.Scope,
		NodeSecurityGroupID: i.securityGroups.NodeID,
		PublicZoneID:        s.PublicZoneID,
		PrivateZoneID:       i.controlPlane.PrivateZoneID,
	})
	return err
}

func (i *infrastructure) newBackupBuckets(ctx *pulumi.Context, _ *blueprint.SelfManagedArgs) error {
	for _, purpose := range []string{"etcd", "applications"} {
		if _, err := storage.NewBackupBucket(ctx, i.install.ClusterName+"-"+purpose, &storage.BackupBucketArgs{
			InfraID: i.install.InfraID, Purpose: purpose, Region: i.install.Region,
		}); err != nil {
			return err
		}
	}
	return nil
}

// export exports the addresses, and the settings of programs that add to the cluster: examples/infra-nodes, elastic-workers and
// machine-config read them by a StackReference.
func (i *infrastructure) export(ctx *pulumi.Context, s *blueprint.SelfManagedArgs) {
	subnets := pulumi.StringMap{}
	for _, subnet := range i.vpc.PrivateSubnets {
		subnets[subnet.Zone] = subnet.ID
	}
	nextStep := "openshift-install wait-for install-complete --dir " + i.install.Path
	if s.Stage == cluster.StageBootstrap {
		nextStep = "openshift-install wait-for bootstrap-complete --dir " + i.install.Path + ", then set stage to cluster and update again"
	}
	for name, output := range map[string]pulumi.Input{
		"apiUrl":           i.controlPlane.APIURL,
		"consoleUrl":       pulumi.String("https://console-openshift-console.apps." + i.install.Domain),
		"routerAddress":    i.router.DNSName,
		"registryBucket":   i.registry.Name,
		"kubeconfig":       i.controlPlane.Kubeconfig,
		"kubeconfigFile":   pulumi.String(i.install.Path + "/auth/kubeconfig"),
		"infraId":          pulumi.String(i.install.InfraID),
		"subnets":          subnets,
		"securityGroupIds": i.securityGroups.WorkerMachine(),
		"instanceProfile":  i.profiles.Worker,
		"controlPlaneRole": i.profiles.ControlPlaneRoleName,
		"workerIgnition":   i.install.WorkerIgnition,
		"ami":              s.AMI,
		"nextStep":         pulumi.String(nextStep),
	} {
		ctx.Export(name, output)
	}
}
