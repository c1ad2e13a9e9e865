package nodes

import (
	"regexp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/ebs"
)

// RootVolumeArgs describe the EBS volume that a machine boots from. It is encrypted in any case. A change reaches new
// machines only; those that run keep their volume.
type RootVolumeArgs struct {
	// SizeGiB is the size in GiB, 300 by default. AWS takes 1 to 16384 of gp2 and gp3, 4 to 16384 of io1,
	// 4 to 65536 of io2 and 1 to 1024 of standard; the volume must not be smaller than the image.
	SizeGiB int
	// Type is gp3 (the default), gp2, io1, io2 or standard.
	Type string
	// IOPS are the operations in a second. 0 leaves AWS's baseline: 3,000 of gp3. Required with io1 (100 to 64,000,
	// at most 50 for each GiB) and io2 (100 to 256,000), possible with gp3 (3,000 to 16,000).
	IOPS int
	// ThroughputMiB is the throughput of a gp3 volume in MiB a second: 125 to 1000, at most a quarter of the IOPS.
	// 0 leaves AWS's baseline of 125. Machine sets of releases whose Machine API does not know the field yet stay at
	// the baseline.
	ThroughputMiB int
	// KMSKeyARN is the ARN of the KMS key that encrypts the volume, not of an alias. The default is the account's own key for EBS.
	KMSKeyARN pulumi.StringInput
}

const (
	defaultVolumeGiB  = 300
	defaultVolumeType = "gp3"
)

var kmsKeyARN = regexp.MustCompile(`^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d+:key/[A-Za-z0-9-]+$`)

func (v *RootVolumeArgs) withDefaults() *RootVolumeArgs {
	volume := RootVolumeArgs{}
	if v != nil {
		volume = *v
	}
	if volume.SizeGiB == 0 {
		volume.SizeGiB = defaultVolumeGiB
	}
	if volume.Type == "" {
		volume.Type = defaultVolumeType
	}
	return &volume
}

func (v *RootVolumeArgs) check(p *check.Problems, path string) {
	if known, isPlain := v.KMSKeyARN.(pulumi.String); isPlain && !kmsKeyARN.MatchString(string(known)) {
		p.Addf(path+".KMSKeyARN", "%q is no key's ARN, such as arn:aws:kms:us-east-2:123456789012:key/1234abcd", string(known))
	}
	ebs.Volume{SizeGiB: v.SizeGiB, Type: v.Type, IOPS: v.IOPS, ThroughputMiB: v.ThroughputMiB}.Check(p, path)
}
