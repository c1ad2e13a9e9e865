package network

import (
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
)

// gatewayService returns the service name of a gateway endpoint: com.amazonaws.us-east-2.s3. In the isolated partitions it begins
// with the partition's reversed DNS suffix; China has com.amazonaws for gateways, although not for most interface endpoints
// (aws/aws-cdk packages/aws-cdk-lib/aws-ec2/lib/vpc-endpoint.ts, GatewayVpcEndpointAwsService).
func gatewayService(region, service string) string {
	return reversedSuffix(region) + "." + region + "." + service
}

// reversedSuffix returns the labels of the DNS suffix of a region's partition in reverse, without China's cn.
func reversedSuffix(region string) string {
	suffix := strings.TrimSuffix(partition.OfRegion(region).DNSSuffix, ".cn")
	labels := strings.Split(suffix, ".")
	slices.Reverse(labels)
	return strings.Join(labels, ".")
}

// partitionServices lists, by partition, the services whose interface endpoints have the partition's own prefix; those of all
// other services begin with com.amazonaws (aws/aws-cdk packages/aws-cdk-lib/aws-ec2/lib/vpc-endpoint.ts, getDefaultEndpointPrefix).
var partitionServices = map[string][]string{
	"aws-cn": {
		"autoscaling", "cloudformation", "ebs", "ec2", "ecr.api", "ecr.dkr", "elasticfilesystem", "lambda", "monitoring",
		"securityhub", "sqs", "sts", "xray",
	},
	"aws-iso":   {"autoscaling", "ebs", "ec2", "ecr.api", "ecr.dkr", "elasticfilesystem", "sns", "sqs"},
	"aws-iso-b": {"autoscaling", "ebs", "ec2", "ecr.api", "ecr.dkr", "elasticfilesystem", "sns", "sqs"},
}

// interfaceService returns the service name of an interface endpoint: com.amazonaws.us-east-2.ecr.api,
// cn.com.amazonaws.cn-north-1.ec2. It returns full names unchanged.
func interfaceService(region, service string) string {
	if isFullServiceName(service) {
		return service
	}
	id := partition.OfRegion(region).ID
	prefix := "com.amazonaws"
	if slices.Contains(partitionServices[id], service) {
		prefix = reversedSuffix(region)
		if id == "aws-cn" {
			prefix = "cn." + prefix
		}
	}
	return prefix + "." + region + "." + service
}

// serviceHost returns the DNS name of a service by its short name: ec2.us-east-2.amazonaws.com, api.ecr.us-east-2.amazonaws.com.
// The names of buckets and registries are subdomains of it.
func serviceHost(region, service string) string {
	labels := strings.Split(service, ".")
	slices.Reverse(labels)
	return strings.Join(append(labels, region, partition.OfRegion(region).DNSSuffix), ".")
}

// isFullServiceName reports whether service is a full name, such as com.amazonaws.vpce.us-east-2.vpce-svc-0123456789abcdef0.
func isFullServiceName(service string) bool {
	return strings.Count(service, ".") >= 3
}

// isEndpointService reports whether service is a PrivateLink endpoint service that is not AWS's own. Such a service may have no
// private DNS name, and AWS rejects to enable private DNS for an endpoint of a service without one.
func isEndpointService(service string) bool {
	return strings.Contains(service, ".vpce.")
}

// noProxy returns what the machines of a VPC reach without a proxy: its CIDRs and the hosts of services that have an endpoint. The
// hosts of services with full names are not known.
func noProxy(cidrs []string, region string, services []string) []string {
	direct := slices.Clone(cidrs)
	for _, service := range services {
		if !isFullServiceName(service) {
			direct = append(direct, serviceHost(region, service))
		}
	}
	return direct
}
