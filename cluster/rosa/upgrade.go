package rosa

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// UpgradeWaitArgs are the arguments of a wait for an upgrade: Timeout is how long to wait before the update fails, 3 hours by default.
// Changing a wait does not change the cluster.
type UpgradeWaitArgs = apiclient.WaitArgs

// MaintenanceWindow is when upgrades begin: a time of some days of the week.
type MaintenanceWindow struct {
	// Days are the days of the week on which the window opens. Defaults to every day.
	Days []time.Weekday
	// Start is the time at which it opens, such as 22:00. Required.
	Start string `check:"required"`
	// Duration is how long it is open, in whole minutes up to a day. Required.
	Duration time.Duration `check:"required"`
	// TimeZone is the IANA name of the time zone of [Start], such as Europe/Berlin. Defaults to UTC.
	TimeZone string
}

const upgradeTimeout = 3 * time.Hour

// firstReads is how often the first read of a wait can fail before the wait does: the provider may not have the data source, or its
// user may not read clusters, which no wait changes.
const firstReads = 6

func (w *MaintenanceWindow) check(p *check.Problems, path check.Path) {
	if w == nil {
		return
	}
	if _, err := time.Parse("15:04", w.Start); w.Start != "" && err != nil {
		p.Addf(path+".Start", "%q is not a valid time (for example, 22:00)", w.Start)
	}
	if w.Duration != 0 {
		p.Duration(path+".Duration", w.Duration, time.Minute, 24*time.Hour, time.Minute)
	}
	if _, err := time.LoadLocation(w.TimeZone); err != nil {
		p.Addf(path+".TimeZone", "%q is not a valid time zone (for example, Europe/Berlin)", w.TimeZone)
	}
	for i, day := range w.Days {
		p.Between(check.Index(path+".Days", i), int(day), int(time.Sunday), int(time.Saturday))
	}
}

