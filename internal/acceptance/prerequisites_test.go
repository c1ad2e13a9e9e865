package acceptance

import (
	"path/filepath"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/route53"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// publicZone creates the hosted zone of the base domain, which a user has before the first cluster. The returned
// function deletes it.
func publicZone(t *testing.T, domain string) (id string, remove func()) {
	t.Helper()
	box, err := sandbox.New(sandbox.Options{
		Project: "prerequisites",
		Program: func(ctx *pulumi.Context) error {
			zone, err := route53.NewZone(ctx, "public",
				&route53.ZoneArgs{Name: pulumi.String(domain), ForceDestroy: pulumi.Bool(true)})
			if err != nil {
				return err
			}
			ctx.Export("zoneId", zone.ZoneId)
			return nil
		},
		Dir:     filepath.Join(t.TempDir(), "prerequisites"),
		Config:  emulatorConfig,
		RealAWS: true,
	})
	require.NoError(t, err)
	made, err := box.Up(t.Context())
	require.NoError(t, err)
	return made.Outputs["zoneId"].(string), func() {
		_, err := box.Destroy(t.Context())
		require.NoError(t, err)
	}
}
