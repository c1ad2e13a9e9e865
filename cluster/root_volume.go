package cluster

import (
	"cmp"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/ebs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// RootVolumeArgs are the arguments of a control-plane machine's root volume. It is always encrypted and is deleted with its
// machine. Unless a field says otherwise, changes are applied in place.
type RootVolumeArgs struct {
	// SizeGiB is the size in GiB. Defaults to 350. EBS volumes cannot shrink: a smaller size is rejected, except for a machine that is
	// replaced.
	SizeGiB int `default:"350"`
	// Type is io1, io2, gp3, gp2 or standard. Defaults to io1.
	Type string `default:"io1"`
	// IOPS is the provisioned IOPS of an io1, io2 or gp3 volume. Defaults to 1000 for io1 and io2, and to AWS's baseline for gp3.
	IOPS int
	// ThroughputMiB is the throughput of a gp3 volume, in MiB/s. Defaults to AWS's baseline.
	ThroughputMiB int
	// KMSKeyARN is the ARN of the KMS key that encrypts the volume. Defaults to the account's key for EBS. A change applies to new
	// machines only: replace the machines one by one to apply it to a running control plane.
	KMSKeyARN pulumi.StringInput `check:"format=kms-key-arn"`
}

// defaultVolumeIOPS comes from etcd's volume on ROSA Classic, as the volume's other defaults do.
const defaultVolumeIOPS = 1000

// setDefaults sets the IOPS, which depend on the type.
func (v *RootVolumeArgs) setDefaults() {
	if v.Type == "io1" || v.Type == "io2" {
		v.IOPS = cmp.Or(v.IOPS, defaultVolumeIOPS)
	}
}

// check reports the problems of a volume with defaults applied.
func (v *RootVolumeArgs) check(p *check.Problems, path check.Path, region string) {
	ebs.Volume{SizeGiB: v.SizeGiB, Type: v.Type, IOPS: v.IOPS, ThroughputMiB: v.ThroughputMiB}.Check(p, path)
	p.ARNIn(path+".KMSKeyARN", v.KMSKeyARN, region)
}

// blockDevice omits the properties that AWS sets by default, so that a refresh shows no change.
func (v *RootVolumeArgs) blockDevice(volumeTags pulumi.StringMap) ec2.InstanceRootBlockDeviceArgs {
	device := ec2.InstanceRootBlockDeviceArgs{
		Encrypted:  pulumi.Bool(true),
		VolumeType: pulumi.String(v.Type),
		VolumeSize: pulumi.Int(v.SizeGiB),
		// The instance's volumeTags would also apply to the volumes that the cluster attaches later.
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

// volumeHook registers the hook that rejects smaller volumes, in a preview too: the provider asks AWS only in the update. A machine that is
// replaced gets a volume of any size.
func (b *controlPlaneBuilder) volumeHook() (*pulumi.ResourceHookBinding, error) {
	hooks, err := b.Hooks("master-keep-volume", rejectSmallerVolume, true)
	return &pulumi.ResourceHookBinding{BeforeUpdate: hooks}, err
}

func rejectSmallerVolume(args *pulumi.ResourceHookArgs) error {
	size := func(inputs resource.PropertyMap) float64 {
		device := inputs["rootBlockDevice"]
		if !device.IsObject() || !device.ObjectValue()["volumeSize"].IsNumber() {
			return 0
		}
		return device.ObjectValue()["volumeSize"].NumberValue()
	}
	before, after := size(args.OldInputs), size(args.NewInputs)
	if after == 0 || after >= before {
		return nil
	}
	return check.Problemf("cluster.ControlPlaneArgs.RootVolume.SizeGiB",
		"%s has %.0f GiB and cannot get %.0f: EBS volumes cannot shrink. Set it back, "+
			"or replace the machines one by one", args.Name, before, after)
}
