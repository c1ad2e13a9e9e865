// Package ebs has the limits of EBS root volumes: the types, and each type's size, IOPS and throughput.
//
// Valid: 120 GiB of gp3; 350 GiB of io1 with 1,000 IOPS. Invalid: gp2 with IOPS (AWS derives them from the size); io1 without IOPS;
// st1 (it cannot be a root volume).
package ebs

import (
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Volume is a machine's root volume. Zero IOPS and throughput are AWS's baseline.
type Volume struct {
	SizeGiB       int
	Type          string
	IOPS          int
	ThroughputMiB int
}

type span struct{ min, max int }

// limits are the limits of a volume type. A zero span of iops or throughput: it cannot be set.
type limits struct {
	size         span
	iops         span
	iopsPerGiB   int
	iopsRequired bool
	throughput   span
}

// The limits that every region and the Terraform AWS provider accept (Amazon EBS user guide, "Amazon EBS volume types";
// hashicorp/terraform-provider-aws internal/service/ec2/ec2_launch_template.go). For gp3 they are the limits of Outposts: since September 2025,
// AWS accepts 65536 GiB, 80000 IOPS and 2000 MiB/s in regions. The provider accepts 2000 MiB/s since PR
// hashicorp/terraform-provider-aws#44604, which is later than 6.8.0.
var byType = map[string]limits{
	"gp2":      {size: span{1, 16384}},
	"gp3":      {size: span{1, 16384}, iops: span{3000, 16000}, iopsPerGiB: 500, throughput: span{125, 1000}},
	"io1":      {size: span{4, 16384}, iops: span{100, 64000}, iopsPerGiB: 50, iopsRequired: true},
	"io2":      {size: span{4, 65536}, iops: span{100, 256000}, iopsPerGiB: 1000, iopsRequired: true},
	"standard": {size: span{1, 1024}},
}

const (
	gp3BaselineIOPS = 3000
	gp3IOPSPerMiB   = 4
)

// types are the types of byType.
var types = []string{"gp2", "gp3", "io1", "io2", "standard"}

// Check reports what AWS would reject, at path.SizeGiB, path.Type, path.IOPS and path.ThroughputMiB.
func (v Volume) Check(p *check.Problems, path check.Path) {
	if !p.Required(path+".Type", v.Type) || !check.OneOf(p, path+".Type", v.Type, types...) {
		return
	}
	allowed := byType[v.Type]
	p.Between(path+".SizeGiB", v.SizeGiB, allowed.size.min, allowed.size.max)
	v.checkIOPS(p, path+".IOPS", allowed)
	v.checkThroughput(p, path+".ThroughputMiB", allowed)
}

func (v Volume) checkIOPS(p *check.Problems, path check.Path, allowed limits) {
	switch most := v.SizeGiB * allowed.iopsPerGiB; {
	case v.IOPS == 0 && allowed.iopsRequired:
		p.Addf(path, "is required with a volume of type %s (%d to %d)", v.Type, allowed.iops.min, allowed.iops.max)
	case v.IOPS == 0:
	case allowed.iops == span{}:
		p.Addf(path, "must not be set with a volume of type %s; use gp3, io1 or io2", v.Type)
	case p.Between(path, v.IOPS, allowed.iops.min, allowed.iops.max):
		if v.IOPS > max(most, allowed.iops.min) {
			p.Addf(path, "must be at most %d: %d per GiB of type %s (got %d)", most, allowed.iopsPerGiB, v.Type, v.IOPS)
		}
	}
}

func (v Volume) checkThroughput(p *check.Problems, path check.Path, allowed limits) {
	iops := max(v.IOPS, gp3BaselineIOPS)
	switch {
	case v.ThroughputMiB == 0:
	case allowed.throughput == span{}:
		p.Addf(path, "must not be set with a volume of type %s; use gp3", v.Type)
	case p.Between(path, v.ThroughputMiB, allowed.throughput.min, allowed.throughput.max):
		if needed := v.ThroughputMiB * gp3IOPSPerMiB; needed > iops {
			p.Addf(path, "%d MiB/s requires %d IOPS (the volume has %d)", v.ThroughputMiB, needed, iops)
		}
	}
}
