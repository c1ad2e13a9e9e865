package network

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
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
	checkVpcArgs(t, map[string]vpcArgsTest{
		"no endpoints": {
			reason: "an empty list of endpoints is valid",
			args:   &VpcArgs{Zones: zonesABC, Endpoints: &EndpointsArgs{}},
		},
		"presets that overlap": {
			reason: "presets and services may overlap: ec2, kms and sts are in two of them",
			args: &VpcArgs{
				Zones: zonesABC,
				Endpoints: &EndpointsArgs{
					Presets:  []EndpointPreset{EndpointsPrivate, EndpointsZeroEgress, EndpointsSSM},
					Services: []string{"sts"},
				},
			},
		},
		"full service name": {
			reason: "an endpoint service is given by its full name",
			args: &VpcArgs{
				Zones: zonesABC,
				Endpoints: &EndpointsArgs{
					Services: []string{"com.amazonaws.vpce.us-east-2.vpce-svc-0123456789abcdef0"},
				},
			},
		},
		"S3 policy": {
			reason: "the gateway endpoint exists without interface endpoints",
			args: &VpcArgs{
				Zones:     zonesABC,
				Endpoints: &EndpointsArgs{Policies: map[string]pulumi.StringInput{"s3": pulumi.String("{}")}},
			},
		},
		"S3 interface": {
			reason: "S3 has a gateway endpoint",
			args:   &VpcArgs{Zones: zonesABC, Endpoints: &EndpointsArgs{Services: []string{"s3"}}},
			want:   []string{vpcPath + ".Endpoints.Services[0]: must not be s3, which always has a gateway endpoint"},
		},
		"endpoint zone": {
			reason: "endpoints are in zones of the VPC",
			args:   &VpcArgs{Zones: zonesABC, Endpoints: &EndpointsArgs{Zones: []string{"us-east-2d"}}},
			want:   []string{vpcPath + ".Endpoints.Zones[0]: one-of"},
		},
		"endpoints at the edge": {
			reason: "Local Zones have no interface endpoints",
			args: &VpcArgs{
				Zones:     []string{localZone},
				NAT:       NATNone,
				ZoneSlots: map[string]int{localZone: 6},
				Endpoints: &EndpointsArgs{Services: []string{"sts"}},
			},
			want: []string{
				vpcPath + ".Endpoints: must be empty without an Availability Zone in " +
					"network.VpcArgs.Zones, because Local and Wavelength Zones have no interface " +
					"endpoints",
			},
		},
		"endpoint policy": {
			reason: "a policy belongs to an endpoint and has a value",
			args: &VpcArgs{
				Zones: zonesABC,
				Endpoints: &EndpointsArgs{
					Services: []string{"sts"},
					Policies: map[string]pulumi.StringInput{"ec2": pulumi.String("{}"), "s3": nil, "": pulumi.String("{}")},
				},
			},
			want: []string{
				vpcPath + ".Endpoints.Policies[]: required", vpcPath + ".Endpoints.Policies[s3]: required",
				vpcPath + ".Endpoints.Policies[ec2]: one-of",
			},
		},
		"formats": {
			reason: "each of these fields has a format",
			args: &VpcArgs{
				Zones: zonesABC,
				Endpoints: &EndpointsArgs{
					Presets: []EndpointPreset{"ssm"}, Services: []string{"ECR"}, AllowedCIDRs: []string{"10.0.0.1/8"},
					Policies: map[string]pulumi.StringInput{"s3": pulumi.String("{")},
				},
			},
			want: []string{
				vpcPath + ".Endpoints.Presets[0]: one-of", vpcPath + ".Endpoints.Services[0]: format",
				vpcPath + ".Endpoints.AllowedCIDRs[0]: format", vpcPath + ".Endpoints.Policies[s3]: format",
			},
		},
		"one service twice": {
			reason: "AWS rejects two endpoints with the same private DNS name",
			args: &VpcArgs{
				Zones:     zonesABC,
				Endpoints: &EndpointsArgs{Services: []string{"sts", "com.amazonaws.us-east-2.sts"}},
			},
			want: []string{vpcPath + ".Endpoints.Services[1]: duplicate"},
		},
		"services of another region": {
			reason: "an endpoint is for a service of its region",
			args: &VpcArgs{
				Zones: zonesABC,
				Endpoints: &EndpointsArgs{Services: []string{
					"com.amazonaws.us-west-2.sts", "com.amazonaws.vpce.us-east-2.vpce-svc-0123456789abcdef0",
				}},
			},
			want: []string{
				vpcPath + ".Endpoints.Services[0]: com.amazonaws.us-west-2.sts is in region us-west-2; must be in us-east-2",
			},
		},
	})
}
