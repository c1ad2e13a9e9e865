package rosa_test

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
)

func TestUnsetInputsAreRejected(t *testing.T) {
	t.Parallel()
	checktest.RejectsUnsetInputs(t,
		&rosa.AutoscalerArgs{},
		&rosa.BreakGlassCredentialArgs{},
		&rosa.ClassicArgs{},
		&rosa.DNSDomainArgs{},
		&rosa.HCPArgs{},
		&rosa.IdentityProviderArgs{},
		&rosa.ImageMirrorArgs{},
		&rosa.IngressArgs{},
		&rosa.KubeletConfigArgs{},
		&rosa.LogForwarderArgs{},
		&rosa.MachinePoolArgs{},
		&rosa.OCMRoleLinkArgs{},
		&rosa.TuningConfigArgs{},
	)
}
