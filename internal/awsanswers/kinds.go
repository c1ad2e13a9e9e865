package awsanswers

import (
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// kindInfo tells how AWS names resources of one type and what else it answers.
type kindInfo struct {
	id      func(*answer) string
	arn     func(*answer) string
	idIsARN bool
	fill    func(*answer)
}

// hexID is the id of EC2's and similar services: a prefix and 17 hex digits.
func hexID(prefix string) func(*answer) string {
	return func(a *answer) string { return prefix + "-" + a.hex("id", 17) }
}

// property is an id that is one of the resource's own properties.
func property(name string) func(*answer) string {
	return func(a *answer) string { return a.text(name) }
}

// joined is an id that the provider composes of properties.
func joined(separator string, names ...string) func(*answer) string {
	return func(a *answer) string {
		var parts []string
		for _, name := range names {
			if text := a.text(name); text != "" {
				parts = append(parts, text)
			}
		}
		return strings.Join(parts, separator)
	}
}

// hashed is an id that the provider makes of a property and a hash.
func hashed(name string) func(*answer) string {
	return func(a *answer) string { return a.text(name) + "-" + a.hex("id", 10) }
}

// idARN is an ARN that ends in the id.
func idARN(service, before string) func(*answer) string {
	return func(a *answer) string { return a.arn(service, before+a.id) }
}

// nameARN is an ARN that ends in a property.
func nameARN(service, before, name string) func(*answer) string {
	return func(a *answer) string { return a.arn(service, before+a.text(name)) }
}

// iamARN is an ARN of IAM, which knows no regions and puts a path before the name.
func iamARN(kind string) func(*answer) string {
	return func(a *answer) string {
		a.set("path", "/")
		return a.partition.ARN("iam", "", AccountID, kind+a.text("path")+a.text("name"))
	}
}

func ec2(prefix, kind string, fill func(*answer)) kindInfo {
	return kindInfo{id: hexID(prefix), arn: idARN("ec2", kind+"/"), fill: fill}
}

func byARN(arn func(*answer) string, fill func(*answer)) kindInfo {
	return kindInfo{id: func(*answer) string { return "" }, arn: arn, idIsARN: true, fill: fill}
}

// kinds holds the types that OpenShift on AWS is made of. The forms of ids are those that the Terraform AWS provider
// shows in its documentation's import sections.
var kinds = map[string]kindInfo{
	"aws:ec2/vpc:Vpc":                                                      ec2("vpc", "vpc", fillVPC),
	"aws:ec2/subnet:Subnet":                                                ec2("subnet", "subnet", fillSubnet),
	"aws:ec2/internetGateway:InternetGateway":                              ec2("igw", "internet-gateway", nil),
	"aws:ec2/egressOnlyInternetGateway:EgressOnlyInternetGateway":          {id: hexID("eigw")},
	"aws:ec2/natGateway:NatGateway":                                        {id: hexID("nat"), fill: fillNAT},
	"aws:ec2/eip:Eip":                                                      ec2("eipalloc", "elastic-ip", fillEIP),
	"aws:ec2/eipAssociation:EipAssociation":                                {id: hexID("eipassoc")},
	"aws:ec2/routeTable:RouteTable":                                        ec2("rtb", "route-table", nil),
	"aws:ec2/routeTableAssociation:RouteTableAssociation":                  {id: hexID("rtbassoc")},
	"aws:ec2/mainRouteTableAssociation:MainRouteTableAssociation":          {id: hexID("rtbassoc")},
	"aws:ec2/route:Route":                                                  {id: routeID, fill: fillRoute},
	"aws:ec2/vpcEndpoint:VpcEndpoint":                                      ec2("vpce", "vpc-endpoint", fillEndpoint),
	"aws:ec2/vpcEndpointService:VpcEndpointService":                        ec2("vpce-svc", "vpc-endpoint-service", nil),
	"aws:ec2/vpcDhcpOptions:VpcDhcpOptions":                                ec2("dopt", "dhcp-options", nil),
	"aws:ec2/vpcIpv4CidrBlockAssociation:VpcIpv4CidrBlockAssociation":      {id: hexID("vpc-cidr-assoc")},
	"aws:ec2/networkAcl:NetworkAcl":                                        ec2("acl", "network-acl", nil),
	"aws:ec2/networkInterface:NetworkInterface":                            ec2("eni", "network-interface", nil),
	"aws:ec2/flowLog:FlowLog":                                              ec2("fl", "vpc-flow-log", nil),
	"aws:ec2/securityGroup:SecurityGroup":                                  ec2("sg", "security-group", nil),
	"aws:ec2/securityGroupRule:SecurityGroupRule":                          {id: hexID("sgrule")},
	"aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule":            ec2("sgr", "security-group-rule", fillRule),
	"aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule":              ec2("sgr", "security-group-rule", fillRule),
	"aws:ec2/instance:Instance":                                            ec2("i", "instance", fillInstance),
	"aws:ec2/launchTemplate:LaunchTemplate":                                ec2("lt", "launch-template", fillLaunchTemplate),
	"aws:ec2/keyPair:KeyPair":                                              {id: property("keyName"), arn: nameARN("ec2", "key-pair/", "keyName")},
	"aws:ec2/placementGroup:PlacementGroup":                                {id: property("name"), arn: nameARN("ec2", "placement-group/", "name")},
	"aws:ebs/volume:Volume":                                                ec2("vol", "volume", nil),
	"aws:autoscaling/group:Group":                                          {id: property("name"), arn: groupARN, fill: fillGroup},
	"aws:autoscaling/policy:Policy":                                        {id: property("name"), arn: nameARN("autoscaling", "scalingPolicy:", "name")},
	"aws:autoscaling/lifecycleHook:LifecycleHook":                          {id: property("name")},
	"aws:iam/role:Role":                                                    {id: property("name"), arn: iamARN("role"), fill: fillUnique("AROA")},
	"aws:iam/user:User":                                                    {id: property("name"), arn: iamARN("user"), fill: fillUnique("AIDA")},
	"aws:iam/instanceProfile:InstanceProfile":                              {id: property("name"), arn: iamARN("instance-profile"), fill: fillUnique("AIPA")},
	"aws:iam/policy:Policy":                                                byARN(iamARN("policy"), fillPolicy),
	"aws:iam/rolePolicy:RolePolicy":                                        {id: joined(":", "role", "name")},
	"aws:iam/userPolicy:UserPolicy":                                        {id: joined(":", "user", "name")},
	"aws:iam/rolePolicyAttachment:RolePolicyAttachment":                    {id: hashed("role")},
	"aws:iam/openIdConnectProvider:OpenIdConnectProvider":                  byARN(oidcARN, nil),
	"aws:iam/accessKey:AccessKey":                                          {id: accessKeyID, fill: fillAccessKey},
	"aws:lb/loadBalancer:LoadBalancer":                                     byARN(loadBalancerARN, fillLoadBalancer),
	"aws:lb/targetGroup:TargetGroup":                                       byARN(targetGroupARN, fillTargetGroup),
	"aws:lb/listener:Listener":                                             byARN(listenerARN, nil),
	"aws:lb/listenerRule:ListenerRule":                                     byARN(listenerRuleARN, nil),
	"aws:lb/targetGroupAttachment:TargetGroupAttachment":                   {id: hashed("targetGroupArn")},
	"aws:elb/loadBalancer:LoadBalancer":                                    {id: property("name"), arn: nameARN("elasticloadbalancing", "loadbalancer/", "name"), fill: fillClassicLoadBalancer},
	"aws:route53/zone:Zone":                                                {id: zoneID, arn: zoneARN, fill: fillZone},
	"aws:route53/record:Record":                                            {id: joined("_", "zoneId", "name", "type", "setIdentifier"), fill: fillRecord},
	"aws:route53/zoneAssociation:ZoneAssociation":                          {id: joined(":", "zoneId", "vpcId")},
	"aws:s3/bucketV2:BucketV2":                                             {id: property("bucket"), arn: bucketARN, fill: fillBucket},
	"aws:s3/bucketObjectv2:BucketObjectv2":                                 {id: property("key"), arn: objectARN, fill: fillObject},
	"aws:s3/bucketPolicy:BucketPolicy":                                     {id: property("bucket")},
	"aws:s3/bucketAclV2:BucketAclV2":                                       {id: joined(",", "bucket", "acl")},
	"aws:s3/bucketLoggingV2:BucketLoggingV2":                               {id: property("bucket")},
	"aws:s3/bucketOwnershipControls:BucketOwnershipControls":               {id: property("bucket")},
	"aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock":               {id: property("bucket")},
	"aws:s3/bucketVersioningV2:BucketVersioningV2":                         {id: property("bucket")},
	"aws:s3/bucketLifecycleConfigurationV2:BucketLifecycleConfigurationV2": {id: property("bucket")},
	"aws:s3/bucketServerSideEncryptionConfigurationV2:BucketServerSideEncryptionConfigurationV2": {id: property("bucket")},
	"aws:kms/key:Key":                                {id: uuid, arn: idARN("kms", "key/"), fill: fillKey},
	"aws:kms/alias:Alias":                            {id: property("name"), arn: nameARN("kms", "", "name"), fill: fillAlias},
	"aws:cloudwatch/logGroup:LogGroup":               {id: property("name"), arn: nameARN("logs", "log-group:", "name")},
	"aws:cloudwatch/metricAlarm:MetricAlarm":         {id: property("name"), arn: nameARN("cloudwatch", "alarm:", "name")},
	"aws:cloudwatch/eventRule:EventRule":             {id: property("name"), arn: nameARN("events", "rule/", "name")},
	"aws:secretsmanager/secret:Secret":               byARN(secretARN, nil),
	"aws:secretsmanager/secretVersion:SecretVersion": {id: joined("|", "secretId", "versionId")},
	"aws:sns/topic:Topic":                            byARN(nameARN("sns", "", "name"), nil),
	"aws:sqs/queue:Queue":                            {id: queueURL, arn: nameARN("sqs", "", "name"), fill: fillQueue},
	"aws:sqs/queuePolicy:QueuePolicy":                {id: property("queueUrl")},
	"aws:ssm/parameter:Parameter":                    {id: property("name"), arn: parameterARN, fill: fillParameter},
	"aws:acm/certificate:Certificate":                byARN(certificateARN, fillCertificate),
	"aws:efs/fileSystem:FileSystem":                  {id: hexID("fs"), arn: idARN("elasticfilesystem", "file-system/"), fill: fillFileSystem},
	"aws:efs/mountTarget:MountTarget":                {id: hexID("fsmt")},
}

// setNumber is set for numbers, which property maps hold as floats.
func (a *answer) setNumber(key string, value int) {
	if !a.has(key) {
		a.outputs[resource.PropertyKey(key)] = resource.NewNumberProperty(float64(value))
	}
}
