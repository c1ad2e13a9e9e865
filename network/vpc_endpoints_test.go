package network_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestVpcEndpoints(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, vpc(everything()))
	var services []string
	for _, endpoint := range rec.OfType(endpointType) {
		service := strings.TrimPrefix(endpoint.Inputs["serviceName"].(string), "com.amazonaws.us-east-2.")
		if service == "s3" {
			continue
		}
		services = append(services, service)
		assert.Equal(t, "main-endpoint-"+service, endpoint.Name)
		assert.Equal(t, true, endpoint.Inputs["privateDnsEnabled"], service)
		assert.Equal(t, []string{"main-subnet-private-us-east-2a", "main-subnet-private-us-east-2b"},
			namesOf(rec, endpoint.PropertyDependencies["subnetIds"]), service)
		assert.Contains(t, namesOf(rec, endpoint.Dependencies), "main-endpoints-https-from-10.0.0.0-16",
			"an endpoint is usable once its group allows the VPC")
	}
	slices.Sort(services)
	assert.Equal(t, []string{
		"ec2", "ec2messages", "ecr.api", "ecr.dkr", "elasticloadbalancing", "kms", "ssm", "ssmmessages",
		"sts",
	}, services)

	sources := []any{}
	for _, rule := range rec.OfType(ingressType) {
		sources = append(sources, rule.Inputs["cidrIpv4"])
		assert.Equal(t, []any{"tcp", 443.0, 443.0},
			[]any{rule.Inputs["ipProtocol"], rule.Inputs["fromPort"], rule.Inputs["toPort"]})
	}
	assert.ElementsMatch(t, []any{"10.0.0.0/16", "100.70.0.0/16", "10.99.0.0/16"}, sources)
	assert.Empty(t, rec.OfType(egressType), "endpoints only answer connections")
}

func TestVpcEndpointsAreInAvailabilityZones(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, vpc(network.VpcArgs{
		Zones: []string{"us-west-2a", "us-west-2-lax-1a"}, ZoneSlots: map[string]int{"us-west-2-lax-1a": 7},
		Endpoints: &network.EndpointsArgs{Services: []string{"sts"}},
	}), mocks.Region("us-west-2"))
	endpoint := mockstest.Find(t, rec, "main-endpoint-sts")
	assert.Equal(t, []string{"main-subnet-private-us-west-2a"},
		namesOf(rec, endpoint.PropertyDependencies["subnetIds"]))
	assert.Equal(t, []string{"main-nat-us-west-2a"}, namesOf(rec,
		mockstest.Find(t, rec, "main-route-private-us-west-2-lax-1a").PropertyDependencies["natGatewayId"]))
}

func TestVpcEndpointOfEndpointService(t *testing.T) {
	t.Parallel()
	const service = "com.amazonaws.vpce.us-east-2.vpce-svc-0123456789abcdef0"
	args := threeZones()
	args.Endpoints = &network.EndpointsArgs{Services: []string{service}, AllowedCIDRs: []string{"10.0.0.0/16"}}
	rec := mockstest.Run(t, vpc(args))
	endpoint := mockstest.Find(t, rec, "main-endpoint-"+service)
	assert.Equal(t, service, endpoint.Inputs["serviceName"])
	assert.Equal(t, false, endpoint.Inputs["privateDnsEnabled"], "the service may have no private DNS name")
	assert.Len(t, rec.OfType(ingressType), 1, "the VPC's own CIDR has one rule")
}
