package ocm_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/ocm"
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
	for _, to := range []string{"4.18.5", "4.18.6"} {
		require.NoError(t, ocm.RejectUpgrade("4.18.5", to, ""), to)
		require.NoError(t, ocm.RejectUpgrade("4.18.5", to, "eus-4.18"), to)
	}
	const unavailable = "not in the list of available upgrades"
	require.ErrorContains(t, ocm.RejectUpgrade("4.18.5", "4.18.4", ""), "already above")
	require.ErrorContains(t, ocm.RejectUpgrade("4.18.5", "4.19.1", ""), unavailable+" of 4.18.5 in channel stable-4.18")
	require.ErrorContains(t, ocm.RejectUpgrade("4.18.5", "4.20.1", "stable-4.19"), unavailable)
	require.NoError(t, ocm.RejectUpgrade("4.18.5", "4.19.1", "stable-4.19"))
	require.NoError(t, ocm.RejectUpgrade("4.18.5", "4.20.1", "stable-4.20"), "OCM offers two minor versions ahead")
	require.ErrorContains(t, ocm.RejectUpgrade("4.18.5", "next", ""), "not valid")
	require.ErrorContains(t, ocm.RejectUpgrade("4.18.5", "4.19.1", "latest"), "channel must be in format")
	require.NoError(t, ocm.RejectPool("4.18.5", "4.18.5"))
	require.NoError(t, ocm.RejectPool("4.18.5", "4.16.1"))
	require.NoError(t, ocm.RejectPool("4.18.5", ""))
	require.ErrorContains(t, ocm.RejectPool("4.18.5", "4.18.6"), "must not be newer")
	require.ErrorContains(t, ocm.RejectPool("4.18.5", "4.15.9"), "minor versions behind the control plane")
}

func TestChannels(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "stable-4.18", ocm.Channel("4.18.5"))
	for _, channel := range []string{"stable-4.18", "fast-4.19", "eus-4.20", ""} {
		require.NoError(t, ocm.RejectChannel("4.18.5", channel), channel)
	}
	for _, channel := range []string{"stable-4.17", "stable-4.21", "stable-5.18"} {
		require.ErrorContains(t, ocm.RejectChannel("4.18.5", channel), "the release 4.18.5 is not available in channel '"+channel+"'")
	}
	require.ErrorContains(t, ocm.RejectChannel("4.18.5", "stable"), "channel must be in format")
	require.NoError(t, ocm.RejectChannelAndVersion(true, false))
	require.ErrorContains(t, ocm.RejectChannelAndVersion(true, true), "separate operations")
}
