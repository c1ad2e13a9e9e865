package changetable

import (
	"maps"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Types that several rows have.
const (
	instanceType = "aws:ec2/instance:Instance"
	subnetType   = "aws:ec2/subnet:Subnet"
	groupType    = "aws:ec2/securityGroup:SecurityGroup"
	ingressType  = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule"
	roleType     = "aws:iam/role:Role"
	templateType = "aws:ec2/launchTemplate:LaunchTemplate"
	scalingType  = "aws:autoscaling/group:Group"
	balancerType = "aws:lb/loadBalancer:LoadBalancer"
	targetType   = "aws:lb/targetGroup:TargetGroup"
	recordType   = "aws:route53/record:Record"
	keyType      = "aws:kms/key:Key"
	queueType    = "aws:sqs/queue:Queue"
)

const trustEC2 = `{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"Service":"ec2.amazonaws.com"},` +
	`"Action":"sts:AssumeRole"}]}`

// Images that the emulator of the lab has.
const (
	image      = "ami-12c6146b"
	otherImage = "ami-1e749f67"
)

func newFixtures(ctx *pulumi.Context) (*Fixtures, error) {
	w := &Fixtures{}
	var err error
	add := func(to **Resource, token, name string, inputs pulumi.Map) {
		if err == nil {
			*to, err = register(ctx, token, name, inputs)
		}
	}
	add(&w.VPC, "aws:ec2/vpc:Vpc", "fixture-vpc", pulumi.Map{"cidrBlock": text("10.60.0.0/16")})
	if err != nil {
		return nil, err
	}
	add(&w.SubnetA, subnetType, "fixture-subnet-a", subnet(w, "10.60.0.0/24", "a"))
	add(&w.SubnetB, subnetType, "fixture-subnet-b", subnet(w, "10.60.1.0/24", "b"))
	add(&w.Group, groupType, "fixture-group", pulumi.Map{"vpcId": w.VPC.ID(), "description": text("one")})
	add(&w.OtherGroup, groupType, "fixture-other-group", pulumi.Map{"vpcId": w.VPC.ID(), "description": text("other")})
	add(&w.Role, roleType, "fixture-role", pulumi.Map{"assumeRolePolicy": text(trustEC2)})
	add(&w.Zone, "aws:route53/zone:Zone", "fixture-zone", pulumi.Map{"name": text("changes.example.com")})
	add(&w.Template, templateType, "fixture-template", pulumi.Map{"imageId": text(image), "instanceType": text("m5.large")})
	return w, err
}

func text(value string) pulumi.String { return pulumi.String(value) }

func list(values ...pulumi.Input) pulumi.Array { return values }

// inputs returns the same inputs for all fixtures.
func inputs(values pulumi.Map) func(*Fixtures) pulumi.Map {
	return func(*Fixtures) pulumi.Map {
		return maps.Clone(values)
	}
}

// with returns inputs with others in addition, or in their place.
func with(base func(*Fixtures) pulumi.Map, more pulumi.Map) func(*Fixtures) pulumi.Map {
	return func(w *Fixtures) pulumi.Map {
		values := base(w)
		maps.Copy(values, more)
		return values
	}
}

func subnet(w *Fixtures, cidr, zone string) pulumi.Map {
	return pulumi.Map{"vpcId": w.VPC.ID(), "cidrBlock": text(cidr), "availabilityZone": text("us-east-2" + zone)}
}
