package cluster

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/ebs"
)

// RootVolumeArgs describe the root volume of a control-plane machine. It is always encrypted, and it goes with its machine.
type RootVolumeArgs struct {
	// SizeGiB is the size in GiB. Default 350. A larger size is reached in place; EBS volumes never shrink.
	SizeGiB int
	// Type is io1, io2, gp3, gp2 or standard. Default io1. A change is made in place.
	Type string
	// IOPS are the operations a second, for io1, io2 and gp3. Default 1000 for io1 and io2, AWS's baseline for gp3. A change is made in place.
	IOPS int
	// ThroughputMiB is the throughput in MiB a second, for gp3 only. Default AWS's baseline. A change is made in place.
	ThroughputMiB int
	// KMSKeyARN is the ARN of the key that encrypts the volume. Default the account's key for EBS. A change is for machines made
	// later: to bring it to a running control plane, replace the machines one by one.
	KMSKeyARN pulumi.StringInput
}

// The volume that holds etcd on ROSA Classic.
const (
	defaultVolumeType    = "io1"
	defaultVolumeSizeGiB = 350
	defaultVolumeIOPS    = 1000
)

func (v *RootVolumeArgs) withDefaults() *RootVolumeArgs {
	var filled RootVolumeArgs
	if v != nil {
		filled = *v
	}
	if filled.Type == "" {
		filled.Type = defaultVolumeType
	}
	if filled.SizeGiB == 0 {
		filled.SizeGiB = defaultVolumeSizeGiB
	}
	if filled.IOPS == 0 && (filled.Type == "io1" || filled.Type == "io2") {
		filled.IOPS = defaultVolumeIOPS
	}
	return &filled
}

func (v *RootVolumeArgs) plain() ebs.Volume {
	return ebs.Volume{SizeGiB: v.SizeGiB, Type: v.Type, IOPS: v.IOPS, ThroughputMiB: v.ThroughputMiB}
}

// blockDevice leaves out what AWS fills in, so that its answer is no difference.
func (v *RootVolumeArgs) blockDevice(volumeTags pulumi.StringMap) ec2.InstanceRootBlockDeviceArgs {
	device := ec2.InstanceRootBlockDeviceArgs{
		Encrypted:  pulumi.Bool(true),
		VolumeType: pulumi.String(v.Type),
		VolumeSize: pulumi.Int(v.SizeGiB),
		// Not the instance's volumeTags: those would be put on volumes that the cluster attaches later, too.
		Tags: volumeTags,
	}
	if v.KMSKeyARN != nil {
		device.KmsKeyId = v.KMSKeyARN.ToStringOutput()
	}
	if v.IOPS > 0 {
		device.Iops = pulumi.Int(v.IOPS)
	}
	if v.ThroughputMiB > 0 {
		device.Throughput = pulumi.Int(v.ThroughputMiB)
	}
	return device
}
