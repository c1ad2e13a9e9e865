package nodes

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/instancetypes"
)

// Capacity is the size of an EC2 instance type.
type Capacity struct {
	// VCPU is the number of vCPUs. Required.
	VCPU int `check:"required,1.."`
	// MemoryMiB is the memory in MiB. Required.
	MemoryMiB int `check:"required,1.."`
	// GPU is the number of GPUs. Defaults to 0.
	GPU int `check:"0.."`
	// Architecture is amd64 or arm64. Defaults to amd64.
	Architecture string `check:"amd64|arm64"`
}

// Annotations of a MachineSet that describe its machines to the autoscaler, so that it can scale up from zero
// (openshift/machine-api-provider-aws pkg/actuators/machineset/controller.go).
const (
	annotationVCPU   = "machine.openshift.io/vCPU"
	annotationMemory = "machine.openshift.io/memoryMb"
	annotationGPU    = "machine.openshift.io/GPU"
	annotationLabels = "capacity.cluster-autoscaler.kubernetes.io/labels"

	// The upstream autoscaler also reads these (kubernetes/autoscaler cluster-autoscaler/cloudprovider/clusterapi/README.md).
	annotationGPUType  = "capacity.cluster-autoscaler.kubernetes.io/gpu-type"
	annotationGPUCount = "capacity.cluster-autoscaler.kubernetes.io/gpu-count"

	// labelAccelerator is the node label by which the autoscaler distinguishes kinds of GPUs
	// (kubernetes/autoscaler cluster-autoscaler/cloudprovider/clusterapi/clusterapi_provider.go, GPULabel).
	labelAccelerator = "cluster-api/accelerator"
)

// autoscalerAnnotations are the annotations that the cluster-autoscaler-operator adds to a MachineSet
// (openshift/cluster-autoscaler-operator pkg/controller/machineautoscaler/machinetarget.go).
var autoscalerAnnotations = []string{
	"machine.openshift.io/cluster-api-autoscaler-node-group-min-size",
	"machine.openshift.io/cluster-api-autoscaler-node-group-max-size",
	"autoscaling.openshift.io/machineautoscaler",
}

// replicasPath and amiPath are fields of a MachineSet that the cluster can manage. Pulumi's Kubernetes provider splits paths
// at dots.
const (
	replicasPath = "spec.replicas"
	amiPath      = "spec.template.spec.providerSpec.value.ami.id"
)

// ignoredPaths returns the fields of a MachineSet that are set at creation and managed by controllers afterwards. The Machine
// API writes the size of every instance type that it knows at each reconciliation. The size of a type that it does not know
// comes from the user alone, so changes of it must reach the cluster. So must the architecture: the Machine API adds its own to
// annotationLabels, but keeps a value that is there (MergeCommaSeparatedKeyValuePairs in openshift/machine-api-operator
// pkg/util/util.go, release-4.16 to 4.22).
func ignoredPaths(s machineSet) []string {
	keys := slices.Clone(autoscalerAnnotations)
	if s.Capacity == nil {
		keys = append(keys, annotationVCPU, annotationMemory, annotationGPU)
	}
	var paths []string
	for _, key := range keys {
		paths = append(paths, annotationPath(key))
	}
	if s.Autoscaling != nil {
		paths = append(paths, replicasPath)
	}
	if !s.PinAMI {
		paths = append(paths, amiPath)
	}
	return paths
}

func annotationPath(key string) string {
	return `metadata.annotations["` + key + `"]`
}

// size returns the size of the instance type: the user's, or that of the table. It reports whether the size is known.
func (a *MachineSetArgs) size() (instancetypes.Info, bool) {
	info, known := instancetypes.Lookup(a.InstanceType)
	if a.Capacity != nil {
		info, known = instancetypes.Info(*a.Capacity), true
	}
	info.Architecture = cmp.Or(info.Architecture, instancetypes.AMD64)
	return info, known
}

// scaleFromZero returns the annotations that describe an instance type; none if its size is unknown. annotationLabels has one
// label, because the Machine API writes several in a random order, which a refresh would show as a change. The autoscaler of
// OpenShift reads the others from the template (openshift/kubernetes-autoscaler
// cluster-autoscaler/cloudprovider/clusterapi/clusterapi_unstructured.go, release-4.16 to 4.22, Labels).
func scaleFromZero(s machineSet) map[string]string {
	info, known := s.size()
	if !known {
		return nil
	}
	annotations := map[string]string{
		annotationVCPU:   strconv.Itoa(info.VCPU),
		annotationMemory: strconv.Itoa(info.MemoryMiB),
		annotationGPU:    strconv.Itoa(info.GPU),
		annotationLabels: "kubernetes.io/arch=" + info.Architecture,
	}
	if s.GPU != nil {
		annotations[annotationGPUType] = s.GPU.Resource
		annotations[annotationGPUCount] = strconv.Itoa(info.GPU)
	}
	return annotations
}
