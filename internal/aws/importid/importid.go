// Package importid has the format of each resource type's import ID, which for some types is not the ID: terraform-provider-aws 5.100
// (website/docs/r, section Import of each resource) and terraform-provider-rhcs 1.7.7 (ImportState of each resource).
package importid

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
)

// formats are the import IDs that differ from the ID. {a} is a property, {a|b} the first of two that is set.
var formats = map[string]string{
	"aws:autoscaling/lifecycleHook:LifecycleHook":                               "{autoscalingGroupName}/{name}",
	"aws:autoscaling/policy:Policy":                                             "{autoscalingGroupName}/{name}",
	"aws:autoscaling/schedule:Schedule":                                         "{autoscalingGroupName}/{scheduledActionName}",
	"aws:cloudwatch/eventTarget:EventTarget":                                    "{eventBusName}/{rule}/{targetId}",
	"aws:ec2/defaultRouteTable:DefaultRouteTable":                               "{vpcId}",
	"aws:ec2/route:Route":                                                       "{routeTableId}_{destinationCidrBlock|destinationIpv6CidrBlock|destinationPrefixListId}",
	"aws:ec2/routeTableAssociation:RouteTableAssociation":                       "{subnetId|gatewayId}/{routeTableId}",
	"aws:ec2/vpcDhcpOptionsAssociation:VpcDhcpOptionsAssociation":               "{vpcId}",
	"aws:ec2/vpcEndpointRouteTableAssociation:VpcEndpointRouteTableAssociation": "{vpcEndpointId}/{routeTableId}",
	"aws:ec2/vpcEndpointSubnetAssociation:VpcEndpointSubnetAssociation":         "{vpcEndpointId}/{subnetId}",
	"aws:ec2/volumeAttachment:VolumeAttachment":                                 "{deviceName}:{volumeId}:{instanceId}",
	"aws:iam/rolePolicyAttachment:RolePolicyAttachment":                         "{role}/{policyArn}",
	"aws:s3/bucketObjectv2:BucketObjectv2":                                      "{bucket}/{key}",
	"aws:secretsmanager/secretVersion:SecretVersion":                            "{secretId}|{versionId}",
	"rhcs:index/breakGlassCredential:BreakGlassCredential":                      "{cluster},{id}",
	"rhcs:index/clusterAutoscaler:ClusterAutoscaler":                            "{cluster}",
	"rhcs:index/defaultIngress:DefaultIngress":                                  "{cluster}",
	"rhcs:index/hcpClusterAutoscaler:HcpClusterAutoscaler":                      "{cluster}",
	"rhcs:index/hcpDefaultIngress:HcpDefaultIngress":                            "{cluster}",
	"rhcs:index/hcpMachinePool:HcpMachinePool":                                  "{cluster},{name}",
	"rhcs:index/identityProvider:IdentityProvider":                              "{cluster},{name}",
	"rhcs:index/imageMirror:ImageMirror":                                        "{clusterId}:{id}",
	"rhcs:index/kubeletconfig:Kubeletconfig":                                    "{cluster}",
	"rhcs:index/logForwarder:LogForwarder":                                      "{cluster},{id}",
	"rhcs:index/machinePool:MachinePool":                                        "{cluster},{name}",
	"rhcs:index/rosaOcmRoleLink:RosaOcmRoleLink":                                "{roleArn}",
	"rhcs:index/tuningConfig:TuningConfig":                                      "{cluster},{id}",
}

