package instancetypes_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/instancetypes"
)

// The values are those of EC2's DescribeInstanceTypes.
func TestLookup(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		want   instancetypes.Info
	}{
		"m5.xlarge": {
			reason: "the default of workers",
			want:   instancetypes.Info{VCPU: 4, MemoryMiB: 16384, Architecture: "amd64"},
		},
		"r5.xlarge": {
			reason: "the default of infra nodes",
			want:   instancetypes.Info{VCPU: 4, MemoryMiB: 32768, Architecture: "amd64"},
		},
		"m6a.48xlarge": {
			reason: "the largest size that follows the rule",
			want:   instancetypes.Info{VCPU: 192, MemoryMiB: 786432, Architecture: "amd64"},
		},
		"m6g.medium": {
			reason: "the smallest Graviton size has one vCPU",
			want:   instancetypes.Info{VCPU: 1, MemoryMiB: 4096, Architecture: "arm64"},
		},
		"c5.9xlarge": {
			reason: "a size that only c5 has",
			want:   instancetypes.Info{VCPU: 36, MemoryMiB: 73728, Architecture: "amd64"},
		},
		"i3.large": {
			reason: "memory per vCPU is not a whole number of GiB",
			want:   instancetypes.Info{VCPU: 2, MemoryMiB: 15616, Architecture: "amd64"},
		},
		"i3.metal": {
			reason: "bare-metal types do not follow the rule",
			want:   instancetypes.Info{VCPU: 72, MemoryMiB: 524288, Architecture: "amd64"},
		},
		"t3.large": {
			reason: "small bursting types all have two vCPUs",
			want:   instancetypes.Info{VCPU: 2, MemoryMiB: 8192, Architecture: "amd64"},
		},
		"t3.2xlarge": {
			reason: "large bursting types follow the rule",
			want:   instancetypes.Info{VCPU: 8, MemoryMiB: 32768, Architecture: "amd64"},
		},
		"g4dn.xlarge": {
			reason: "a GPU type without an entry has one GPU",
			want:   instancetypes.Info{VCPU: 4, MemoryMiB: 16384, GPU: 1, Architecture: "amd64"},
		},
		"g4dn.16xlarge": {
			reason: "16xlarge has one GPU although 12xlarge has four",
			want:   instancetypes.Info{VCPU: 64, MemoryMiB: 262144, GPU: 1, Architecture: "amd64"},
		},
		"g5.48xlarge": {
			reason: "the largest g5 has eight GPUs",
			want:   instancetypes.Info{VCPU: 192, MemoryMiB: 786432, GPU: 8, Architecture: "amd64"},
		},
		"p4d.24xlarge": {
			reason: "p4d has one size, which is listed",
			want:   instancetypes.Info{VCPU: 96, MemoryMiB: 1179648, GPU: 8, Architecture: "amd64"},
		},
		"g6.24xlarge": {
			reason: "24xlarge has four GPUs",
			want:   instancetypes.Info{VCPU: 96, MemoryMiB: 393216, GPU: 4, Architecture: "amd64"},
		},
		"p3.8xlarge": {
			reason: "8xlarge of p3 has four GPUs",
			want:   instancetypes.Info{VCPU: 32, MemoryMiB: 249856, GPU: 4, Architecture: "amd64"},
		},
		"m7i.metal-24xl": {
			reason: "bare-metal sizes of newer families end in their size",
			want:   instancetypes.Info{VCPU: 96, MemoryMiB: 393216, Architecture: "amd64"},
		},
	}
	for instanceType, tt := range tests {
		got, known := instancetypes.Lookup(instanceType)
		assert.True(t, known, instanceType)
		assert.Equal(t, tt.want, got, tt.reason)
	}
}

func TestLookupOfUnknownTypes(t *testing.T) {
	t.Parallel()
	for instanceType, reason := range map[string]string{
		"":            "empty",
		"m5":          "no size",
		"m5.":         "an empty size",
		"m5.9xlarge":  "a size that m5 does not have",
		"m5a.metal":   "m5a has no metal",
		"x9z.xlarge":  "a family that does not exist",
		"c5.32xlarge": "larger than the largest size of the family",
		"M5.xlarge":   "instance types are lower-case",
	} {
		got, known := instancetypes.Lookup(instanceType)
		assert.False(t, known, reason)
		assert.Zero(t, got, reason)
	}
}

func TestTwiceTheSizeIsTwiceTheMachine(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		family := rapid.SampledFrom(
			strings.Fields("m5 m5a m5d m6i m6a m6g m7i m7g c5 c6i c6a c6g c7i c7g r5 r5d r6i r6a r6g r7i r7g i3"),
		).Draw(t, "family")
		step := rapid.SampledFrom(
			[][2]string{{"large", "xlarge"}, {"xlarge", "2xlarge"}, {"2xlarge", "4xlarge"}},
		).Draw(t, "step")
		small, knownSmall := instancetypes.Lookup(family + "." + step[0])
		large, knownLarge := instancetypes.Lookup(family + "." + step[1])
		if !knownSmall || !knownLarge || large.VCPU != 2*small.VCPU || large.MemoryMiB != 2*small.MemoryMiB ||
			large.Architecture != small.Architecture {
			t.Fatalf("%s: %+v, %+v", family, small, large)
		}
	})
}

// FuzzLookup looks up any text: a known type has CPUs and memory.
func FuzzLookup(f *testing.F) {
	for _, name := range []string{"m5.xlarge", "t3.small", "m6a.48xlarge", "m5", "m5.", ".xlarge", "m5.xxlarge"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		info, ok := instancetypes.Lookup(name)
		assert.Equal(t, ok, info.VCPU > 0 && info.MemoryMiB > 0 && info.Architecture != "")
	})
}
