package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"slices"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

// site is one of the clusters. Its key is part of the names of its resources in the stack, which the name of the cluster is not: both
// may have the same.
type site struct {
	InstallDir     string        `json:"installDir"`
	Stage          cluster.Stage `json:"stage"`
	VpcCIDR        string        `json:"vpcCidr"`
	Zones          []string      `json:"zones"`
	AMI            string        `json:"ami"`
	PublicZoneID   string        `json:"publicZoneId"`
	WorkersPerZone int           `json:"workersPerZone"`
}

// args returns the arguments of a small cluster: without infra nodes, routers, registry and monitoring run on the workers.
func (s site) args(allowExpired bool) *blueprint.SelfManagedArgs {
	return &blueprint.SelfManagedArgs{
		InstallDir:           s.InstallDir,
		AllowExpiredIgnition: allowExpired,
		Stage:                s.Stage,
		AMI:                  pulumi.String(s.AMI),
		Zones:                s.Zones,
		PublicZoneID:         pulumi.String(s.PublicZoneID),
		Omit: []blueprint.Part{
			blueprint.PartInfraMachineSet, blueprint.PartIngressController, blueprint.PartMonitoringStorage, blueprint.PartBackupBuckets,
		},
		Vpc:              &network.VpcArgs{CIDR: cmp.Or(s.VpcCIDR, network.DefaultCIDR)},
		WorkerMachineSet: &nodes.MachineSetArgs{ReplicasPerZone: new(cmp.Or(s.WorkersPerZone, 1))},
	}
}

// program registers the clusters of the setting clusters. Nothing of one depends on another, so Pulumi creates them at the same time.
func program(ctx *pulumi.Context) error {
	cfg := config.New(ctx, "")
	var sites map[string]site
	cfg.RequireObject("clusters", &sites)
	args := map[string]*blueprint.SelfManagedArgs{}
	for key, s := range sites {
		args[key] = s.args(cfg.GetBool("allowExpiredIgnition"))
	}
	if err := check(args); err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(args)) {
		if err := register(ctx, key, args[key]); err != nil {
			return err
		}
	}
	return nil
}

// register registers a cluster in its region, with a provider of its own: the stack's default provider, and with it another region, is
// never used.
func register(ctx *pulumi.Context, key string, args *blueprint.SelfManagedArgs) error {
	install, err := cluster.LoadInstallDir(args.InstallDir, cluster.AllowExpiredIgnition())
	if err != nil {
		return err
	}
	region, err := aws.NewProvider(ctx, key, &aws.ProviderArgs{Region: pulumi.String(install.Region)})
	if err != nil {
		return err
	}
	c, err := blueprint.NewSelfManaged(ctx, key, args, pulumi.Providers(region))
	if err != nil {
		return err
	}
	ctx.Export(key, pulumi.Map{"apiUrl": c.APIURL, "consoleUrl": c.ConsoleURL, "vpcId": c.Network.ID})
	return nil
}

// check reports what is invalid in one of the clusters, and what collides with one before it.
func check(args map[string]*blueprint.SelfManagedArgs) error {
	var problems []error
	ids, networks := map[string]string{}, map[netip.Prefix]string{}
	for _, key := range slices.Sorted(maps.Keys(args)) {
		add := func(problem error) { problems = append(problems, fmt.Errorf("config clusters.%s: %w", key, problem)) }
		if err := args[key].Validate(); err != nil {
			add(err)
		}
		if install, err := cluster.LoadInstallDir(args[key].InstallDir, cluster.AllowExpiredIgnition()); err == nil {
			if other, taken := ids[install.InfraID]; taken {
				add(fmt.Errorf("has the infrastructure ID %s of %s; each cluster needs an install directory of its own", install.InfraID, other))
			}
			ids[install.InfraID] = key
		}
		if mine, err := netip.ParsePrefix(args[key].Vpc.CIDR); err == nil {
			for theirs, other := range networks {
				if mine.Overlaps(theirs) {
					add(fmt.Errorf("%s overlaps %s of %s", mine, theirs, other))
				}
			}
			networks[mine] = key
		}
	}
	return errors.Join(problems...)
}
