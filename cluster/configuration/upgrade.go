package configuration

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// Upgrade sets the update channel and the desired version of a cluster: it patches the ClusterVersion object that every cluster
// has. The cluster must be running, because Upgrade reads its version, in a preview as well.
//
// The cluster upgrades itself, one operator and one node at a time, and continues when the program has ended. With a [Version] or
// an [Image], the component owns the whole of desiredUpdate and overwrites what `oc adm upgrade` or the console has set there.
// When the component is deleted, channel and desiredUpdate are removed and the version stays: OpenShift cannot be downgraded.
// Without a channel, the cluster gets no recommended updates (set one with `oc adm upgrade channel`). Fields that `oc adm
// upgrade` has set to the same value remain; if the cluster then reports Invalid=True, run `oc adm upgrade --clear`.
type Upgrade struct {
	pulumi.ResourceState

	// Version is the desired version, empty if only an image is desired. It resolves when desiredUpdate is set or, with [Wait],
	// when the cluster runs it.
	Version pulumi.StringOutput `pulumi:"version"`
	// Completed reports whether the cluster ran the desired version when this update began. PausedPools are paused while it is false.
	Completed pulumi.BoolOutput `pulumi:"completed"`
}

// clusterVersion is the current ClusterVersion.
type clusterVersion struct {
	pulumi.CustomResourceState

	Spec   pulumi.MapOutput `pulumi:"spec"`
	Status pulumi.MapOutput `pulumi:"status"`
}

const (
	clusterVersionKind   = "ClusterVersion"
	clusterVersionObject = "version"
)

// NewUpgrade registers an Upgrade. It requires a Kubernetes provider (pulumi.Provider).
func NewUpgrade(ctx *pulumi.Context, name string, args *UpgradeArgs, opts ...pulumi.ResourceOption) (*Upgrade, error) {
	return component.Register(ctx, name, args, opts, component.Type[UpgradeArgs, Upgrade]{
		Token:     "openshift-aws:configuration:Upgrade",
		InCluster: true,
		Children:  registerUpgrade,
	})
}

func registerUpgrade(b *component.Builder[UpgradeArgs, Upgrade]) error {
	current, err := readClusterVersion(b.Ctx, b.Name, b.Parent)
	if err != nil {
		return err
	}
	// Everything else depends on Completed, so a rejected version pauses no pool and changes nothing.
	var roles pulumi.StringInput = pulumi.String("")
	if b.Args.RolesRelease != nil {
		roles = b.Args.RolesRelease
	}
	known := pulumi.All(current.Spec, current.Status, roles)
	b.Component.Completed = check.Apply(b.Move, known, b.Args.check).(pulumi.BoolOutput)
	paused, err := pausePools(b.Ctx, b.Name, *b.Args, b.Component.Completed, b.Parent)
	if err != nil {
		return err
	}
	acks, err := b.Args.acknowledge(b.Ctx, b.Name, b.Component.Completed, b.Parent)
	if err != nil {
		return err
	}
	annotated, err := b.Args.annotate(b.Ctx, b.Name, b.Component.Completed, b.Parent)
	if err != nil {
		return err
	}
	checked := b.Component.Completed.ApplyT(func(bool) string { return b.Args.Version }).(pulumi.StringOutput)
	// The version resolves after the gates are acknowledged and the pools are paused, so desiredUpdate is set after that.
	version := component.After(b.Ctx.Context(), checked, slices.Concat(acks, paused, annotated)...)
	patch, err := kube.PatchForced(b.Ctx, b.Name+"-version", desiredClusterVersion(*b.Args, version), b.Parent)
	if err != nil {
		return err
	}
	b.Component.Version = b.Args.version(b.Ctx, patch.ID(), b.Component.Completed)
	return nil
}

func readClusterVersion(ctx *pulumi.Context, name string, parent pulumi.ResourceOption) (*clusterVersion, error) {
	var current clusterVersion
	err := ctx.ReadResource("kubernetes:"+kube.ConfigAPI+":"+clusterVersionKind, name+"-running", pulumi.ID(clusterVersionObject), pulumi.Map{
		"apiVersion": pulumi.String(kube.ConfigAPI),
		"kind":       pulumi.String(clusterVersionKind),
	}, &current, parent)
	return &current, err
}

// continues reports whether another upgrade follows that to Version, before which PausedPools stay paused.
func (a *UpgradeArgs) continues() bool {
	version, isVersion := check.Release(a.Version)
	through, err := semver.ParseTolerant(a.Through)
	return isVersion && err == nil &&
		(version.Major < through.Major || version.Major == through.Major && version.Minor < through.Minor)
}

