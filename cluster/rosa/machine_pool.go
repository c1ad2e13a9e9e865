package cluster

import (
	"fmt"
	"strconv"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// RosaMachinePool is a set of equal worker machines of a ROSA cluster.
//
// It waits until the cluster is ready, at most 60 minutes. A run ends when OCM took the wish; machines come and go after it. When the
// component goes, so do its machines.
type RosaMachinePool struct {
	pulumi.ResourceState

	// Name is the pool's name, once the pool is there.
	Name pulumi.StringOutput `pulumi:"name"`
	// CurrentVersion is the release that the machines run. Hosted control planes only; for Classic it is empty.
	CurrentVersion pulumi.StringOutput `pulumi:"currentVersion"`
}

type rosaPool struct {
	pulumi.CustomResourceState

	Name           pulumi.StringOutput `pulumi:"name"`
	CurrentVersion pulumi.StringOutput `pulumi:"currentVersion"`
}

// NewRosaMachinePool registers a RosaMachinePool. Wrong arguments are reported together, as by Validate, before anything is
// registered.
func NewRosaMachinePool(ctx *pulumi.Context, name string, args *RosaMachinePoolArgs, opts ...pulumi.ResourceOption) (*RosaMachinePool, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	args = args.withDefaults()
	component := &RosaMachinePool{}
	if err := ctx.RegisterComponentResource("openshift-aws:cluster:RosaMachinePool", name, component, opts...); err != nil {
		return nil, err
	}
	resourceType, inputs := "MachinePool", args.classicInputs
	if args.HCP != nil {
		resourceType, inputs = "HcpMachinePool", args.hcpInputs
	}
	var made rosaPool
	options := append(rosaPoolReplacement(args.AllowReplacement, resourceType), pulumi.Parent(component))
	if err := rhcs.Register(ctx, args.RHCS, resourceType, name+"-pool", inputs(), &made, options...); err != nil {
		return nil, fmt.Errorf("openshift-aws:cluster:RosaMachinePool %s: %w", name, err)
	}
	component.Name, component.CurrentVersion = made.Name, made.CurrentVersion
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"name": component.Name, "currentVersion": component.CurrentVersion})
}

// rosaPoolReplacement: a pool of another name or cluster is another pool, always, and comes before the old one goes.
func rosaPoolReplacement(allowed bool, resourceType string) []pulumi.ResourceOption {
	if !allowed {
		return []pulumi.ResourceOption{rosaOfCluster("name")}
	}
	return rosaReplacement(true, resourceType)
}

// hcpInputs are the properties of rhcs_hcp_machine_pool.
func (a *RosaMachinePoolArgs) hcpInputs() pulumi.Map {
	hosted := a.HCP
	autoscaling := pulumi.Map{"enabled": pulumi.Bool(a.Autoscaling != nil)}
	if a.Autoscaling != nil {
		autoscaling["minReplicas"], autoscaling["maxReplicas"] = pulumi.Int(a.Autoscaling.Min), pulumi.Int(a.Autoscaling.Max)
	}
	return rosaMerge(a.inputs(), pulumi.Map{
		"subnetId":                   hosted.SubnetID,
		"autoRepair":                 pulumi.Bool(!hosted.NoAutoRepair),
		"autoscaling":                autoscaling,
		"awsNodePool":                a.nodePool(),
		"kubeletConfigs":             hosted.KubeletConfig,
		"tuningConfigs":              hosted.TuningConfigs,
		"version":                    rosaText(hosted.Version),
		"upgradeAcknowledgementsFor": rosaText(hosted.AcknowledgeUpgradeTo),
	})
}

func (a *RosaMachinePoolArgs) nodePool() pulumi.Input {
	hosted := a.HCP
	pool := pulumi.Map{
		"instanceType":               a.InstanceType,
		"diskSize":                   rosaNumber(a.DiskSizeGiB),
		"ec2MetadataHttpTokens":      rosaText(hosted.IMDS),
		"additionalSecurityGroupIds": rosaSecurityGroups(a.SecurityGroupIDs),
	}
	if len(a.Tags) > 0 {
		pool["tags"] = a.Tags
	}
	if hosted.Windows {
		pool["imageType"] = pulumi.String("Windows")
	}
	if d := hosted.NodeDrainGracePeriod; d != nil {
		pool["nodeDrainGracePeriod"] = pulumi.Int(int(*d / time.Minute))
	}
	if reservation := hosted.CapacityReservation; reservation != nil {
		pool["capacityReservationPreference"] = rosaText(reservation.Preference)
		pool["capacityReservationId"] = reservation.ID
	}
	return rosaObject(pool)
}

// classicInputs are the properties of rhcs_machine_pool. Without a word about zones the provider would spread the pool of a cluster with
// several over all of them (terraform-provider-rhcs provider/machinepool/classic, validateAZConfig).
func (a *RosaMachinePoolArgs) classicInputs() pulumi.Map {
	classic := a.Classic
	inputs := rosaMerge(a.inputs(), pulumi.Map{
		"machineType":                   a.InstanceType,
		"diskSize":                      rosaNumber(a.DiskSizeGiB),
		"awsAdditionalSecurityGroupIds": rosaSecurityGroups(a.SecurityGroupIDs),
		"awsTags":                       a.Tags,
		"multiAvailabilityZone":         pulumi.Bool(classic.MultiAZ),
		"availabilityZone":              rosaText(classic.Zone),
		"subnetId":                      classic.SubnetID,
	})
	if a.Autoscaling != nil {
		inputs["autoscalingEnabled"] = pulumi.Bool(true)
		inputs["minReplicas"], inputs["maxReplicas"] = pulumi.Int(a.Autoscaling.Min), pulumi.Int(a.Autoscaling.Max)
	}
	if classic.Spot != nil {
		inputs["useSpotInstances"] = pulumi.Bool(true)
		if dollars, err := strconv.ParseFloat(classic.Spot.MaxPrice, 64); err == nil {
			inputs["maxSpotPrice"] = pulumi.Float64(dollars)
		}
	}
	return inputs
}

func (a *RosaMachinePoolArgs) inputs() pulumi.Map {
	inputs := pulumi.Map{
		"cluster":             a.ClusterID,
		"name":                pulumi.String(a.Name),
		"labels":              rosaTextMap(a.Labels),
		"ignoreDeletionError": rosaFlag(a.IgnoreDeletionError),
	}
	if a.Replicas != nil {
		inputs["replicas"] = pulumi.Int(*a.Replicas)
	}
	if len(a.Taints) > 0 {
		taints := pulumi.Array{}
		for _, taint := range a.Taints {
			taints = append(taints, pulumi.Map{
				"key": pulumi.String(taint.Key), "value": pulumi.String(taint.Value), "scheduleType": pulumi.String(taint.Effect),
			})
		}
		inputs["taints"] = taints
	}
	return inputs
}
