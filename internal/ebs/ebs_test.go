package ebs_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/ebs"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		volume ebs.Volume
		want   string
	}{
		"worker": {
			reason: "the default of workers",
			volume: ebs.Volume{SizeGiB: 300, Type: "gp3"},
		},
		"control plane": {
			reason: "the default of the control plane",
			volume: ebs.Volume{SizeGiB: 350, Type: "io1", IOPS: 1000},
		},
		"smallest gp3": {
			reason: "AWS takes a volume of 1 GiB",
			volume: ebs.Volume{SizeGiB: 1, Type: "gp3"},
		},
		"gp3 baseline on 1 GiB": {
			reason: "3,000 IOPS are free on any size, the ratio does not count",
			volume: ebs.Volume{SizeGiB: 1, Type: "gp3", IOPS: 3000},
		},
		"largest gp3": {
			reason: "all upper bounds at once",
			volume: ebs.Volume{SizeGiB: 16384, Type: "gp3", IOPS: 16000, ThroughputMiB: 1000},
		},
		"baseline throughput": {
			reason: "3,000 IOPS of baseline carry 750 MiB/s",
			volume: ebs.Volume{SizeGiB: 300, Type: "gp3", ThroughputMiB: 750},
		},
		"io1 at its ratio": {
			reason: "50 for each GiB",
			volume: ebs.Volume{SizeGiB: 20, Type: "io1", IOPS: 1000},
		},
		"smallest io1": {
			reason: "100 IOPS are allowed on 4 GiB",
			volume: ebs.Volume{SizeGiB: 4, Type: "io1", IOPS: 100},
		},
		"io2 block express": {
			reason: "io2 grows to 64 TiB and 256,000 IOPS",
			volume: ebs.Volume{SizeGiB: 65536, Type: "io2", IOPS: 256000},
		},
		"magnetic": {
			reason: "the Machine API's own default",
			volume: ebs.Volume{SizeGiB: 1024, Type: "standard"},
		},
		"no type": {
			reason: "callers fill in the default before",
			volume: ebs.Volume{SizeGiB: 1},
			want:   `RootVolume.Type: "" is no type of volume that a machine boots from; it is one of gp2, gp3, io1, io2, standard`,
		},
		"st1": {
			reason: "AWS boots nothing from throughput-optimised disks",
			volume: ebs.Volume{SizeGiB: 500, Type: "st1"},
			want:   `RootVolume.Type: "st1" is no type of volume that a machine boots from; it is one of gp2, gp3, io1, io2, standard`,
		},
		"gp3 too large": {
			reason: "one over the bound",
			volume: ebs.Volume{SizeGiB: 16385, Type: "gp3"},
			want:   "RootVolume.SizeGiB: 16385 GiB do not make a volume of type gp3; it takes 1 to 16384",
		},
		"negative": {
			reason: "a size below zero",
			volume: ebs.Volume{SizeGiB: -1, Type: "gp2"},
			want:   "RootVolume.SizeGiB: -1 GiB do not make a volume of type gp2; it takes 1 to 16384",
		},
		"io1 too small": {
			reason: "io1 begins with 4 GiB",
			volume: ebs.Volume{SizeGiB: 3, Type: "io1", IOPS: 100},
			want:   "RootVolume.SizeGiB: 3 GiB do not make a volume of type io1; it takes 4 to 16384",
		},
		"io1 without IOPS": {
			reason: "EC2 refuses the launch",
			volume: ebs.Volume{SizeGiB: 100, Type: "io1"},
			want:   "RootVolume.IOPS: is required with volumes of type io1; it is 100 to 64000",
		},
		"io1 over its ratio": {
			reason: "one over 50 for each GiB",
			volume: ebs.Volume{SizeGiB: 20, Type: "io1", IOPS: 1001},
			want:   "RootVolume.IOPS: 1001 is too much for 20 GiB of type io1; it takes at most 50 for each GiB",
		},
		"gp3 over its ratio": {
			reason: "500 for each GiB",
			volume: ebs.Volume{SizeGiB: 10, Type: "gp3", IOPS: 5001},
			want:   "RootVolume.IOPS: 5001 is too much for 10 GiB of type gp3; it takes at most 500 for each GiB",
		},
		"gp3 below its baseline": {
			reason: "EC2 refuses fewer than the baseline",
			volume: ebs.Volume{SizeGiB: 300, Type: "gp3", IOPS: 2999},
			want:   "RootVolume.IOPS: 2999 is outside of what volumes of type gp3 take: 3000 to 16000",
		},
		"gp2 with IOPS": {
			reason: "AWS derives them from the size",
			volume: ebs.Volume{SizeGiB: 300, Type: "gp2", IOPS: 900},
			want:   "RootVolume.IOPS: 900 cannot be chosen with volumes of type gp2; leave it out or use gp3, io1 or io2",
		},
		"io1 with throughput": {
			reason: "only gp3 sells throughput",
			volume: ebs.Volume{SizeGiB: 300, Type: "io1", IOPS: 1000, ThroughputMiB: 250},
			want:   "RootVolume.ThroughputMiB: 250 cannot be chosen with volumes of type io1; leave it out or use gp3",
		},
		"throughput too small": {
			reason: "one below the baseline",
			volume: ebs.Volume{SizeGiB: 300, Type: "gp3", ThroughputMiB: 124},
			want:   "RootVolume.ThroughputMiB: 124 MiB/s is outside of what volumes of type gp3 take: 125 to 1000",
		},
		"throughput over IOPS": {
			reason: "a quarter of a MiB/s for each IOPS",
			volume: ebs.Volume{SizeGiB: 300, Type: "gp3", ThroughputMiB: 751},
			want:   "RootVolume.ThroughputMiB: 751 MiB/s needs 3004 IOPS, and the volume has 3000",
		},
		"three at once": {
			reason: "all problems are told together",
			volume: ebs.Volume{SizeGiB: 0, Type: "gp3", IOPS: 1, ThroughputMiB: 1},
			want:   "RootVolume.SizeGiB: 0 GiB do not make a volume of type gp3; it takes 1 to 16384\nRootVolume.IOPS: 1 is outside of what volumes of type gp3 take: 3000 to 16000\nRootVolume.ThroughputMiB: 1 MiB/s is outside of what volumes of type gp3 take: 125 to 1000",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p check.Problems
			tt.volume.Check(&p, "RootVolume")
			if tt.want == "" {
				assert.NoError(t, p.Err(), tt.reason)
				return
			}
			assert.EqualError(t, p.Err(), tt.want, tt.reason)
		})
	}
}

func TestALegalVolumeMayGrow(t *testing.T) {
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
