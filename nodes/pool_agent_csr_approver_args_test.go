package nodes_test

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func TestCSRApproverArgsValidate(t *testing.T) {
	t.Parallel()
	type args = nodes.CSRApproverArgs
	const path = "nodes.CSRApproverArgs"
	for name, tt := range map[string]struct {
		reason string
		change func(*args)
		want   []string
	}{
		"usual": {reason: "the default arguments are valid", change: sameApprover},
		"no region": {
			reason: "the region defaults to that of the AWS provider",
			change: func(a *args) { a.Region = "" },
		},
		"private endpoint": {
			reason: "the endpoint can be that of a VPC endpoint",
			change: func(a *args) {
				a.EC2Endpoint = "https://vpce-1.ec2.us-east-2.vpce.amazonaws.com"
				a.AutoScalingEndpoint = "https://vpce-2.autoscaling.us-east-2.vpce.amazonaws.com"
			},
		},
		"nothing": {
			reason: "all problems are reported at once",
			change: func(a *args) { *a = args{} },
			want:   []string{path + ".InfraID: required", path + ".GroupNames: required"},
		},
		"forms": {
			reason: "each of these fields has a form",
			change: func(a *args) {
				a.Region, a.NodeDomains, a.Namespace = "us-east-2a", []string{"corp"}, "a.b"
				a.RoleARN = pulumi.String("approver")
				a.EC2Endpoint, a.HTTPSProxy = "http://ec2", pulumi.String("proxy:3128")
				a.AutoScalingEndpoint = "http://autoscaling"
			},
			want: []string{
				path + ".Region: format", path + ".NodeDomains[0]: format", path + ".EC2Endpoint: format",
				path + ".AutoScalingEndpoint: format",
				path + ".RoleARN: format",
				path + ".HTTPSProxy: must be an http or https URL, such as http://proxy.example.com:3128",
				path + ".Namespace: format",
			},
		},
		"no group": {
			reason: "without a group, no CSR is approved",
			change: func(a *args) { a.GroupNames = pulumi.StringArray{} },
			want:   []string{path + ".GroupNames: required"},
		},
		"short launch window": {
			reason: "instances need more than a minute to boot",
			change: func(a *args) { a.LaunchWindow = time.Second },
			want:   []string{path + ".LaunchWindow: range"},
		},
		"launch window": {
			reason: "the launch window is in whole seconds",
			change: func(a *args) { a.LaunchWindow = time.Hour + time.Millisecond },
			want:   []string{path + ".LaunchWindow: range"},
		},
		"query": {
			reason: "the approver adds the query of EC2's API",
			change: func(a *args) { a.EC2Endpoint = "https://ec2.example.com?a=b" },
			want:   []string{path + ".EC2Endpoint: format"},
		},
		"empty query": {
			reason: "requests are signed without a query",
			change: func(a *args) { a.EC2Endpoint = "https://ec2.example.com/?" },
			want:   []string{path + ".EC2Endpoint: format"},
		},
		"path": {
			reason: "the signature normalizes paths",
			change: func(a *args) { a.EC2Endpoint = "https://ec2.example.com/a b" },
			want:   []string{path + ".EC2Endpoint: format"},
		},
		"address": {
			reason: "the certificate of EC2's API has names only",
			change: func(a *args) { a.EC2Endpoint = "https://169.254.169.254" },
			want:   []string{path + ".EC2Endpoint: format"},
		},
		"port": {
			reason: "a port is a number",
			change: func(a *args) { a.EC2Endpoint = "https://ec2.example.com:443a" },
			want:   []string{path + ".EC2Endpoint: format"},
		},
		"host and port": {
			reason: "an endpoint can have a port and end with a slash",
			change: func(a *args) { a.EC2Endpoint = "https://ec2.example.com:8443/" },
		},
		"user": {
			reason: "requests are signed for the host alone",
			change: func(a *args) { a.EC2Endpoint = "https://user:password@ec2.example.com" },
			want:   []string{path + ".EC2Endpoint: format"},
		},
		"kinds of instances": {
			reason: "instances can be restricted to a VPC and to instance profiles",
			change: func(a *args) {
				a.VpcID, a.InstanceProfiles = pulumi.String("vpc-0123456789abcdef0"), pulumi.ToStringArray([]string{"demo-worker"})
			},
		},
		"forms of instances": {
			reason: "a VPC has an ID, and profiles have names",
			change: func(a *args) {
				a.VpcID = pulumi.String("subnet-0123456789abcdef0")
				a.InstanceProfiles = pulumi.ToStringArray([]string{"arn:aws:iam::123456789012:instance-profile/demo-worker"})
			},
			want: []string{path + ".VpcID: format", path + ".InstanceProfiles[0]: format"},
		},
		"no proofs": {
			reason: "an empty list would switch the proof off",
			change: func(a *args) { a.ProofRoleARNs = pulumi.StringArray{} },
			want:   []string{path + ".ProofRoleARNs: required"},
		},
		"proofs": {
			reason: "a role is named by its ARN, which has the account",
			change: func(a *args) {
				a.ProofRoleARNs = pulumi.ToStringArray([]string{"arn:aws:iam::123456789012:role/demo-worker", "demo-worker"})
			},
			want: []string{path + ".ProofRoleARNs[1]: format"},
		},
		"group without a name": {
			reason: "a name that is empty, or the output of a component that does not exist, names no group",
			change: func(a *args) {
				a.GroupNames = pulumi.StringArray{pulumi.String(""), pulumi.StringOutput{}, pulumi.String("a:b")}
			},
			want: []string{
				path + ".GroupNames[0]: required", path + ".GroupNames[1]: required", path + ".GroupNames[2]: format",
			},
		},
		"no image": {
			reason: "a setting that does not exist is not the default",
			change: func(a *args) { a.Image = pulumi.String("") },
			want:   []string{path + ".Image: empty"},
		},
		"no image name": {
			reason: "an image has a registry and a name",
			change: func(a *args) { a.Image = pulumi.String("registry.example.com/cli:") },
			want:   []string{path + ".Image: format"},
		},
		"platform namespace": {
			reason: "namespaces of the platform are reserved",
			change: func(a *args) { a.Namespace = "openshift-approver" },
			want: []string{
				path + ".Namespace: must not be openshift-approver: " +
					"default, openshift, openshift-* and kube-* are reserved for the platform",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := approverArgs()
			tt.change(args)
			checktest.Equal(t, tt.want, args.Validate(), tt.reason)
		})
	}
}
