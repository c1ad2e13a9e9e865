package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/ebs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// StorageClassArgs are the arguments of StorageClass. Unless a field says otherwise, a change replaces the class and affects
// new volumes.
type StorageClassArgs struct {
	// Name is the class's name. Defaults to gp3-encrypted.
	Name string `check:"format=storage-class" default:"gp3-encrypted"`
	// KMSKeyARN is the ARN of the KMS key, or of its alias, that encrypts volumes. Defaults to the account's default key for
	// EBS.
	KMSKeyARN pulumi.StringInput `kube:"parameters.kmsKeyId" check:"format=kms-key-or-alias"`
	// IOPS is the number of I/O operations per second of each volume, 3000 to 16000. Small volumes get at most 500 for each
	// GiB. Defaults to gp3's baseline, 3000.
	IOPS int `kube:"parameters.iops,text"`
	// ThroughputMiB is the throughput of each volume in MiB/s, 125 to 1000. It requires 4 IOPS for each MiB/s. Defaults to
	// gp3's baseline, 125.
	ThroughputMiB int `kube:"parameters.throughput,text"`
	// RetainVolumes keeps a volume when its claim is deleted. Defaults to false.
	RetainVolumes bool
	// Default makes the class the default for claims that name no class. Defaults to true. A change is applied in place.
	Default *bool `default:"true"`
	// Demote are the classes that are no longer the default. It has no effect if [Default] is false. Defaults to gp3-csi, the
	// shipped default since 4.12; an empty list demotes no class. A change is applied in place.
	Demote []string `check:"format=storage-class" default:"gp3-csi"`
}

// largestVolumeGiB is the largest EBS volume of type gp2, and of gp3 in Outposts; gp3 in regions has up to 65536 GiB since September
// 2025 (Amazon EBS user guide, "Amazon EBS volume types"). It is the limit of all sizes of volumes.
const largestVolumeGiB = 16384

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *StorageClassArgs) Validate() error {
	const path = "storage.StorageClassArgs"
	args, p := check.Begin(a)
	ebs.Volume{Type: "gp3", SizeGiB: largestVolumeGiB, IOPS: args.IOPS, ThroughputMiB: args.ThroughputMiB}.Check(&p, path)
	for i, class := range args.Demote {
		if class == args.Name {
			p.Addf(check.Index(path+".Demote", i), "must not be the class itself (got %s)", class)
		}
	}
	return p.ErrOf(a)
}
