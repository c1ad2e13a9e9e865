package ageing_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

const (
	region = "us-west-2"
	domain = "demo.example.com"
	ami    = "ami-0123456789abcdef0"
)

// desired is what the program of the cluster says.
type desired struct {
	installDir, name, ami             string
	stage                             cluster.Stage
	zones, machineZones, furtherZones []string
	masters, infra, workers           string
	workersPerZone, routers           int
	volume                            cluster.RootVolumeArgs
	scope                             network.Scope
	tags, labels                      map[string]string
	pools                             map[string]nodes.WorkerPoolArgs
	backups                           []string
	jumpHost, monitoring, defaults    bool
	omit                              []blueprint.Part
	upgrade                           configuration.UpgradeArgs
	// wait is how long an update waits for the control plane.
	wait time.Duration
}

func newDesired(t *testing.T) desired {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, mocks.InstallDir(dir, domain, region))
	return desired{
		installDir: dir, name: "demo", ami: ami, stage: cluster.StageBootstrap, zones: inRegion("a", "b", "c"),
		masters: "m5.xlarge", infra: "r5.xlarge", workers: "m5.xlarge", workersPerZone: 1, routers: 2,
		volume: cluster.RootVolumeArgs{SizeGiB: 200},
		scope:  network.External, tags: map[string]string{"team": "core"}, pools: map[string]nodes.WorkerPoolArgs{}, backups: []string{"etcd"},
		upgrade: configuration.UpgradeArgs{Channel: "stable-4.18"}, wait: 30 * time.Second,
	}
}

// inRegion returns zones of the region.
func inRegion(letters ...string) []string {
	var zones []string
	for _, letter := range letters {
		zones = append(zones, region+letter)
	}
	return zones
}

// clone returns a copy that an event can change.
func (d desired) clone() desired {
	d.zones, d.machineZones, d.furtherZones = slices.Clone(d.zones), slices.Clone(d.machineZones), slices.Clone(d.furtherZones)
	d.tags, d.labels, d.pools = maps.Clone(d.tags), maps.Clone(d.labels), maps.Clone(d.pools)
	d.backups, d.omit, d.upgrade.AdminAcks = slices.Clone(d.backups), slices.Clone(d.omit), slices.Clone(d.upgrade.AdminAcks)
	return d
}

// masterZones are the zones of the control plane's machines.
func (d desired) masterZones() []string {
	if d.machineZones != nil {
		return d.machineZones
	}
	return d.zones
}

func (d desired) args(kubeconfig string) (*blueprint.SelfManagedArgs, error) {
	install, err := cluster.LoadInstallDir(d.installDir, cluster.AllowExpiredIgnition())
	if err != nil {
		return nil, err
	}
	install.Kubeconfig = pulumi.ToSecret(pulumi.String(kubeconfig)).(pulumi.StringOutput)
	volume := d.volume
	args := &blueprint.SelfManagedArgs{
		InstallDir: d.installDir, AllowExpiredIgnition: true, Stage: d.stage, AMI: pulumi.String(d.ami), Zones: d.zones,
		FurtherZones: d.furtherZones, Scope: d.scope, PublicZoneID: pulumi.String("Z0123456789ABCDEFGHIJ"), Tags: pulumi.ToStringMap(d.tags),
		Omit: append([]blueprint.Part{blueprint.PartImageRegistry, blueprint.PartRegistryBucket}, d.omit...),
		ControlPlane: &cluster.ControlPlaneArgs{
			Install: install, InstanceType: d.masters, RootVolume: &volume, MachineZones: d.machineZones,
			MachineWait: clustertest.Quickly(d.wait),
		},
		InfraMachineSet:   &nodes.MachineSetArgs{InstanceType: d.infra},
		WorkerMachineSet:  &nodes.MachineSetArgs{InstanceType: d.workers, ReplicasPerZone: &d.workersPerZone, Labels: d.labels},
		IngressController: &ingress.IngressControllerArgs{Replicas: &d.routers},
		WorkerPools:       map[string]*nodes.WorkerPoolArgs{},
		BackupBuckets:     map[string]*storage.BackupBucketArgs{},
	}
	for name, pool := range d.pools {
		args.WorkerPools[name] = &pool
	}
	for _, purpose := range d.backups {
		args.BackupBuckets[purpose] = nil
	}
	if d.jumpHost {
		args.JumpHost = &network.JumpHostArgs{AMI: pulumi.String(d.ami)}
	}
	if slices.Contains(d.omit, blueprint.PartIngressController) {
		args.IngressController = nil
	}
	if !d.monitoring {
		args.Omit = append(args.Omit, blueprint.PartMonitoringStorage)
	}
	return args, nil
}

// run is the program.
func (d desired) run(ctx *pulumi.Context, kubeconfig string) error {
	if d.name == "" {
		return nil // somebody has deleted the line
	}
	args, err := d.args(kubeconfig)
	if err != nil {
		return err
	}
	var opts []pulumi.ResourceOption
	if d.defaults {
		opts = append(opts, pulumi.Transformations([]pulumi.ResourceTransformation{laterDefaults}))
	}
	c, err := blueprint.NewSelfManaged(ctx, d.name, args, opts...)
	if err != nil || d.stage == cluster.StageBootstrap {
		return err
	}
	upgrade := d.upgrade
	if upgrade.Version != "" {
		upgrade.Kubeconfig, upgrade.Wait = pulumi.String(kubeconfig), clustertest.Quickly(d.wait)
	}
	_, err = configuration.NewUpgrade(ctx, d.name, &upgrade, pulumi.Provider(c.KubernetesProvider))
	return err
}

// laterDefaults are those of a later version of the library: instances have detailed monitoring.
func laterDefaults(args *pulumi.ResourceTransformationArgs) *pulumi.ResourceTransformationResult {
	if instance, ok := args.Props.(*ec2.InstanceArgs); ok {
		instance.Monitoring = pulumi.Bool(true)
	}
	return nil
}
