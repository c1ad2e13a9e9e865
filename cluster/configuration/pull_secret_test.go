package configuration

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const pullSecretText = `{"auths": {"quay.io": {"auth": "ZGVtbzpkZW1v"}}}`

func TestPullSecretIsRetained(t *testing.T) {
	t.Parallel()
	args := &PullSecretArgs{DockerConfigJSON: pulumi.String(pullSecretText)}
	rec := mockstest.Run(t, mockstest.Program(NewPullSecret, "pull", args), clustertest.InCluster)
	secret := clustertest.One(t, rec, "kubernetes:core/v1:SecretPatch", "pull-pull-secret")
	assert.True(t, secret.Options.RetainOnDelete, "nodes need it to pull images")
	assert.IsType(t, mocks.Secret{}, secret.Inputs["data"].(map[string]any)[".dockerconfigjson"])
}

func TestPullSecretArgsRejected(t *testing.T) {
	t.Parallel()
	text := func(text string) *PullSecretArgs { return &PullSecretArgs{DockerConfigJSON: pulumi.String(text)} }
	const form = `.DockerConfigJSON: must be JSON with the credentials of at least one registry, ` +
		`{"auths": {"quay.io": {"auth": "..."}}}`
	checktest.Cases(t, "configuration.PullSecretArgs", map[string]checktest.Case{
		"path":     {Reason: "the field is the text, not a path", Args: text("pull-secret.json"), Want: []string{form}},
		"no auths": {Reason: "nodes would have no credentials", Args: text(`{"auths": {}}`), Want: []string{form}},
		"no auth": {
			Reason: "the registry would reject nodes",
			Args:   text(`{"auths": {"quay.io": {}}}`),
			Want:   []string{".DockerConfigJSON: must have an auth for quay.io"},
		},
		"base64":     {Reason: "the component encodes the text", Args: text("e30="), Want: []string{form}},
		"a registry": {Reason: "credentials of one registry are enough", Args: text(pullSecretText)},
	})
}
