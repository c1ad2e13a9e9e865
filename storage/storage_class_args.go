package storage

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/ebs"
)

// StorageClassArgs are the arguments of StorageClass. All have defaults.
type StorageClassArgs struct {
	// Name is the class's name, gp3-encrypted by default. A change replaces the class.
	Name string
	// KMSKeyARN is the ARN of the KMS key that volumes are encrypted with; nil for the account's default key of EBS. A
	// change replaces the class and counts for new volumes.
	KMSKeyARN pulumi.StringInput
	// IOPS are the operations a second of each volume, 3000 to 16000; 0 for gp3's 3000. Small volumes get as many as their
	// size allows, 500 for each GiB. A change replaces the class and counts for new volumes.
	IOPS int
	// ThroughputMiB is the throughput of each volume in MiB a second, 125 to 1000; 0 for gp3's 125. Above 125 it takes
	// 4 IOPS for each. A change replaces the class and counts for new volumes.
	ThroughputMiB int
	// RetainVolumes keeps a volume when its claim is deleted. A change replaces the class and counts for new volumes.
	RetainVolumes bool
	// NotDefault makes the class one among others: claims must name it. A change is made in place.
	NotDefault bool
	// Demote are the classes that cease to be the default one. Nil is gp3-csi, the shipped default since 4.12; an empty
	// list is none. Not used with NotDefault. A change is made in place.
	Demote []string
}

const (
	defaultClassName = "gp3-encrypted"
	shippedClass     = "gp3-csi"
)

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *StorageClassArgs) Validate() error {
	const path = "storage.StorageClassArgs"
	var p check.Problems
	args := a.withDefaults()
	checkObjectName(&p, path+".Name", args.Name)
	if args.KMSKeyARN != nil {
		checkKMSKeyARN(&p, path+".KMSKeyARN", args.KMSKeyARN)
	}
	ebs.Volume{Type: "gp3", SizeGiB: largestVolumeGiB, IOPS: args.IOPS, ThroughputMiB: args.ThroughputMiB}.Check(&p, path)
	for i, class := range args.Demote {
		at := fmt.Sprintf("%s.Demote[%d]", path, i)
		checkObjectName(&p, at, class)
		switch {
		case class == args.Name:
			p.Addf(at, "%s is the class that is to be the default", class)
		case slices.Contains(args.Demote[:i], class):
			p.Addf(at, "%s is given twice", class)
		}
	}
	return p.Err()
}

func (a *StorageClassArgs) withDefaults() StorageClassArgs {
	args := StorageClassArgs{}
	if a != nil {
		args = *a
	}
	args.Name = cmp.Or(args.Name, defaultClassName)
	if args.Demote == nil {
		args.Demote = []string{shippedClass}
	}
	return args
}

func (a StorageClassArgs) demoted() []string {
	if a.NotDefault {
		return nil
	}
	return a.Demote
}
