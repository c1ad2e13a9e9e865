package check

import (
	"regexp"
	"strconv"
)

var price = regexp.MustCompile(`^\d+(\.\d+)?$`)

// SpotPrice notes the field at path if text is no price of an instance for AWS's spot market. An empty one is the on-demand price.
func (p *Problems) SpotPrice(path, text string) {
	if text == "" {
		return
	}
	dollars, err := strconv.ParseFloat(text, 64)
	if !price.MatchString(text) || err != nil || dollars == 0 {
		p.Addf(path, "%q is no price; one looks like 0.08 (US dollars an hour), and without one it is the on-demand price", text)
	}
}
