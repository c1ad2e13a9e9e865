package nodes

import (
	"regexp"
	"strconv"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// SpotArgs say how machines are bought on the spot market.
type SpotArgs struct {
	// MaxPrice is the most to pay for a machine, in US dollars an hour, such as "0.08". The default is the on-demand price.
	MaxPrice string
}

var price = regexp.MustCompile(`^\d+(\.\d+)?$`)

func (s *SpotArgs) check(p *check.Problems, path string) {
	if s != nil {
		checkPrice(p, path+".MaxPrice", s.MaxPrice)
	}
}

func checkPrice(p *check.Problems, path, text string) {
	if text == "" {
		return
	}
	dollars, err := strconv.ParseFloat(text, 64)
	if !price.MatchString(text) || err != nil || dollars == 0 {
		p.Addf(path, "%q is no price; one looks like 0.08 (US dollars an hour), and without one it is the on-demand price", text)
	}
}
