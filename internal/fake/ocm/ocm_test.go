package ocm_test

import (
	"slices"
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
	upgrade := func(from, to, channel string) error {
		return ocm.Account{}.RejectUpgrade(ocm.Cluster{Release: from, Channel: channel}, to)
	}
	for _, to := range []string{"4.18.5", "4.18.6"} {
		require.NoError(t, upgrade("4.18.5", to, ""), to)
		require.NoError(t, upgrade("4.18.5", to, "eus-4.18"), to)
	}
	const unavailable = "not in the list of available upgrades"
	require.ErrorContains(t, upgrade("4.18.5", "4.18.4", ""), "already above")
	require.ErrorContains(t, upgrade("4.18.5", "4.19.1", ""), unavailable+" of 4.18.5 in channel stable-4.18")
	require.ErrorContains(t, upgrade("4.18.5", "4.20.1", "stable-4.19"), unavailable)
	require.NoError(t, upgrade("4.18.5", "4.19.1", "stable-4.19"))
	require.NoError(t, upgrade("4.18.5", "4.20.1", "stable-4.20"), "OCM offers two minor versions ahead")
	require.ErrorContains(t, upgrade("4.18.5", "next", ""), "not valid")
	require.ErrorContains(t, upgrade("4.18.5", "4.19.1", "latest"), "channel must be in format")
	pool := func(release string) error {
		account := ocm.Account{Clusters: []ocm.Cluster{{ID: "c", Release: "4.18.5"}}}
		return account.RejectPool(ocm.Pool{Cluster: "c", Release: release})
	}
	for _, release := range []string{"4.18.5", "4.16.1", ""} {
		require.NoError(t, pool(release), release)
	}
	require.ErrorContains(t, pool("4.18.6"), "must not be newer")
	require.ErrorContains(t, pool("4.15.9"), "minor versions behind the control plane")
}

// TestAccount: what OCM rejects because of what exists.
func TestAccount(t *testing.T) {
	t.Parallel()
	account := ocm.Account{
		Clusters: []ocm.Cluster{{ID: "c1", Name: "demo", DomainPrefix: "shop", Release: "4.18.5", OIDCConfig: "config"}},
		Pools:    []ocm.Pool{{Name: "workers", Cluster: "c1", Release: "4.18.4", Upgrading: true}},
	}
	require.ErrorContains(t, account.RejectCluster(ocm.Cluster{Name: "demo"}), "the name 'demo' is taken already (c1)")
	require.ErrorContains(t, account.RejectCluster(ocm.Cluster{Name: "shop"}), "the domain prefix 'shop' is taken already (c1)")
	require.NoError(t, account.RejectCluster(ocm.Cluster{Name: "demo-with-a-long-name"}), "its prefix is random")
	require.ErrorContains(t, account.RejectConfigDeletion("config"), "is used by cluster 'c1'")
	require.NoError(t, account.RejectConfigDeletion("other"))
	require.ErrorContains(t, account.RejectPoolDeletion(account.Pools[0]), "at least one machine pool")
	require.NoError(t, account.RejectPoolDeletion(ocm.Pool{Name: "general", Cluster: "c1"}))
	require.ErrorContains(t, account.RejectUpgrade(account.Clusters[0], "4.18.6"), "upgrade of a machine pool in progress")
	require.NoError(t, account.RejectPoolUpgrade(account.Pools[0], "4.18.5"))
	require.ErrorContains(t, account.RejectPoolUpgrade(account.Pools[0], "4.18.6"), "must not be newer")
	require.ErrorContains(t, ocm.Cluster{ID: "c1", Protected: true}.RejectDeletion(), "delete protection is enabled for cluster 'c1'")
	require.ErrorContains(t, account.Clusters[0].RejectBreakGlass(), "not enabled for cluster 'c1'")
}

func TestNames(t *testing.T) {
	t.Parallel()
	random := func(digits int) string { return strings.Repeat("0", digits) }
	long := ocm.Cluster{Name: "a-name-of-22-chars-abc"}
	assert.Equal(t, "p00000000000000", long.Prefix(random), "a random prefix has the longest length")
	assert.Equal(t, "shop", ocm.Cluster{Name: long.Name, DomainPrefix: "shop"}.Prefix(random))
	assert.Equal(t, "a-name-of-22-chars-ab-x7k2p", long.InfraID("x7k2p"), "an infrastructure ID has at most 27 characters")
	assert.Equal(t, "a-name-of-22-charsab-x7k2p", ocm.Cluster{Name: "a-name-of-22-charsab-c"}.InfraID("x7k2p"))
}

func TestInitialPools(t *testing.T) {
	t.Parallel()
	cluster := ocm.Cluster{Hosted: true, Zones: 1, Subnets: []string{"a", "b", "public"}}
	assert.Equal(t, []ocm.InitialPool{{Name: "workers", Subnet: "a", InstanceType: "m5.xlarge"}}, cluster.InitialPools())
	cluster.Zones, cluster.InstanceType = 2, "m6i.xlarge"
	assert.Equal(t, []ocm.InitialPool{
		{Name: "workers-0", Subnet: "a", InstanceType: "m6i.xlarge"}, {Name: "workers-1", Subnet: "b", InstanceType: "m6i.xlarge"},
	}, cluster.InitialPools(), "each zone has one")
	cluster.Hosted = false
	assert.Empty(t, cluster.InitialPools())
	for name, want := range map[string]bool{"worker": true, "workers": true, "workers-12": true, "general": false, "workers-": false} {
		assert.Equal(t, want, ocm.Pool{Name: name}.IsInitial(), name)
	}
}

func TestOperations(t *testing.T) {
	t.Parallel()
	for reason, tt := range map[string]struct {
		operation ocm.Operation
		want      []ocm.State
	}{
		"an installation ends in ready": {ocm.Begin(ocm.Installing, "", 1), []ocm.State{ocm.Installing, ocm.Ready}},
		"or in error, if a test says so": {
			ocm.Begin(ocm.Installing, ocm.Failed, 2), []ocm.State{ocm.Installing, ocm.Installing, ocm.Failed},
		},
		"but not in a state of upgrades":    {ocm.Begin(ocm.Installing, ocm.Cancelled, 0), []ocm.State{ocm.Ready}},
		"what is read once ends at once":    {ocm.Begin(ocm.Uninstalling, "", 0), []ocm.State{ocm.Gone}},
		"an upgrade can end without effect": {ocm.Begin(ocm.Started, ocm.Cancelled, 1), []ocm.State{ocm.Started, ocm.Cancelled}},
	} {
		for _, want := range tt.want {
			assert.Equal(t, want, tt.operation.Current(), reason)
			tt.operation = tt.operation.Read()
		}
		assert.True(t, tt.operation.HasEnded(), reason)
	}
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
	for _, channel := range []string{"stable-4.22", "stable-4.23", "candidate-5.0"} {
		require.NoError(t, ocm.RejectChannel("4.22.7", channel), channel)
		assert.Equal(t, channel != "candidate-5.0", slices.Contains(ocm.Channels("4.22.7"), channel))
	}
	assert.Contains(t, ocm.Channels("4.22.7"), "stable-5.0")
	require.Error(t, ocm.RejectChannel("4.21.7", "stable-5.0"), "4.22 is the first that leads to 5.0")
	require.ErrorContains(t, ocm.RejectChannel("4.18.5", "stable"), "channel must be in format")
	require.NoError(t, ocm.RejectChannelAndVersion(true, false))
	require.ErrorContains(t, ocm.RejectChannelAndVersion(true, true), "separate operations")
}
