package nodes

import "github.com/openshift-aws/pulumi-openshift-aws/internal/check"

// SpotArgs are the arguments of Spot Instances.
type SpotArgs struct {
	// MaxPrice is the maximum price of an instance, in US dollars per hour, such as "0.08". Defaults to the On-Demand price.
	MaxPrice string
}

func (s *SpotArgs) check(p *check.Problems, path string) {
	if s != nil {
		p.SpotPrice(path+".MaxPrice", s.MaxPrice)
	}
}
