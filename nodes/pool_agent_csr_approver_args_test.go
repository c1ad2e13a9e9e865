package nodes_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestCSRApproverArgsValidate(t *testing.T) {
	t.Parallel()
	type args = nodes.CSRApproverArgs
	checktest.Cases(t, "nodes.CSRApproverArgs", map[string]checktest.Case{
		"usual": {Reason: "the default arguments are valid", Args: approverArgs()},
		"formats": {
			Reason: "each of these fields has a format",
			Args: approverArgs(func(a *args) {
				a.Namespace, a.HTTPSProxy = "a.b", pulumi.String("proxy:3128")
				a.InstanceProfiles = pulumi.ToStringArray([]string{"arn:aws:iam::123456789012:instance-profile/demo-worker"})
				a.ProofRoleARNs = pulumi.ToStringArray([]string{"arn:aws:iam::123456789012:role/demo-worker", "demo-worker"})
			}),
			Want: []string{
				".InstanceProfiles[0]: format", ".ProofRoleARNs[1]: format",
				".HTTPSProxy: must be an http or https URL, such as http://proxy.example.com:3128",
				".Namespace: format",
			},
		},
		"kinds of instances": {
			Reason: "instances can be restricted to a VPC and to profiles, and the region defaults to that of the AWS provider",
			Args: approverArgs(func(a *args) {
				a.Region, a.VpcID = "", pulumi.String("vpc-0123456789abcdef0")
				a.InstanceProfiles = pulumi.ToStringArray([]string{"demo-worker"})
			}),
		},
		"empty lists": {
			Reason: "without a group, no CSR is approved, and without a role, the proof is off",
			Args:   approverArgs(func(a *args) { a.GroupNames, a.ProofRoleARNs = pulumi.StringArray{}, pulumi.StringArray{} }),
			Want:   []string{".GroupNames: required", ".ProofRoleARNs: required"},
		},
		"group without a name": {
			Reason: "a name that is empty, or the output of a component that does not exist, names no group",
			Args: approverArgs(func(a *args) {
				a.GroupNames = pulumi.StringArray{pulumi.String(""), pulumi.StringOutput{}, pulumi.String("a:b")}
			}),
			Want: []string{".GroupNames[0]: required", ".GroupNames[1]: required", ".GroupNames[2]: format"},
		},
		"platform namespace": {
			Reason: "namespaces of the platform are reserved",
			Args:   approverArgs(func(a *args) { a.Namespace = "openshift-approver" }),
			Want: []string{".Namespace: must not be openshift-approver: " +
				"default, openshift, openshift-* and kube-* are reserved for the platform"},
		},
	})
}
