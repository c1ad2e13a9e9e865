package nodes_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func asgAutoscaler(change func(*nodes.ClusterAutoscalerASGArgs)) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		args := &nodes.ClusterAutoscalerASGArgs{InfraID: infraID, Region: "us-east-2"}
		change(args)
		made, err := nodes.NewClusterAutoscalerASG(ctx, "demo", args)
		if err != nil {
			return err
		}
		ctx.Export("namespace", made.Namespace)
		return nil
	}
}

func sameASG(*nodes.ClusterAutoscalerASGArgs) {}

func withRole(a *nodes.ClusterAutoscalerASGArgs) {
	a.RoleARN = pulumi.String("arn:aws:iam::123456789012:role/autoscaler")
}

func TestClusterAutoscalerASGIsTaken(t *testing.T) {
	t.Parallel()
	for _, change := range []func(*nodes.ClusterAutoscalerASGArgs){sameASG, withRole} {
		rec := mockstest.Run(t, asgAutoscaler(change))
		kubetest.CheckRecorded(t, rec)
		mockstest.PreviewIsTheUpdate(t, asgAutoscaler(change))
		assert.Equal(t, "cluster-autoscaler-asg", rec.Outputs()["namespace"])
	}
}

func TestClusterAutoscalerASGGolden(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/cluster-autoscaler-asg.golden", mockstest.Run(t, asgAutoscaler(withRole)).Golden())
}

func TestClusterAutoscalerASGCommands(t *testing.T) {
	t.Parallel()
	own := []any{
		"./cluster-autoscaler", "--cloud-provider=aws", "--namespace=cluster-autoscaler-asg", "--leader-elect=false",
		"--node-group-auto-discovery=asg:tag=k8s.io/cluster-autoscaler/enabled,k8s.io/cluster-autoscaler/demo-x7k2p",
	}
	no := false
	for name, tt := range map[string]struct {
		reason string
		change func(*nodes.ClusterAutoscalerASGArgs)
		want   []any
	}{
		"default": {
			reason: "upstream's defaults stand",
			change: sameASG,
			want:   []any{"--max-node-provision-time=20m"},
		},
		"all": {
			reason: "every field",
			change: func(a *nodes.ClusterAutoscalerASGArgs) {
				a.Expander, a.BalanceSimilarNodeGroups, a.MaxNodesTotal = "least-waste", true, new(40)
				a.MaxNodeProvisionTime, a.SkipNodesWithLocalStorage, a.LogVerbosity = 30*time.Minute, &no, new(4)
				a.ScaleDown = &nodes.ScaleDownArgs{
					DelayAfterAdd: time.Minute, DelayAfterDelete: 2 * time.Minute, DelayAfterFailure: 3 * time.Minute,
					UnneededTime: 4 * time.Minute, UtilizationThreshold: 0.6, CordonBeforeTerminating: true,
				}
				a.ExtraArgs = []string{"--scan-interval=30s"}
			},
			want: []any{
				"--max-node-provision-time=30m", "--expander=least-waste", "--balance-similar-node-groups=true", "--max-nodes-total=40",
				"--skip-nodes-with-local-storage=false", "--scale-down-enabled=true", "--scale-down-delay-after-add=1m",
				"--scale-down-delay-after-delete=2m", "--scale-down-delay-after-failure=3m", "--scale-down-unneeded-time=4m",
				"--scale-down-utilization-threshold=0.6", "--cordon-node-before-terminating=true", "--v=4", "--scan-interval=30s",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			only := container(t, object(t, mockstest.Run(t, asgAutoscaler(tt.change)), "Deployment"))
			assert.Equal(t, append(own[:len(own):len(own)], tt.want...), only["command"], tt.reason)
		})
	}
}

func TestClusterAutoscalerASGActsByARole(t *testing.T) {
	t.Parallel()
	deployment := object(t, mockstest.Run(t, asgAutoscaler(withRole)), "Deployment")
	pod := at(deployment, "spec", "template", "spec").(map[string]any)
	assert.NotContains(t, pod, "hostNetwork")
	env := map[string]any{}
	for _, variable := range container(t, deployment)["env"].([]any) {
		env[variable.(map[string]any)["name"].(string)] = variable.(map[string]any)["value"]
	}
	assert.Equal(t, map[string]any{
		"AWS_REGION": "us-east-2", "AWS_ROLE_ARN": "arn:aws:iam::123456789012:role/autoscaler",
		"AWS_WEB_IDENTITY_TOKEN_FILE": "/var/run/secrets/openshift/serviceaccount/token", "AWS_STS_REGIONAL_ENDPOINTS": "regional",
	}, env)
	require.Len(t, pod["volumes"], 1)
	assert.Equal(
		t,
		[]any{
			map[string]any{
				"name":      "aws-token",
				"mountPath": "/var/run/secrets/openshift/serviceaccount",
				"readOnly":  true,
			},
		},
		container(t, deployment)["volumeMounts"],
	)

	pod = at(object(t, mockstest.Run(t, asgAutoscaler(sameASG)), "Deployment"), "spec", "template", "spec").(map[string]any)
	assert.Equal(t, true, pod["hostNetwork"], "the machine's role can be had in its network alone")
	assert.NotContains(t, pod, "volumes")
}

