package nodes

import (
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/machine"
)

// SpotArgs are the arguments of Spot Instances. rosa.SpotArgs is the same type.
type SpotArgs = machine.SpotArgs

func checkSpot(p *check.Problems, path string, spot *SpotArgs) {
	if spot != nil {
		p.SpotPrice(path+".MaxPrice", spot.MaxPrice)
	}
}
