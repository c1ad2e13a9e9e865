package nodes

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/ebs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// VolumeArgs are the arguments of an EBS volume, which is always encrypted. Changes apply to new machines only: existing ones keep
// their volume.
type VolumeArgs struct {
	// SizeGiB is the size in GiB: 1 to 16384 for gp2 and gp3, 4 to 16384 for io1, 4 to 65536 for io2, 1 to 1024 for standard.
	// Defaults to 300. A root volume must have at least the 16 GiB of the image.
	SizeGiB int `default:"300"`
	// Type is gp3, gp2, io1, io2 or standard. Defaults to gp3.
	Type string `default:"gp3"`
	// IOPS is the provisioned IOPS. Required for io1 (100 to 64,000, at most 50 per GiB) and io2 (100 to 256,000); optional for
	// gp3 (3,000 to 16,000). Defaults to 0: AWS's baseline, 3,000 for gp3.
	IOPS int
	// ThroughputMiB is the throughput of a gp3 volume in MiB/s: 125 to 1000, at most a quarter of the IOPS. Defaults to 0: AWS's
	// baseline of 125. Machine sets require OpenShift 4.21 for it: in earlier releases they stay at the baseline.
	ThroughputMiB int
	// KMSKeyARN is the ARN of the KMS key of the region that encrypts the volume, not of an alias. Defaults to the account's default key for
	// EBS encryption.
	KMSKeyARN pulumi.StringInput `check:"format=kms-key-arn"`
}

// minRootVolumeGiB is the size of the RHCOS image: EC2 rejects a root volume that is smaller than its snapshot.
const minRootVolumeGiB = 16

func (v *VolumeArgs) checkRoot(p *check.Problems, path check.Path, region string) {
	p.AtLeast(path+".SizeGiB", v.SizeGiB, minRootVolumeGiB)
	v.check(p, path, region)
}

func (v *VolumeArgs) check(p *check.Problems, path check.Path, region string) {
	p.ARNIn(path+".KMSKeyARN", v.KMSKeyARN, region)
	ebs.Volume{SizeGiB: v.SizeGiB, Type: v.Type, IOPS: v.IOPS, ThroughputMiB: v.ThroughputMiB}.Check(p, path)
}

// DataVolume is an EBS volume in addition to the root volume. RHCOS does not format or mount it; machine configuration does.
type DataVolume struct {
	// DeviceName is the device name of the attachment: /dev/sdf to /dev/sdp or /dev/xvdb to /dev/xvdz. Required.
	DeviceName string `check:"required,format=data-device"`
	// Volume is the volume. Defaults to 300 GiB of gp3.
	Volume *VolumeArgs `default:"{}"`
}

// The format excludes the names of root devices (Amazon EC2 user guide, "Device names for volumes on Amazon EC2 instances").
var _ = check.Named("data-device", check.Pattern("device name of a data volume", "/dev/sdf", `/dev/(sd[f-p]|xvd[b-z])`))

func checkDataVolumes(p *check.Problems, path check.Path, region string, volumes []DataVolume) {
	for i, volume := range volumes {
		volume.Volume.check(p, check.Index(path, i)+".Volume", region)
	}
	checkUnique(p, path, "DeviceName", volumes, func(volume DataVolume) string { return volume.DeviceName })
}
