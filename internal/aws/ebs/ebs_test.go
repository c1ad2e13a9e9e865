package ebs_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/ebs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		volume ebs.Volume
		want   []string
	}{
		"worker": {
			reason: "the default of worker machines is valid",
			volume: ebs.Volume{SizeGiB: 300, Type: "gp3"},
		},
		"control plane": {
			reason: "the default of the control plane is valid",
			volume: ebs.Volume{SizeGiB: 350, Type: "io1", IOPS: 1000},
		},
		"smallest gp3": {
			reason: "AWS accepts a volume of 1 GiB",
			volume: ebs.Volume{SizeGiB: 1, Type: "gp3"},
		},
		"gp3 baseline on 1 GiB": {
			reason: "3,000 IOPS are free for any size, the ratio does not apply",
			volume: ebs.Volume{SizeGiB: 1, Type: "gp3", IOPS: 3000},
		},
		"largest gp3": {
			reason: "all upper limits can be reached together",
			volume: ebs.Volume{SizeGiB: 16384, Type: "gp3", IOPS: 16000, ThroughputMiB: 1000},
		},
		"baseline throughput": {
			reason: "3,000 IOPS allow 750 MiB/s",
			volume: ebs.Volume{SizeGiB: 300, Type: "gp3", ThroughputMiB: 750},
		},
		"io1 at its ratio": {
			reason: "io1 allows 50 IOPS per GiB",
			volume: ebs.Volume{SizeGiB: 20, Type: "io1", IOPS: 1000},
		},
		"smallest io1": {
			reason: "io1 allows 100 IOPS for 4 GiB",
			volume: ebs.Volume{SizeGiB: 4, Type: "io1", IOPS: 100},
		},
		"io2 block express": {
			reason: "io2 has up to 64 TiB and 256,000 IOPS",
			volume: ebs.Volume{SizeGiB: 65536, Type: "io2", IOPS: 256000},
		},
		"magnetic": {
			reason: "standard is the Machine API's default",
			volume: ebs.Volume{SizeGiB: 1024, Type: "standard"},
		},
		"largest gp2": {
			reason: "gp2 and io1 have up to 16 TiB",
			volume: ebs.Volume{SizeGiB: 16384, Type: "gp2"},
		},
		"smallest gp2": {
			reason: "gp2 has no minimum of its own",
			volume: ebs.Volume{SizeGiB: 1, Type: "gp2"},
		},
		"largest io1": {
			reason: "gp2 and io1 have up to 16 TiB",
			volume: ebs.Volume{SizeGiB: 16384, Type: "io1", IOPS: 64000},
		},
		"smallest io2": {
			reason: "io2 allows 100 IOPS for 4 GiB",
			volume: ebs.Volume{SizeGiB: 4, Type: "io2", IOPS: 100},
		},
		"io2 at its ratio": {
			reason: "io2 allows 1,000 IOPS per GiB",
			volume: ebs.Volume{SizeGiB: 4, Type: "io2", IOPS: 4000},
		},
		"smallest standard": {
			reason: "standard has no minimum of its own",
			volume: ebs.Volume{SizeGiB: 1, Type: "standard"},
		},
		"no type": {
			reason: "the default is applied before the check",
			volume: ebs.Volume{SizeGiB: 1},
			want:   []string{"RootVolume.Type: required"},
		},
		"st1": {
			reason: "a throughput-optimized volume cannot be a root volume",
			volume: ebs.Volume{SizeGiB: 500, Type: "st1"},
			want:   []string{"RootVolume.Type: one-of"},
		},
		"gp3 too large": {
			reason: "the limit of gp3 is 16 TiB",
			volume: ebs.Volume{SizeGiB: 16385, Type: "gp3"},
			want:   []string{"RootVolume.SizeGiB: range"},
		},
		"gp2 too large": {
			reason: "the limit of gp2 is 16 TiB",
			volume: ebs.Volume{SizeGiB: 16385, Type: "gp2"},
			want:   []string{"RootVolume.SizeGiB: range"},
		},
		"gp3 with too many IOPS and too fast": {
			reason: "gp3 has up to 16,000 IOPS and 1,000 MiB/s",
			volume: ebs.Volume{SizeGiB: 500, Type: "gp3", IOPS: 16001, ThroughputMiB: 1001},
			want:   []string{"RootVolume.IOPS: range", "RootVolume.ThroughputMiB: range"},
		},
		"io1 too large": {
			reason: "the limit of io1 is 16 TiB",
			volume: ebs.Volume{SizeGiB: 16385, Type: "io1", IOPS: 1000},
			want:   []string{"RootVolume.SizeGiB: range"},
		},
		"io2 too large": {
			reason: "the limits of io2 are 64 TiB and 256,000 IOPS",
			volume: ebs.Volume{SizeGiB: 65537, Type: "io2", IOPS: 256001},
			want:   []string{"RootVolume.SizeGiB: range", "RootVolume.IOPS: range"},
		},
		"io2 too small": {
			reason: "the limits of io2 are 4 GiB and 100 IOPS",
			volume: ebs.Volume{SizeGiB: 3, Type: "io2", IOPS: 99},
			want:   []string{"RootVolume.SizeGiB: range", "RootVolume.IOPS: range"},
		},
		"io2 above its ratio": {
			reason: "io2 allows 1,000 IOPS per GiB",
			volume: ebs.Volume{SizeGiB: 4, Type: "io2", IOPS: 4001},
			want:   []string{"RootVolume.IOPS: must be at most 4000: 1000 per GiB of type io2 (got 4001)"},
		},
		"io2 without IOPS": {
			reason: "provisioned IOPS must be stated",
			volume: ebs.Volume{SizeGiB: 4, Type: "io2"},
			want:   []string{"RootVolume.IOPS: is required with a volume of type io2 (100 to 256000)"},
		},
		"standard too large": {
			reason: "the limit of standard is 1 TiB",
			volume: ebs.Volume{SizeGiB: 1025, Type: "standard"},
			want:   []string{"RootVolume.SizeGiB: range"},
		},
		"negative": {
			reason: "a size is not negative",
			volume: ebs.Volume{SizeGiB: -1, Type: "gp2"},
			want:   []string{"RootVolume.SizeGiB: range"},
		},
		"io1 too small": {
			reason: "the smallest io1 volume has 4 GiB",
			volume: ebs.Volume{SizeGiB: 3, Type: "io1", IOPS: 100},
			want:   []string{"RootVolume.SizeGiB: range"},
		},
		"io1 without IOPS": {
			reason: "EC2 requires IOPS for io1",
			volume: ebs.Volume{SizeGiB: 100, Type: "io1"},
			want:   []string{"RootVolume.IOPS: is required with a volume of type io1 (100 to 64000)"},
		},
		"io1 over its ratio": {
			reason: "io1 allows 50 IOPS per GiB",
			volume: ebs.Volume{SizeGiB: 20, Type: "io1", IOPS: 1001},
			want:   []string{"RootVolume.IOPS: must be at most 1000: 50 per GiB of type io1 (got 1001)"},
		},
		"gp3 over its ratio": {
			reason: "gp3 allows 500 IOPS per GiB",
			volume: ebs.Volume{SizeGiB: 10, Type: "gp3", IOPS: 5001},
			want:   []string{"RootVolume.IOPS: must be at most 5000: 500 per GiB of type gp3 (got 5001)"},
		},
		"gp3 below its baseline": {
			reason: "EC2 rejects less than the baseline",
			volume: ebs.Volume{SizeGiB: 300, Type: "gp3", IOPS: 2999},
			want:   []string{"RootVolume.IOPS: range"},
		},
		"gp2 with IOPS": {
			reason: "AWS derives them from the size",
			volume: ebs.Volume{SizeGiB: 300, Type: "gp2", IOPS: 900},
			want:   []string{"RootVolume.IOPS: must not be set with a volume of type gp2; use gp3, io1 or io2"},
		},
		"io1 with throughput": {
			reason: "only gp3 has configurable throughput",
			volume: ebs.Volume{SizeGiB: 300, Type: "io1", IOPS: 1000, ThroughputMiB: 250},
			want:   []string{"RootVolume.ThroughputMiB: must not be set with a volume of type io1; use gp3"},
		},
		"throughput too small": {
			reason: "EC2 rejects less than the baseline",
			volume: ebs.Volume{SizeGiB: 300, Type: "gp3", ThroughputMiB: 124},
			want:   []string{"RootVolume.ThroughputMiB: range"},
		},
		"throughput over IOPS": {
			reason: "gp3 allows 0.25 MiB/s per IOPS",
			volume: ebs.Volume{SizeGiB: 300, Type: "gp3", ThroughputMiB: 751},
			want:   []string{"RootVolume.ThroughputMiB: 751 MiB/s requires 3004 IOPS (the volume has 3000)"},
		},
		"three at once": {
			reason: "all problems are reported at once",
			volume: ebs.Volume{SizeGiB: 0, Type: "gp3", IOPS: 1, ThroughputMiB: 1},
			want:   []string{"RootVolume.SizeGiB: range", "RootVolume.IOPS: range", "RootVolume.ThroughputMiB: range"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p check.Problems
			tt.volume.Check(&p, "RootVolume")
			checktest.Equal(t, tt.want, p.Err(), tt.reason)
		})
	}
}

func TestAValidVolumeMayGrow(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(32, 16383).Draw(t, "size")
		iops := rapid.IntRange(3000, 16000).Draw(t, "iops")
		throughput := rapid.IntRange(125, iops/4).Draw(t, "throughput")
		for _, v := range []ebs.Volume{
			{SizeGiB: size, Type: "gp3", IOPS: iops, ThroughputMiB: min(throughput, 1000)},
			{SizeGiB: size + 1, Type: "gp3", IOPS: iops, ThroughputMiB: min(throughput, 1000)},
		} {
			var p check.Problems
			v.Check(&p, "RootVolume")
			if err := p.Err(); err != nil {
				t.Fatalf("%+v: %v", v, err)
			}
		}
	})
}
