package acceptance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// requested is a field of the request and its value, for a flag of `rosa create cluster`.
type requested struct {
	flag, field string
	want        any
}

// walkthrough is the command line for a private cluster behind a proxy, and the field that the command sets for each
// flag (openshift/rosa cmd/create/cluster/cmd.go, pkg/ocm/clusters.go).
func walkthrough(subnets []any, oidcConfig, etcdKey, volumeKey, proxy string) []requested {
	const role = "arn:aws:iam::123456789012:role/rosahcp-HCP-ROSA-"
	return []requested{
		{flag: "--cluster-name rosahcp", field: "name", want: "rosahcp"},
		{flag: "--sts --mode auto", field: "ccs.enabled", want: true},
		{flag: "--hosted-cp", field: "hypershift.enabled", want: true},
		{flag: "--billing-account", field: "aws.billing_account_id", want: "123456789012"},
		{flag: "--hosted-cp", field: "multi_az", want: true},
		{flag: "--region us-east-2", field: "region.id", want: "us-east-2"},
		{flag: "--version 4.18.5", field: "version.id", want: "openshift-v4.18.5"},
		{flag: "--role-arn", field: "aws.sts.role_arn", want: role + "Installer-Role"},
		{flag: "--support-role-arn", field: "aws.sts.support_role_arn", want: role + "Support-Role"},
		{
			flag:  "--worker-iam-role",
			field: "aws.sts.instance_iam_roles.worker_role_arn",
			want:  role + "Worker-Role",
		},
		{flag: "--operator-roles-prefix rosahcp", field: "aws.sts.operator_role_prefix", want: "rosahcp"},
		{flag: "--oidc-config-id", field: "aws.sts.oidc_config.id", want: oidcConfig},
		{flag: "--subnet-ids, the private ones", field: "aws.subnet_ids", want: subnets},
		{
			flag:  "--subnet-ids, their zones",
			field: "nodes.availability_zones",
			want:  []any{"us-east-2a", "us-east-2b"},
		},
		{flag: "--private", field: "api.listening", want: "internal"},
		{flag: "--private", field: "aws.private_link", want: true},
		{flag: "--machine-cidr 10.0.0.0/16", field: "network.machine_cidr", want: "10.0.0.0/16"},
		{flag: "--replicas 2", field: "nodes.compute", want: 2.0},
		{flag: "--http-proxy", field: "proxy.http_proxy", want: proxy},
		{flag: "--https-proxy", field: "proxy.https_proxy", want: proxy},
		{
			flag:  "--no-proxy 10.0.0.0/16, and the host of S3, which the VPC's endpoint serves",
			field: "proxy.no_proxy",
			want:  "10.0.0.0/16,s3.us-east-2.amazonaws.com",
		},
		{flag: "--etcd-encryption", field: "etcd_encryption", want: true},
		{flag: "--etcd-encryption-kms-arn", field: "aws.etcd_encryption.kms_key_arn", want: etcdKey},
		{flag: "--kms-key-arn", field: "aws.kms_key_arn", want: volumeKey},
		{
			flag:  "--ec2-metadata-http-tokens required",
			field: "aws.ec2_metadata_http_tokens",
			want:  "required",
		},
		{flag: "the account of the credentials", field: "aws.account_id", want: "123456789012"},
		{
			flag:  "the user of the credentials",
			field: "properties.rosa_creator_arn",
			want:  "arn:aws:sts::123456789012:user/moto",
		},
		{flag: "the provider's version", field: "properties.rosa_tf_commit", want: ""},
		{flag: "the provider's version", field: "properties.rosa_tf_version", want: rhcs.DefaultVersion},
		{flag: "ROSA", field: "cloud_provider.id", want: "aws"},
		{flag: "ROSA", field: "product.id", want: "rosa"},
	}
}

// sameRequest compares the request to OCM with the walkthrough, field by field: no field is missing, none is added.
func sameRequest(t *testing.T, made result, sent map[string]any) {
	t.Helper()
	got := map[string]any{}
	fields(got, "", sent)
	output := func(name string) string { return fmt.Sprint(made.Outputs[name]) }
	subnets, _ := made.Outputs["privateSubnetIds"].([]any)
	table := walkthrough(subnets, output("oidcConfigId"), output("etcdKeyArn"), output("volumeKeyArn"),
		output("proxyUrl"))
	for _, row := range table {
		assert.Equal(t, row.want, got[row.field], "%s sets %s", row.flag, row.field)
		delete(got, row.field)
	}
	const mark = "properties.pulumi_resource"
	assert.NotEmpty(t, got[mark], "the plugin finds a cluster by it whose creation was killed")
	delete(got, mark)
	assert.Empty(t, got, "no flag sets these")
	assert.Len(t, subnets, 2)
}

// fields flattens a request to paths and values, without the protocol's kinds.
func fields(into map[string]any, at string, value any) {
	object, nested := value.(map[string]any)
	if !nested {
		if at != "kind" && !strings.HasSuffix(at, ".kind") {
			into[at] = value
		}
		return
	}
	for name, below := range object {
		fields(into, strings.TrimPrefix(at+"."+name, "."), below)
	}
}