// next returns when the window opens: now or before if it is open.
func (w *MaintenanceWindow) next(now time.Time) time.Time {
	zone, err := time.LoadLocation(w.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	start, err := time.Parse("15:04", w.Start)
	if err != nil {
		return now
	}
	today := now.In(zone)
	// The window of yesterday can be open after midnight.
	for days := -1; days <= 7; days++ {
		opens := time.Date(today.Year(), today.Month(), today.Day()+days, start.Hour(), start.Minute(), 0, 0, zone)
		if (len(w.Days) == 0 || slices.Contains(w.Days, opens.Weekday())) && now.Before(opens.Add(w.Duration)) {
			return opens
		}
	}
	return now
}

// opens returns when the maintenance window opens, zero if it is open or there is none.
func (v *VersionArgs) opens(now time.Time) (opens time.Time) {
	if v != nil && v.Window != nil {
		opens = v.Window.next(now)
	}
	if !opens.After(now) {
		return time.Time{}
	}
	return opens
}

// checkBlocked reports a release that is blocked, as a release or as a minor version.
func (v *VersionArgs) checkBlocked(p *check.Problems, path check.Path) {
	for i, blocked := range v.Blocked {
		switch {
		case !check.Version.Match(blocked) && !check.MinorVersion.Match(blocked):
			p.Addf(check.Index(path+".Blocked", i), "%q is not a valid release or minor version (for example, 4.19.3 or 4.19)", blocked)
		case v.Version != "" && (v.Version == blocked || release.Minor(v.Version) == blocked):
			p.Addf(path+".Version", "%s is blocked by Blocked[%d], %s", v.Version, i, blocked)
		}
	}
}

// upgradePlan is the change of a cluster's release and channel in an update.
type upgradePlan struct {
	// from and to are releases; begun is whether an earlier update has requested to.
	from, to string
	begun    bool
	// oldChannel is the channel of the cluster; channel is the program's, if any.
	oldChannel, channel string
}

func planOf(args *pulumi.ResourceHookArgs) upgradePlan {
	text := func(properties resource.PropertyMap, key resource.PropertyKey) string {
		if value := properties[key]; value.IsString() {
			return value.StringValue()
		}
		return ""
	}
	to := text(args.NewInputs, "version")
	return upgradePlan{
		from: text(args.OldOutputs, "currentVersion"), to: to, begun: text(args.OldInputs, "version") == to,
		oldChannel: text(args.OldOutputs, "channel"), channel: text(args.NewInputs, "channel"),
	}
}

// reject returns why OCM or the provider rejects the upgrade, before anything is changed; nil if neither does. They reject it when it is applied, the provider with both changes in one update (terraform-provider-rhcs v1.7.7
// provider/clusterrosa, validateChannelAndVersionChanges), OCM a release that the channel does not offer.
func (u upgradePlan) reject(path check.Path) error {
	from, known := check.Release(u.from)
	to, ok := check.Release(u.to)
	if !known || !ok || u.begun || to.EQ(from) {
		return nil
	}
	if to.LT(from) {
		return check.Problemf(path+".Version",
			"must not be older than the cluster's release, %s: releases only rise (got %s)", u.from, u.to)
	}
	if u.channel != "" && u.oldChannel != "" && u.channel != u.oldChannel {
		return check.Problemf(path+".Channel",
			"must not change from %s to %s in the update that upgrades to %s: change it in an update before",
			u.oldChannel, u.channel, u.to)
	}
	_, minor, _ := strings.Cut(u.oldChannel, "-")
	if minor != "" && !release.Feature(release.Minor(u.to)).In(minor) {
		return check.Problemf(path+".Version",
			"%s is not in the cluster's channel %s: change Channel to that of %s in an update before",
			u.to, u.oldChannel, release.Minor(u.to))
	}
	return nil
}

// rejectPools returns an error for a machine pool that is too old for the upgraded control plane; releases has the releases of pools by name.
func (u upgradePlan) rejectPools(releases map[string]string) error {
	to, ok := check.Release(u.to)
	for name, text := range releases {
		if pool, known := check.Release(text); ok && known && release.Behind(pool, to, poolSkew) {
			return fmt.Errorf("the machine pool %s has %s, more than %d minor versions older than %s; upgrade the pool first",
				name, text, poolSkew, u.to)
		}
	}
	return nil
}

// beforeUpgrade returns the option that checks an upgrade before it is requested, in previews as well. Pools are the initial pools of a
// hosted cluster.
func (b builder) beforeUpgrade(path check.Path, version *VersionArgs, pools []string) (pulumi.ResourceOption, error) {
	if valueOf(version).Version == "" {
		return pulumi.Composite(), nil
	}
	hooks, err := b.Hooks("upgrade", func(args *pulumi.ResourceHookArgs) error {
		plan := planOf(args)
		if err := plan.reject(path + ".Version"); err != nil || plan.from == plan.to || plan.begun {
			return err
		}
		releases := map[string]string{}
		for _, name := range pools {
			// A pool that cannot be read is reported by its own resource.
			pool, _ := b.read("getHcpMachinePool", rhcs.Properties{"cluster": string(args.ID), "name": name})
			releases[name], _ = pool["currentVersion"].(string)
		}
		return plan.rejectPools(releases)
	}, true)
	return pulumi.Composite(pulumi.ResourceHooks(&pulumi.ResourceHookBinding{BeforeUpdate: hooks}), b.keptRelease()), err
}

// keptRelease returns the option with which a cluster or an initial pool keeps its release while the maintenance window is closed.
func (b builder) keptRelease() pulumi.ResourceOption {
	if b.opens.IsZero() {
		return pulumi.Composite()
	}
	return pulumi.IgnoreChanges([]string{"version", "upgradeAcknowledgementsFor"})
}

// warnOfWindow returns the release of a cluster, and warns of an upgrade that waits for the maintenance window.
func (b builder) warnOfWindow(current pulumi.StringOutput, wanted string) pulumi.StringOutput {
	return current.ApplyT(func(current string) (string, error) {
		if wanted == "" || current == "" || current == wanted {
			return current, nil
		}
		warning := fmt.Sprintf("the cluster has %s; an upgrade to %s waits for the maintenance window, which opens on %s", current, wanted,
			b.opens.Format("Monday, 2006-01-02 15:04 MST"))
		return current, b.Ctx.Log.Warn(warning, &pulumi.LogArgs{Resource: b.Resource})
	}).(pulumi.StringOutput)
}

// read calls a data source with the component's provider.
func (b builder) read(function string, args rhcs.Properties) (map[string]any, error) {
	return rhcs.Call(b.Ctx, function, args, pulumi.Parent(b.Resource))
}

// afterUpgrade returns the release of a cluster or a machine pool, after it has the wanted one if there is a wait. It reads what a data source
// of RHCS reports of it. RHCS 1.7.7 has none of upgrade policies (provider/provider.go, DataSources), and requests an upgrade only in an
// update of the resource (provider/clusterrosa/hcp/resource.go, upgradeClusterIfNeeded): an upgrade that failed or was cancelled, after
// which the cluster is ready with its old release, ends with the timeout.
func (b builder) afterUpgrade(
	wait *UpgradeWaitArgs, what, wanted string, current pulumi.StringOutput, function string, args func() rhcs.Properties,
) pulumi.StringOutput {
	if wait == nil || wanted == "" || b.Ctx.DryRun() {
		return current
	}
	limits := apiclient.WithDefaults(wait, upgradeTimeout)
	return current.ApplyTWithContext(b.Ctx.Context(), func(ctx context.Context, _ string) (string, error) {
		reached, stopped := "", error(nil)
		failures := 0
		err := apiclient.Poll(ctx, limits, what, apiclient.LogTo(b.Ctx), func(context.Context) (bool, string) {
			found, err := b.read(function, args())
			if err != nil {
				if failures++; failures == firstReads {
					stopped = fmt.Errorf("the release cannot be read: %w", err)
				}
				return stopped != nil, err.Error()
			}
			failures = firstReads // The service is known to answer: later errors are interruptions.
			status := statusOf(found)
			reached, stopped = status.release, status.problem()
			if strings.HasPrefix(function, "getCluster") && status == (upgradeStatus{}) {
				stopped = errors.New("the cluster does not exist in OCM any more: run `pulumi refresh`, after which a preview shows what would be created")
			}
			return stopped != nil || status.has(wanted), status.text(wanted)
		})
		switch {
		case stopped != nil:
			return "", fmt.Errorf("%s: %w", what, stopped)
		case err != nil:
			return "", fmt.Errorf("%w. `rosa describe upgrade` shows what OCM does. Run the update again to wait longer. If the upgrade failed or "+
				"was cancelled, request it again with `rosa upgrade cluster` or `rosa upgrade machinepool` and run the update again, or set the "+
				"release back for one update", err)
		}
		return reached, nil
	}).(pulumi.StringOutput)
}

// upgradeStatus is OCM's report on a cluster or a machine pool.
type upgradeStatus struct{ release, state, message string }

func statusOf(found map[string]any) upgradeStatus {
	text := func(from map[string]any, key string) string {
		value, _ := from[key].(string)
		return value
	}
	status, _ := found["status"].(map[string]any)
	return upgradeStatus{release: text(found, "currentVersion"), state: text(found, "state"), message: text(status, "message")}
}

// has reports whether the release is the wanted one or a later one.
func (s upgradeStatus) has(wanted string) bool {
	current, err := semver.Parse(s.release)
	want, ok := check.Release(wanted)
	return err == nil && ok && current.GTE(want)
}

// problem returns an error if the state is one in which a cluster is not upgraded (openshift-online/ocm-api-model clientapi v0.0.456
// clustersmgmt/v1, ClusterState).
func (s upgradeStatus) problem() error {
	if slices.Contains([]string{"error", "hibernating", "powering_down", "uninstalling"}, s.state) {
		return fmt.Errorf("the cluster's state is %s, its release %s", s.state, s.release)
	}
	return nil
}

// text describes the status for the log.
func (s upgradeStatus) text(wanted string) string {
	texts := []string{fmt.Sprintf("has %s, not yet %s", s.release, wanted), s.state, s.message}
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" }), "; ")
}
