package nodes_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func approverArgs(changes ...func(*nodes.CSRApproverArgs)) *nodes.CSRApproverArgs {
	return checktest.With(&nodes.CSRApproverArgs{
		InfraID:    infraID,
		Region:     "us-east-2",
		GroupNames: pulumi.ToStringArray([]string{"spot", "on-demand", "spot"}),
	}, changes...)
}

func approver(change func(*nodes.CSRApproverArgs)) pulumi.RunFunc {
	return mockstest.Exporting(nodes.NewCSRApprover, "demo", approverArgs(change),
		func(made *nodes.CSRApprover) pulumi.Map { return pulumi.Map{"namespace": made.Namespace} })
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
	assertManifest(t, "testdata/approver-permissions.yaml", map[string]any{
		"ClusterRole": object(t, rec, "ClusterRole")["rules"], "Role": object(t, rec, "Role")["rules"],
		"ClusterRoleBinding": object(t, rec, "ClusterRoleBinding")["subjects"],
		"RoleBinding":        object(t, rec, "RoleBinding")["subjects"],
	})
	assert.Equal(t, map[string]any{
		"apiGroup": "rbac.authorization.k8s.io",
		"kind":     "ClusterRole",
		"name":     at(object(t, rec, "ClusterRole"), "metadata", "name"),
	}, object(t, rec, "ClusterRoleBinding")["roleRef"])
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
		a.GroupNames = pulumi.ToStringArray([]string{"spot", "$(HOME)", "$$"})
		a.InstanceProfiles = pulumi.ToStringArray([]string{"demo-worker", "demo-spot", "demo-worker"})
		a.ProofRoleARNs = pulumi.ToStringArray([]string{"arn:aws-us-gov:iam::123456789012:role/openshift/demo-worker"})
	}))
	memory := objectNamed(t, rec, "ConfigMap", "approver-memory")
	assert.Equal(t, "approver-memory", at(memory, "metadata", "name"))
	assert.NotContains(t, memory, "data", "the approver writes it, and no update may reset it")
	program := objectNamed(t, rec, "ConfigMap", programOf(t, rec))
	assert.Equal(t, true, program["immutable"], "whoever may edit ConfigMaps must not approve certificates")
	data := program["data"].(map[string]any)
	assert.Len(t, data, 6)
	for _, name := range []string{"approver.py", "cluster.py", "csr.py", "ec2.py", "log.py", "memory.py"} {
		want, err := os.ReadFile("approver/" + name)
		require.NoError(t, err)
		assert.Equal(t, string(want), data[name], name)
	}
	var settings map[string]any
	require.NoError(t, json.Unmarshal([]byte(configOf(t, rec)), &settings))
	assert.Equal(t, map[string]any{
		"infraID": infraID, "region": "us-east-2", "endpoint": "https://ec2.us-east-2.amazonaws.com",
		"autoscalingEndpoint": "https://autoscaling.us-east-2.amazonaws.com",
		"stsEndpoint":         "https://sts.us-east-2.amazonaws.com", "groups": []any{"$$", "$(HOME)", "spot"},
		"vpc": "vpc-0123456789abcdef0", "instanceProfiles": []any{"demo-spot", "demo-worker"},
		"provenCallers": []any{"arn:aws-us-gov:sts::123456789012:assumed-role/demo-worker/"},
		"nodeDomains":   []any{"corp.example.com"}, "launchWindowSeconds": 3600.0,
	}, settings)
}

func TestCSRApproverPartitionsAndImage(t *testing.T) {
	t.Parallel()
	for region, want := range map[string]string{
		"us-gov-west-1": "https://ec2.us-gov-west-1.amazonaws.com",
		"cn-north-1":    "https://ec2.cn-north-1.amazonaws.com.cn",
	} {
		rec := run(t, approver(func(a *nodes.CSRApproverArgs) { a.Region = region }))
		assert.Contains(t, configOf(t, rec), `"endpoint":"`+want+`"`)
	}
	rec := run(t, approver(func(a *nodes.CSRApproverArgs) {
		a.Image = pulumi.String("quay.io/cli:v4.19")
		a.EC2Endpoint, a.AutoScalingEndpoint = "https://vpce-1.ec2.us-east-2.vpce.amazonaws.com", "https://autoscaling.example.com:8443"
	}))
	assert.Equal(t, "quay.io/cli:v4.19", container(t, object(t, rec, "Deployment"))["image"])
	assert.Contains(t, configOf(t, rec), `"endpoint":"https://vpce-1.ec2.us-east-2.vpce.amazonaws.com"`)
	assert.Contains(t, configOf(t, rec), `"autoscalingEndpoint":"https://autoscaling.example.com:8443"`)
}

