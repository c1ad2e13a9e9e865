package configuration_test

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
)

func TestUnsetInputsAreRejected(t *testing.T) {
	t.Parallel()
	checktest.RejectsUnsetInputs(t,
		&configuration.APIServerArgs{},
		&configuration.DNSArgs{},
		&configuration.ExternalOIDCArgs{},
		&configuration.IdentityProvidersArgs{},
		&configuration.ImageConfigArgs{},
		&configuration.ImageMirrorsArgs{},
		&configuration.OperatorArgs{},
		&configuration.OperatorHubArgs{},
		&configuration.ProxyArgs{},
		&configuration.PullSecretArgs{},
		&configuration.SchedulerArgs{},
		&configuration.UpdateServiceArgs{},
		&configuration.UpgradeArgs{},
	)
}
