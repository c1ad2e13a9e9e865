package aws

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

// textRule reports what the provider or AWS rejects in a known text.
type textRule func(p *check.Problems, path check.Path, text string)

// format is the rule that a text has a format.
func format(of check.Format) textRule {
	return func(p *check.Problems, path check.Path, text string) { p.Format(path, text, of) }
}

func oneOf(allowed ...string) textRule {
	return func(p *check.Problems, path check.Path, text string) { check.OneOf(p, path, text, allowed...) }
}

func ipv4CIDR(p *check.Problems, path check.Path, text string) { p.IPv4CIDR(path, text) }

// vpcRange reports what is not a valid CIDR of a VPC or subnet (VPC user guide, "VPC CIDR blocks").
func vpcRange(p *check.Problems, path check.Path, text string) {
	if cidr, ok := p.IPv4CIDR(path, text); ok {
		p.PrefixLength(path, cidr, 16, 28)
	}
}

// policyDocument reports a text that is not a JSON object.
func policyDocument(p *check.Problems, path check.Path, text string) {
	var document map[string]any
	if err := json.Unmarshal([]byte(text), &document); err != nil {
		p.Addf(path, "contains an invalid JSON policy: %v", err)
	}
}

// rejectInputs returns what the provider or AWS rejects in known inputs, other than what the schema describes.
func rejectInputs(r fake.Resource, olds, inputs resource.PropertyMap, _ fake.Suffix) ([]schema.Problem, error) {
	var p check.Problems
	kind := resourceTypes[r.Token]
	for _, name := range slices.Sorted(maps.Keys(kind.texts)) {
		if text := property.Text(inputs, name); text != "" {
			kind.texts[name](&p, check.Path(name), text)
		}
	}
	rejectZones(&p, r, inputs)
	if kind.rejectInputs != nil {
		kind.rejectInputs(&p, inputs)
	}
	if path, size := SmallerVolume(r.Token, olds, inputs); path != "" && !replaces(r.Token, olds, inputs) {
		p.Addf(path, "must be at least %v: EC2 cannot shrink a volume", size)
	}
	var problems []schema.Problem
	for _, problem := range check.Of(p.Err()) {
		problems = append(problems, schema.Problem{Path: problem.Path.String(), Message: problem.Message})
	}
	return problems, nil
}

// SmallerVolume returns the path and the old size of a volume that would become smaller; "" if none would (Amazon EC2 API Reference,
// ModifyVolume, Size: the new size cannot be smaller than that of the volume).
func SmallerVolume(token string, olds, news resource.PropertyMap) (path check.Path, size float64) {
	at := resourceTypes[token].volumeSize
	if at == nil {
		return "", 0
	}
	old, had := at.Get(resource.NewProperty(property.RevealMap(olds)))
	value, has := at.Get(resource.NewProperty(property.RevealMap(news)))
	if !had || !has || !old.IsNumber() || !value.IsNumber() || value.NumberValue() >= old.NumberValue() {
		return "", 0
	}
	return check.Path(at.String()), old.NumberValue()
}

// replaces reports whether a change replaces the resource.
func replaces(token string, olds, news resource.PropertyMap) bool {
	known, ok := Resource(token)
	if !ok {
		return false
	}
	_, replacing := known.Diff(olds, news)
	return len(replacing) > 0
}

// rejectZones reports zones of another region than the provider's, which EC2 does not know there.
func rejectZones(p *check.Problems, r fake.Resource, inputs resource.PropertyMap) {
	region := regionOf(r.Config)
	if !strings.HasPrefix(r.Token, "aws:") || region == "" {
		return
	}
	reject := func(path check.Path, zone string) {
		if of, ok := partition.RegionOfZone(zone); ok && of != region {
			p.Addf(path, "%s is not in %s, the region of the provider", zone, region)
		}
	}
	reject("availabilityZone", property.Text(inputs, "availabilityZone"))
	for i, zone := range property.List(inputs, "availabilityZones") {
		if zone.IsString() {
			reject(check.Index("availabilityZones", i), zone.StringValue())
		}
	}
}
