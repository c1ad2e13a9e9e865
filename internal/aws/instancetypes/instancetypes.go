// Package instancetypes has the sizes of common EC2 instance types. The cluster autoscaler needs the size to scale a machine set
// up from zero. Most families follow a rule: an xlarge has 4 vCPUs, an Nxlarge N times as many, and memory per vCPU is the
// same in all sizes of a family. Types that do not follow it are listed.
//
// Source: responses of EC2's DescribeInstanceTypes (VCpuInfo, MemoryInfo, GpuInfo, ProcessorInfo).
package instancetypes

import (
	"slices"
	"strconv"
	"strings"
)

// Names of architectures in Kubernetes.
const (
	AMD64 = "amd64"
	ARM64 = "arm64"
)

// Info is the size of an instance type.
type Info struct {
	VCPU         int
	MemoryMiB    int
	GPU          int
	Architecture string
}

// Memory in MiB: of a GiB, and per vCPU. An i3.large has 15.25 GiB, a p3.2xlarge 61.
const (
	gib        = 1024
	generalUse = 4 * gib
	compute    = 2 * gib
	memory     = 8 * gib
	i3Share    = 7808
	p3Share    = 7808
)

// family is an instance family: types of one generation and use.
type family struct {
	architecture string
	// mibPerVCPU is the memory per vCPU, in MiB.
	mibPerVCPU int
	// sizes are the sizes that follow the rule; metal and others are in exceptions.
	sizes []string
}

var (
	upTo16    = []string{"large", "xlarge", "2xlarge", "4xlarge", "8xlarge", "12xlarge", "16xlarge"}
	upTo24    = append(slices.Clone(upTo16), "24xlarge")
	upTo32    = append(slices.Clone(upTo24), "32xlarge")
	upTo48    = append(slices.Clone(upTo32), "48xlarge")
	graviton  = append([]string{"medium"}, upTo16...)
	m7iSizes  = append(slices.Clone(upTo24), "48xlarge")
	c5Sizes   = []string{"large", "xlarge", "2xlarge", "4xlarge", "9xlarge", "12xlarge", "18xlarge", "24xlarge"}
	i3Sizes   = []string{"large", "xlarge", "2xlarge", "4xlarge", "8xlarge", "16xlarge"}
	t3Sizes   = []string{"xlarge", "2xlarge"}
	g4dnSizes = []string{"xlarge", "2xlarge", "4xlarge", "8xlarge", "12xlarge", "16xlarge"}
	g5Sizes   = []string{"xlarge", "2xlarge", "4xlarge", "8xlarge", "12xlarge", "16xlarge", "24xlarge", "48xlarge"}
	p3Sizes   = []string{"2xlarge", "8xlarge", "16xlarge"}
)

var families = map[string]family{
	"m5":   {AMD64, generalUse, upTo24},
	"m5a":  {AMD64, generalUse, upTo24},
	"m5d":  {AMD64, generalUse, upTo24},
	"m6i":  {AMD64, generalUse, upTo32},
	"m6a":  {AMD64, generalUse, upTo48},
	"m6g":  {ARM64, generalUse, graviton},
	"m7i":  {AMD64, generalUse, m7iSizes},
	"m7g":  {ARM64, generalUse, graviton},
	"c5":   {AMD64, compute, c5Sizes},
	"c6i":  {AMD64, compute, upTo32},
	"c6a":  {AMD64, compute, upTo48},
	"c6g":  {ARM64, compute, graviton},
	"c7i":  {AMD64, compute, m7iSizes},
	"c7g":  {ARM64, compute, graviton},
	"r5":   {AMD64, memory, upTo24},
	"r6i":  {AMD64, memory, upTo32},
	"r5d":  {AMD64, memory, upTo24},
	"r6a":  {AMD64, memory, upTo48},
	"r6g":  {ARM64, memory, graviton},
	"r7i":  {AMD64, memory, m7iSizes},
	"r7g":  {ARM64, memory, graviton},
	"i3":   {AMD64, i3Share, i3Sizes},
	"t3":   {AMD64, generalUse, t3Sizes},
	"g4dn": {AMD64, generalUse, g4dnSizes},
	"g5":   {AMD64, generalUse, g5Sizes},
	"g6":   {AMD64, generalUse, g5Sizes},
	"p3":   {AMD64, p3Share, p3Sizes},
}

// exceptions are bare-metal types and sizes that do not follow their family's rule.
var exceptions = map[string]Info{
	"m5.metal":       {96, 384 * gib, 0, AMD64},
	"m6i.metal":      {128, 512 * gib, 0, AMD64},
	"m6a.metal":      {192, 768 * gib, 0, AMD64},
	"m6g.metal":      {64, 256 * gib, 0, ARM64},
	"m7i.metal-24xl": {96, 384 * gib, 0, AMD64},
	"m7i.metal-48xl": {192, 768 * gib, 0, AMD64},
	"m7g.metal":      {64, 256 * gib, 0, ARM64},
	"c5.metal":       {96, 192 * gib, 0, AMD64},
	"c6i.metal":      {128, 256 * gib, 0, AMD64},
	"c6g.metal":      {64, 128 * gib, 0, ARM64},
	"r5.metal":       {96, 768 * gib, 0, AMD64},
	"r6i.metal":      {128, 1024 * gib, 0, AMD64},
	"r6g.metal":      {64, 512 * gib, 0, ARM64},
	"i3.metal":       {72, 512 * gib, 0, AMD64},
	"t3.nano":        {2, gib / 2, 0, AMD64},
	"t3.micro":       {2, gib, 0, AMD64},
	"t3.small":       {2, 2 * gib, 0, AMD64},
	"t3.medium":      {2, 4 * gib, 0, AMD64},
	"t3.large":       {2, 8 * gib, 0, AMD64},
	"g4dn.metal":     {96, 384 * gib, 8, AMD64},
	"p4d.24xlarge":   {96, 1152 * gib, 8, AMD64},
}

// gpus is the number of GPUs of types that have several.
var gpus = map[string]int{
	"g4dn.12xlarge": 4,
	"g5.12xlarge":   4,
	"g5.24xlarge":   4,
	"g5.48xlarge":   8,
	"g6.12xlarge":   4,
	"g6.24xlarge":   4,
	"g6.48xlarge":   8,
	"p3.8xlarge":    4,
	"p3.16xlarge":   8,
}

// Lookup returns the size of an instance type such as r5.xlarge, and reports whether the type is known.
func Lookup(instanceType string) (Info, bool) {
	if info, ok := exceptions[instanceType]; ok {
		return info, true
	}
	name, size, _ := strings.Cut(instanceType, ".")
	types, ok := families[name]
	if !ok || !slices.Contains(types.sizes, size) {
		return Info{}, false
	}
	cpus := vcpus(size)
	return Info{VCPU: cpus, MemoryMiB: cpus * types.mibPerVCPU, GPU: gpusOf(name, instanceType), Architecture: types.architecture}, true
}

func vcpus(size string) int {
	switch size {
	case "medium":
		return 1
	case "large":
		return 2
	case "xlarge":
		return 4
	}
	times, err := strconv.Atoi(strings.TrimSuffix(size, "xlarge"))
	if err != nil {
		panic("a family has a size that does not follow the rule: " + size)
	}
	return 4 * times
}

func gpusOf(family, instanceType string) int {
	if count, ok := gpus[instanceType]; ok {
		return count
	}
	switch family {
	case "g4dn", "g5", "g6", "p3":
		return 1
	}
	return 0
}
