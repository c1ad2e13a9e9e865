package nodes_test

import (
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
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

// object returns the manifest of a kind that a program registered once.
func object(t *testing.T, rec *mocks.Recorder, kind string) map[string]any {
	t.Helper()
	created, _ := kubetest.Recorded(t, rec)
	var found []map[string]any
	for _, manifest := range created {
		if manifest["kind"] == kind {
			found = append(found, manifest)
		}
	}
	require.Len(t, found, 1, kind)
	return found[0]
}

func container(t *testing.T, deployment map[string]any) map[string]any {
	t.Helper()
	containers := at(deployment, "spec", "template", "spec", "containers").([]any)
	require.Len(t, containers, 1)
	return containers[0].(map[string]any)
}

func TestCSRApproverIsTaken(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, approver(sameApprover))
	kubetest.CheckRecorded(t, rec)
	mockstest.PreviewIsTheUpdate(t, approver(sameApprover))
	assert.Equal(t, "worker-pool-approver", rec.Outputs()["namespace"])
}

func TestCSRApproverMayDoNothingElse(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, approver(sameApprover))
	assert.Equal(t, []any{
		map[string]any{
			"apiGroups": []any{"certificates.k8s.io"},
			"resources": []any{"certificatesigningrequests"},
			"verbs":     []any{"list"},
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
		map[string]any{"apiGroups": []any{""}, "resources": []any{"nodes"}, "verbs": []any{"get"}},
	}, object(t, rec, "ClusterRole")["rules"])
	assert.Equal(t, []any{
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
	rec := mockstest.Run(t, approver(sameApprover))
	deployment := object(t, rec, "Deployment")
	pod := at(deployment, "spec", "template", "spec").(map[string]any)
	for key, want := range map[string]any{
		"hostNetwork":        true,
		"dnsPolicy":          "Default",
		"serviceAccountName": "approver",
		"nodeSelector":       map[string]any{"node-role.kubernetes.io/master": ""},
		"securityContext":    map[string]any{"runAsNonRoot": true, "seccompProfile": map[string]any{"type": "RuntimeDefault"}},
	} {
		assert.Equal(t, want, pod[key], key)
	}
	only := container(t, deployment)
	assert.Equal(t, "image-registry.openshift-image-registry.svc:5000/openshift/cli:latest", only["image"])
	assert.Equal(t, []any{"python3", "-B", "/opt/approver/approver.py"}, only["command"])
	assert.Equal(t, map[string]any{
		"allowPrivilegeEscalation": false, "readOnlyRootFilesystem": true, "capabilities": map[string]any{"drop": []any{"ALL"}},
	}, only["securityContext"])
	assert.Equal(
		t,
		"privileged",
		at(object(t, rec, "Namespace"), "metadata", "labels", "pod-security.kubernetes.io/enforce"),
		"baseline forbids the machine's network",
	)
	assert.Equal(t, map[string]any{"type": "Recreate"}, at(deployment, "spec", "strategy"), "never two at a time")
}

func TestCSRApproverCarriesItsProgramAndSettings(t *testing.T) {
	t.Parallel()
	data := object(t, mockstest.Run(t, approver(func(a *nodes.CSRApproverArgs) {
		a.LaunchWindow, a.NodeDomains = time.Hour, []string{"corp.example.com"}
	})), "ConfigMap")["data"].(map[string]any)
	assert.Len(t, data, 5)
	for _, name := range []string{"approver.py", "cluster.py", "csr.py", "ec2.py"} {
		want, err := os.ReadFile("approver/" + name)
		require.NoError(t, err)
		assert.Equal(t, string(want), data[name], name)
	}
	var settings map[string]any
	require.NoError(t, json.Unmarshal([]byte(data["config.json"].(string)), &settings))
	assert.Equal(t, map[string]any{
		"infraID": infraID, "region": "us-east-2", "endpoint": "https://ec2.us-east-2.amazonaws.com",
		"groups": []any{"on-demand", "spot"}, "nodeDomains": []any{"corp.example.com"}, "launchWindowSeconds": 3600.0,
	}, settings)
}

func TestCSRApproverElsewhere(t *testing.T) {
	t.Parallel()
	for region, want := range map[string]string{
		"us-gov-west-1": "https://ec2.us-gov-west-1.amazonaws.com",
		"cn-north-1":    "https://ec2.cn-north-1.amazonaws.com.cn",
	} {
		data := object(t, mockstest.Run(t, approver(func(a *nodes.CSRApproverArgs) { a.Region = region })), "ConfigMap")["data"].(map[string]any)
		assert.Contains(t, data["config.json"], `"endpoint": "`+want+`"`)
	}
	only := container(t, object(t, mockstest.Run(t, approver(func(a *nodes.CSRApproverArgs) {
		a.HTTPSProxy, a.Image = pulumi.String("http://proxy:3128"), pulumi.String("quay.io/cli@sha256:1")
	})), "Deployment"))
	assert.Equal(t, "quay.io/cli@sha256:1", only["image"])
	assert.Contains(t, only["env"], map[string]any{"name": "HTTPS_PROXY", "value": "http://proxy:3128"})
}

func TestAChangeOfSettingsRestartsTheApprover(t *testing.T) {
	t.Parallel()
	hash := func(change func(*nodes.CSRApproverArgs)) any {
		return at(
			object(t, mockstest.Run(t, approver(change)), "Deployment"),
			"spec",
			"template",
			"metadata",
			"annotations",
			"openshift-aws/config-hash",
		)
	}
	before := hash(sameApprover)
	assert.Equal(
		t,
		before,
		hash(func(a *nodes.CSRApproverArgs) { a.GroupNames = pulumi.ToStringArray([]string{"on-demand", "spot"}) }),
		"the order of groups says nothing",
	)
	assert.NotEqual(
		t,
		before,
		hash(func(a *nodes.CSRApproverArgs) { a.GroupNames = pulumi.ToStringArray([]string{"spot"}) }),
	)
	assert.NotEqual(t, before, hash(func(a *nodes.CSRApproverArgs) { a.LaunchWindow = time.Hour }))
}

func TestTheApproverComesAfterWhatItNeeds(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, approver(sameApprover))
	deployment, ok := rec.Find("demo-deployment")
	require.True(t, ok)
	for _, need := range []string{"demo-namespace", "demo-account", "demo-clusterrolebinding", "demo-rolebinding", "demo-config"} {
		resource, ok := rec.Find(need)
		require.True(t, ok, need)
		assert.Contains(t, deployment.Dependencies, resource.URN)
	}
}

func TestCSRApproverRefusesGroupsWithoutAName(t *testing.T) {
	t.Parallel()
	for _, groups := range [][]string{{}, {"a", ""}} {
		err := mocks.New().Run(
			approver(
				func(a *nodes.CSRApproverArgs) { a.GroupNames = pulumi.ToStringArray(groups).ToStringArrayOutput() },
			),
		)
		assert.ErrorContains(t, err, "each group has a name, and there is at least one")
	}
}

func TestCSRApproverArgsValidate(t *testing.T) {
	t.Parallel()
	type args = nodes.CSRApproverArgs
	const path = "nodes.CSRApproverArgs."
	for name, tt := range map[string]struct {
		reason string
		change func(*args)
		want   string
	}{
		"usual": {reason: "what a cluster has", change: sameApprover},
		"private endpoint": {
			reason: "of a VPC endpoint",
			change: func(a *args) { a.EC2Endpoint = "https://vpce-1.ec2.us-east-2.vpce.amazonaws.com" },
		},
		"nothing": {
			reason: "all at once",
			change: func(a *args) { *a = args{} },
			want:   path + "InfraID: is required\n" + path + "Region: is required\n" + path + "GroupNames: is required",
		},
		"region": {
			reason: "a zone",
			change: func(a *args) { a.Region = "us-east-2a" },
			want:   path + `Region: "us-east-2a" is no region; one looks like us-east-2`,
		},
		"no group": {
			reason: "nothing to approve",
			change: func(a *args) { a.GroupNames = pulumi.StringArray{} },
			want:   path + "GroupNames: is required",
		},
		"no time": {
			reason: "machines take minutes",
			change: func(a *args) { a.LaunchWindow = time.Second },
			want:   path + "LaunchWindow: 1s leaves no time to boot; it is 1m or more, in whole seconds",
		},
		"domain": {
			reason: "a host's part",
			change: func(a *args) { a.NodeDomains = []string{"corp"} },
			want:   path + `NodeDomains[0]: "corp" is no domain; one looks like corp.example.com`,
		},
		"plain http": {
			reason: "credentials would be seen",
			change: func(a *args) { a.EC2Endpoint = "http://ec2" },
			want:   path + `EC2Endpoint: "http://ec2" is no https URL; one looks like https://ec2.us-east-2.amazonaws.com`,
		},
		"platform namespace": {
			reason: "the platform's own",
			change: func(a *args) { a.Namespace = "openshift-approver" },
			want:   path + `Namespace: "openshift-approver" is in the platform's part of the names (openshift, openshift-, kube-, default); choose another`,
		},
		"no namespace": {
			reason: "a dot",
			change: func(a *args) { a.Namespace = "a.b" },
			want:   path + `Namespace: "a.b" is no namespace; it takes lower-case letters, digits and inner hyphens, at most 63`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := approverArgs()
			tt.change(args)
			if tt.want == "" {
				assert.NoError(t, args.Validate(), tt.reason)
				return
			}
			assert.EqualError(t, args.Validate(), tt.want, tt.reason)
		})
	}
}
