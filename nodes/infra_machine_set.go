package nodes

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// InfraMachineSet makes infra nodes: one MachineSet a zone, whose machines carry the infra role and its taint, so that
// the router, the registry and monitoring have nodes of their own. Infra nodes that run nothing else do not count
// towards subscriptions.
//
// A change of the machine (AMI, instance type, volume, network) is made in place and reaches new machines only: the
// Machine API never changes one that runs. Scale a set down and up, or delete its machines one by one, to renew them.
// A set that is deleted goes after all its machines have been drained and terminated.
//
// Clusters whose MachineConfiguration manages boot images (operator.openshift.io/v1, managedBootImages; the default on
// AWS in current releases) write newer AMIs into machine sets at upgrades, and an update of the set writes the
// program's back. Pass the newer AMI, or set the mode to None.
type InfraMachineSet struct {
	pulumi.ResourceState

	// MachineSetNames are the names of the MachineSets in the namespace openshift-machine-api, by zone. A name waits
	// for its set, so that what uses it, such as a MachineAutoscaler, is made after the set and goes before it.
	MachineSetNames pulumi.StringMapOutput `pulumi:"machineSetNames"`
}

// NewInfraMachineSet registers the MachineSets of infra nodes. It takes the cluster's Kubernetes provider by
// pulumi.Provider. The error tells all that is wrong with the arguments; then nothing was registered.
func NewInfraMachineSet(ctx *pulumi.Context, name string, args *InfraMachineSetArgs, opts ...pulumi.ResourceOption) (*InfraMachineSet, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	args = args.withDefaults()
	component := &InfraMachineSet{}
	if err := ctx.RegisterComponentResource("openshift-aws:nodes:InfraMachineSet", name, component, opts...); err != nil {
		return nil, err
	}
	names := pulumi.StringMap{}
	for _, subnet := range byZone(args.Subnets) {
		set, err := newMachineSet(ctx, name, args.inZone(subnet), component)
		if err != nil {
			return nil, err
		}
		names[subnet.Zone] = set
	}
	component.MachineSetNames = names.ToStringMapOutput()
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"machineSetNames": component.MachineSetNames})
}

// newMachineSet registers one MachineSet and returns its name, which waits for it.
func newMachineSet(ctx *pulumi.Context, name string, set machineSet, parent pulumi.Resource) (pulumi.StringOutput, error) {
	object := desiredMachineSet(set)
	registered, err := kube.Create(ctx, name+"-machineset-"+set.zone, object,
		pulumi.Parent(parent), pulumi.IgnoreChanges(writtenByControllers(set.capacity)), pulumi.Timeouts(&pulumi.CustomTimeouts{Delete: machinesGone}))
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	name = object.Name
	return pulumi.OutputWithDependencies(ctx.Context(), pulumi.String(name).ToStringOutput(), registered).(pulumi.StringOutput), nil
}

// inZone is the set of infra machines in a subnet's zone.
func (a *InfraMachineSetArgs) inZone(subnet network.Subnet) machineSet {
	return machineSet{
		infraID:          a.InfraID,
		pool:             infraPool,
		region:           a.Region,
		zone:             subnet.Zone,
		subnetID:         subnet.ID,
		replicas:         *a.ReplicasPerZone,
		nodeLabels:       map[string]string{infraRole: ""},
		taints:           []taint{{key: infraRole, effect: "NoSchedule"}},
		ami:              a.AMI,
		instanceType:     a.InstanceType,
		capacity:         a.Capacity,
		volume:           a.RootVolume,
		securityGroupIDs: a.SecurityGroupIDs,
		instanceProfile:  a.InstanceProfile,
		loadBalancers:    a.LoadBalancers,
		tags:             a.Tags,
	}
}
