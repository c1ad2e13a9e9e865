package nodes_test

import (
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func approverArgs() *nodes.CSRApproverArgs {
	return &nodes.CSRApproverArgs{
		InfraID:    infraID,
		Region:     "us-east-2",
		GroupNames: pulumi.ToStringArray([]string{"spot", "on-demand", "spot"}),
	}
}

func approver(change func(*nodes.CSRApproverArgs)) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		args := approverArgs()
		change(args)
		made, err := nodes.NewCSRApprover(ctx, "demo", args)
		if err != nil {
			return err
		}
		ctx.Export("namespace", made.Namespace)
		return nil
	}
}

func sameApprover(*nodes.CSRApproverArgs) {}

func container(t *testing.T, deployment map[string]any) map[string]any {
	t.Helper()
	containers := at(deployment, "spec", "template", "spec", "containers").([]any)
	require.Len(t, containers, 1)
	return containers[0].(map[string]any)
}

func TestCSRApproverPermissions(t *testing.T) {
	t.Parallel()
	rec := run(t, approver(sameApprover))
	assert.Equal(t, []any{
		map[string]any{
			"apiGroups": []any{"certificates.k8s.io"},
			"resources": []any{"certificatesigningrequests"},
			"verbs":     []any{"get", "list"},
		},
		map[string]any{
			"apiGroups": []any{"certificates.k8s.io"},
			"resources": []any{"certificatesigningrequests/approval"},
			"verbs":     []any{"update"},
		},
		map[string]any{
			"apiGroups": []any{"certificates.k8s.io"},
			"resources": []any{"signers"},
			"resourceNames": []any{
				"kubernetes.io/kube-apiserver-client-kubelet", "kubernetes.io/kubelet-serving",
			},
			"verbs": []any{"approve"},
		},
		map[string]any{"apiGroups": []any{""}, "resources": []any{"nodes"}, "verbs": []any{"list"}},
	}, object(t, rec, "ClusterRole")["rules"])
	assert.Equal(t, []any{
		map[string]any{
			"apiGroups": []any{""}, "resources": []any{"configmaps"}, "resourceNames": []any{"approver-memory"},
			"verbs": []any{"get", "update"},
		},
		map[string]any{"apiGroups": []any{""}, "resources": []any{"events"}, "verbs": []any{"create"}},
		map[string]any{
			"apiGroups":     []any{"security.openshift.io"},
			"resources":     []any{"securitycontextconstraints"},
			"resourceNames": []any{"hostnetwork-v2"},
			"verbs":         []any{"use"},
		},
	}, object(t, rec, "Role")["rules"])
	account := []any{map[string]any{"kind": "ServiceAccount", "name": "approver", "namespace": "worker-pool-approver"}}
	for _, kind := range []string{"ClusterRoleBinding", "RoleBinding"} {
		assert.Equal(t, account, object(t, rec, kind)["subjects"])
	}
	assert.Equal(
		t,
		map[string]any{
			"apiGroup": "rbac.authorization.k8s.io",
			"kind":     "ClusterRole",
			"name":     at(object(t, rec, "ClusterRole"), "metadata", "name"),
		},
		object(t, rec, "ClusterRoleBinding")["roleRef"],
	)
}

func TestCSRApproverRunsOnTheControlPlane(t *testing.T) {
	t.Parallel()
	rec := run(t, approver(sameApprover))
	deployment := object(t, rec, "Deployment")
	pod := at(deployment, "spec", "template", "spec").(map[string]any)
	for key, want := range map[string]any{
		"hostNetwork":        true,
		"dnsPolicy":          "Default",
		"serviceAccountName": "approver",
		"nodeSelector":       map[string]any{"node-role.kubernetes.io/master": ""},
		"securityContext": map[string]any{
			"runAsNonRoot": true, "seccompProfile": map[string]any{"type": "RuntimeDefault"},
		},
	} {
		assert.Equal(t, want, pod[key], key)
	}
	only := container(t, deployment)
	assert.Equal(t, "image-registry.openshift-image-registry.svc:5000/openshift/cli:latest", only["image"])
	assert.Equal(t, []any{"python3", "-B", "/opt/approver/approver.py"}, only["command"])
	assert.Equal(t, map[string]any{
		"allowPrivilegeEscalation": false, "readOnlyRootFilesystem": true,
		"capabilities": map[string]any{"drop": []any{"ALL"}},
	}, only["securityContext"])
	assert.Equal(t, "IfNotPresent", only["imagePullPolicy"],
		"the in-cluster registry runs on workers, of which there may be none when the pod starts again")
	assert.Equal(t, map[string]any{
		"requests": map[string]any{"cpu": "10m", "memory": "64Mi"}, "limits": map[string]any{"memory": "256Mi"},
	}, only["resources"])
	assert.Equal(t, map[string]any{"command": []any{"python3", "-B", "/opt/approver/approver.py", "--alive"}},
		at(only, "livenessProbe", "exec"))
	assert.Equal(t, "privileged",
		at(object(t, rec, "Namespace"), "metadata", "labels", "pod-security.kubernetes.io/enforce"),
		"the level baseline forbids the host network")
	assert.Equal(t, map[string]any{"type": "Recreate"}, at(deployment, "spec", "strategy"),
		"two pods never run at the same time")
}

