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
	return reversed(region) + "." + region + "." + service
}

// reversed is the DNS suffix of a region's partition turned round, without China's own label.
func reversed(region string) string {
	suffix := strings.TrimSuffix(partition.OfRegion(region).DNSSuffix, ".cn")
	labels := strings.Split(suffix, ".")
	slices.Reverse(labels)
	return strings.Join(labels, ".")
}

// ownPrefix lists, by partition, the interface services of which names begin with the partition's own prefix; those of all
// other services begin with com.amazonaws (aws/aws-cdk packages/aws-cdk-lib/aws-ec2/lib/vpc-endpoint.ts, getDefaultEndpointPrefix).
var ownPrefix = map[string][]string{
	"aws-cn": {
		"autoscaling", "cloudformation", "ebs", "ec2", "ecr.api", "ecr.dkr", "elasticfilesystem", "lambda", "monitoring",
		"securityhub", "sqs", "sts", "xray",
	},
	"aws-iso":   {"autoscaling", "ebs", "ec2", "ecr.api", "ecr.dkr", "elasticfilesystem", "sns", "sqs"},
	"aws-iso-b": {"autoscaling", "ebs", "ec2", "ecr.api", "ecr.dkr", "elasticfilesystem", "sns", "sqs"},
}

// interfaceService names an interface endpoint's service: com.amazonaws.us-east-2.ecr.api, cn.com.amazonaws.cn-north-1.ec2.
// A name that is whole already stays as it is.
func interfaceService(region, service string) string {
	if isWholeService(service) {
		return service
	}
	own := partition.OfRegion(region).ID
	prefix := "com.amazonaws"
	if slices.Contains(ownPrefix[own], service) {
		prefix = reversed(region)
		if own == "aws-cn" {
			prefix = "cn." + prefix
		}
	}
	return prefix + "." + region + "." + service
}

// serviceHost is the name by which a service with a short name is reached: ec2.us-east-2.amazonaws.com,
// api.ecr.us-east-2.amazonaws.com. Those of buckets and registries are below it.
func serviceHost(region, service string) string {
	labels := strings.Split(service, ".")
	slices.Reverse(labels)
	return strings.Join(append(labels, region, partition.OfRegion(region).DNSSuffix), ".")
}

// isWholeService tells a service's whole name, such as com.amazonaws.vpce.us-east-2.vpce-svc-0123456789abcdef0, from a short one.
func isWholeService(service string) bool {
	labels := strings.Split(service, ".")
	return len(labels) >= 4
}

// isOwnService tells an endpoint service that is not AWS's. Such services need not have a name to be reached by, and AWS
// refuses to give the endpoint one that they do not have.
func isOwnService(service string) bool {
	return strings.Contains(service, ".vpce.")
}
