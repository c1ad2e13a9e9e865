package rhcsfacts

import "slices"

// clusterImmutable are properties of clusters of both kinds.
var clusterImmutable = []string{
	"adminCredentials", "autoscalingEnabled", "availabilityZones", "awsAccountId", "awsAdditionalComputeSecurityGroupIds", "awsSubnetIds",
	"baseDnsDomain", "cloudRegion", "computeMachineType", "createAdminUser", "domainPrefix", "ec2MetadataHttpTokens", "etcdEncryption",
	"fips", "hostPrefix", "kmsKeyArn", "machineCidr", "maxReplicas", "minReplicas", "name", "podCidr", "private", "replicas",
	"serviceCidr", "sts", "tags", "workerDiskSize",
}

// immutable are the properties that validateNoImmutableAttChange of each resource compares (terraform-provider-rhcs v1.7.7
// provider/clusterrosa, provider/machinepool).
var immutable = map[string][]string{
	"rhcs:index/clusterRosaHcp:ClusterRosaHcp": slices.Concat(clusterImmutable, []string{
		"etcdKmsKeyArn", "externalAuthProvidersEnabled", "logForwardersAtClusterCreations", "sharedVpc",
	}),
	"rhcs:index/clusterRosaClassic:ClusterRosaClassic": slices.Concat(clusterImmutable, []string{
		"awsAdditionalControlPlaneSecurityGroupIds", "awsAdditionalInfraSecurityGroupIds", "awsPrivateLink", "defaultMpLabels",
		"disableScpChecks", "multiAz", "privateHostedZone",
	}),
	"rhcs:index/hcpMachinePool:HcpMachinePool": {
		"cluster", "name", "subnetId", "awsNodePool.additionalSecurityGroupIds", "awsNodePool.capacityReservationId",
		"awsNodePool.capacityReservationPreference", "awsNodePool.diskSize", "awsNodePool.ec2MetadataHttpTokens",
		"awsNodePool.imageType", "awsNodePool.instanceType", "awsNodePool.tags",
	},
	"rhcs:index/machinePool:MachinePool": {
		"cluster", "name", "availabilityZone", "awsAdditionalSecurityGroupIds", "awsTags", "diskSize", "machineType", "maxSpotPrice",
		"multiAvailabilityZone", "subnetId", "useSpotInstances",
	},
}

// Immutable returns the properties of a resource type that the provider refuses to change, as property paths. It tells so when a
// change is applied; in its schema nothing replaces.
func Immutable(token string) []string {
	return slices.Clone(immutable[token])
}
