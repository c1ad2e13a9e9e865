package rhcs

import (
	"errors"

	"github.com/blang/semver"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/ocm"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// scheduleOutput is the output of a cluster with an automatic upgrade policy, such as the one of `rosa upgrade cluster --schedule`, which no property
// of the provider describes.
const scheduleOutput = "upgradeSchedule"

// isUpgrading reports whether a cluster or a machine pool has not the release yet that was requested.
func isUpgrading(r fake.Record) bool {
	current, err := semver.Parse(r.Text("currentVersion"))
	wanted, wrong := semver.Parse(r.Text("version"))
	return err == nil && wrong == nil && wanted.GT(current)
}

// reject returns the error of the provider or of OCM for another release or channel. The release is the one that the cluster or the pool
// has, as after a refresh.
func (p *planned) reject(records fake.Records, old fake.Record, change fake.Change) error {
	to := property.Text(change.Inputs, "version")
	switch {
	case !isPool(old.Token) && !isCluster(old.Token):
		return nil
	case old.Text(scheduleOutput) != "" && isCluster(old.Token) && !change.Preview:
		// terraform-provider-rhcs v1.7.7 provider/clusterrosa/hcp/upgrade/upgrade.go, CheckAndCancelUpgrades: the version of an
		// automatic policy is empty. Commit 3b869b9 corrects it after that release.
		return errors.New("Can't upgrade cluster version: failed to parse upgrade version: malformed version: ") //nolint:staticcheck // its words
	case isUpgrading(old) && to != "" && to != old.Text("version"):
		// terraform-provider-rhcs v1.7.7 provider/clusterrosa/hcp/upgrade and provider/machinepool/hcp/upgrade, CheckAndCancelUpgrades
		return errors.New("a cluster upgrade is already in progress")
	case isPool(old.Token):
		return p.rejectPool(accountOf(records), poolOf(old), to, change.Preview)
	}
	cluster := clusterOf(old)
	if err := rejectUpgrade(accountOf(records), cluster, old.Text("version"), change.Inputs); err != nil {
		return err
	}
	if change.Preview && to != "" && to != cluster.Release {
		p.releases.Store(old.ID, to)
	}
	return nil
}

// rejectPool: in a preview that upgrades a pool and its control plane, the control plane has its new release: whether the program waits for
// it, as with rosa.VersionArgs.Wait, no provider knows. In an update it has that release after the upgrade.
func (p *planned) rejectPool(account ocm.Account, pool ocm.Pool, to string, preview bool) error {
	if pool.Release == "" || to == "" || to == pool.Release {
		return nil
	}
	if upgraded, ok := p.releases.Load(pool.Cluster); ok && preview {
		for i := range account.Clusters {
			if account.Clusters[i].ID == pool.Cluster {
				account.Clusters[i].Release, _ = upgraded.(string)
			}
		}
	}
	return asOCM(account.RejectPoolUpgrade(pool, to))
}
