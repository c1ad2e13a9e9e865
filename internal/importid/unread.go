package importid

import "slices"

// cluster are the arguments of a ROSA cluster with which OCM creates or waits for it, and which the provider does not read
// (terraform-provider-rhcs v1.7.7 provider/clusterrosa, populateRosaHcpClusterState and populateRosaClassicClusterState).
var cluster = []string{
	"adminCredentials", "awsBillingAccountId", "computeMachineType", "createAdminUser", "destroyTimeout", "disableWaitingInDestroy",
	"disableWorkloadMonitoring",
	"maxClusterWaitTimeoutInMinutes", "maxHcpClusterWaitTimeoutInMinutes", "maxMachinePoolWaitTimeoutInMinutes", "replicas", "tags",
	"upgradeAcknowledgementsFor", "version", "waitForCreateComplete", "waitForStdComputeNodesComplete", "workerDiskSize",
}

// unread are the arguments that exist in the provider alone, or with which it creates a resource and which it never reads
// (terraform-provider-aws 5.100, Read of each resource).
var unread = map[string][]string{
	"aws:autoscaling/group:Group":                       {"forceDelete", "forceDeleteWarmPool", "ignoreFailedScalingActivities", "waitForCapacityTimeout"},
	"aws:cloudwatch/logGroup:LogGroup":                  {"skipDestroy"},
	"aws:ec2/defaultSecurityGroup:DefaultSecurityGroup": {"revokeRulesOnDelete"},
	"aws:ec2/instance:Instance":                         {"networkInterfaces", "userDataReplaceOnChange"},
	"aws:ec2/launchTemplate:LaunchTemplate":             {"updateDefaultVersion"},
	"aws:ec2/securityGroup:SecurityGroup":               {"revokeRulesOnDelete"},
	"aws:ec2/vpcEndpoint:VpcEndpoint":                   {"autoAccept"},
	"aws:iam/role:Role":                                 {"forceDetachPolicies"},
	"aws:kms/key:Key":                                   {"bypassPolicyLockoutSafetyCheck", "deletionWindowInDays"},
	"aws:route53/record:Record":                         {"allowOverwrite"},
	"aws:route53/zone:Zone":                             {"forceDestroy"},
	"aws:s3/bucketObjectv2:BucketObjectv2":              {"acl", "content", "contentBase64", "forceDestroy", "source", "sourceHash"},
	"aws:s3/bucketV2:BucketV2":                          {"forceDestroy"},
	"aws:secretsmanager/secret:Secret":                  {"forceOverwriteReplicaSecret", "recoveryWindowInDays"},
	"rhcs:index/clusterRosaClassic:ClusterRosaClassic":  cluster,
	"rhcs:index/clusterRosaHcp:ClusterRosaHcp":          cluster,
	"rhcs:index/hcpMachinePool:HcpMachinePool":          {"ignoreDeletionError"},
	"rhcs:index/machinePool:MachinePool":                {"ignoreDeletionError"},
}

// Unread reports whether a provider cannot read a property of a resource: that it is not set says nothing about what exists.
func Unread(token, property string) bool {
	return slices.Contains(unread[token], property)
}
