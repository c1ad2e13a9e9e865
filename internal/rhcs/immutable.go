package rhcs

import "slices"

// clusterImmutable are the immutable properties that both cluster resources have.
var clusterImmutable = []string{
	"adminCredentials", "autoscalingEnabled", "availabilityZones", "awsAccountId", "awsAdditionalComputeSecurityGroupIds", "awsSubnetIds",
	"baseDnsDomain", "cloudRegion", "computeMachineType", "createAdminUser", "domainPrefix", "ec2MetadataHttpTokens", "etcdEncryption",
	"fips", "hostPrefix", "kmsKeyArn", "machineCidr", "maxReplicas", "minReplicas", "name", "podCidr", "private", "replicas",
	"serviceCidr", "sts", "tags", "workerDiskSize",
}

// immutable lists the properties that validateNoImmutableAttChange of each resource compares, and all properties of resources without
// an update (terraform-provider-rhcs v1.7.7 provider/clusterrosa, provider/machinepool, provider/oidcconfig, provider/oidcconfiginput).
var immutable = map[string][]string{
	"ClusterRosaHcp": slices.Concat(clusterImmutable, []string{
		"etcdKmsKeyArn", "externalAuthProvidersEnabled", "logForwardersAtClusterCreations", "sharedVpc",
	}),
	"ClusterRosaClassic": slices.Concat(clusterImmutable, []string{
		"awsAdditionalControlPlaneSecurityGroupIds", "awsAdditionalInfraSecurityGroupIds", "awsPrivateLink", "defaultMpLabels",
		"disableScpChecks", "multiAz", "privateHostedZone",
	}),
	"HcpMachinePool": {
		"cluster", "name", "subnetId", "awsNodePool.additionalSecurityGroupIds", "awsNodePool.capacityReservationId",
		"awsNodePool.capacityReservationPreference", "awsNodePool.diskSize", "awsNodePool.ec2MetadataHttpTokens",
		"awsNodePool.imageType", "awsNodePool.instanceType", "awsNodePool.tags",
	},
	"MachinePool": {
		"cluster", "name", "availabilityZone", "awsAdditionalSecurityGroupIds", "awsTags", "diskSize", "machineType", "maxSpotPrice",
		"multiAvailabilityZone", "subnetId", "useSpotInstances",
	},
	"RosaOidcConfig":      {"managed", "secretArn", "issuerUrl", "installerRoleArn"},
	"RosaOidcConfigInput": {"region", "prefix"},
}

// Immutable returns the property paths of a resource type such as ClusterRosaHcp that the provider rejects to change. It rejects when
// the change is applied: in its schema no property requires a replacement.
func Immutable(resourceType string) []string {
	return slices.Clone(immutable[resourceType])
}
