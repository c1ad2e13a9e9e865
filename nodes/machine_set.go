package nodes

import (
	"maps"

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
	infraID, pool   string
	region, zone    string
	subnet          network.Subnet
	replicas        int
	autoscaled      bool
	deletePolicy    string
	labels          map[string]string
	annotations     map[string]string
	taints          []Taint
	gpu             *GPUArgs
	instanceType    string
	capacity        *Capacity
	pinAMI          bool
	excludeDraining bool
	// machine is the fields of the machine that are the same in each zone.
	machine *MachineSetArgs
}

// machineSetName returns `<infra>-<pool>-<zone>`, the installer's pattern (openshift/installer
// pkg/asset/machines/aws/machinesets.go).
func machineSetName(infraID, pool, zone string) string {
	return infraID + "-" + pool + "-" + zone
}

// desiredMachineSet returns the MachineSet object (openshift/api machine/v1beta1/types_machineset.go). The selector is
// immutable and contains the set's own name, so that two sets never select the same machines.
func desiredMachineSet(s machineSet) kube.Object {
	name := machineSetName(s.infraID, s.pool, s.zone)
	annotations := map[string]string{kube.PatchForce: "true"}
	maps.Copy(annotations, scaleFromZero(s))
	metadata := map[string]any{"labels": map[string]string{
		labelCluster:    s.infraID,
		labelMachineSet: name,
		labelRole:       s.pool,
		labelType:       s.pool,
	}}
	spec := map[string]any{
		"replicas": s.replicas,
		"selector": map[string]any{"matchLabels": map[string]string{
			labelCluster:    s.infraID,
			labelMachineSet: name,
		}},
		"template": map[string]any{
			"metadata": metadata,
			"spec":     machineSpec(s),
		},
	}
	if s.excludeDraining {
		metadata["annotations"] = map[string]string{annotationExcludeDraining: ""}
	}
	if s.deletePolicy != "" {
		spec["deletePolicy"] = s.deletePolicy
	}
	return kube.Object{
		APIVersion:  machineAPI,
		Kind:        "MachineSet",
		Namespace:   machineAPINamespace,
		Name:        name,
		Labels:      map[string]string{labelCluster: s.infraID, labelRole: s.pool, labelType: s.pool},
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
	if len(s.annotations) > 0 {
		metadata["annotations"] = s.annotations
	}
	if len(metadata) > 0 {
		spec["metadata"] = metadata
	}
	if len(s.taints) > 0 {
		spec["taints"] = taintList(s.taints)
	}
	return spec
}
