package adopt

import "strings"

// ofARN are the types of resources by the service and the kind in their ARN. The ID is the last part of the ARN, or all of it.
var ofARN = map[string]struct {
	token string
	whole bool
}{
	"ec2:vpc":                           {token: "aws:ec2/vpc:Vpc"},
	"ec2:dhcp-options":                  {token: "aws:ec2/vpcDhcpOptions:VpcDhcpOptions"},
	"ec2:egress-only-internet-gateway":  {token: "aws:ec2/egressOnlyInternetGateway:EgressOnlyInternetGateway"},
	"ec2:elastic-ip":                    {token: "aws:ec2/eip:Eip"},
	"ec2:instance":                      {token: "aws:ec2/instance:Instance"},
	"ec2:internet-gateway":              {token: "aws:ec2/internetGateway:InternetGateway"},
	"ec2:launch-template":               {token: "aws:ec2/launchTemplate:LaunchTemplate"},
	"ec2:natgateway":                    {token: "aws:ec2/natGateway:NatGateway"},
	"ec2:network-interface":             {token: "aws:ec2/networkInterface:NetworkInterface"},
	"ec2:route-table":                   {token: "aws:ec2/routeTable:RouteTable"},
	"ec2:security-group":                {token: "aws:ec2/securityGroup:SecurityGroup"},
	"ec2:subnet":                        {token: "aws:ec2/subnet:Subnet"},
	"ec2:vpc-endpoint":                  {token: "aws:ec2/vpcEndpoint:VpcEndpoint"},
	"elasticloadbalancing:listener":     {token: "aws:lb/listener:Listener", whole: true},
	"elasticloadbalancing:loadbalancer": {token: "aws:lb/loadBalancer:LoadBalancer", whole: true},
	"elasticloadbalancing:targetgroup":  {token: "aws:lb/targetGroup:TargetGroup", whole: true},
	"elasticfilesystem:file-system":     {token: "aws:efs/fileSystem:FileSystem"},
	"iam:oidc-provider":                 {token: "aws:iam/openIdConnectProvider:OpenIdConnectProvider", whole: true},
	"kms:key":                           {token: "aws:kms/key:Key"},
	"route53:hostedzone":                {token: "aws:route53/zone:Zone"},
}

// ofMapping returns the resource of an element that `aws resourcegroupstaggingapi get-resources` lists: it has no properties but tags.
func ofMapping(element map[string]any) (r Resource, known bool) {
	arn, _ := element["ResourceARN"].(string)
	parts := strings.SplitN(arn, ":", 6)
	if len(parts) < 6 {
		return Resource{}, false
	}
	kind, id, _ := strings.Cut(parts[5], "/")
	found, known := ofARN[parts[2]+":"+kind]
	if found.whole {
		id = arn
	}
	return Resource{Type: found.token, ID: id, Properties: map[string]any{"tags": tagsOf(element["Tags"])}}, known
}

// clusterTag begins the tags of resources of a cluster, before its infrastructure ID (openshift/installer release-4.19
// pkg/asset/cluster/aws/aws.go). clusterType is the tag of what the service created for a ROSA cluster, which is not the program's
// (terraform-redhat/terraform-provider-rhcs v1.7.7 tests/e2e/verification_post_day1_test.go).
const (
	clusterTag  = "kubernetes.io/cluster/"
	clusterType = "red-hat-clustertype"
)

// clustersOf returns the tags by which resources belong to clusters.
func clustersOf(properties map[string]any) map[string]bool {
	found := map[string]bool{}
	tags, _ := properties["tags"].(map[string]any)
	for key := range tags {
		if strings.HasPrefix(key, clusterTag) {
			found[key] = true
		}
	}
	return found
}

// belongsToOther reports whether a resource is of other clusters than those of the arguments, or of the service.
func belongsToOther(arguments, properties map[string]any) bool {
	if tag(properties, clusterType) != "" && tag(arguments, clusterType) == "" {
		return true
	}
	wanted, has := clustersOf(arguments), clustersOf(properties)
	for key := range has {
		if wanted[key] {
			return false
		}
	}
	return len(wanted) > 0 && len(has) > 0
}
