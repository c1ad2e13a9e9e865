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

const (
	vpcCIDRType      = "aws:ec2/vpcIpv4CidrBlockAssociation:VpcIpv4CidrBlockAssociation"
	ingressRuleType  = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule"
	egressRuleType   = "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule"
	scalingGroupType = "aws:autoscaling/group:Group"
)

// textRule reports what the provider or AWS rejects in a known text.
type textRule func(p *check.Problems, path, text string)

// Formats of texts that AWS rejects otherwise (API references of CreateLoadBalancer, CreateTargetGroup, CreateRole and
// CreateSecurityGroup).
var (
	balancerName     = check.Pattern("load balancer name", "demo-int", `[A-Za-z0-9]([A-Za-z0-9-]{0,30}[A-Za-z0-9])?`)
	groupDescription = check.Pattern("security group description", "Machines of demo", `[\w .:/()#,@\[\]+=&;{}!$*-]{0,255}`)
)

// textRules are the rules of properties, by type and name.
var textRules = map[string]map[string]textRule{
	"aws:ec2/vpc:Vpc":                       {"cidrBlock": vpcRange},
	vpcCIDRType:                             {"cidrBlock": vpcRange},
	subnetType:                              {"cidrBlock": vpcRange},
	"aws:ec2/route:Route":                   {"destinationCidrBlock": ipv4CIDR},
	instanceType:                            {"instanceType": form(check.InstanceType)},
	"aws:iam/role:Role":                     {"name": form(check.IAMName), "assumeRolePolicy": policyDocument},
	"aws:iam/policy:Policy":                 {"policy": policyDocument},
	"aws:kms/key:Key":                       {"policy": policyDocument},
	"aws:sqs/queue:Queue":                   {"policy": policyDocument},
	bucketType:                              {"bucket": form(check.BucketName)},
	"aws:lb/targetGroup:TargetGroup":        {"name": form(balancerName)},
	"aws:ec2/launchTemplate:LaunchTemplate": {"instanceType": form(check.InstanceType)},
	"aws:iam/rolePolicy:RolePolicy":         {"policy": policyDocument},
	"aws:s3/bucketPolicy:BucketPolicy":      {"policy": policyDocument},
	"aws:ec2/vpcEndpoint:VpcEndpoint":       {"policy": policyDocument},
	"aws:ec2/securityGroup:SecurityGroup":   {"description": form(groupDescription)},
	ingressRuleType:                         {"cidrIpv4": ipv4CIDR, "description": form(groupDescription)},
	egressRuleType:                          {"cidrIpv4": ipv4CIDR, "description": form(groupDescription)},
	loadBalancerType: {
		"name": form(balancerName), "loadBalancerType": oneOf("application", "gateway", "network"),
	},
	"aws:elb/loadBalancer:LoadBalancer": {"name": form(balancerName)},
}

func form(form check.Format) textRule {
	return func(p *check.Problems, path, text string) { p.Format(path, text, form) }
}

func oneOf(allowed ...string) textRule {
	return func(p *check.Problems, path, text string) { check.OneOf(p, path, text, allowed...) }
}

func ipv4CIDR(p *check.Problems, path, text string) { p.IPv4CIDR(path, text) }

// vpcRange reports what is not a valid CIDR of a VPC or subnet (VPC user guide, "VPC CIDR blocks").
func vpcRange(p *check.Problems, path, text string) {
	if cidr, ok := p.IPv4CIDR(path, text); ok {
		p.PrefixLength(path, cidr, 16, 28)
	}
}

// policyDocument reports a text that is not a JSON object.
func policyDocument(p *check.Problems, path, text string) {
	var document map[string]any
	if err := json.Unmarshal([]byte(text), &document); err != nil {
		p.Addf(path, "contains an invalid JSON policy: %v", err)
	}
}

// rejectInputs returns what the provider or AWS rejects in known inputs, other than what the schema describes.
func rejectInputs(r fake.Resource, olds, inputs resource.PropertyMap, _ fake.Suffix) ([]schema.Problem, error) {
	var p check.Problems
	rules := textRules[r.Token]
	for _, name := range slices.Sorted(maps.Keys(rules)) {
		if text := property.Text(inputs, name); text != "" {
			rules[name](&p, name, text)
		}
	}
	rejectZones(&p, r, inputs)
	if r.Token == scalingGroupType {
		rejectSizes(&p, inputs)
	}
	if path, size := SmallerVolume(r.Token, olds, inputs); path != "" && !replaces(r.Token, olds, inputs) {
		p.Addf(path, "must be at least %v: EC2 cannot shrink a volume", size)
	}
	var problems []schema.Problem
	for _, problem := range check.Of(p.Err()) {
		problems = append(problems, schema.Problem{Path: problem.Path, Message: problem.Message})
	}
	return problems, nil
}

// volumeSizes are the sizes of volumes by the types that have them.
var volumeSizes = map[string]resource.PropertyPath{
	instanceType:            {"rootBlockDevice", "volumeSize"},
	"aws:ebs/volume:Volume": {"size"},
}

// SmallerVolume returns the path and the old size of a volume that would become smaller; "" if none would (Amazon EC2 API Reference,
// ModifyVolume, Size: the new size cannot be smaller than that of the volume).
func SmallerVolume(token string, olds, news resource.PropertyMap) (path string, size float64) {
	at := volumeSizes[token]
	if at == nil {
		return "", 0
	}
	old, had := at.Get(resource.NewProperty(property.RevealMap(olds)))
	value, has := at.Get(resource.NewProperty(property.RevealMap(news)))
	if !had || !has || !old.IsNumber() || !value.IsNumber() || value.NumberValue() >= old.NumberValue() {
		return "", 0
	}
	return at.String(), old.NumberValue()
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
	reject := func(path, zone string) {
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

// rejectSizes reports sizes of an Auto Scaling group outside of its limits (Amazon EC2 Auto Scaling API Reference,
// CreateAutoScalingGroup: ValidationError).
func rejectSizes(p *check.Problems, inputs resource.PropertyMap) {
	number := func(name string) (float64, bool) {
		value := property.Reveal(inputs[resource.PropertyKey(name)])
		if !value.IsNumber() {
			return 0, false
		}
		return value.NumberValue(), true
	}
	least, hasLeast := number("minSize")
	most, hasMost := number("maxSize")
	desired, hasDesired := number("desiredCapacity")
	switch {
	case hasLeast && hasMost && least > most:
		p.Addf("minSize", "must be at most maxSize (%v > %v)", least, most)
	case hasDesired && hasLeast && desired < least:
		p.Addf("desiredCapacity", "must be at least minSize (%v < %v)", desired, least)
	case hasDesired && hasMost && desired > most:
		p.Addf("desiredCapacity", "must be at most maxSize (%v > %v)", desired, most)
	}
}
