package nodes

import "github.com/openshift-aws/pulumi-openshift-aws/internal/check"

// SpotArgs say how machines are bought on the spot market.
type SpotArgs struct {
	// MaxPrice is the most to pay for a machine, in US dollars an hour, such as "0.08". The default is the on-demand price.
	MaxPrice string
}

func (s *SpotArgs) check(p *check.Problems, path string) {
	if s != nil {
		p.SpotPrice(path+".MaxPrice", s.MaxPrice)
	}
}
