package cluster

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

const pullSecretText = `{"auths": {"quay.io": {"auth": "ZGVtbzpkZW1v"}}}`

func TestPullSecretIsRetained(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		_, err := NewPullSecret(ctx, "pull", &PullSecretArgs{DockerConfigJSON: pulumi.String(pullSecretText)})
		return err
	}, inCluster)
	secret := one(t, rec, "kubernetes:core/v1:SecretPatch", "pull-pull-secret")
	assert.True(t, secret.Options.RetainOnDelete, "nodes need it to pull images")
	assert.IsType(t, mocks.Secret{}, secret.Inputs["data"].(map[string]any)[".dockerconfigjson"])
}

func TestPullSecretArgsRejected(t *testing.T) {
	t.Parallel()
	text := func(text string) *PullSecretArgs { return &PullSecretArgs{DockerConfigJSON: pulumi.String(text)} }
	const form = `.DockerConfigJSON: must be JSON with the credentials of at least one registry, ` +
		`{"auths": {"quay.io": {"auth": "..."}}}`
	testRejections(t, "cluster.PullSecretArgs", map[string]rejection{
		"path":     {reason: "the field is the text, not a path", args: text("pull-secret.json"), want: []string{form}},
		"no auths": {reason: "nodes would have no credentials", args: text(`{"auths": {}}`), want: []string{form}},
		"no auth": {
			reason: "the registry would reject nodes",
			args:   text(`{"auths": {"quay.io": {}}}`),
			want:   []string{".DockerConfigJSON: must have an auth for quay.io"},
		},
		"base64":     {reason: "the component encodes the text", args: text("e30="), want: []string{form}},
		"a registry": {reason: "credentials of one registry are enough", args: text(pullSecretText)},
	})
}
