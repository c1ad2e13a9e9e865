package docs

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	batchv1 "k8s.io/api/batch/v1"
	"sigs.k8s.io/yaml"

	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
)

// TestEtcdBackup: the API server accepts the manifests, the role's service account is the one of the page, and the pod
// has the token and the permission that its containers need.
func TestEtcdBackup(t *testing.T) {
	t.Parallel()
	text, page := read(t, "../../docs/etcd-backup.yaml"), read(t, "../../docs/day-two.md")
	var job batchv1.CronJob
	var kinds []string
	for document := range strings.SplitSeq(text, "\n---\n") {
		object := map[string]any{}
		require.NoError(t, yaml.Unmarshal([]byte(document), &object))
		kinds = append(kinds, object["kind"].(string))
		if object["kind"] == "CronJob" {
			require.NoError(t, yaml.UnmarshalStrict([]byte(document), &job), "unknown fields are rejected")
			continue
		}
		kubetest.Check(t, object)
	}
	assert.Equal(t, []string{"Namespace", "ServiceAccount", "RoleBinding", "CronJob"}, kinds)

	pod := job.Spec.JobTemplate.Spec.Template.Spec
	assert.Contains(t, page, `{Namespace: "`+job.Namespace+`", Name: "`+pod.ServiceAccountName+`"}`)
	mounted := map[string]string{}
	for _, container := range append(pod.InitContainers, pod.Containers...) {
		for _, mount := range container.VolumeMounts {
			mounted[container.Name+" "+mount.Name] = mount.MountPath
		}
	}
	assert.Equal(t, map[string]string{
		"snapshot host": "/host", "snapshot backup": "/backup",
		"upload backup": "/backup", "upload token": "/var/run/secrets/aws",
	}, mounted)
	assert.True(t, *pod.InitContainers[0].SecurityContext.Privileged)
	assert.Nil(t, pod.Containers[0].SecurityContext, "the container that reaches AWS has no privileges")
	token := pod.Volumes[2].Projected.Sources[0].ServiceAccountToken
	assert.Contains(t, page, `Audience:        "`+token.Audience+`"`)
	for _, env := range pod.Containers[0].Env {
		if name, isVariable := strings.CutPrefix(env.Value, "$"); isVariable {
			assert.Contains(t, page, "$"+name, "envsubst replaces it")
		}
		if env.Name == "AWS_WEB_IDENTITY_TOKEN_FILE" {
			assert.Equal(t, mounted["upload token"]+"/"+token.Path, env.Value)
		}
	}
}
