package rhcs

import (
	"errors"
	"strings"

	"github.com/blang/semver"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/ocm"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// upgradeReads is how often a cluster or a machine pool is read until its upgrade is completed. OCM needs an hour, which no test waits for;
// the first read shows the upgrade in progress, as all reads of that hour do.
const upgradeReads = 2

// isUpgrading reports whether a cluster or a machine pool has not the release yet that was requested.
func isUpgrading(r fake.Record) bool {
	current, err := semver.Parse(r.Text("currentVersion"))
	wanted, wrong := semver.Parse(r.Text("version"))
	return err == nil && wrong == nil && wanted.GT(current)
}

// progress returns a resource after it was read once more.
func progress(r fake.Record) (read fake.Record, changed bool) {
	if !isUpgrading(r) {
		return r, false
	}
	if r.Reads++; r.Reads < upgradeReads {
		return r, true
	}
	r = r.With("currentVersion", r.Text("version"))
	r.Reads = 0
	return r, true
}

// rejectUpgrade returns the error of the provider or of OCM for another release or channel. The release is the one that the cluster or the
// pool has, as after a refresh.
func (p *planned) rejectUpgrade(records fake.Records, old fake.Record, change fake.Change) error {
	to, pool := property.Text(change.Inputs, "version"), strings.HasSuffix(old.Token, ":HcpMachinePool")
	switch {
	case !pool && !strings.Contains(old.Token, ":ClusterRosa"):
		return nil
	case isUpgrading(old) && to != "" && to != old.Text("version"):
		// terraform-provider-rhcs v1.7.7 provider/clusterrosa/hcp/upgrade and provider/machinepool/hcp/upgrade, CheckAndCancelUpgrades
		return errors.New("a cluster upgrade is already in progress")
	case pool:
		return p.rejectPoolUpgrade(records, old, to, change.Preview)
	}
	if err := RejectUpgrade(old.Token, property.Map(old.Outputs), change.Inputs); err != nil {
		return err
	}
	if to == "" || to == old.Text("currentVersion") {
		return nil
	}
	// "You cannot update the hosted control plane at the same time as any machine pool update" (openshift/openshift-docs
	// modules/rosa-hcp-upgrading-cli-control-plane.adoc, 4.22).
	for _, record := range records {
		if record.Outputs["cluster"] == old.ID && isUpgrading(record) {
			return asOCM(errors.New("there is already an upgrade of a machine pool in progress"))
		}
	}
	if change.Preview {
		p.releases.Store(old.ID, to)
	}
	return nil
}

// rejectPoolUpgrade: a pool follows its control plane. In a preview that upgrades both, the control plane has its new release: whether the
// program waits for it, as with rosa.VersionArgs.Wait, no provider knows. In an update it has that release after the upgrade.
func (p *planned) rejectPoolUpgrade(records fake.Records, old fake.Record, to string, preview bool) error {
	from, cluster := old.Text("currentVersion"), old.Text("cluster")
	if from == "" || to == "" || to == from {
		return nil
	}
	release := clusterRelease(records, cluster)
	if upgraded, ok := p.releases.Load(cluster); ok && preview {
		release, _ = upgraded.(string)
	}
	if err := ocm.RejectPool(release, to); err != nil {
		return asOCM(err)
	}
	return ocm.RejectUpgrade(from, to, ocm.Channel(release))
}
