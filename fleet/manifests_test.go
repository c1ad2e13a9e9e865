package fleet

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
)

func TestManifests(t *testing.T) {
	t.Parallel()
	l := parsed(t, `
operator: {image: "registry.example.com/fleet:1.0.0", memory: 2Gi}
defaults:
  version: 4.18.5
  backend: s3://state
  secretsProvider: awskms://alias/fleet
  secret: fleet
clusters:
- {name: canary, region: us-east-2, zones: [us-east-2a], vpcCidr: 10.0.0.0/16, protect: false, config: {workers: 2}}
- {name: second, region: eu-west-1, vpcCidr: 10.1.0.0/16, wave: 2, pair: shop, blueprint: hcp, serviceAccount: account-b}
- {name: third, region: eu-west-1, vpcCidr: 10.2.0.0/16, wave: 3, pair: shop, organization: acme}
`)
	require.NoError(t, l.check(testProgram(t, "hcp")))
	var out strings.Builder
	require.NoError(t, l.WriteManifests(&out, "shop"))
	golden.Check(t, "testdata/manifests.yaml", []byte(out.String()))
	for text := range strings.SplitSeq(strings.TrimPrefix(out.String(), "---\n"), "---\n") {
		var object map[string]any
		require.NoError(t, yaml.Unmarshal([]byte(text), &object))
		kubetest.Check(t, object)
	}
}

func TestManifestsNeedMore(t *testing.T) {
	t.Parallel()
	l := parsed(t, "{operator: {resyncSeconds: 5}, clusters: [{name: a, region: us-east-2, version: 4.18.5}]}")
	var out strings.Builder
	assert.EqualError(t, l.WriteManifests(&out, "shop"), strings.Join([]string{
		"operator.image: is required", "operator.resyncSeconds: must be at least 60 (got 5)", "clusters[0].backend: is required",
	}, "\n"))
	assert.Empty(t, out.String())
}
