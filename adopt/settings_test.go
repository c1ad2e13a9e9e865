package adopt

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSettings: the same cluster has the same settings, by rosa and the AWS CLI or by a Terraform state.
func TestSettings(t *testing.T) {
	t.Parallel()
	rosa, err := ReadROSA(strings.NewReader(`{"id": "c1", "name": "demo", "hypershift": {"enabled": true}, "region": {"id": "us-east-2"},
		"version": {"id": "openshift-v4.18.5", "raw_id": "4.18.5"}, "channel": "stable-4.18", "network": {"machine_cidr": "10.0.0.0/16"},
		"nodes": {"compute": 3, "compute_machine_type": {"id": "m6i.xlarge"}},
		"properties": {"rosa_creator_arn": "arn:aws:iam::123456789012:user/ann", "rosa_cli_version": "1.2.57"},
		"aws": {"subnet_ids": ["subnet-1", "subnet-2"], "ec2_metadata_http_tokens": "required", "sts": {"operator_role_prefix": "demo-a1b2",
			"role_arn": "arn:aws:iam::123456789012:role/rosa/acme-HCP-ROSA-Installer-Role"}}}`))
	require.NoError(t, err)
	subnets, err := ReadAWS(strings.NewReader(`{"Subnets": [
		{"SubnetId": "subnet-1", "AvailabilityZone": "us-east-2a", "MapPublicIpOnLaunch": false},
		{"SubnetId": "subnet-2", "AvailabilityZone": "us-east-2a", "MapPublicIpOnLaunch": true},
		{"SubnetId": "subnet-3", "AvailabilityZone": "us-east-2b"}]}`))
	require.NoError(t, err)
	rosa = append(rosa, subnets...)
	terraform, err := ReadTerraform(strings.NewReader(`{"version": 4, "resources": [
		{"mode": "managed", "type": "aws_subnet", "name": "s", "instances": [
			{"attributes": {"id": "subnet-1", "availability_zone": "us-east-2a"}},
			{"attributes": {"id": "subnet-2", "availability_zone": "us-east-2a", "tags": {"kubernetes.io/role/elb": ""}}}]},
		{"mode": "managed", "type": "aws_iam_role", "name": "r", "instances": [{"attributes": {
			"id": "acme-HCP-ROSA-Installer-Role", "name": "acme-HCP-ROSA-Installer-Role", "tags": {"rosa_openshift_version": "4.17"}}}]},
		{"mode": "managed", "type": "rhcs_cluster_rosa_hcp", "name": "c", "instances": [{"attributes": {"id": "c1", "name": "demo",
			"cloud_region": "us-east-2", "version": "4.18.4", "current_version": "4.18.5", "channel": "stable-4.18",
			"machine_cidr": "10.0.0.0/16", "compute_machine_type": "m6i.xlarge", "replicas": 3, "aws_subnet_ids": ["subnet-1", "subnet-2"],
			"ec2_metadata_http_tokens": "required",
			"properties": {"rosa_creator_arn": "arn:aws:iam::123456789012:user/ann", "rosa_cli_version": "1.2.57"},
			"sts": {"operator_role_prefix": "demo-a1b2", "role_arn": "arn:aws:iam::123456789012:role/rosa/acme-HCP-ROSA-Installer-Role"}}}]}]}`))
	require.NoError(t, err)
	for name, existing := range map[string][]Resource{"rosa": rosa, "Terraform": terraform} {
		settings, err := Settings(existing)
		require.NoError(t, err)
		if name == "rosa" {
			settings["rolesVersion"] = "4.17" // the tag of a role, which rosa does not describe
		}
		assert.Equal(t, map[string]string{
			"name": "demo", "aws:region": "us-east-2", "version": "4.18.5", "channel": "stable-4.18", "machineCidr": "10.0.0.0/16",
			"accountPrefix": "acme", "operatorPrefix": "demo-a1b2", "rolesVersion": "4.17", "creatorArn": "arn:aws:iam::123456789012:user/ann",
			"properties": `{"rosa_cli_version":"1.2.57"}`, "instanceType": "m6i.xlarge", "replicas": "3", "allowImdsV1": "false",
			"privateSubnets": `{"us-east-2a":"subnet-1"}`, "publicSubnets": `{"us-east-2a":"subnet-2"}`,
		}, settings, name)
	}
	_, err = Settings(rosa[1:])
	require.EqualError(t, err, "no file has a ROSA cluster, whose settings could be written")
}

// TestLeft: what exists beside the program is listed, and what Terraform must forget.
func TestLeft(t *testing.T) {
	t.Parallel()
	const group, rule = "aws:ec2/securityGroup:SecurityGroup", "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule"
	main, standard := Key{Type: group, Name: "main"}, Key{Type: defaultGroup, Name: "vpc"}
	imported := []apitype.OpType{apitype.OpImport}
	var report Report
	report.compare([]*step{
		{key: main, custom: true, ops: imported},
		{key: standard, custom: true, ops: imported, read: map[string]any{"ingress": []any{1}, "egress": []any{}}},
	}, map[Key]string{main: "sg-1", standard: "sg-0"}, []Resource{
		{Type: group, ID: "sg-1", Address: "aws_security_group.main"},
		{Type: group, ID: "sg-2", Address: `module.a.aws_security_group.more["x"]`},
		{Type: "time_sleep", ID: "1", Address: "time_sleep.wait"},
		{Type: rule, ID: "sgr-1", Properties: map[string]any{"securityGroupId": "sg-1"}},
		{Type: rule, ID: "sgr-2", Properties: map[string]any{"securityGroupId": "sg-9", "description": "sg-1"}},
		{Type: group, ID: "sg-3", URN: "urn:pulumi:s::p::" + group + "::other"},
	})
	assert.Equal(t, []string{
		defaultGroup + ":vpc: 1 rules of ingress, which stay", group + ":sg-3", rule + ":sgr-1",
		`module.a.aws_security_group.more["x"] sg-2`, "time_sleep.wait 1",
	}, report.Left)
	assert.Equal(t, []string{"aws_security_group.main"}, report.Terraform)
}
