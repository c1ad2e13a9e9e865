package network

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestEndpointPresets(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []string{"ec2", "elasticloadbalancing", "kms", "sts"}, EndpointsPrivate.Services())
	assert.Equal(t, []string{"ec2", "ecr.api", "ecr.dkr", "kms", "sts"}, EndpointsZeroEgress.Services())
	assert.Equal(t, []string{"ec2messages", "ssm", "ssmmessages"}, EndpointsSSM.Services())
	assert.Empty(t, EndpointPreset("none").Services())
	assert.Equal(t, []string{"ec2", "elasticloadbalancing", "kms", "logs", "sts"},
		(&EndpointsArgs{Presets: []EndpointPreset{EndpointsPrivate}, Services: []string{"logs", "ec2"}}).services())
}

func TestEndpointsArgs(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, vpcPath, map[string]checktest.Case{
		"no endpoints": {
			Reason: "an empty list of endpoints is valid",
			Args:   &VpcArgs{Zones: zonesABC, Endpoints: &EndpointsArgs{}},
		},
		"presets that overlap": {
			Reason: "presets and services may overlap: ec2, kms and sts are in two of them; an endpoint service has its full name",
			Args: &VpcArgs{
				Zones: zonesABC,
				Endpoints: &EndpointsArgs{
					Presets:  []EndpointPreset{EndpointsPrivate, EndpointsZeroEgress, EndpointsSSM},
					Services: []string{"sts", "com.amazonaws.vpce.us-east-2.vpce-svc-0123456789abcdef0"},
				},
			},
		},
		"S3 policy": {
			Reason: "the gateway endpoint exists without interface endpoints",
			Args: &VpcArgs{
				Zones:     zonesABC,
				Endpoints: &EndpointsArgs{Policies: map[string]pulumi.StringInput{"s3": pulumi.String("{}")}},
			},
		},
		"S3 interface": {
			Reason: "S3 has a gateway endpoint",
			Args:   &VpcArgs{Zones: zonesABC, Endpoints: &EndpointsArgs{Services: []string{"s3"}}},
			Want:   []string{".Endpoints.Services[0]: must not be s3, which always has a gateway endpoint"},
		},
		"endpoint zone": {
			Reason: "endpoints are in zones of the VPC",
			Args:   &VpcArgs{Zones: zonesABC, Endpoints: &EndpointsArgs{Zones: []string{"us-east-2d"}}},
			Want:   []string{".Endpoints.Zones[0]: one-of"},
		},
		"endpoints at the edge": {
			Reason: "Local Zones have no interface endpoints",
			Args: &VpcArgs{
				Zones:     []string{localZone},
				NAT:       NATNone,
				ZoneSlots: map[string]int{localZone: 6},
				Endpoints: &EndpointsArgs{Services: []string{"sts"}},
			},
			Want: []string{
				".Endpoints: must be empty without an Availability Zone in " +
					"network.VpcArgs.Zones, because Local and Wavelength Zones have no interface " +
					"endpoints",
			},
		},
		"endpoint policy": {
			Reason: "a policy belongs to an endpoint",
			Args: &VpcArgs{
				Zones: zonesABC,
				Endpoints: &EndpointsArgs{
					Services: []string{"sts"},
					Policies: map[string]pulumi.StringInput{"ec2": pulumi.String("{}")},
				},
			},
			Want: []string{".Endpoints.Policies[ec2]: one-of"},
		},
		"one service twice": {
			Reason: "AWS rejects two endpoints with the same private DNS name",
			Args: &VpcArgs{
				Zones:     zonesABC,
				Endpoints: &EndpointsArgs{Services: []string{"sts", "com.amazonaws.us-east-2.sts"}},
			},
			Want: []string{".Endpoints.Services[1]: duplicate"},
		},
		"services of another region": {
			Reason: "an endpoint is for a service of its region",
			Args: &VpcArgs{
				Zones: zonesABC,
				Endpoints: &EndpointsArgs{Services: []string{
					"com.amazonaws.us-west-2.sts", "com.amazonaws.vpce.us-east-2.vpce-svc-0123456789abcdef0",
				}},
			},
			Want: []string{
				".Endpoints.Services[0]: com.amazonaws.us-west-2.sts is in region us-west-2; must be in us-east-2",
			},
		},
	})
}
