package rosa

import (
	"strconv"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// MachinePool is a set of identical worker machines of a cluster.
//
// It waits until the cluster is ready, up to 60 minutes. An update ends when OCM has accepted the change; machines are launched and
// terminated afterwards. Deleting the component terminates its machines.
type MachinePool struct {
	pulumi.ResourceState

	// Name is the name of the pool. It resolves when the pool is created.
	Name pulumi.StringOutput `pulumi:"name"`
	// CurrentVersion is the OpenShift release of the machines; nil on Classic, where they follow the cluster.
	CurrentVersion pulumi.StringPtrOutput `pulumi:"currentVersion"`
}

// poolResource has the outputs of either of RHCS's machine pool resources.
type poolResource struct {
	pulumi.CustomResourceState

	Name           pulumi.StringOutput    `pulumi:"name"`
	CurrentVersion pulumi.StringPtrOutput `pulumi:"currentVersion"`
}

// NewMachinePool registers a MachinePool. It returns the problems of all invalid arguments, joined, before anything is registered.
func NewMachinePool(ctx *pulumi.Context, name string, args *MachinePoolArgs, opts ...pulumi.ResourceOption) (*MachinePool, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	component := &MachinePool{}
	b, err := newBuilder(ctx, "MachinePool", name, component, opts)
	if err != nil {
		return nil, err
	}
	resourceType, inputs := "MachinePool", args.classicInputs
	if args.HCP != nil {
		resourceType, inputs = "HcpMachinePool", args.hcpInputs
	}
	var pool poolResource
	if err := b.register(resourceType, "pool", inputs(), &pool, poolReplacement(args.AllowReplacement, resourceType)...); err != nil {
		return nil, err
	}
	component.Name, component.CurrentVersion = pool.Name, pool.CurrentVersion
	outputs := pulumi.Map{"name": component.Name, "currentVersion": component.CurrentVersion}
	return component, ctx.RegisterResourceOutputs(component, outputs)
}

// poolReplacement always replaces a pool whose name or cluster changes, and creates the new one first.
func poolReplacement(allowed bool, resourceType string) []pulumi.ResourceOption {
	if !allowed {
		return []pulumi.ResourceOption{replaceWithCluster("name")}
	}
	return replacement(true, resourceType)
}

// hcpInputs are the properties of rhcs_hcp_machine_pool.
func (a *MachinePoolArgs) hcpInputs() pulumi.Map {
	autoscaling := pulumi.Map{"enabled": pulumi.Bool(a.Autoscaling != nil)}
	if a.Autoscaling != nil {
		autoscaling["minReplicas"], autoscaling["maxReplicas"] = pulumi.Int(a.Autoscaling.Min), pulumi.Int(a.Autoscaling.Max)
	}
	return merge(a.inputs(), pulumi.Map{
		"subnetId":                   a.HCP.SubnetID,
		"autoRepair":                 pulumi.Bool(isOn(a.HCP.AutoRepair)),
		"autoscaling":                autoscaling,
		"awsNodePool":                a.nodePool(),
		"kubeletConfigs":             a.HCP.KubeletConfig,
		"tuningConfigs":              a.HCP.TuningConfigs,
		"version":                    text(a.HCP.Version),
		"upgradeAcknowledgementsFor": text(a.HCP.AcknowledgeUpgradeTo),
	})
}

func (a *MachinePoolArgs) nodePool() pulumi.Input {
	pool := pulumi.Map{
		"instanceType":               pulumi.String(a.InstanceType),
		"diskSize":                   number(a.DiskSizeGiB),
		"ec2MetadataHttpTokens":      tokens(a.HCP.AllowIMDSv1),
		"additionalSecurityGroupIds": securityGroups(a.SecurityGroupIDs),
	}
	if len(a.Tags) > 0 {
		pool["tags"] = a.Tags
	}
	if a.HCP.Windows {
		pool["imageType"] = pulumi.String("Windows")
	}
	if d := a.HCP.NodeDrainGracePeriod; d != nil {
		pool["nodeDrainGracePeriod"] = pulumi.Int(int(*d / time.Minute))
	}
	if reservation := a.HCP.CapacityReservation; reservation != nil {
		pool["capacityReservationPreference"] = text(reservation.Preference)
		pool["capacityReservationId"] = reservation.ID
	}
	return object(pool)
}

// classicInputs are the properties of rhcs_machine_pool. Without multiAvailabilityZone the provider would spread the pool of a MultiAZ
// cluster over all zones (terraform-provider-rhcs provider/machinepool/classic, validateAZConfig).
func (a *MachinePoolArgs) classicInputs() pulumi.Map {
	inputs := merge(a.inputs(), pulumi.Map{
		"machineType":                   pulumi.String(a.InstanceType),
		"diskSize":                      number(a.DiskSizeGiB),
		"awsAdditionalSecurityGroupIds": securityGroups(a.SecurityGroupIDs),
		"awsTags":                       a.Tags,
		"multiAvailabilityZone":         pulumi.Bool(a.Classic.MultiAZ),
		"availabilityZone":              text(a.Classic.Zone),
		"subnetId":                      a.Classic.SubnetID,
	})
	if a.Autoscaling != nil {
		inputs["autoscalingEnabled"] = pulumi.Bool(true)
		inputs["minReplicas"], inputs["maxReplicas"] = pulumi.Int(a.Autoscaling.Min), pulumi.Int(a.Autoscaling.Max)
	}
	if a.Classic.Spot != nil {
		inputs["useSpotInstances"] = pulumi.Bool(true)
		if dollars, err := strconv.ParseFloat(a.Classic.Spot.MaxPrice, 64); err == nil {
			inputs["maxSpotPrice"] = pulumi.Float64(dollars)
		}
	}
	return inputs
}

func (a *MachinePoolArgs) inputs() pulumi.Map {
	inputs := pulumi.Map{
		"cluster":             a.ClusterID,
		"name":                pulumi.String(a.Name),
		"replicas":            numberOf(a.Replicas),
		"labels":              textMap(a.Labels),
		"ignoreDeletionError": flag(a.IgnoreDeletionError),
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
