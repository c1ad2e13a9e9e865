package cluster

import (
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// OCM cannot change these properties of a cluster. RHCS refuses a change of one when it is applied, by name and with both values,
// before it sends anything (terraform-provider-rhcs v1.7.7 provider/clusterrosa/{hcp,classic}, validateNoImmutableAttChange).
var (
	rosaImmutable = []string{
		"adminCredentials", "autoscalingEnabled", "availabilityZones", "awsAccountId", "awsAdditionalComputeSecurityGroupIds", "awsSubnetIds",
		"baseDnsDomain", "cloudRegion", "computeMachineType", "createAdminUser", "domainPrefix", "ec2MetadataHttpTokens", "etcdEncryption",
		"fips", "hostPrefix", "kmsKeyArn", "machineCidr", "maxReplicas", "minReplicas", "name", "podCidr", "private", "replicas",
		"serviceCidr", "sts", "tags", "workerDiskSize",
	}
	rosaHCPImmutable = slices.Concat(rosaImmutable, []string{
		"etcdKmsKeyArn", "externalAuthProvidersEnabled", "logForwardersAtClusterCreations", "sharedVpc",
	})
	rosaClassicImmutable = slices.Concat(rosaImmutable, []string{
		"awsAdditionalControlPlaneSecurityGroupIds", "awsAdditionalInfraSecurityGroupIds", "awsPrivateLink", "defaultMpLabels",
		"disableScpChecks", "multiAz", "privateHostedZone",
	})
)

// rosaReplacement asks for a replacement where the provider would refuse a change. The old one goes first: OCM takes a name once.
func rosaReplacement(allowed bool, immutable []string) []pulumi.ResourceOption {
	if !allowed {
		return nil
	}
	return []pulumi.ResourceOption{pulumi.ReplaceOnChanges(immutable), pulumi.DeleteBeforeReplace(true)}
}
