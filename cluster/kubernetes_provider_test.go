package cluster

import (
	"os"
	"testing"

	"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

func TestKubernetesProviderIsTheOneOfTheSDK(t *testing.T) {
	t.Parallel()
	kubeconfig := pulumi.ToSecret(pulumi.String("apiVersion: v1")).(pulumi.StringOutput)
	ours, theirs := mocks.New(), mocks.New()
	require.NoError(t, ours.Run(func(ctx *pulumi.Context) error {
		_, err := NewKubernetesProvider(ctx, "cluster", &KubernetesProviderArgs{
			Kubeconfig: kubeconfig, ClusterIdentifier: pulumi.String("demo"),
		})
		return err
	}))
	require.NoError(t, theirs.Run(func(ctx *pulumi.Context) error {
		_, err := kubernetes.NewProvider(ctx, "cluster", &kubernetes.ProviderArgs{
			Kubeconfig: kubeconfig, ClusterIdentifier: pulumi.String("demo"),
			EnableServerSideApply:  pulumi.Bool(true),
			EnableConfigMapMutable: pulumi.Bool(true),
			EnableSecretMutable:    pulumi.Bool(true),
		})
		return err
	}))
	want, ok := theirs.Find("cluster")
	require.True(t, ok)
	got, ok := ours.Find("cluster")
	require.True(t, ok)
	assert.Equal(t, want.URN, got.URN)
	assert.Equal(t, want.Inputs, got.Inputs)
}

func TestKubernetesProviderVersionIsThatOfGoMod(t *testing.T) {
	t.Parallel()
	module, err := os.ReadFile("../go.mod")
	require.NoError(t, err)
	assert.Contains(t, string(module), "github.com/pulumi/pulumi-kubernetes/sdk/v4 v"+kubernetesProviderVersion+"\n")
}

// TestInsecureKubeconfig: `oc login` writes the field if the user answers yes to "Use insecure connections?".
func TestInsecureKubeconfig(t *testing.T) {
	t.Parallel()
	for text, insecure := range map[string]bool{
		"clusters: [{cluster: {insecure-skip-tls-verify: true}}]":      true,
		`{"clusters":[{"cluster":{"insecure-skip-tls-verify":true}}]}`: true,
		"clusters: [{cluster: {insecure-skip-tls-verify: false}}]":     false,
		"clusters: [{cluster: {certificate-authority-data: LS0=}}]":    false,
	} {
		warnings := mockstest.Warnings(t, func(ctx *pulumi.Context) error {
			_, err := NewKubernetesProvider(ctx, "cluster", &KubernetesProviderArgs{Kubeconfig: pulumi.String(text)})
			return err
		})
		assert.Equal(t, insecure, len(warnings) == 1, "%s: %s", text, warnings)
	}
}

func TestKubernetesProviderDefaults(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		provider, err := NewKubernetesProvider(ctx, "blue",
			&KubernetesProviderArgs{Kubeconfig: pulumi.String("apiVersion: v1")})
		if err != nil {
			return err
		}
		_, err = machineconfig.NewMachineConfigPool(ctx, "infra", &machineconfig.MachineConfigPoolArgs{Name: "infra"},
			pulumi.Provider(provider))
		return err
	}))
	provider, ok := rec.Find("blue")
	require.True(t, ok)
	assert.Equal(t, "blue", provider.Inputs["clusterIdentifier"],
		"no other cluster, whatever becomes of the kubeconfig")
	assert.Equal(t, mocks.Secret{Value: "apiVersion: v1"}, provider.Inputs["kubeconfig"],
		"a kubeconfig has credentials")
	pool, ok := rec.Find("infra-pool")
	require.True(t, ok)
	assert.Contains(t, pool.Provider, provider.URN)
}

func TestKubernetesProviderArgs(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	err := rec.Run(func(ctx *pulumi.Context) error {
		_, err := NewKubernetesProvider(ctx, "cluster", nil)
		return err
	})
	checktest.Equal(t, []string{"cluster.KubernetesProviderArgs.Kubeconfig: required"}, err)
	checktest.Equal(t, []string{"cluster.KubernetesProviderArgs.Kubeconfig: must be the text of a kubeconfig"},
		(&KubernetesProviderArgs{Kubeconfig: pulumi.String("a\nb\n")}).Validate())
}
