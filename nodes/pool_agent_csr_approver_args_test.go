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
		"private endpoints": {
			Reason: "an endpoint can be that of a VPC endpoint, with a port and a slash at the end",
			Args: approverArgs(func(a *args) {
				a.EC2Endpoint = "https://vpce-1.ec2.us-east-2.vpce.amazonaws.com"
				a.AutoScalingEndpoint = "https://autoscaling.example.com:8443/"
			}),
		},
		"nothing": {
			Reason: "all problems are reported at once",
			Args:   approverArgs(func(a *args) { *a = args{} }),
			Want:   []string{".InfraID: required", ".GroupNames: required"},
		},
		"formats": {
			Reason: "each of these fields has a format",
			Args: approverArgs(func(a *args) {
				a.Namespace = "a.b"
				a.EC2Endpoint, a.HTTPSProxy = "http://ec2", pulumi.String("proxy:3128")
				a.AutoScalingEndpoint, a.Image = "http://autoscaling", pulumi.String("registry.example.com/cli:")
				a.InstanceProfiles = pulumi.ToStringArray([]string{"arn:aws:iam::123456789012:instance-profile/demo-worker"})
				a.ProofRoleARNs = pulumi.ToStringArray([]string{"arn:aws:iam::123456789012:role/demo-worker", "demo-worker"})
			}),
			Want: []string{
				".Image: format",
				".EC2Endpoint: format", ".AutoScalingEndpoint: format",
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
	for endpoint, reason := range map[string]string{
		"https://ec2.example.com?a=b":           "the approver adds the query of EC2's API",
		"https://ec2.example.com/?":             "requests are signed without a query",
		"https://ec2.example.com/a b":           "the signature normalizes paths",
		"https://169.254.169.254":               "the certificate of EC2's API has names only",
		"https://ec2.example.com:443a":          "a port is a number",
		"https://user:password@ec2.example.com": "requests are signed for the host alone",
	} {
		rejected := approverArgs(func(a *args) { a.EC2Endpoint = endpoint })
		checktest.Equal(t, []string{"nodes.CSRApproverArgs.EC2Endpoint: format"}, rejected.Validate(), reason)
	}
}
