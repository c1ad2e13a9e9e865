package acceptance

import (
	"encoding/json"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/install"
)

// createVolume creates a volume, as the storage operator of a cluster does, and returns its ID.
func createVolume(t *testing.T, infraID string) string {
	t.Helper()
	response := callAWSIn(t, installationRegion, "ec2", "CreateVolume", append([]string{
		"Size", "1", "AvailabilityZone", installationRegion + "a", "VolumeType", "gp3",
	}, ownedBy(infraID, "volume")...)...)
	return found(t, response, "<volumeId>(.*)</volumeId>")
}

// ownedBy are parameters that tag a new resource of EC2 as a cluster's.
func ownedBy(infraID, kind string) []string {
	return []string{
		"TagSpecification.1.ResourceType", kind,
		"TagSpecification.1.Tag.1.Key", "kubernetes.io/cluster/" + infraID, "TagSpecification.1.Tag.1.Value", "owned",
	}
}

func found(t *testing.T, response, pattern string) string {
	t.Helper()
	match := regexp.MustCompile(pattern).FindStringSubmatch(response)
	require.NotEmpty(t, match, response)
	return match[1]
}

// clusterBeside is another cluster in the same account and region: an instance, a security group, a volume, a role and
// an instance profile.
type clusterBeside struct {
	infraID, instance, group, volume string
	arns                             []string
}

func createClusterBeside(t *testing.T, infraID string) clusterBeside {
	t.Helper()
	b := clusterBeside{infraID: infraID, volume: createVolume(t, infraID)}
	b.instance = found(t, callAWSIn(t, installationRegion, "ec2", "RunInstances", append([]string{
		"ImageId", emulatedAMI, "InstanceType", "m5.xlarge", "MinCount", "1", "MaxCount", "1",
	}, ownedBy(infraID, "instance")...)...), "<instanceId>(.*)</instanceId>")
	b.group = found(t, callAWSIn(t, installationRegion, "ec2", "CreateSecurityGroup", append([]string{
		"GroupName", infraID + "-node", "GroupDescription", "nodes",
	}, ownedBy(infraID, "security-group")...)...), "<groupId>(.*)</groupId>")
	callAWS(t, "iam", "CreateRole", "RoleName", infraID+"-master-role", "AssumeRolePolicyDocument", rolePolicy,
		"Tags.member.1.Key", "kubernetes.io/cluster/"+infraID,
		"Tags.member.1.Value", "owned")
	callAWS(t, "iam", "CreateInstanceProfile", "InstanceProfileName", infraID+"-master-profile")
	b.arns = b.tagged(t)
	require.Len(t, b.arns, 3, b.arns)
	return b
}

func (b clusterBeside) tagged(t *testing.T) []string {
	t.Helper()
	arns, err := install.TaggedResources(t.Context(), installationRegion, b.infraID)
	require.NoError(t, err)
	return arns
}

// remains asserts that the cluster has everything that it was created with.
func (b clusterBeside) remains(t *testing.T) {
	t.Helper()
	assert.Equal(t, b.arns, b.tagged(t))
	state := callAWSIn(t, installationRegion, "ec2", "DescribeInstances", "InstanceId.1", b.instance)
	assert.Contains(t, state, "<name>running</name>")
	callAWSIn(t, installationRegion, "ec2", "DescribeVolumes", "VolumeId.1", b.volume)
	callAWSIn(t, installationRegion, "ec2", "DescribeSecurityGroups", "GroupId.1", b.group)
	callAWS(t, "iam", "GetRole", "RoleName", b.infraID+"-master-role")
	callAWS(t, "iam", "GetInstanceProfile", "InstanceProfileName", b.infraID+"-master-profile")
}

func (b clusterBeside) remove(t *testing.T) {
	t.Helper()
	callAWSIn(t, installationRegion, "ec2", "TerminateInstances", "InstanceId.1", b.instance)
	callAWSIn(t, installationRegion, "ec2", "DeleteSecurityGroup", "GroupId", b.group)
	callAWSIn(t, installationRegion, "ec2", "DeleteVolume", "VolumeId", b.volume)
	callAWS(t, "iam", "DeleteInstanceProfile", "InstanceProfileName", b.infraID+"-master-profile")
	callAWS(t, "iam", "DeleteRole", "RoleName", b.infraID+"-master-role")
}

// rolePolicy lets EC2 assume a role.
const rolePolicy = `{"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "sts:AssumeRole",
	"Principal": {"Service": "ec2.amazonaws.com"}}]}`

// TestTwoClusters creates the two clusters of the example, in regions of their own.
func TestTwoClusters(t *testing.T) {
	t.Parallel()
	zone, removeZone := publicZone(t, "example.com")
	regions := map[string]string{"first": "ap-northeast-2", "second": "sa-east-1"}
	ranges := map[string]string{"first": "10.0.0.0/16", "second": "10.1.0.0/16"}
	clusters := map[string]any{}
	for name, region := range regions {
		clusters[name] = map[string]any{
			"installDir": newInstallDir(t, name, region), "vpcCidr": ranges[name], "ami": emulatedAMI, "publicZoneId": zone,
			"zones": []string{region + "a", region + "b", region + "c"}, "stage": "bootstrap",
		}
	}
	settings, err := json.Marshal(clusters)
	require.NoError(t, err)
	both := newExample(t, "two-clusters", map[string]string{"clusters": string(settings), "allowExpiredIgnition": "true"})
	createdAndStable(t, both)
	both.run("destroy")
	removeZone()
	for name, region := range regions {
		assert.Empty(t, regionLeftovers(t, region, name+"-x7k2p"))
	}
}
