package cluster

import (
	"os"
	"testing"

	"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestKubernetesProviderIsTheOneOfTheSDK(t *testing.T) {
	t.Parallel()
	kubeconfig := pulumi.ToSecret(pulumi.String("apiVersion: v1")).(pulumi.StringOutput)
	ours, theirs := mocks.New(), mocks.New()
	require.NoError(t, ours.Run(mockstest.Program(NewKubernetesProvider, "cluster", &KubernetesProviderArgs{
		Kubeconfig: kubeconfig, ClusterIdentifier: pulumi.String("demo"),
	})))
	require.NoError(t, theirs.Run(mockstest.Program(kubernetes.NewProvider, "cluster", &kubernetes.ProviderArgs{
		Kubeconfig: kubeconfig, ClusterIdentifier: pulumi.String("demo"),
		EnableServerSideApply:  pulumi.Bool(true),
		EnableConfigMapMutable: pulumi.Bool(true),
		EnableSecretMutable:    pulumi.Bool(true),
	})))
	want := mockstest.Find(t, theirs, "cluster")
	got := mockstest.Find(t, ours, "cluster")
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
		args := &KubernetesProviderArgs{Kubeconfig: pulumi.String(text)}
		warnings := mockstest.Warnings(t, mockstest.Program(NewKubernetesProvider, "cluster", args))
		assert.Equal(t, insecure, len(warnings) == 1, "%s: %s", text, warnings)
	}
}

func TestKubernetesProviderDefaults(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		provider, err := NewKubernetesProvider(ctx, "blue",
			&KubernetesProviderArgs{Kubeconfig: pulumi.String("apiVersion: v1")})
		if err != nil {
			return err
		}
		_, err = machineconfig.NewMachineConfigPool(ctx, "infra", &machineconfig.MachineConfigPoolArgs{Name: "infra"},
			pulumi.Provider(provider))
		return err
	})
	provider := mockstest.Find(t, rec, "blue")
	assert.Equal(t, "blue", provider.Inputs["clusterIdentifier"],
		"no other cluster, whatever becomes of the kubeconfig")
	assert.Equal(t, mocks.Secret{Value: "apiVersion: v1"}, provider.Inputs["kubeconfig"],
		"a kubeconfig has credentials")
	pool := mockstest.Find(t, rec, "infra-pool")
	assert.Contains(t, pool.Provider, provider.URN)
}

func TestKubernetesProviderArgs(t *testing.T) {
	t.Parallel()
	checktest.Equal(t, []string{"cluster.KubernetesProviderArgs.Kubeconfig: must be the text of a kubeconfig"},
		(&KubernetesProviderArgs{Kubeconfig: pulumi.String("a\nb\n")}).Validate())
}
