package nodes

import (
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// DataVolume is an EBS volume in addition to the root volume. RHCOS does not format or mount it; machine configuration does.
type DataVolume struct {
	// DeviceName is the device name of the attachment: /dev/sdf to /dev/sdp or /dev/xvdb to /dev/xvdz. Required.
	DeviceName string
	// Volume is the volume. Defaults to 300 GiB of gp3.
	Volume *RootVolumeArgs
}

// dataDevice excludes the names of root devices (Amazon EC2 user guide, "Device names for volumes on Amazon EC2 instances").
var dataDevice = check.Pattern("device name of a data volume", "/dev/sdf", `/dev/(sd[f-p]|xvd[b-z])`)

// dataVolumesWithDefaults returns a copy with defaults applied.
func dataVolumesWithDefaults(volumes []DataVolume) []DataVolume {
	var all []DataVolume
	for _, volume := range volumes {
		volume.Volume = volume.Volume.withDefaults()
		all = append(all, volume)
	}
	return all
}

func checkDataVolumes(p *check.Problems, path, region string, volumes []DataVolume) {
	for i, volume := range volumes {
		at := check.Index(path, i)
		p.RequiredFormat(at+".DeviceName", volume.DeviceName, dataDevice)
		volume.Volume.check(p, at+".Volume", region)
	}
	checkUnique(p, path, "DeviceName", volumes, func(volume DataVolume) string { return volume.DeviceName })
}
