package cluster_test

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
)

func TestUnsetInputsAreRejected(t *testing.T) {
	t.Parallel()
	checktest.RejectsUnsetInputs(t,
		&cluster.APIServerArgs{},
		&cluster.ContainerRuntimeConfigArgs{},
		&cluster.ControlPlaneArgs{},
		&cluster.DNSArgs{},
		&cluster.ExternalOIDCArgs{},
		&cluster.IdentityProvidersArgs{},
		&cluster.ImageConfigArgs{},
		&cluster.ImageMirrorsArgs{},
		&cluster.KubeletConfigArgs{},
		&cluster.KubernetesProviderArgs{},
		&cluster.MachineConfigArgs{},
		&cluster.MachineConfigPoolArgs{},
		&cluster.MachineConfigurationArgs{},
		&cluster.NetworkArgs{},
		&cluster.OperatorArgs{},
		&cluster.OperatorHubArgs{},
		&cluster.ProxyArgs{},
		&cluster.PullSecretArgs{},
		&cluster.SchedulerArgs{},
		&cluster.UpdateServiceArgs{},
		&cluster.UpgradeArgs{},
		&cluster.WaitForNodesArgs{},
	)
}
