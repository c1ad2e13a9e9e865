package mocks

// kind tells how AWS identifies resources of a type. Patterns hold {property}, {id}, {hex} and what else expand fills.
type kind struct {
	// id is the pattern of the provider's id.
	id string
	// idAlso is a property that repeats the id.
	idAlso string
	// service and arn are those parts of the ARN, from the service on; no arn, no ARN.
	service, arn string
	// before adds outputs that id and arn need, after adds those that need the id.
	before func(a *answer)
	after  func(a *answer, id string)
}

func ec2Kind(prefix, resource string) kind {
	return kind{id: "{ec2:" + prefix + "}", service: "ec2", arn: resource + "/{id}"}
}

// kinds holds the ids and ARNs of terraform-provider-aws; how AWS writes ARNs is in its Service Authorization Reference.
var kinds = map[string]kind{
	"aws:acm/certificate:Certificate":                                      {id: "{arn}", service: "acm", arn: "certificate/{uuid}"},
	"aws:autoscaling/group:Group":                                          {id: "{name}", service: "autoscaling", arn: "autoScalingGroup:{uuid}:autoScalingGroupName/{name}"},
	"aws:autoscaling/lifecycleHook:LifecycleHook":                          {id: "{name}"},
	"aws:autoscaling/policy:Policy":                                        {id: "{name}", service: "autoscaling", arn: "scalingPolicy:{uuid}:autoScalingGroupName/{autoscalingGroupName}:policyName/{name}"},
	"aws:autoscaling/schedule:Schedule":                                    {id: "{scheduledActionName}"},
	"aws:cloudwatch/eventRule:EventRule":                                   {id: "{name}", service: "events", arn: "rule/{name}"},
	"aws:cloudwatch/logGroup:LogGroup":                                     {id: "{name}", service: "logs", arn: "log-group:{name}"},
	"aws:cloudwatch/metricAlarm:MetricAlarm":                               {id: "{name}", service: "cloudwatch", arn: "alarm:{name}"},
	"aws:ebs/volume:Volume":                                                ec2Kind("vol", "volume"),
	"aws:ec2/eip:Eip":                                                      {id: "{ec2:eipalloc}", idAlso: "allocationId", service: "ec2", arn: "elastic-ip/{id}", after: eip},
	"aws:ec2/eipAssociation:EipAssociation":                                {id: "{ec2:eipassoc}"},
	"aws:ec2/egressOnlyInternetGateway:EgressOnlyInternetGateway":          {id: "{ec2:eigw}"},
	"aws:ec2/flowLog:FlowLog":                                              ec2Kind("fl", "vpc-flow-log"),
	"aws:ec2/instance:Instance":                                            {id: "{ec2:i}", service: "ec2", arn: "instance/{id}", after: instance},
	"aws:ec2/internetGateway:InternetGateway":                              ec2Kind("igw", "internet-gateway"),
	"aws:ec2/keyPair:KeyPair":                                              {id: "{keyName}", service: "ec2", arn: "key-pair/{keyName}"},
	"aws:ec2/launchTemplate:LaunchTemplate":                                {id: "{ec2:lt}", service: "ec2", arn: "launch-template/{id}", after: launchTemplate},
	"aws:ec2/natGateway:NatGateway":                                        {id: "{ec2:nat}", after: natGateway},
	"aws:ec2/networkAcl:NetworkAcl":                                        ec2Kind("acl", "network-acl"),
	"aws:ec2/networkInterface:NetworkInterface":                            ec2Kind("eni", "network-interface"),
	"aws:ec2/placementGroup:PlacementGroup":                                {id: "{name}", service: "ec2", arn: "placement-group/{name}"},
	"aws:ec2/route:Route":                                                  {id: "r-{routeTableId}{hex}"},
	"aws:ec2/routeTable:RouteTable":                                        ec2Kind("rtb", "route-table"),
	"aws:ec2/routeTableAssociation:RouteTableAssociation":                  {id: "{ec2:rtbassoc}"},
	"aws:ec2/securityGroup:SecurityGroup":                                  ec2Kind("sg", "security-group"),
	"aws:ec2/subnet:Subnet":                                                {id: "{ec2:subnet}", service: "ec2", arn: "subnet/{id}", after: subnet},
	"aws:ec2/tag:Tag":                                                      {id: "{resourceId},{key}"},
	"aws:ec2/vpc:Vpc":                                                      ec2Kind("vpc", "vpc"),
	"aws:ec2/vpcDhcpOptions:VpcDhcpOptions":                                ec2Kind("dopt", "dhcp-options"),
	"aws:ec2/vpcDhcpOptionsAssociation:VpcDhcpOptionsAssociation":          {id: "{dhcpOptionsId}-{vpcId}"},
	"aws:ec2/vpcEndpoint:VpcEndpoint":                                      {id: "{ec2:vpce}", service: "ec2", arn: "vpc-endpoint/{id}", after: vpcEndpoint},
	"aws:ec2/vpcEndpointService:VpcEndpointService":                        {id: "{ec2:vpce-svc}", service: "ec2", arn: "vpc-endpoint-service/{id}", after: vpcEndpointService},
	"aws:ec2/vpcIpv4CidrBlockAssociation:VpcIpv4CidrBlockAssociation":      {id: "{ec2:vpc-cidr-assoc}"},
	"aws:efs/fileSystem:FileSystem":                                        {id: "{ec2:fs}", service: "elasticfilesystem", arn: "file-system/{id}", after: fileSystem},
	"aws:efs/mountTarget:MountTarget":                                      {id: "{ec2:fsmt}"},
	"aws:elb/loadBalancer:LoadBalancer":                                    {id: "{name}", service: "elasticloadbalancing", arn: "loadbalancer/{name}", after: classicLoadBalancer},
	"aws:iam/accessKey:AccessKey":                                          {id: "{upper:AKI}"},
	"aws:iam/instanceProfile:InstanceProfile":                              {id: "{name}", service: "iam", arn: "instance-profile{path}{name}", before: path},
	"aws:iam/openIdConnectProvider:OpenIdConnectProvider":                  {id: "{arn}", service: "iam", arn: "oidc-provider/{url}", before: withoutScheme},
	"aws:iam/policy:Policy":                                                {id: "{arn}", service: "iam", arn: "policy{path}{name}", before: path},
	"aws:iam/role:Role":                                                    {id: "{name}", service: "iam", arn: "role{path}{name}", before: path},
	"aws:iam/rolePolicy:RolePolicy":                                        {id: "{role}:{name}"},
	"aws:iam/rolePolicyAttachment:RolePolicyAttachment":                    {id: "{role}-{hex}"},
	"aws:iam/serviceLinkedRole:ServiceLinkedRole":                          {id: "{arn}", service: "iam", arn: "role/aws-service-role/{awsServiceName}/AWSServiceRole"},
	"aws:iam/user:User":                                                    {id: "{name}", service: "iam", arn: "user{path}{name}", before: path},
	"aws:iam/userPolicy:UserPolicy":                                        {id: "{user}:{name}"},
	"aws:kms/alias:Alias":                                                  {id: "{name}", service: "kms", arn: "{name}"},
	"aws:kms/key:Key":                                                      {id: "{uuid}", idAlso: "keyId", service: "kms", arn: "key/{id}"},
	"aws:kms/keyPolicy:KeyPolicy":                                          {id: "{keyId}"},
	"aws:lb/listener:Listener":                                             {id: "{arn}", before: listener},
	"aws:lb/listenerRule:ListenerRule":                                     {id: "{arn}", before: listenerRule},
	"aws:lb/loadBalancer:LoadBalancer":                                     {id: "{arn}", before: loadBalancer},
	"aws:lb/targetGroup:TargetGroup":                                       {id: "{arn}", before: targetGroup},
	"aws:lb/targetGroupAttachment:TargetGroupAttachment":                   {id: "{targetGroupArn}-{hex}"},
	"aws:route53/record:Record":                                            {id: "{zoneId}_{name}_{type}", after: record},
	"aws:route53/zone:Zone":                                                {id: "{upper:Z}", idAlso: "zoneId", service: "route53", arn: "hostedzone/{id}", after: zone},
	"aws:route53/zoneAssociation:ZoneAssociation":                          {id: "{zoneId}:{vpcId}"},
	"aws:s3/bucketAclV2:BucketAclV2":                                       {id: "{bucket}"},
	"aws:s3/bucketLifecycleConfigurationV2:BucketLifecycleConfigurationV2": {id: "{bucket}"},
	"aws:s3/bucketLoggingV2:BucketLoggingV2":                               {id: "{bucket}"},
	"aws:s3/bucketObjectv2:BucketObjectv2":                                 {id: "{key}", service: "s3", arn: "{bucket}/{key}"},
	"aws:s3/bucketOwnershipControls:BucketOwnershipControls":               {id: "{bucket}"},
	"aws:s3/bucketPolicy:BucketPolicy":                                     {id: "{bucket}"},
	"aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock":               {id: "{bucket}"},
	"aws:s3/bucketServerSideEncryptionConfigurationV2:BucketServerSideEncryptionConfigurationV2": {id: "{bucket}"},
	"aws:s3/bucketV2:BucketV2":                                  {id: "{bucket}", service: "s3", arn: "{bucket}", after: bucket},
	"aws:s3/bucketVersioningV2:BucketVersioningV2":              {id: "{bucket}"},
	"aws:secretsmanager/secret:Secret":                          {id: "{arn}", service: "secretsmanager", arn: "secret:{name}-{hex}"},
	"aws:secretsmanager/secretVersion:SecretVersion":            {id: "{secretId}|{uuid}"},
	"aws:sns/topic:Topic":                                       {id: "{arn}", service: "sns", arn: "{name}"},
	"aws:sqs/queue:Queue":                                       {id: "{url}", service: "sqs", arn: "{name}", before: queue},
	"aws:sqs/queuePolicy:QueuePolicy":                           {id: "{queueUrl}"},
	"aws:ssm/parameter:Parameter":                               {id: "{name}", service: "ssm", arn: "parameter/{name}"},
	"aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule":   {id: "{ec2:sgr}", idAlso: "securityGroupRuleId", service: "ec2", arn: "security-group-rule/{id}"},
	"aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule": {id: "{ec2:sgr}", idAlso: "securityGroupRuleId", service: "ec2", arn: "security-group-rule/{id}"},
}