func TestClusterAutoscalerASGBehindAProxy(t *testing.T) {
	t.Parallel()
	env := func(change func(*nodes.ClusterAutoscalerASGArgs)) any {
		return container(t, object(t, mockstest.Run(t, asgAutoscaler(change)), "Deployment"))["env"]
	}
	assert.NotContains(t, fmt.Sprint(env(sameASG)), "PROXY")
	behind := env(func(a *nodes.ClusterAutoscalerASGArgs) { a.HTTPSProxy = pulumi.String("http://proxy:3128") })
	assert.Contains(t, behind, map[string]any{"name": "HTTPS_PROXY", "value": "http://proxy:3128"})
	assert.Contains(
		t,
		behind,
		map[string]any{"name": "NO_PROXY", "value": "$(KUBERNETES_SERVICE_HOST),169.254.169.254"},
		"no proxy knows the way to the cluster",
	)
}

func autoscalerRole(args *nodes.AutoscalerRoleArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		role, err := nodes.NewAutoscalerRole(ctx, "demo", args)
		if err != nil {
			return err
		}
		ctx.Export("arn", role.RoleARN)
		ctx.Export("name", role.RoleName)
		return nil
	}
}

func TestAutoscalerRoleOfItsOwn(t *testing.T) {
	t.Parallel()
	program := autoscalerRole(&nodes.AutoscalerRoleArgs{
		InfraID: infraID, OIDCProviderARN: pulumi.String("arn:aws:iam::1:oidc-provider/issuer.example.com"),
	})
	mockstest.PreviewIsTheUpdate(t, program)
	rec := mockstest.Run(t, program)
	golden.Check(t, "testdata/autoscaler-role.golden", rec.Golden())
	role := rec.OfType("aws:iam/role:Role")[0]
	assert.JSONEq(
		t,
		`{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"Federated":["arn:aws:iam::1:oidc-provider/issuer.example.com"]},
		"Action":["sts:AssumeRoleWithWebIdentity"],"Condition":{"StringEquals":{"issuer.example.com:aud":["sts.amazonaws.com"],
		"issuer.example.com:sub":["system:serviceaccount:cluster-autoscaler-asg:cluster-autoscaler"]}}}]}`,
		role.Inputs["assumeRolePolicy"].(string),
	)
	assert.Equal(t, role.Outputs["arn"], rec.Outputs()["arn"])
}

func TestAutoscalerRoleOfTheControlPlane(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(
		t,
		autoscalerRole(
			&nodes.AutoscalerRoleArgs{InfraID: infraID, ControlPlaneRoleName: pulumi.String("demo-master")},
		),
	)
	assert.Empty(t, rec.OfType("aws:iam/role:Role"))
	assert.Equal(t, "demo-master", only(t, rec, "aws:iam/rolePolicy:RolePolicy")["role"])
	assert.Equal(t, map[string]any{"arn": "", "name": "demo-master"}, rec.Outputs())
}

