package nodes

import (
	"regexp"
	"slices"
	"strconv"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/instancetypes"
)

// Capacity is the size of an EC2 instance type.
type Capacity struct {
	// VCPU is the number of virtual CPUs, 1 or more.
	VCPU int
	// MemoryMiB is the memory in MiB, 1 or more.
	MemoryMiB int
	// GPU is the number of GPUs, 0 by default.
	GPU int
	// Architecture is amd64 (the default) or arm64.
	Architecture string
}

// Annotations of a MachineSet that tell an autoscaler what a machine would be like
// (openshift/machine-api-provider-aws pkg/actuators/machineset/controller.go).
const (
	annotationVCPU   = "machine.openshift.io/vCPU"
	annotationMemory = "machine.openshift.io/memoryMb"
	annotationGPU    = "machine.openshift.io/GPU"
	annotationLabels = "capacity.cluster-autoscaler.kubernetes.io/labels"

	// What upstream's autoscaler reads beside (kubernetes/autoscaler cluster-autoscaler/cloudprovider/clusterapi/README.md).
	annotationGPUType  = "capacity.cluster-autoscaler.kubernetes.io/gpu-type"
	annotationGPUCount = "capacity.cluster-autoscaler.kubernetes.io/gpu-count"

	// labelAccelerator is the node label by which the autoscaler tells kinds of GPU apart
	// (kubernetes/autoscaler cluster-autoscaler/cloudprovider/clusterapi/clusterapi_provider.go, GPULabel).
	labelAccelerator = "cluster-api/accelerator"
)

// Annotations of a MachineSet that an autoscaler's operator adds
// (openshift/cluster-autoscaler-operator pkg/controller/machineautoscaler/machinetarget.go).
var autoscalerAnnotations = []string{
	"machine.openshift.io/cluster-api-autoscaler-node-group-min-size",
	"machine.openshift.io/cluster-api-autoscaler-node-group-max-size",
	"autoscaling.openshift.io/machineautoscaler",
}

// replicasPath and amiPath are what others may keep of a set (the Kubernetes provider knows a path by its dots alone).
const (
	replicasPath = "spec.replicas"
	amiPath      = "spec.template.spec.providerSpec.value.ami.id"
)

// writtenByOthers are the fields of a MachineSet that are set at creation and kept by somebody else afterwards. The
// Machine API rewrites the size of every instance type that it knows at each reconciliation. Of a type that it does not
// know, nobody but the user tells the size, and it follows the user's word.
func writtenByOthers(s machineSet) []string {
	keys := slices.Clone(autoscalerAnnotations)
	if s.capacity == nil {
		keys = append(keys, annotationVCPU, annotationMemory, annotationGPU)
		if s.gpu == nil {
			keys = append(keys, annotationLabels)
		}
	}
	var paths []string
	for _, key := range keys {
		paths = append(paths, annotationPath(key))
	}
	if s.autoscaled {
		paths = append(paths, replicasPath)
	}
	if s.clusterManagesAMI {
		paths = append(paths, amiPath)
	}
	return paths
}

func annotationPath(key string) string {
	return `metadata.annotations["` + key + `"]`
}

// sizeOf is what is known about an instance type, by the user's word or from the table.
func sizeOf(instanceType string, given *Capacity) (instancetypes.Info, bool) {
	info, known := instancetypes.Lookup(instanceType)
	if given != nil {
		info, known = instancetypes.Info(*given), true
	}
	if info.Architecture == "" {
		info.Architecture = instancetypes.AMD64
	}
	return info, known
}

// scaleFromZero returns the annotations that describe an instance type; none if nothing is known about it.
func scaleFromZero(s machineSet) map[string]string {
	info, known := sizeOf(s.instanceType, s.capacity)
	if !known {
		return nil
	}
	annotations := map[string]string{
		annotationVCPU:   strconv.Itoa(info.VCPU),
		annotationMemory: strconv.Itoa(info.MemoryMiB),
		annotationGPU:    strconv.Itoa(info.GPU),
		annotationLabels: "kubernetes.io/arch=" + info.Architecture,
	}
	if s.gpu != nil {
		annotations[annotationLabels] += "," + labelAccelerator + "=" + s.gpu.Accelerator
		annotations[annotationGPUType] = s.gpu.Resource
		annotations[annotationGPUCount] = strconv.Itoa(info.GPU)
	}
	return annotations
}

func (c *Capacity) check(p *check.Problems, path string) {
	if c == nil {
		return
	}
	if c.VCPU < 1 {
		p.Addf(path+".VCPU", "%d is no number of CPUs; it is 1 or more", c.VCPU)
	}
	if c.MemoryMiB < 1 {
		p.Addf(path+".MemoryMiB", "%d MiB is no memory; it is 1 or more", c.MemoryMiB)
	}
	if c.GPU < 0 {
		p.Addf(path+".GPU", "%d is no number of GPUs; it is 0 or more", c.GPU)
	}
	switch c.Architecture {
	case "", instancetypes.AMD64, instancetypes.ARM64:
	default:
		p.Addf(path+".Architecture", "%q is no architecture of AWS; it is amd64 or arm64", c.Architecture)
	}
}

var instanceType = regexp.MustCompile(`^[a-z][a-z0-9-]*\.[a-z0-9-]+$`)

func checkInstanceType(p *check.Problems, path, value string) {
	if !instanceType.MatchString(value) {
		p.Addf(path, "%q is no instance type; one looks like r5.xlarge", value)
	}
}
