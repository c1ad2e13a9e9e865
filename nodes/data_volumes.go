package nodes

import (
	"fmt"
	"regexp"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// DataVolumeArgs describe an EBS volume beside the one that a machine boots from. RHCOS does not format or mount it;
// machine configuration does.
type DataVolumeArgs struct {
	// DeviceName is the name by which EC2 attaches the volume, /dev/sdf to /dev/sdp or /dev/xvdb to /dev/xvdz. Required.
	DeviceName string
	// Volume is the volume itself: 300 GiB of gp3 by default.
	Volume RootVolumeArgs
}

// dataDevice leaves out the root devices (Amazon EC2 User Guide, "Device names for volumes").
var dataDevice = regexp.MustCompile(`^/dev/(sd[f-p]|xvd[b-z])$`)

func dataVolumesWithDefaults(volumes []DataVolumeArgs) []DataVolumeArgs {
	var all []DataVolumeArgs
	for _, volume := range volumes {
		volume.Volume = *volume.Volume.withDefaults()
		all = append(all, volume)
	}
	return all
}

func checkDataVolumes(p *check.Problems, path string, volumes []DataVolumeArgs) {
	seen := map[string]bool{}
	for i, volume := range volumes {
		at := fmt.Sprintf("%s[%d]", path, i)
		switch {
		case !dataDevice.MatchString(volume.DeviceName):
			p.Addf(at+".DeviceName", "%q is no device for data; one looks like /dev/sdf", volume.DeviceName)
		case seen[volume.DeviceName]:
			p.Addf(at+".DeviceName", "%s has a volume already", volume.DeviceName)
		}
		seen[volume.DeviceName] = true
		volume.Volume.check(p, at+".Volume")
	}
}