// names are the IDs that consist of the resource's arguments: they are known before the resource is read.
var names = map[string]string{
	"aws:autoscaling/group:Group":                                            "{name}",
	"aws:cloudwatch/eventRule:EventRule":                                     "default/{name}",
	"aws:cloudwatch/logGroup:LogGroup":                                       "{name}",
	"aws:ec2/keyPair:KeyPair":                                                "{keyName}",
	"aws:ec2/tag:Tag":                                                        "{resourceId},{key}",
	"aws:elb/loadBalancer:LoadBalancer":                                      "{name}",
	"aws:iam/instanceProfile:InstanceProfile":                                "{name}",
	"aws:iam/role:Role":                                                      "{name}",
	"aws:iam/rolePolicy:RolePolicy":                                          "{role}:{name}",
	"aws:iam/user:User":                                                      "{name}",
	"aws:iam/userPolicy:UserPolicy":                                          "{user}:{name}",
	"aws:kms/alias:Alias":                                                    "{name}",
	"aws:route53/record:Record":                                              "{zoneId}_{name}_{type}",
	"aws:route53/zoneAssociation:ZoneAssociation":                            "{zoneId}:{vpcId}",
	"aws:s3/bucketLifecycleConfigurationV2:BucketLifecycleConfigurationV2":   "{bucket}",
	"aws:s3/bucketLoggingV2:BucketLoggingV2":                                 "{bucket}",
	"aws:s3/bucketObjectLockConfigurationV2:BucketObjectLockConfigurationV2": "{bucket}",
	"aws:s3/bucketOwnershipControls:BucketOwnershipControls":                 "{bucket}",
	"aws:s3/bucketPolicy:BucketPolicy":                                       "{bucket}",
	"aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock":                 "{bucket}",
	"aws:s3/bucketReplicationConfig:BucketReplicationConfig":                 "{bucket}",
	"aws:s3/bucketServerSideEncryptionConfigurationV2:BucketServerSideEncryptionConfigurationV2": "{bucket}",
	"aws:s3/bucketV2:BucketV2":                     "{bucket}",
	"aws:s3/bucketVersioningV2:BucketVersioningV2": "{bucket}",
	"aws:sqs/queuePolicy:QueuePolicy":              "{queueUrl}",
	"aws:ssm/parameter:Parameter":                  "{name}",
	"rhcs:index/dnsDomain:DnsDomain":               "{id}",
}

// notImportable are the types that cannot be imported, with what creating one does if it exists already.
var notImportable = map[string]string{
	"aws:autoscaling/attachment:Attachment":                     "the Auto Scaling group is attached to the load balancer again, which changes nothing",
	"aws:autoscaling/notification:Notification":                 "the notification is written again",
	"aws:ec2/securityGroupAssociation:SecurityGroupAssociation": "the security group is associated again, which changes nothing",
	"aws:elb/attachment:Attachment":                             "the instance is registered again, which changes nothing",
	"aws:lb/targetGroupAttachment:TargetGroupAttachment":        "the target is registered again, which changes nothing",
	"rhcs:index/groupMembership:GroupMembership":                "the user is added to the group again",
	"rhcs:index/rosaOidcConfigInput:RosaOidcConfigInput":        "a key pair and a bucket's name are generated that the cluster does not have",
}

// unchanging are the types that cannot be imported, of which creating an existing one changes nothing.
var unchanging = map[string]bool{
	"aws:autoscaling/attachment:Attachment":                     true,
	"aws:ec2/securityGroupAssociation:SecurityGroupAssociation": true,
	"aws:elb/attachment:Attachment":                             true,
	"aws:lb/targetGroupAttachment:TargetGroupAttachment":        true,
}

// Rejected returns why a type cannot be imported, "" if it can, and whether creating an existing one changes nothing.
func Rejected(token string) (reason string, unchanged bool) {
	if strings.HasPrefix(token, "kubernetes:") {
		return objects, false
	}
	return notImportable[token], unchanging[token]
}

// objects is the reason of types of Kubernetes: an import reads the fields of types that pulumi-kubernetes' schema has, without a
// difference between those that the program sets and those of controllers (pulumi-kubernetes 4.30 provider/pkg/provider/provider.go, Read).
const objects = "an object in a cluster is not imported: server-side apply takes its fields over"

var placeholder = regexp.MustCompile(`\{[^}]+\}`)

// Of returns the import ID of a resource that exists, with its ID and its properties.
func Of(token, id string, properties map[string]any) string {
	if format, differs := formats[token]; differs {
		if text, ok := expand(format, id, properties); ok {
			return text
		}
	}
	return id
}

// FromArguments returns the import ID of a resource from its arguments; ok is false if they do not contain it.
func FromArguments(token string, arguments map[string]any) (id string, ok bool) {
	format := names[token]
	format = cmp.Or(format, formats[token])
	switch {
	case token == "aws:cloudwatch/eventTarget:EventTarget" && arguments["eventBusName"] == nil:
		format = "default/{rule}/{targetId}"
	case format == "":
		return "", false
	}
	return expand(format, "", arguments)
}

// expand replaces the placeholders of a format; ok is false if a property is not set.
func expand(format, id string, properties map[string]any) (text string, ok bool) {
	ok = true
	text = placeholder.ReplaceAllStringFunc(format, func(match string) string {
		for name := range strings.SplitSeq(strings.Trim(match, "{}"), "|") {
			if value := properties[name]; value != nil && value != "" {
				return fmt.Sprint(value)
			}
			if name == "id" && id != "" {
				return id
			}
		}
		ok = false
		return ""
	})
	if !ok {
		return "", false
	}
	return text, true
}
