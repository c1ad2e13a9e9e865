package rhcs

import (
	"slices"
	"strings"
)

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

// computed are the immutable properties of clusters that OCM chooses if they are not set.
var computed = []string{
	"adminCredentials", "availabilityZones", "awsPrivateLink", "baseDnsDomain", "domainPrefix", "ec2MetadataHttpTokens", "etcdEncryption",
	"hostPrefix", "machineCidr", "multiAz", "podCidr", "private", "serviceCidr",
}

// RejectsRemoval reports whether the provider rejects that an immutable property is no longer set, as a change to none. It keeps what OCM
// chooses, and compares only what is set of machine pools (terraform-provider-rhcs v1.7.7 provider/clusterrosa, Schema, and
// provider/machinepool, validateStateAndPlanEquals).
func RejectsRemoval(resourceType, path string) bool {
	return !strings.HasSuffix(resourceType, "MachinePool") && !slices.Contains(computed, path)
}
