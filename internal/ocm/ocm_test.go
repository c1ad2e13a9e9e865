package ocm_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/ocm"
)

func TestCluster(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		change func(*ocm.Cluster)
		want   string
	}{
		"valid":   {reason: "a hosted cluster needs a name and a billing account", change: func(*ocm.Cluster) {}},
		"longest": {reason: "54 characters fit", change: func(c *ocm.Cluster) { c.Name = strings.Repeat("a", 54) }},
		"too long": {
			reason: "55 do not", change: func(c *ocm.Cluster) { c.Name = strings.Repeat("a", 55) }, want: "the name",
		},
		"capitals": {
			reason: "the name is part of host names", change: func(c *ocm.Cluster) { c.Name = "Demo" }, want: "the name",
		},
		"longest prefix": {reason: "15 characters fit", change: func(c *ocm.Cluster) { c.DomainPrefix = "abcdefghijklmno" }},
		"long prefix": {
			reason: "16 do not", change: func(c *ocm.Cluster) { c.DomainPrefix = "abcdefghijklmnop" }, want: "domain prefix",
		},
		"no account": {
			reason: "OCM has no default", change: func(c *ocm.Cluster) { c.BillingAccountID = "" }, want: "billing_account_id",
		},
		"GovCloud": {
			reason: "clusters in GovCloud need no billing account",
			change: func(c *ocm.Cluster) { c.BillingAccountID, c.Region = "", "us-gov-west-1" },
		},
		"classic": {
			reason: "Classic clusters have none", change: func(c *ocm.Cluster) { c.BillingAccountID, c.Hosted = "", false },
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cluster := ocm.Cluster{Name: "demo", Region: "us-east-2", BillingAccountID: "123456789012", Hosted: true}
			tt.change(&cluster)
			if tt.want == "" {
				assert.NoError(t, cluster.Reject(), tt.reason)
				return
			}
			assert.ErrorContains(t, cluster.Reject(), tt.want, tt.reason)
		})
	}
}

func TestReleases(t *testing.T) {
	t.Parallel()
	for _, to := range []string{"4.18.5", "4.18.6", "4.19.1"} {
		require.NoError(t, ocm.RejectUpgrade("4.18.5", to), to)
	}
	require.ErrorContains(t, ocm.RejectUpgrade("4.18.5", "4.18.4"), "already above")
	require.ErrorContains(t, ocm.RejectUpgrade("4.18.5", "4.20.1"), "not in the list of available upgrades")
	require.ErrorContains(t, ocm.RejectUpgrade("4.18.5", "next"), "not valid")
	require.NoError(t, ocm.RejectPool("4.18.5", "4.18.5"))
	require.NoError(t, ocm.RejectPool("4.18.5", ""))
	require.ErrorContains(t, ocm.RejectPool("4.18.5", "4.18.6"), "must not be newer")
}
