package rosa

import (
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestBreakGlassCredentialArgsValidate(t *testing.T) {
	t.Parallel()
	with := func(username string, duration time.Duration) *BreakGlassCredentialArgs {
		return &BreakGlassCredentialArgs{ClusterID: testCluster, Username: username, ExpirationDuration: duration}
	}
	checkValidations(t, map[string]validation{
		"shortest": {reason: "a credential is valid for at least 10 minutes", args: with("ann.b-1", 10*time.Minute)},
		"longest": {
			reason: "a name has up to 35 characters, and a credential is valid for up to 24 hours",
			args:   with(strings.Repeat("a", 35), 24*time.Hour),
		},
		"out of range": {
			reason: "the provider rejects longer names and shorter durations",
			args:   with(strings.Repeat("a", 36), 10*time.Minute-time.Second),
			want: []string{
				"rosa.BreakGlassCredentialArgs.Username: format", "rosa.BreakGlassCredentialArgs.ExpirationDuration: range",
			},
		},
		"too long": {
			reason: "the provider rejects characters of mail addresses and longer durations",
			args:   with("ann@example.com", 24*time.Hour+time.Second),
			want: []string{
				"rosa.BreakGlassCredentialArgs.Username: format", "rosa.BreakGlassCredentialArgs.ExpirationDuration: range",
			},
		},
	})
}

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