func TestCSRApproverConfigMap(t *testing.T) {
	t.Parallel()
	rec := run(t, approver(func(a *nodes.CSRApproverArgs) {
		a.LaunchWindow, a.NodeDomains = time.Hour, []string{"corp.example.com"}
		a.VpcID = pulumi.String("vpc-0123456789abcdef0")
		a.InstanceProfiles = pulumi.ToStringArray([]string{"demo-worker", "demo-spot", "demo-worker"})
	}))
	memory := objectNamed(t, rec, "ConfigMap", "approver-memory")
	assert.Equal(t, "approver-memory", at(memory, "metadata", "name"))
	assert.NotContains(t, memory, "data", "the approver writes it, and no update may reset it")
	data := objectNamed(t, rec, "ConfigMap", "approver")["data"].(map[string]any)
	assert.Len(t, data, 7)
	for _, name := range []string{"approver.py", "cluster.py", "csr.py", "ec2.py", "log.py", "memory.py"} {
		want, err := os.ReadFile("approver/" + name)
		require.NoError(t, err)
		assert.Equal(t, string(want), data[name], name)
	}
	var settings map[string]any
	require.NoError(t, json.Unmarshal([]byte(data["config.json"].(string)), &settings))
	assert.Equal(t, map[string]any{
		"infraID": infraID, "region": "us-east-2", "endpoint": "https://ec2.us-east-2.amazonaws.com",
		"stsEndpoint": "https://sts.us-east-2.amazonaws.com", "groups": []any{"on-demand", "spot"},
		"vpc": "vpc-0123456789abcdef0", "instanceProfiles": []any{"demo-spot", "demo-worker"},
		"nodeDomains": []any{"corp.example.com"}, "launchWindowSeconds": 3600.0,
	}, settings)
}

func TestCSRApproverPartitionsAndImage(t *testing.T) {
	t.Parallel()
	for region, want := range map[string]string{
		"us-gov-west-1": "https://ec2.us-gov-west-1.amazonaws.com",
		"cn-north-1":    "https://ec2.cn-north-1.amazonaws.com.cn",
	} {
		rec := run(t, approver(func(a *nodes.CSRApproverArgs) { a.Region = region }))
		data := objectNamed(t, rec, "ConfigMap", "approver")["data"].(map[string]any)
		assert.Contains(t, data["config.json"], `"endpoint": "`+want+`"`)
	}
	only := container(t, object(t, run(t, approver(func(a *nodes.CSRApproverArgs) {
		a.Image = pulumi.String("quay.io/cli:v4.19")
	})), "Deployment"))
	assert.Equal(t, "quay.io/cli:v4.19", only["image"])
}

func TestSettingsRestartTheApprover(t *testing.T) {
	t.Parallel()
	hash := func(change func(*nodes.CSRApproverArgs)) any {
		return at(object(t, run(t, approver(change)), "Deployment"), "spec", "template", "metadata", "annotations",
			"openshift-aws/config-hash")
	}
	before := hash(sameApprover)
	assert.Equal(t, before,
		hash(func(a *nodes.CSRApproverArgs) { a.GroupNames = pulumi.ToStringArray([]string{"on-demand", "spot"}) }),
		"the order of groups does not matter")
	assert.NotEqual(t, before,
		hash(func(a *nodes.CSRApproverArgs) { a.GroupNames = pulumi.ToStringArray([]string{"spot"}) }))
	assert.NotEqual(t, before, hash(func(a *nodes.CSRApproverArgs) { a.LaunchWindow = time.Hour }))
}

func TestDeploymentDependsOnItsObjects(t *testing.T) {
	t.Parallel()
	rec := run(t, approver(sameApprover))
	deployment, ok := rec.Find("demo-deployment")
	require.True(t, ok)
	for _, need := range []string{
		"demo-namespace", "demo-account", "demo-clusterrolebinding", "demo-rolebinding", "demo-config", "demo-state",
	} {
		resource, ok := rec.Find(need)
		require.True(t, ok, need)
		assert.Contains(t, deployment.Dependencies, resource.URN)
	}
}

func TestCSRApproverGroupNamesAreKnown(t *testing.T) {
	t.Parallel()
	for _, groups := range [][]string{{}, {"a", ""}} {
		err := mocks.New(inCluster).Run(
			approver(
				func(a *nodes.CSRApproverArgs) { a.GroupNames = pulumi.ToStringArray(groups).ToStringArrayOutput() },
			),
		)
		assert.ErrorContains(t, err, "must have at least one element and no empty one")
	}
}

func TestCSRApproverInstanceProfilesAreKnown(t *testing.T) {
	t.Parallel()
	err := mocks.New(inCluster).Run(approver(func(a *nodes.CSRApproverArgs) {
		a.InstanceProfiles = pulumi.ToStringArray([]string{"a", ""}).ToStringArrayOutput()
	}))
	assert.ErrorContains(t, err, "nodes.CSRApproverArgs.InstanceProfiles: must have no empty element")
}
