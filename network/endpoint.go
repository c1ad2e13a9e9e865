package network

import (
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
)

// gatewayService names a gateway endpoint's service: com.amazonaws.us-east-2.s3. The isolated partitions begin with their own
// suffix turned round; China has com.amazonaws for gateways, although not for most interface endpoints
// (aws/aws-cdk packages/aws-cdk-lib/aws-ec2/lib/vpc-endpoint.ts, GatewayVpcEndpointAwsService).
func gatewayService(region, service string) string {
	suffix := strings.TrimSuffix(partition.OfRegion(region).DNSSuffix, ".cn")
	labels := strings.Split(suffix, ".")
	slices.Reverse(labels)
	return strings.Join(append(labels, region, service), ".")
}
