package programs_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestProvidersOfAnAdministrator: a list that an administrator has set is not replaced unless the user asks for it. Another manager
// of the fields stands for the administrator.
func TestProvidersOfAnAdministrator(t *testing.T) {
	byHand := []any{map[string]any{"name": "sso", "mappingMethod": "claim", "type": "HTPasswd"}}
	component := false
	program := func(ctx *pulumi.Context) error {
		provider, err := cluster.NewKubernetesProvider(ctx, "demo", &cluster.KubernetesProviderArgs{Kubeconfig: pulumi.String("path")})
		if err != nil {
			return err
		}
		in := pulumi.Provider(provider)
		edited, err := kube.PatchForced(ctx, "edited", kube.Object{
			APIVersion: kube.ConfigAPI, Kind: "OAuth", Name: "cluster", Annotations: map[string]string{kube.PatchFieldManager: "kubectl-edit"},
			Fields: map[string]any{"spec": map[string]any{"identityProviders": byHand}},
		}, in)
		if err != nil || !component {
			return err
		}
		_, err = configuration.NewIdentityProviders(ctx, "login", &configuration.IdentityProvidersArgs{
			Providers: []configuration.IdentityProvider{{
				Name: "local", HTPasswd: &configuration.HTPasswdArgs{File: pulumi.String("alice:$2y$05$abcdefghijklmnopqrstuuu\n")},
			}},
		}, in, pulumi.DependsOn([]pulumi.Resource{edited}))
		return err
	}
	box := (&run{program: program}).box(t)
	mockstest.Must(t, box.Up)
	component = true
	_, err := box.Preview(t.Context())
	require.NoError(t, err, "a preview sends no patch that does not exist yet")
	_, err = box.Up(t.Context())
	require.ErrorContains(t, err, `conflict with "kubectl-edit" over .spec.identityProviders`)
	t.Setenv("PULUMI_K8S_ENABLE_PATCH_FORCE", "true")
	forced := mockstest.Must(t, box.Up)
	assert.NotZero(t, forced.Changes["create"], forced.Changes)
}
