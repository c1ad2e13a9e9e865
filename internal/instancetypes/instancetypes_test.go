package instancetypes_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/instancetypes"
)

// Values as EC2's DescribeInstanceTypes gives them.
func TestLookup(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		want   instancetypes.Info
	}{
		"m5.xlarge": {
			reason: "workers' default",
			want:   instancetypes.Info{VCPU: 4, MemoryMiB: 16384, Architecture: "amd64"},
		},
		"r5.xlarge": {
			reason: "infra nodes' default",
			want:   instancetypes.Info{VCPU: 4, MemoryMiB: 32768, Architecture: "amd64"},
		},
		"m6a.48xlarge": {
			reason: "the largest of the rule",
			want:   instancetypes.Info{VCPU: 192, MemoryMiB: 786432, Architecture: "amd64"},
		},
		"m6g.medium": {
			reason: "Graviton begins with one vCPU",
			want:   instancetypes.Info{VCPU: 1, MemoryMiB: 4096, Architecture: "arm64"},
		},
		"c5.9xlarge": {
			reason: "a size that only c5 has",
			want:   instancetypes.Info{VCPU: 36, MemoryMiB: 73728, Architecture: "amd64"},
		},
		"i3.large": {
			reason: "a broken number of GiB",
			want:   instancetypes.Info{VCPU: 2, MemoryMiB: 15616, Architecture: "amd64"},
		},
		"i3.metal": {
			reason: "metal leaves the rule",
			want:   instancetypes.Info{VCPU: 72, MemoryMiB: 524288, Architecture: "amd64"},
		},
		"t3.large": {
			reason: "small bursting types all have two vCPUs",
			want:   instancetypes.Info{VCPU: 2, MemoryMiB: 8192, Architecture: "amd64"},
		},
		"t3.2xlarge": {
			reason: "large ones follow the rule",
			want:   instancetypes.Info{VCPU: 8, MemoryMiB: 32768, Architecture: "amd64"},
		},
		"g4dn.xlarge": {
			reason: "one GPU",
			want:   instancetypes.Info{VCPU: 4, MemoryMiB: 16384, GPU: 1, Architecture: "amd64"},
		},
		"g4dn.16xlarge": {
			reason: "one GPU again, although larger than 12xlarge",
			want:   instancetypes.Info{VCPU: 64, MemoryMiB: 262144, GPU: 1, Architecture: "amd64"},
		},
		"g5.48xlarge": {
			reason: "eight GPUs",
			want:   instancetypes.Info{VCPU: 192, MemoryMiB: 786432, GPU: 8, Architecture: "amd64"},
		},
		"p4d.24xlarge": {
			reason: "the only size",
			want:   instancetypes.Info{VCPU: 96, MemoryMiB: 1179648, GPU: 8, Architecture: "amd64"},
		},
		"g6.24xlarge": {
			reason: "four GPUs",
			want:   instancetypes.Info{VCPU: 96, MemoryMiB: 393216, GPU: 4, Architecture: "amd64"},
		},
		"p3.8xlarge": {
			reason: "four GPUs",
			want:   instancetypes.Info{VCPU: 32, MemoryMiB: 249856, GPU: 4, Architecture: "amd64"},
		},
		"m7i.metal-24xl": {
			reason: "a metal size with a name of its own",
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
		"":            "no type",
		"m5":          "no size",
		"m5.":         "an empty size",
		"m5.9xlarge":  "a size that m5 does not have",
		"m5a.metal":   "m5a has no metal",
		"x9z.xlarge":  "a family that is not there",
		"c5.32xlarge": "larger than the family goes",
		"M5.xlarge":   "upper case",
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
		).Draw(
			t,
			"family",
		)
		step := rapid.SampledFrom(
			[][2]string{{"large", "xlarge"}, {"xlarge", "2xlarge"}, {"2xlarge", "4xlarge"}},
		).Draw(
			t,
			"step",
		)
		small, knownSmall := instancetypes.Lookup(family + "." + step[0])
		large, knownLarge := instancetypes.Lookup(family + "." + step[1])
		if !knownSmall || !knownLarge || large.VCPU != 2*small.VCPU || large.MemoryMiB != 2*small.MemoryMiB ||
			large.Architecture != small.Architecture {
			t.Fatalf("%s: %+v, %+v", family, small, large)
		}
	})
}
