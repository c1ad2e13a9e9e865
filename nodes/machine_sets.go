package nodes

import (
	"maps"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// registerMachineSets registers a set for each subnet, and its autoscaler, and returns the sets' names by zone.
func registerMachineSets(ctx *pulumi.Context, name string, args *MachineSetArgs, parent pulumi.Resource) (pulumi.StringMapOutput, error) {
	names := pulumi.StringMap{}
	for _, subnet := range byZone(args.Subnets) {
		set, err := registerMachineSet(ctx, name, args, args.inZone(subnet), parent)
		if err != nil {
			return pulumi.StringMapOutput{}, err
		}
		names[subnet.Zone] = set
		if args.Autoscaling == nil {
			continue
		}
		object := desiredMachineAutoscaler(machineSetName(args.InfraID, args.Pool, subnet.Zone), set, args.Autoscaling.MinPerZone, args.Autoscaling.MaxPerZone)
		if _, err := kube.Create(ctx, name+"-autoscaler-"+subnet.Zone, object, pulumi.Parent(parent)); err != nil {
			return pulumi.StringMapOutput{}, err
		}
	}
	return names.ToStringMapOutput(), nil
}

// registerMachineSet registers one MachineSet and returns its name, which waits for it.
func registerMachineSet(ctx *pulumi.Context, name string, args *MachineSetArgs, set machineSet, parent pulumi.Resource) (pulumi.StringOutput, error) {
	object := desiredMachineSet(set)
	registered, err := kube.Create(ctx, name+"-machineset-"+set.zone, object,
		pulumi.Parent(parent), pulumi.IgnoreChanges(writtenByOthers(set)),
		pulumi.Timeouts(&pulumi.CustomTimeouts{Delete: duration(args.DeleteTimeout)}))
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	return waitFor(ctx, object.Name, registered), nil
}

// inZone is the set of the pool's machines in a subnet's zone.
func (a *MachineSetArgs) inZone(subnet network.Subnet) machineSet {
	set := machineSet{
		infraID:           a.InfraID,
		pool:              a.Pool,
		region:            a.Region,
		zone:              subnet.Zone,
		subnetID:          subnet.ID,
		replicas:          a.replicasIn(subnet.Zone),
		autoscaled:        a.Autoscaling != nil,
		deletePolicy:      a.DeletePolicy,
		labels:            maps.Clone(a.Labels),
		annotations:       a.Annotations,
		taints:            a.Taints,
		gpu:               a.GPU,
		instanceType:      a.InstanceType,
		capacity:          a.Capacity,
		clusterManagesAMI: a.ClusterManagesAMI,
		machine:           a,
	}
	if a.GPU != nil {
		set.addGPU()
	}
	return set
}

func (s *machineSet) addGPU() {
	s.labels = withLabel(s.labels, labelAccelerator, s.gpu.Accelerator)
	if !s.gpu.Untainted {
		s.taints = append(s.taints[:len(s.taints):len(s.taints)], Taint{Key: s.gpu.Resource, Effect: "NoSchedule"})
	}
}

func withLabel(labels map[string]string, key, value string) map[string]string {
	all := maps.Clone(labels)
	if all == nil {
		all = map[string]string{}
	}
	all[key] = value
	return all
}
