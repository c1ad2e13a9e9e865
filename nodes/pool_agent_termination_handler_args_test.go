package nodes_test

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func TestTerminationHandlerArgsValidate(t *testing.T) {
	t.Parallel()
	type args = nodes.TerminationHandlerArgs
	const path = "nodes.TerminationHandlerArgs"
	for name, tt := range map[string]struct {
		reason string
		change func(*args)
		want   []string
	}{
		"usual": {reason: "the region defaults to that of the AWS provider", change: func(a *args) { a.Region = "" }},
		"nothing": {
			reason: "all problems are reported at once",
			change: func(a *args) { *a = args{} },
			want:   []string{path + ".InfraID: required", path + ".QueueURL: required"},
		},
		"forms": {
			reason: "each of these fields has a form",
			change: func(a *args) {
				a.Region, a.QueueURL, a.RoleARN = "us-east-2a", pulumi.String(drainQueueARN), pulumi.String("role")
				a.Image, a.HTTPSProxy, a.Namespace = "nth:latest", pulumi.String("proxy"), "a.b"
			},
			want: []string{
				path + ".Region: format", path + ".QueueURL: format", path + ".RoleARN: format", path + ".Image: format",
				path + ".HTTPSProxy: must be an http or https URL, such as http://proxy.example.com:3128",
				path + ".Namespace: format",
			},
		},
		"queue of another region": {
			reason: "the handler calls SQS in its own region",
			change: func(a *args) {
				a.QueueURL = pulumi.String("https://vpce-0123-abc.sqs.us-west-2.vpce.amazonaws.com/123456789012/drain")
			},
			want: []string{
				path + ".QueueURL: https://vpce-0123-abc.sqs.us-west-2.vpce.amazonaws.com/123456789012/drain" +
					" is in region us-west-2; must be in us-east-2",
			},
		},
		"queue in China": {
			reason: "the endpoints of each partition contain the region",
			change: func(a *args) {
				a.Region = "cn-north-1"
				a.QueueURL = pulumi.String("https://sqs.cn-north-1.amazonaws.com.cn/123456789012/drain")
			},
		},
		"queue without a region": {
			reason: "an endpoint can have any name",
			change: func(a *args) { a.QueueURL = pulumi.String("https://queue.example.com/123456789012/drain") },
		},
		"short timeout": {
			reason: "a lifecycle hook lasts at least 30s",
			change: func(a *args) { a.Timeout = time.Second },
			want:   []string{path + ".Timeout: range"},
		},
		"platform namespace": {
			reason: "namespaces of the platform are reserved",
			change: func(a *args) { a.Namespace = "kube-system" },
			want: []string{
				path + ".Namespace: must not be kube-system: " +
					"default, openshift, openshift-* and kube-* are reserved for the platform",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := &args{InfraID: infraID, Region: "us-east-2", QueueURL: pulumi.String(drainQueueURL)}
			tt.change(args)
			checktest.Equal(t, tt.want, args.Validate(), tt.reason)
		})
	}
}
