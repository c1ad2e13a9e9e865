package nodes

import (
	"maps"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

const (
	machineAPI          = "machine.openshift.io/v1beta1"
	machineAPINamespace = "openshift-machine-api"

	labelCluster    = "machine.openshift.io/cluster-api-cluster"
	labelMachineSet = "machine.openshift.io/cluster-api-machineset"
	labelRole       = "machine.openshift.io/cluster-api-machine-role"
	labelType       = "machine.openshift.io/cluster-api-machine-type"

	annotationExcludeDraining = "machine.openshift.io/exclude-node-draining"
)

// machineSet is one MachineSet: the machines of a pool in one zone.
type machineSet struct {
	// MachineSetArgs are the arguments of the pool, with defaults applied.
	*MachineSetArgs
	subnet network.Subnet
	// labels and taints come from the arguments and from the GPU.
	labels map[string]string
	taints []Taint
}

// machineSetName returns `<infra>-<pool>-<zone>`, the installer's pattern (openshift/installer
// pkg/asset/machines/aws/machinesets.go).
func machineSetName(infraID, pool, zone string) string {
	return infraID + "-" + pool + "-" + zone
}

// desiredMachineSet returns the MachineSet object (openshift/api machine/v1beta1/types_machineset.go). The selector is
// immutable and contains the set's own name, so that two sets never select the same machines.
func desiredMachineSet(s machineSet) kube.Object {
	name := machineSetName(s.InfraID, s.Pool, s.subnet.Zone)
	annotations := map[string]string{kube.PatchForce: "true"}
	maps.Copy(annotations, scaleFromZero(s))
	metadata := map[string]any{"labels": map[string]string{
		labelCluster:    s.InfraID,
		labelMachineSet: name,
		labelRole:       s.Pool,
		labelType:       s.Pool,
	}}
	spec := map[string]any{
		"replicas": s.replicasIn(s.subnet.Zone),
		"selector": map[string]any{"matchLabels": map[string]string{
			labelCluster:    s.InfraID,
			labelMachineSet: name,
		}},
		"template": map[string]any{
			"metadata": metadata,
			"spec":     machineSpec(s),
		},
	}
	if s.ExcludeNodeDraining {
		metadata["annotations"] = map[string]string{annotationExcludeDraining: ""}
	}
	if s.DeletePolicy != "" {
		spec["deletePolicy"] = s.DeletePolicy
	}
	return kube.Object{
		APIVersion:  machineAPI,
		Kind:        "MachineSet",
		Namespace:   machineAPINamespace,
		Name:        name,
		Labels:      map[string]string{labelCluster: s.InfraID, labelRole: s.Pool, labelType: s.Pool},
		Annotations: annotations,
		Fields:      map[string]any{"spec": spec},
	}
}

// machineSpec returns the machine template's spec. Its metadata and taints apply to the node; the template's own metadata
// applies to the machine.
func machineSpec(s machineSet) map[string]any {
	spec := map[string]any{"providerSpec": map[string]any{"value": providerSpec(s)}}
	metadata := map[string]any{}
	if len(s.labels) > 0 {
		metadata["labels"] = s.labels
	}
	if len(s.Annotations) > 0 {
		metadata["annotations"] = s.Annotations
	}
	if len(metadata) > 0 {
		spec["metadata"] = metadata
	}
	if len(s.taints) > 0 {
		spec["taints"] = taintList(s.taints)
	}
	return spec
}

// infraLabel is the label of infra nodes and the key of their taint. The taint has the effect NoSchedule and no value:
// NoExecute would evict pods of the cluster's own DaemonSets, which do not all tolerate it.
const infraLabel = "node-role.kubernetes.io/infra"

var infraRole = machineRole{
	pool:  "infra",
	amd64: "r5.xlarge",
	arm64: "r6g.xlarge",
	label: infraLabel,
}

// InfraMachineSet creates infra nodes: one MachineSet per zone, whose nodes have the infra role and its taint, so that the
// router, the registry and monitoring have nodes of their own. Infra nodes that run nothing else do not count towards
// subscriptions.
//
// A change of the machines (instance type, volumes, network) updates the MachineSets in place and applies to new
// machines only: the Machine API never changes an existing machine. To replace the existing ones, scale a set down and up,
// or delete its machines one by one. Deleting a set first drains and terminates all its machines.
//
// The AMI applies to new sets only. From OpenShift 4.19 the machine config operator writes newer AMIs into MachineSets during
// upgrades (MachineConfiguration, operator.openshift.io/v1, managedBootImages; openshift/machine-config-operator release-4.19
// pkg/operator/sync.go). Where it does not, set PinAMI.
type InfraMachineSet struct {
	pulumi.ResourceState

	// MachineSetNames are the names of the MachineSets in the namespace openshift-machine-api, by zone. Each depends on its
	// set, so that a resource that uses it, such as a MachineAutoscaler, is created after the set and deleted before it.
	MachineSetNames pulumi.StringMapOutput `pulumi:"machineSetNames"`
	// MachineSets are the MachineSets in the order of their zones, for pulumi.DependsOn. A component that depends on them is deleted
	// before them. pulumi.DependsOn of the whole component can miss some: a component's children become known while the program
	// goes on (pulumi/sdk v3.250 go/pulumi/context.go, getOpts).
	MachineSets []pulumi.Resource
}

// NewInfraMachineSet registers an InfraMachineSet. It requires a Kubernetes provider (pulumi.Provider).
func NewInfraMachineSet(
	ctx *pulumi.Context, name string, args *MachineSetArgs, opts ...pulumi.ResourceOption,
) (*InfraMachineSet, error) {
	return component.Register(ctx, name, args, opts, component.Type[MachineSetArgs, InfraMachineSet]{
		Token:     "openshift-aws:nodes:InfraMachineSet",
		InCluster: true,
		Validate:  func(args *MachineSetArgs) error { return args.validate(infraRole) },
		Defaults:  infraRole.apply,
		Keep:      (*MachineSetArgs).kept,
		Children: func(b *component.Builder[MachineSetArgs, InfraMachineSet]) error {
			names, sets, err := registerMachineSets(b.Base, b.Args)
			b.Component.MachineSetNames, b.Component.MachineSets = names.ToStringMapOutput(), sets
			return err
		},
	})
}

const workerPool = "worker"

var workerRole = machineRole{
	pool:  workerPool,
	amd64: "m5.xlarge",
	arm64: "m6g.xlarge",
}

// WorkerMachineSet creates workers that the cluster's Machine API manages: one MachineSet per zone. The Machine API drains
// the machines that it deletes, and the cluster approves their CSRs.
//
// Changes, deletion and managed boot images work as with InfraMachineSet. A GPU pool has a GPU instance type and GPU:
//
//	InstanceType: "g4dn.xlarge", GPU: &nodes.GPUArgs{Accelerator: "nvidia-t4"}
//
// An arm64 pool has [Architecture] arm64 and an AMI for aarch64; the cluster must have been installed from a multi-architecture
// release image.
type WorkerMachineSet struct {
	pulumi.ResourceState

	// MachineSetNames are the names of the MachineSets in the namespace openshift-machine-api, by zone. Each depends on its
	// set, so that a resource that uses it, such as a MachineAutoscaler, is created after the set and deleted before it.
	MachineSetNames pulumi.StringMapOutput `pulumi:"machineSetNames"`
	// MachineSets are the MachineSets in the order of their zones, for pulumi.DependsOn. A component that depends on them is deleted
	// before them. pulumi.DependsOn of the whole component can miss some: a component's children become known while the program
	// goes on (pulumi/sdk v3.250 go/pulumi/context.go, getOpts).
	MachineSets []pulumi.Resource
}

// NewWorkerMachineSet registers a WorkerMachineSet. It requires a Kubernetes provider (pulumi.Provider).
func NewWorkerMachineSet(
	ctx *pulumi.Context, name string, args *MachineSetArgs, opts ...pulumi.ResourceOption,
) (*WorkerMachineSet, error) {
	return component.Register(ctx, name, args, opts, component.Type[MachineSetArgs, WorkerMachineSet]{
		Token:     "openshift-aws:nodes:WorkerMachineSet",
		InCluster: true,
		Validate:  func(args *MachineSetArgs) error { return args.validate(workerRole) },
		Defaults:  workerRole.apply,
		Keep:      (*MachineSetArgs).kept,
		Children: func(b *component.Builder[MachineSetArgs, WorkerMachineSet]) error {
			names, sets, err := registerMachineSets(b.Base, b.Args)
			b.Component.MachineSetNames, b.Component.MachineSets = names.ToStringMapOutput(), sets
			return err
		},
	})
}
