// Package ebs knows which EBS volumes AWS makes: the types, and each type's bounds of size, operations and throughput.
//
// Valid: 120 GiB of gp3; 350 GiB of io1 with 1,000 IOPS. Invalid: gp2 with IOPS (AWS derives them from the size);
// io1 without; st1 (no machine boots from it).
package ebs

import (
	"maps"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Volume is what a machine's root volume is to be. Zero IOPS and throughput leave AWS's baseline.
type Volume struct {
	SizeGiB       int
	Type          string
	IOPS          int
	ThroughputMiB int
}

type span struct{ min, max int }

func (s span) holds(n int) bool { return s.min <= n && n <= s.max }

// limits of a volume type. A zero iops span: the type takes no IOPS. A zero throughput span: it takes no throughput.
type limits struct {
	size         span
	iops         span
	iopsPerGiB   int
	iopsRequired bool
	throughput   span
}

// The bounds that every region and the Terraform AWS provider take (Amazon EBS User Guide, "Amazon EBS volume types";
// hashicorp/terraform-provider-aws internal/service/ec2/ec2_launch_template.go).
var byType = map[string]limits{
	"gp2":      {size: span{1, 16384}},
	"gp3":      {size: span{1, 16384}, iops: span{3000, 16000}, iopsPerGiB: 500, throughput: span{125, 1000}},
	"io1":      {size: span{4, 16384}, iops: span{100, 64000}, iopsPerGiB: 50, iopsRequired: true},
	"io2":      {size: span{4, 65536}, iops: span{100, 256000}, iopsPerGiB: 1000, iopsRequired: true},
	"standard": {size: span{1, 1024}},
}

const (
	gp3BaselineIOPS       = 3000
	gp3IOPSPerMiBOfStream = 4
)

// Check notes what AWS would refuse, each below path: path.SizeGiB, path.Type, path.IOPS, path.ThroughputMiB.
func (v Volume) Check(p *check.Problems, path string) {
	allowed, known := byType[v.Type]
	if !known {
		p.Addf(path+".Type", "%q is no type of volume that a machine boots from; it is one of %s",
			v.Type, strings.Join(slices.Sorted(maps.Keys(byType)), ", "))
		return
	}
	if !allowed.size.holds(v.SizeGiB) {
		p.Addf(path+".SizeGiB", "%d GiB do not make a volume of type %s; it takes %d to %d", v.SizeGiB, v.Type, allowed.size.min, allowed.size.max)
	}
	v.checkIOPS(p, path+".IOPS", allowed)
	v.checkThroughput(p, path+".ThroughputMiB", allowed)
}

func (v Volume) checkIOPS(p *check.Problems, path string, allowed limits) {
	switch {
	case v.IOPS == 0 && allowed.iopsRequired:
		p.Addf(path, "is required with volumes of type %s; it is %d to %d", v.Type, allowed.iops.min, allowed.iops.max)
	case v.IOPS == 0:
	case allowed.iops == span{}:
		p.Addf(path, "%d cannot be chosen with volumes of type %s; leave it out or use gp3, io1 or io2", v.IOPS, v.Type)
	case !allowed.iops.holds(v.IOPS):
		p.Addf(path, "%d is outside of what volumes of type %s take: %d to %d", v.IOPS, v.Type, allowed.iops.min, allowed.iops.max)
	case v.IOPS > allowed.iops.min && v.IOPS > v.SizeGiB*allowed.iopsPerGiB:
		p.Addf(path, "%d is too much for %d GiB of type %s; it takes at most %d for each GiB", v.IOPS, v.SizeGiB, v.Type, allowed.iopsPerGiB)
	}
}

func (v Volume) checkThroughput(p *check.Problems, path string, allowed limits) {
	iops := max(v.IOPS, gp3BaselineIOPS)
	switch {
	case v.ThroughputMiB == 0:
	case allowed.throughput == span{}:
		p.Addf(path, "%d cannot be chosen with volumes of type %s; leave it out or use gp3", v.ThroughputMiB, v.Type)
	case !allowed.throughput.holds(v.ThroughputMiB):
		p.Addf(path, "%d MiB/s is outside of what volumes of type %s take: %d to %d", v.ThroughputMiB, v.Type, allowed.throughput.min, allowed.throughput.max)
	case v.ThroughputMiB*gp3IOPSPerMiBOfStream > iops:
		p.Addf(path, "%d MiB/s needs %d IOPS, and the volume has %d", v.ThroughputMiB, v.ThroughputMiB*gp3IOPSPerMiBOfStream, iops)
	}
}