func TestClusterAutoscalerASGValidate(t *testing.T) {
	t.Parallel()
	type args = nodes.ClusterAutoscalerASGArgs
	type role = nodes.AutoscalerRoleArgs
	const path, rolePath = "nodes.ClusterAutoscalerASGArgs.", "nodes.AutoscalerRoleArgs."
	asg := func(change func(*args)) interface{ Validate() error } {
		a := &args{InfraID: infraID, Region: "us-east-2"}
		change(a)
		return a
	}
	arn := pulumi.String("arn")
	for name, tt := range map[string]struct {
		reason string
		args   interface{ Validate() error }
		want   string
	}{
		"usual": {reason: "the minimum", args: asg(sameASG)},
		"digest": {
			reason: "pinned for good",
			args:   asg(func(a *args) { a.Image = "registry:5000/autoscaler@sha256:12" }),
		},
		"nothing": {
			reason: "all at once",
			args:   (*args)(nil),
			want:   path + "InfraID: is required\n" + path + "Region: is required",
		},
		"latest": {
			reason: "it moves",
			args:   asg(func(a *args) { a.Image = "registry:5000/autoscaler:latest" }),
			want:   path + `Image: "registry:5000/autoscaler:latest" is not pinned; give a tag other than latest, or a digest`,
		},
		"no tag": {
			reason: "a port is no tag",
			args:   asg(func(a *args) { a.Image = "registry:5000/autoscaler" }),
			want:   path + `Image: "registry:5000/autoscaler" is not pinned; give a tag other than latest, or a digest`,
		},
		"expander": {
			reason: "OpenShift spells it so",
			args:   asg(func(a *args) { a.Expander = "LeastWaste" }),
			want:   path + `Expander: "LeastWaste" is none of random, least-waste, most-pods, least-nodes, priority`,
		},
		"prices": {
			reason: "the autoscaler has none of AWS and would not start",
			args:   asg(func(a *args) { a.Expander = "price" }),
			want:   path + `Expander: "price" is none of random, least-waste, most-pods, least-nodes, priority`,
		},
		"two expanders": {
			reason: "one after the other",
			args:   asg(func(a *args) { a.Expander = "priority,least-waste" }),
		},
		"half an expander": {
			reason: "a comma too many",
			args:   asg(func(a *args) { a.Expander = "priority," }),
			want:   path + "Expander: is required",
		},
		"expander twice": {
			reason: "the autoscaler would not start",
			args:   asg(func(a *args) { a.Expander = "random,random" }),
			want:   path + "Expander: random is there already",
		},
		"empty role": {
			reason: "an output that was not set",
			args:   &role{InfraID: infraID, ControlPlaneRoleName: pulumi.String("")},
			want:   rolePath + "ControlPlaneRoleName: is required",
		},
		"nodes": {
			reason: "below zero",
			args:   asg(func(a *args) { a.MaxNodesTotal = new(-3) }),
			want:   path + "MaxNodesTotal: -3 is no number of nodes; it is 0 or more",
		},
		"no argument": {
			reason: "a slip",
			args:   asg(func(a *args) { a.ExtraArgs = []string{"scan-interval=30s"} }),
			want:   path + `ExtraArgs: "scan-interval=30s" is no argument; one looks like --scan-interval=30s`,
		},
		"own argument": {
			reason: "not together with discovery",
			args:   asg(func(a *args) { a.ExtraArgs = []string{"--nodes=1:3:a"} }),
			want:   path + `ExtraArgs: "--nodes=1:3:a" is the component's own; the groups are found by their tags`,
		},
		"platform namespace": {
			reason: "the platform's own",
			args:   asg(func(a *args) { a.Namespace = "kube-system" }),
			want:   path + `Namespace: "kube-system" is in the platform's part of the names (openshift, openshift-, kube-, default); choose another`,
		},
		"no role": {
			reason: "by whom",
			args:   &role{InfraID: infraID},
			want:   rolePath + "OIDCProviderARN: is required unless ControlPlaneRoleName is given",
		},
		"no provider": {
			reason: "a name is no ARN",
			args:   &role{InfraID: infraID, OIDCProviderARN: arn},
			want:   rolePath + `OIDCProviderARN: "arn" is no identity provider's ARN; one looks like arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com`,
		},
		"both roles": {
			reason: "one is enough",
			args:   &role{InfraID: infraID, OIDCProviderARN: arn, ControlPlaneRoleName: arn},
			want:   rolePath + "ControlPlaneRoleName: cannot be set with OIDCProviderARN; the autoscaler acts by one role",
		},
		"path": {
			reason: "IAM refuses it",
			args:   &role{InfraID: infraID, ControlPlaneRoleName: arn, Path: "/openshift"},
			want:   rolePath + `Path: "/openshift" is no path; it begins and ends with /`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if tt.want == "" {
				assert.NoError(t, tt.args.Validate(), tt.reason)
				return
			}
			assert.EqualError(t, tt.args.Validate(), tt.want, tt.reason)
		})
	}
}

func TestNoPermissionToResizeAnotherClustersGroups(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(
		t,
		autoscalerRole(
			&nodes.AutoscalerRoleArgs{InfraID: infraID, ControlPlaneRoleName: pulumi.String("demo-master")},
		),
	)
	document := only(t, rec, "aws:iam/rolePolicy:RolePolicy")["policy"].(string)
	assert.Contains(
		t,
		document,
		`"Action":["autoscaling:SetDesiredCapacity","autoscaling:TerminateInstanceInAutoScalingGroup"],"Resource":["*"],"Condition":{"StringEquals":{"aws:ResourceTag/k8s.io/cluster-autoscaler/demo-x7k2p":["owned"]}}`,
	)
}