// pausePools pauses pools until the upgrade is completed, and resumes them in the first update after that.
func pausePools(
	ctx *pulumi.Context, name string, args UpgradeArgs, completed pulumi.BoolOutput, parent pulumi.ResourceOption,
) ([]pulumi.Resource, error) {
	var patches []pulumi.Resource
	for _, pool := range args.pausedPools() {
		// The value resolves when a pool of this program exists.
		paused := pulumi.All(completed, args.PausedPools[pool]).ApplyT(func(all []any) bool { return !all[0].(bool) || args.continues() })
		object := kube.Object{
			APIVersion: kube.MachineConfigAPI, Kind: "MachineConfigPool", Name: pool,
			Fields: map[string]any{"spec": map[string]any{"paused": paused}},
		}
		patch, err := kube.PatchForced(ctx, name+"-pool-"+pool, object, parent)
		if err != nil {
			return nil, err
		}
		patches = append(patches, patch)
	}
	return patches, nil
}

// desiredClusterVersion returns the patch. It does not contain spec.clusterID, which is required but set in every cluster.
// desiredUpdate is complete: `oc adm upgrade --to` sets all four fields and clears none (openshift/oc release-4.18
// pkg/cli/admin/upgrade/upgrade.go, patchDesiredUpdate), and the cluster ignores the version while an image is set
// (openshift/cluster-version-operator release-4.16 to release-4.22 pkg/cvo/updatepayload.go, findUpdateFromConfig).
func desiredClusterVersion(args UpgradeArgs, version pulumi.StringInput) kube.Object {
	fields := kube.Fields(args)
	if args.Version != "" || args.Image != "" {
		architecture := ""
		if args.Multi {
			architecture = "Multi"
		}
		argument.Put(fields, "spec.desiredUpdate", map[string]any{
			"version": version, "image": args.Image, "architecture": architecture, "force": args.Force,
		})
	}
	return kube.Object{APIVersion: kube.ConfigAPI, Kind: clusterVersionKind, Name: clusterVersionObject, Fields: fields}
}

// version returns the desired version after the patch and, with Wait, after the upgrade. A completed one is not waited for.
func (a UpgradeArgs) version(ctx *pulumi.Context, patched pulumi.IDOutput, completed pulumi.BoolOutput) pulumi.StringOutput {
	if a.Wait == nil || ctx.DryRun() {
		return patched.ApplyT(func(pulumi.ID) string { return a.Version }).(pulumi.StringOutput)
	}
	wait := apiclient.WithDefaults(a.Wait, upgradeTimeout)
	version := pulumi.All(a.Kubeconfig, patched, completed).ApplyTWithContext(ctx.Context(), func(c context.Context, all []any) (string, error) {
		if all[2].(bool) {
			return a.Version, nil
		}
		return a.Version, a.waitForUpgrade(c, all[0].(string), wait, apiclient.LogTo(ctx))
	}).(pulumi.StringOutput)
	// An output that is computed from the kubeconfig is secret; a version is not.
	return pulumi.Unsecret(version).(pulumi.StringOutput)
}

// waitForUpgrade polls the ClusterVersion until its newest history entry is the desired one, and completed.
func (a UpgradeArgs) waitForUpgrade(ctx context.Context, kubeconfig string, wait WaitArgs, progress func(string)) error {
	client, err := apiclient.New(kubeconfig)
	if err != nil {
		return fmt.Errorf("configuration.Upgrade: %w", err)
	}
	err = apiclient.Poll(ctx, wait, "upgrade to "+a.desired(), progress, func(ctx context.Context) (bool, string) {
		body, err := client.Get(ctx, "/apis/config.openshift.io/v1/clusterversions/version")
		if err != nil {
			// The API can be unavailable for a moment while a control-plane machine reboots.
			return false, err.Error()
		}
		var found liveVersion
		if err := json.Unmarshal(body, &found); err != nil {
			return false, "invalid ClusterVersion: " + err.Error()
		}
		return found.Status.completed(a.Version, a.Image), found.Status.progress()
	})
	if err != nil {
		return fmt.Errorf("configuration.Upgrade: %w; the cluster continues the upgrade: check `oc get clusterversion,clusteroperators`, "+
			"then run `pulumi up` again or raise Timeout", err)
	}
	if len(a.PausedPools) > 0 && !a.continues() {
		progress(fmt.Sprintf("upgrade to %s: run `pulumi up` once more to resume the pools %s", a.desired(), strings.Join(a.pausedPools(), ", ")))
	}
	return nil
}
