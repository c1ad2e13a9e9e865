package network_test

import (
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	fakeaws "github.com/openshift-aws/pulumi-openshift-aws/internal/fake/aws"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

const (
	endpointType = "aws:ec2/vpcEndpoint:VpcEndpoint"
	subnetType   = "aws:ec2/subnet:Subnet"
)

const (
	groupType   = "aws:ec2/securityGroup:SecurityGroup"
	ingressType = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule"
	egressType  = "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule"
)

const instanceType = "aws:ec2/instance:Instance"

func namesOf(rec *mocks.Recorder, wanted []string) []string {
	nameOf := map[string]string{}
	for _, resource := range rec.Resources() {
		nameOf[resource.URN] = resource.Name
	}
	names := []string{}
	for _, urn := range wanted {
		names = append(names, nameOf[urn])
	}
	return names
}

// checkTags checks that every resource with tags has the user's tag and a Name.
func checkTags(t *testing.T, rec *mocks.Recorder, key, value, namePrefix string) {
	t.Helper()
	tagged := 0
	for _, resource := range rec.Resources() {
		schema, known := fakeaws.Resource(resource.Type)
		if !known || schema.Properties["tags"] == nil {
			continue
		}
		tagged++
		tags, _ := resource.Inputs["tags"].(map[string]any)
		assert.Equal(t, value, tags[key], resource.Name)
		assert.Regexp(t, "^"+namePrefix+"-", tags["Name"], resource.Name)
	}
	assert.NotZero(t, tagged)
}

// registerUser registers a resource that uses a text, to see what it waits for.
func registerUser(ctx *pulumi.Context, text pulumi.StringInput) error {
	_, err := ec2.NewEip(ctx, "user", &ec2.EipArgs{Tags: pulumi.StringMap{"text": text}})
	return err
}

// testNetwork is the network of components that are tested without a Vpc.
func testNetwork() network.Network {
	return network.Network{ID: pulumi.String("vpc-0123456789abcdef0").ToStringOutput(), CIDR: "10.0.0.0/16"}
}

func machineIn(ctx *pulumi.Context, kind string, subnet network.Subnet) error {
	_, err := ec2.NewInstance(ctx, kind+" "+subnet.Zone, &ec2.InstanceArgs{
		Ami:          pulumi.String("ami-0123456789abcdef0"),
		InstanceType: pulumi.String("m5.large"),
		SubnetId:     subnet.ID.ToStringOutput(),
		Tags:         pulumi.StringMap{"cidr": pulumi.String(subnet.CIDR)},
	})
	return err
}

// endpointOf returns the endpoint that HyperShift creates, and keeps the arguments of the lookup.
func endpointOf(lookup *map[string]any) mocks.Option {
	return mocks.Answer("aws:ec2/getVpcEndpoint:getVpcEndpoint", func(inputs map[string]any) (map[string]any, error) {
		*lookup = inputs
		return map[string]any{
			"id": "vpce-0123456789abcdef0",
			"dnsEntries": []any{
				map[string]any{
					"dnsName":      "vpce-0123456789abcdef0-abc.vpce-svc-1.us-east-2.vpce.amazonaws.com",
					"hostedZoneId": "Z1",
				},
			},
		}, nil
	})
}
