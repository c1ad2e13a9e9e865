package acceptance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// asked is what a flag of `rosa create cluster` asks for: a field of the request, and its value.
type asked struct {
	flag, field string
	want        any
}

// walkthrough is the command line of the walkthrough of a private cluster behind a proxy, with today's names of flags and roles, and
// the field that the command writes for each flag (openshift/rosa cmd/create/cluster/cmd.go, pkg/ocm/clusters.go).
func walkthrough(subnets []any, oidcConfig, etcdKey, volumeKey, proxy string) []asked {
	const role = "arn:aws:iam::123456789012:role/rosahcp-HCP-ROSA-"
	return []asked{
		{"--cluster-name rosahcp", "name", "rosahcp"},
		{"--sts --mode auto", "ccs.enabled", true},
		{"--hosted-cp", "hypershift.enabled", true},
		{"--hosted-cp", "multi_az", true},
		{"--region us-east-2", "region.id", "us-east-2"},
		{"--version 4.18.5", "version.id", "openshift-v4.18.5"},
		{"--role-arn", "aws.sts.role_arn", role + "Installer-Role"},
		{"--support-role-arn", "aws.sts.support_role_arn", role + "Support-Role"},
		{"--worker-iam-role", "aws.sts.instance_iam_roles.worker_role_arn", role + "Worker-Role"},
		{"--operator-roles-prefix rosahcp", "aws.sts.operator_role_prefix", "rosahcp"},
		{"--oidc-config-id", "aws.sts.oidc_config.id", oidcConfig},
		{"--subnet-ids, the private ones", "aws.subnet_ids", subnets},
		{"--subnet-ids, their zones", "nodes.availability_zones", []any{"us-east-2a", "us-east-2b"}},
		{"--private", "api.listening", "internal"},
		{"--private", "aws.private_link", true},
		{"--machine-cidr 10.0.0.0/16", "network.machine_cidr", "10.0.0.0/16"},
		{"--replicas 2", "nodes.compute", 2.0},
		{"--http-proxy", "proxy.http_proxy", proxy},
		{"--https-proxy", "proxy.https_proxy", proxy},
		{"--no-proxy 10.0.0.0/16", "proxy.no_proxy", "10.0.0.0/16"},
		{"--etcd-encryption", "etcd_encryption", true},
		{"--etcd-encryption-kms-arn", "aws.etcd_encryption.kms_key_arn", etcdKey},
		{"--kms-key-arn", "aws.kms_key_arn", volumeKey},
		{"--ec2-metadata-http-tokens required", "aws.ec2_metadata_http_tokens", "required"},
		{"the account of the credentials", "aws.account_id", "123456789012"},
		{"the user of the credentials", "properties.rosa_creator_arn", "arn:aws:sts::123456789012:user/moto"},
		{"the provider's own mark", "properties.rosa_tf_commit", ""},
		{"the provider's own mark", "properties.rosa_tf_version", ""},
		{"ROSA", "cloud_provider.id", "aws"},
		{"ROSA", "product.id", "rosa"},
	}
}

// sameRequest compares what reached OCM with the walkthrough, field by field: nothing is missing, nothing is added.
func sameRequest(t *testing.T, made result, sent map[string]any) {
	t.Helper()
	got := map[string]any{}
	fields(got, "", sent)
	output := func(name string) string { return fmt.Sprint(made.Outputs[name]) }
	subnets, _ := made.Outputs["privateSubnetIds"].([]any)
	table := walkthrough(subnets, output("oidcConfigId"), output("etcdKeyArn"), output("volumeKeyArn"), output("proxyUrl"))
	for _, row := range table {
		assert.Equal(t, row.want, got[row.field], "%s asks for %s", row.flag, row.field)
		delete(got, row.field)
	}
	assert.Empty(t, got, "no flag asks for these")
	assert.Len(t, subnets, 2)
}

// fields flattens a request to paths and values. Kinds are the protocol's own.
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
