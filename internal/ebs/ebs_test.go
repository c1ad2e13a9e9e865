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
		"worker":                 {"the default of workers", ebs.Volume{SizeGiB: 300, Type: "gp3"}, ""},
		"control plane":          {"the default of the control plane", ebs.Volume{SizeGiB: 350, Type: "io1", IOPS: 1000}, ""},
		"smallest gp3":           {"AWS takes a volume of 1 GiB", ebs.Volume{SizeGiB: 1, Type: "gp3"}, ""},
		"gp3 baseline on 1 GiB":  {"3,000 IOPS are free on any size, the ratio does not count", ebs.Volume{SizeGiB: 1, Type: "gp3", IOPS: 3000}, ""},
		"largest gp3":            {"all upper bounds at once", ebs.Volume{SizeGiB: 16384, Type: "gp3", IOPS: 16000, ThroughputMiB: 1000}, ""},
		"baseline throughput":    {"3,000 IOPS of baseline carry 750 MiB/s", ebs.Volume{SizeGiB: 300, Type: "gp3", ThroughputMiB: 750}, ""},
		"io1 at its ratio":       {"50 for each GiB", ebs.Volume{SizeGiB: 20, Type: "io1", IOPS: 1000}, ""},
		"smallest io1":           {"100 IOPS are allowed on 4 GiB", ebs.Volume{SizeGiB: 4, Type: "io1", IOPS: 100}, ""},
		"io2 block express":      {"io2 grows to 64 TiB and 256,000 IOPS", ebs.Volume{SizeGiB: 65536, Type: "io2", IOPS: 256000}, ""},
		"magnetic":               {"the Machine API's own default", ebs.Volume{SizeGiB: 1024, Type: "standard"}, ""},
		"no type":                {"callers fill in the default before", ebs.Volume{SizeGiB: 1}, `RootVolume.Type: "" is no type of volume that a machine boots from; it is one of gp2, gp3, io1, io2, standard`},
		"st1":                    {"AWS boots nothing from throughput-optimised disks", ebs.Volume{SizeGiB: 500, Type: "st1"}, `RootVolume.Type: "st1" is no type of volume that a machine boots from; it is one of gp2, gp3, io1, io2, standard`},
		"gp3 too large":          {"one over the bound", ebs.Volume{SizeGiB: 16385, Type: "gp3"}, "RootVolume.SizeGiB: 16385 GiB do not make a volume of type gp3; it takes 1 to 16384"},
		"negative":               {"a size below zero", ebs.Volume{SizeGiB: -1, Type: "gp2"}, "RootVolume.SizeGiB: -1 GiB do not make a volume of type gp2; it takes 1 to 16384"},
		"io1 too small":          {"io1 begins with 4 GiB", ebs.Volume{SizeGiB: 3, Type: "io1", IOPS: 100}, "RootVolume.SizeGiB: 3 GiB do not make a volume of type io1; it takes 4 to 16384"},
		"io1 without IOPS":       {"EC2 refuses the launch", ebs.Volume{SizeGiB: 100, Type: "io1"}, "RootVolume.IOPS: is required with volumes of type io1; it is 100 to 64000"},
		"io1 over its ratio":     {"one over 50 for each GiB", ebs.Volume{SizeGiB: 20, Type: "io1", IOPS: 1001}, "RootVolume.IOPS: 1001 is too much for 20 GiB of type io1; it takes at most 50 for each GiB"},
		"gp3 over its ratio":     {"500 for each GiB", ebs.Volume{SizeGiB: 10, Type: "gp3", IOPS: 5001}, "RootVolume.IOPS: 5001 is too much for 10 GiB of type gp3; it takes at most 500 for each GiB"},
		"gp3 below its baseline": {"EC2 refuses fewer than the baseline", ebs.Volume{SizeGiB: 300, Type: "gp3", IOPS: 2999}, "RootVolume.IOPS: 2999 is outside of what volumes of type gp3 take: 3000 to 16000"},
		"gp2 with IOPS":          {"AWS derives them from the size", ebs.Volume{SizeGiB: 300, Type: "gp2", IOPS: 900}, "RootVolume.IOPS: 900 cannot be chosen with volumes of type gp2; leave it out or use gp3, io1 or io2"},
		"io1 with throughput":    {"only gp3 sells throughput", ebs.Volume{SizeGiB: 300, Type: "io1", IOPS: 1000, ThroughputMiB: 250}, "RootVolume.ThroughputMiB: 250 cannot be chosen with volumes of type io1; leave it out or use gp3"},
		"throughput too small":   {"one below the baseline", ebs.Volume{SizeGiB: 300, Type: "gp3", ThroughputMiB: 124}, "RootVolume.ThroughputMiB: 124 MiB/s is outside of what volumes of type gp3 take: 125 to 1000"},
		"throughput over IOPS":   {"a quarter of a MiB/s for each IOPS", ebs.Volume{SizeGiB: 300, Type: "gp3", ThroughputMiB: 751}, "RootVolume.ThroughputMiB: 751 MiB/s needs 3004 IOPS, and the volume has 3000"},
		"three at once":          {"all problems are told together", ebs.Volume{SizeGiB: 0, Type: "gp3", IOPS: 1, ThroughputMiB: 1}, "RootVolume.SizeGiB: 0 GiB do not make a volume of type gp3; it takes 1 to 16384\nRootVolume.IOPS: 1 is outside of what volumes of type gp3 take: 3000 to 16000\nRootVolume.ThroughputMiB: 1 MiB/s is outside of what volumes of type gp3 take: 125 to 1000"},
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
