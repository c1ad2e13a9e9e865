package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// Upgrade is the version that a cluster is to run: some fields of the ClusterVersion object that every cluster has. It is for
// a cluster that is up, since it reads what the cluster runs, in a preview too.
//
// The cluster does the upgrade by itself, one operator and one node at a time, and goes on when this program has ended. When the
// component goes, the channel and the wish are given back and the version stays: OpenShift does not go back. A wish that `oc adm
// upgrade` has left behind would stand in the way of that: clear it before with `oc adm upgrade --clear`.
type Upgrade struct {
	pulumi.ResourceState

	// Version is the version that was asked for, empty when only an image was: once the cluster has been told, or with Wait
	// once the cluster runs it.
	Version pulumi.StringOutput `pulumi:"version"`
	// Completed is whether the cluster ran what was asked for when this update began. PausedPools are held while it is false.
	Completed pulumi.BoolOutput `pulumi:"completed"`
}

// clusterVersion is the ClusterVersion as it is.
type clusterVersion struct {
	pulumi.CustomResourceState

	Status pulumi.AnyOutput `pulumi:"status"`
}

const (
	clusterVersionKind   = "ClusterVersion"
	clusterVersionObject = "version"
)

// NewUpgrade registers an Upgrade. It takes the cluster's Kubernetes provider by pulumi.Provider. Wrong arguments are reported
// together, as by Validate, before anything is registered.
func NewUpgrade(ctx *pulumi.Context, name string, args *UpgradeArgs, opts ...pulumi.ResourceOption) (*Upgrade, error) {
	if args == nil {
		args = &UpgradeArgs{}
	}
	if err := args.Validate(); err != nil {
		return nil, err
	}
	// What the cluster says comes later; by then the user may have changed the struct.
	copied := *args
	args = &copied
	upgrade := &Upgrade{}
	if err := ctx.RegisterComponentResource("openshift-aws:cluster:Upgrade", name, upgrade, opts...); err != nil {
		return nil, err
	}
	parent := pulumi.Parent(upgrade)
	running, err := readClusterVersion(ctx, name, parent)
	if err != nil {
		return nil, err
	}
	upgrade.Completed = running.Status.ApplyT(func(status any) (bool, error) {
		return args.completed(status)
	}).(pulumi.BoolOutput)
	held, err := holdPools(ctx, name, *args, upgrade.Completed, parent)
	if err != nil {
		return nil, err
	}
	checked := running.Status.ApplyT(func(status any) (string, error) {
		return args.Version, args.checkAgainst(status)
	}).(pulumi.StringOutput)
	// By way of the output, the pools are held before the cluster is told.
	told, err := kube.Patch(ctx, name+"-version", desiredClusterVersion(*args, waitFor(ctx, checked, held...)), parent)
	if err != nil {
		return nil, err
	}
	upgrade.Version = args.wait(ctx, told.ID())
	return upgrade, ctx.RegisterResourceOutputs(upgrade, pulumi.Map{"version": upgrade.Version, "completed": upgrade.Completed})
}

func readClusterVersion(ctx *pulumi.Context, name string, parent pulumi.ResourceOption) (*clusterVersion, error) {
	var running clusterVersion
	err := ctx.ReadResource("kubernetes:"+configAPI+":"+clusterVersionKind, name+"-running", pulumi.ID(clusterVersionObject), pulumi.Map{
		"apiVersion": pulumi.String(configAPI),
		"kind":       pulumi.String(clusterVersionKind),
	}, &running, parent)
	return &running, err
}

// holdPools pauses pools for as long as the upgrade is not completed, and releases them in the first update after it.
func holdPools(ctx *pulumi.Context, name string, args UpgradeArgs, completed pulumi.BoolOutput, parent pulumi.ResourceOption) ([]pulumi.Resource, error) {
	var held []pulumi.Resource
	for _, pool := range args.pausedPools() {
		// By way of the name, a pool of this program's is there before.
		paused := pulumi.All(completed, args.PausedPools[pool]).ApplyT(func(all []any) bool { return !all[0].(bool) })
		object := kube.Object{
			APIVersion: machineConfigAPI, Kind: "MachineConfigPool", Name: pool,
			Fields: map[string]any{"spec": map[string]any{"paused": paused}},
		}
		made, err := kube.Patch(ctx, name+"-pool-"+pool, object, parent)
		if err != nil {
			return nil, err
		}
		held = append(held, made)
	}
	return held, nil
}

// desiredClusterVersion leaves spec.clusterID, which is required, to the object that is there.
func desiredClusterVersion(args UpgradeArgs, version pulumi.StringInput) kube.Object {
	spec := map[string]any{}
	if args.Channel != "" {
		spec["channel"] = args.Channel
	}
	update := map[string]any{}
	if args.Version != "" {
		update["version"] = version
	}
	if args.Image != "" {
		update["image"] = args.Image
	}
	if args.Multi {
		update["architecture"] = "Multi"
	}
	if args.Force {
		update["force"] = true
	}
	if len(update) > 0 {
		spec["desiredUpdate"] = update
	}
	return kube.Object{APIVersion: configAPI, Kind: clusterVersionKind, Name: clusterVersionObject, Fields: map[string]any{"spec": spec}}
}

// wait returns the version when the cluster has been told and, if that was asked for, has done it.
func (a *UpgradeArgs) wait(ctx *pulumi.Context, told pulumi.IDOutput) pulumi.StringOutput {
	if a.Wait == nil || ctx.DryRun() {
		return told.ApplyT(func(pulumi.ID) string { return a.Version }).(pulumi.StringOutput)
	}
	wait := a.Wait.withDefaults(upgradeTimeout)
	version := pulumi.All(a.Kubeconfig, told).ApplyTWithContext(ctx.Context(), func(c context.Context, all []any) (string, error) {
		return a.Version, a.waitForUpgrade(c, all[0].(string), wait, logTo(ctx))
	}).(pulumi.StringOutput)
	// What is made from the kubeconfig is secret; a version is not.
	return pulumi.Unsecret(version).(pulumi.StringOutput)
}

// waitForUpgrade asks for the ClusterVersion until its newest entry is what was asked for, and completed.
func (a *UpgradeArgs) waitForUpgrade(ctx context.Context, kubeconfig string, wait WaitArgs, progress func(string)) error {
	client, err := newAPIClient(kubeconfig)
	if err != nil {
		return fmt.Errorf("cluster.Upgrade: %w", err)
	}
	err = poll(ctx, wait, "upgrade to "+a.wish(), progress, func(ctx context.Context) (bool, string) {
		body, err := client.get(ctx, "/apis/config.openshift.io/v1/clusterversions/version")
		if err != nil {
			// While a control-plane machine restarts, the API may not answer for a moment.
			return false, err.Error()
		}
		var found struct {
			Status versionStatus `json:"status"`
		}
		if err := json.Unmarshal(body, &found); err != nil {
			return false, "the ClusterVersion cannot be read: " + err.Error()
		}
		return found.Status.completed(a.Version, a.Image), found.Status.progress()
	})
	if err != nil {
		return fmt.Errorf("cluster.Upgrade: %w; the cluster goes on with it by itself: look at `oc get clusterversion,clusteroperators`, "+
			"then run `pulumi up` again or raise Timeout", err)
	}
	if len(a.PausedPools) > 0 {
		progress(fmt.Sprintf("upgrade to %s: run `pulumi up` once more to release the pools %s", a.wish(), strings.Join(a.pausedPools(), ", ")))
	}
	return nil
}
