package nodes_test

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func TestClusterAutoscalerASGArgsValidate(t *testing.T) {
	t.Parallel()
	type args = nodes.ClusterAutoscalerASGArgs
	const path = "nodes.ClusterAutoscalerASGArgs"
	reserved := func(namespace string) []string {
		return []string{
			path + ".Namespace: must not be " + namespace +
				": default, openshift, openshift-* and kube-* are reserved for the platform",
		}
	}
	for name, tt := range map[string]struct {
		reason string
		change func(*args)
		want   []string
	}{
		"usual": {reason: "only the infrastructure ID is required", change: func(a *args) { a.Region = "" }},
		"digest": {
			reason: "a digest never changes",
			change: func(a *args) { a.Image = "registry:5000/a@sha256:" + strings.Repeat("1", 64) },
		},
		"tag and digest": {
			reason: "the digest counts",
			change: func(a *args) { a.Image = "registry.example.com/a/b:latest@sha256:" + strings.Repeat("1", 64) },
		},
		"short digest": {
			reason: "a digest has 64 hexadecimal digits",
			change: func(a *args) { a.Image = "registry:5000/a@sha256:12" },
			want:   []string{path + ".Image: format"},
		},
		"argument in the image": {
			reason: "an image has no blanks",
			change: func(a *args) { a.Image = "registry.example.com/a:v1 --privileged" },
			want:   []string{path + ".Image: format"},
		},
		"proxy with a password": {
			reason: "a message does not quote a URL that can contain a password",
			change: func(a *args) { a.HTTPSProxy = pulumi.String("socks5://user:hidden@proxy:1080") },
			want:   []string{path + ".HTTPSProxy: must be an http or https URL, such as http://proxy.example.com:3128"},
		},
		"expanders": {
			reason: "expanders apply in order",
			change: func(a *args) { a.Expanders = []string{"priority", "random"} },
		},
		"nothing": {
			reason: "the infrastructure ID is required",
			change: func(a *args) { *a = args{} },
			want:   []string{path + ".InfraID: required"},
		},
		"forms": {
			reason: "each of these fields has a form",
			change: func(a *args) {
				a.Region, a.RoleARN, a.Image = "us-east-2a", pulumi.String("role"), "registry:5000/autoscaler:latest"
				a.HTTPSProxy, a.ExtraArgs, a.Namespace = pulumi.String("proxy"), []string{"scan-interval=30s"}, "a.b"
			},
			want: []string{
				path + ".Region: format", path + ".RoleARN: format", path + ".Image: format",
				path + ".HTTPSProxy: must be an http or https URL, such as http://proxy.example.com:3128",
				path + ".ExtraArgs[0]: format", path + ".Namespace: format",
			},
		},
		"no tag": {
			reason: "the port of a registry is not a tag",
			change: func(a *args) { a.Image = "registry:5000/autoscaler" },
			want:   []string{path + ".Image: format"},
		},
		"OpenShift's expander": {
			reason: "the upstream autoscaler has its own names of expanders",
			change: func(a *args) { a.Expanders = []string{"LeastWaste"} },
			want:   []string{path + ".Expanders[0]: one-of"},
		},
		"managed argument": {
			reason: "groups are discovered by their tags, which excludes a list of groups",
			change: func(a *args) { a.ExtraArgs = []string{"--v=1", "--nodes=1:3:a"} },
			want: []string{
				path + ".ExtraArgs[1]: must not be --nodes, which the component sets; groups are discovered by their tags",
			},
		},
		"argument with underscores": {
			reason: "the autoscaler accepts underscores for hyphens",
			change: func(a *args) { a.ExtraArgs = []string{"--cloud_provider=gce"} },
			want: []string{
				path + ".ExtraArgs[0]: must not be --cloud-provider, which the component sets; " +
					"groups are discovered by their tags",
			},
		},
		"address": {
			reason: "the liveness probe calls the component's address",
			change: func(a *args) { a.ExtraArgs = []string{"--address=:8086"} },
			want: []string{
				path + ".ExtraArgs[0]: must not be --address, which the component sets; groups are discovered by their tags",
			},
		},
		"similar argument": {
			reason: "only whole names of managed arguments are rejected",
			change: func(a *args) { a.ExtraArgs = []string{"--namespace-mode=1"} },
		},
		"platform namespace": {
			reason: "namespaces that begin with kube- are reserved",
			change: func(a *args) { a.Namespace = "kube-system" },
			want:   reserved("kube-system"),
		},
		"default namespace": {
			reason: "the namespace default is reserved",
			change: func(a *args) { a.Namespace = "default" },
			want:   reserved("default"),
		},
		"similar namespace": {
			reason: "only default itself is reserved",
			change: func(a *args) { a.Namespace = "default-workers" },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := &args{InfraID: infraID, Region: "us-east-2"}
			tt.change(args)
			checktest.Equal(t, tt.want, args.Validate(), tt.reason)
		})
	}
}