// programOf returns the name of the ConfigMap that the pod mounts.
func programOf(t *testing.T, rec *mocks.Recorder) string {
	t.Helper()
	for _, volume := range at(object(t, rec, "Deployment"), "spec", "template", "spec", "volumes").([]any) {
		if fields := volume.(map[string]any); fields["name"] == "approver" {
			return at(fields, "configMap", "name").(string)
		}
	}
	require.Fail(t, "the pod has no volume of the program")
	return ""
}

// configOf returns the configuration of the program, as Kubernetes passes it to the container.
func configOf(t *testing.T, rec *mocks.Recorder) string {
	t.Helper()
	for _, variable := range container(t, object(t, rec, "Deployment"))["env"].([]any) {
		if fields := variable.(map[string]any); fields["name"] == "APPROVER_CONFIG" {
			assert.NotContains(t, fields["value"], "$", "Kubernetes replaces it")
			return fields["value"].(string)
		}
	}
	require.Fail(t, "the container has no configuration")
	return ""
}

// TestTheProgramIsImmutable asserts that the program's ConfigMap cannot be edited, and that another program has another
// ConfigMap, which the pod mounts.
func TestTheProgramIsImmutable(t *testing.T) {
	t.Parallel()
	rec := run(t, approver(sameApprover))
	name := programOf(t, rec)
	data := objectNamed(t, rec, "ConfigMap", name)["data"].(map[string]any)
	sum := sha256.New()
	for _, file := range slices.Sorted(maps.Keys(data)) {
		fmt.Fprintf(sum, "%s\x00%s\x00", file, data[file])
	}
	assert.Equal(t, fmt.Sprintf("approver-%x", sum.Sum(nil)[:5]), name, "another program has another name")
	for _, role := range object(t, rec, "Role")["rules"].([]any) {
		if fields := role.(map[string]any); slices.Contains(fields["resources"].([]any), any("configmaps")) {
			assert.Equal(t, []any{"approver-memory"}, fields["resourceNames"], "the approver cannot change its program")
		}
	}
}

func TestSettingsRestartTheApprover(t *testing.T) {
	t.Parallel()
	pod := func(change func(*nodes.CSRApproverArgs)) any {
		return at(object(t, run(t, approver(change)), "Deployment"), "spec", "template")
	}
	before := pod(sameApprover)
	assert.Equal(t, before,
		pod(func(a *nodes.CSRApproverArgs) { a.GroupNames = pulumi.ToStringArray([]string{"on-demand", "spot"}) }),
		"the order of groups does not matter")
	assert.NotEqual(t, before,
		pod(func(a *nodes.CSRApproverArgs) { a.GroupNames = pulumi.ToStringArray([]string{"$(HOME)", "$$spot"}) }))
	assert.NotEqual(t, before, pod(func(a *nodes.CSRApproverArgs) { a.LaunchWindow = time.Hour }))
}

func TestDeploymentDependsOnItsObjects(t *testing.T) {
	t.Parallel()
	rec := run(t, approver(sameApprover))
	deployment := mockstest.Find(t, rec, "demo-deployment")
	for _, need := range []string{
		"demo-namespace", "demo-account", "demo-clusterrolebinding", "demo-rolebinding", "demo-program", "demo-state",
	} {
		resource := mockstest.Find(t, rec, need)
		assert.Contains(t, deployment.Dependencies, resource.URN)
	}
}

func TestCSRApproverGroupNamesAreKnown(t *testing.T) {
	t.Parallel()
	for want, groups := range map[string][]string{
		"nodes.CSRApproverArgs.GroupNames: must have at least one element":        {},
		"nodes.CSRApproverArgs.GroupNames[1]: resolves to an empty text, such as": {"a", ""},
	} {
		err := mocks.New(inCluster).Run(
			approver(
				func(a *nodes.CSRApproverArgs) { a.GroupNames = pulumi.ToStringArray(groups).ToStringArrayOutput() },
			),
		)
		assert.ErrorContains(t, err, want)
	}
}

// TestProofRolesAreKnown rejects outputs that would switch the proof off or compare with nothing.
func TestProofRolesAreKnown(t *testing.T) {
	t.Parallel()
	for want, roles := range map[string][]string{
		"nodes.CSRApproverArgs.ProofRoleARNs: must have at least one element": {},
		`nodes.CSRApproverArgs.ProofRoleARNs: "worker" is not a valid`:        {"worker"},
	} {
		err := mocks.New(inCluster).Run(approver(func(a *nodes.CSRApproverArgs) {
			a.ProofRoleARNs = pulumi.ToStringArray(roles).ToStringArrayOutput()
		}))
		assert.ErrorContains(t, err, want)
	}
}
