package importid

import "slices"

// cluster are the arguments of a ROSA cluster with which OCM creates or waits for it, and which the provider does not read
// (terraform-provider-rhcs v1.7.7 provider/clusterrosa, populateRosaHcpClusterState and populateRosaClassicClusterState).
var cluster = []string{
	"adminCredentials", "awsBillingAccountId", "computeMachineType", "createAdminUser", "destroyTimeout", "disableWaitingInDestroy",
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
	"aws:s3/bucketObjectv2:BucketObjectv2":              {"content", "contentBase64", "forceDestroy"},
	"aws:s3/bucketV2:BucketV2":                          {"forceDestroy"},
	"aws:secretsmanager/secret:Secret":                  {"forceOverwriteReplicaSecret", "recoveryWindowInDays"},
	"rhcs:index/clusterRosaClassic:ClusterRosaClassic":  cluster,
	"rhcs:index/clusterRosaHcp:ClusterRosaHcp":          cluster,
	"rhcs:index/hcpMachinePool:HcpMachinePool":          {"ignoreDeletionError", "version"},
	"rhcs:index/machinePool:MachinePool":                {"ignoreDeletionError"},
}

// readAsNull are the values that a provider reads as not set: after an import it cannot distinguish -1, all types of ICMP, from no ports
// (terraform-provider-aws 5.82 internal/service/ec2/vpc_security_group_ingress_rule.go, Read), and RHCS reads some settings only if they
// are on (terraform-provider-rhcs v1.7.7 provider/clusterrosa/classic/cluster_rosa_classic_resource.go,
// populateRosaClassicClusterState).
var readAsNull = map[string]map[string]any{
	"aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule":   {"fromPort": -1.0, "toPort": -1.0},
	"aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule": {"fromPort": -1.0, "toPort": -1.0},
	"rhcs:index/clusterRosaClassic:ClusterRosaClassic":          {"disableScpChecks": false, "disableWorkloadMonitoring": false, "fips": false},
}

// Unread reports whether a provider cannot read a property of a resource: that it is not set says nothing about what exists. Another
// output may do so ([Shown]).
func Unread(token, property string) bool {
	return slices.Contains(unread[token], property)
}

// UnreadValue is Unread for a property with this value.
func UnreadValue(token, property string, value any) bool {
	null := readAsNull[token][property]
	return Unread(token, property) || null != nil && null == value
}

// defaults are the values that a provider plans for unread arguments which the program does not set (terraform-provider-rhcs v1.7.7
// provider/machinepool/hcp/machine_pool_resource.go and classic/machine_pool_resource.go, ignore_deletion_error).
var defaults = map[string]map[string]any{
	"rhcs:index/hcpMachinePool:HcpMachinePool": {"ignoreDeletionError": false},
	"rhcs:index/machinePool:MachinePool":       {"ignoreDeletionError": false},
}

// Default returns the provider's default of a property that it cannot read, nil if it has none.
func Default(token, property string) any { return defaults[token][property] }
