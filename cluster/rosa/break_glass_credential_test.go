package rosa

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestBreakGlassKubeconfigIsSecret(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		credential, err := NewBreakGlassCredential(ctx, "main", &BreakGlassCredentialArgs{ClusterID: testCluster})
		if err != nil {
			return err
		}
		ctx.Export("kubeconfig", credential.Kubeconfig)
		return nil
	})
	assert.IsType(t, mocks.Secret{}, rec.Outputs()["kubeconfig"])
}
