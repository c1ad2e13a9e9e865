package rosa

import (
	"context"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/internals"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// clusterResource has the outputs of either of RHCS's cluster resources.
type clusterResource struct {
	pulumi.CustomResourceState

	ExternalID       pulumi.StringOutput    `pulumi:"externalId"`
	APIURL           pulumi.StringOutput    `pulumi:"apiUrl"`
	ConsoleURL       pulumi.StringOutput    `pulumi:"consoleUrl"`
	DomainPrefix     pulumi.StringOutput    `pulumi:"domainPrefix"`
	Domain           pulumi.StringOutput    `pulumi:"domain"`
	State            pulumi.StringOutput    `pulumi:"state"`
	CurrentVersion   pulumi.StringOutput    `pulumi:"currentVersion"`
	InfraID          pulumi.StringOutput    `pulumi:"infraId"`
	AdminCredentials pulumi.StringMapOutput `pulumi:"adminCredentials"`
	Tags             pulumi.StringMapOutput `pulumi:"tags"`
}

// admin returns one of the credentials of the cluster-admin user as a secret; nil without such a user.
func (c *clusterResource) admin(key string) pulumi.StringPtrOutput {
	value := c.AdminCredentials.ApplyT(func(credentials map[string]string) *string {
		if value, ok := credentials[key]; ok {
			return &value
		}
		return nil
	})
	return pulumi.ToSecret(value).(pulumi.StringPtrOutput)
}

// clusterAfterUpgrade returns the ID and the release of a cluster, after its upgrade if the version has a wait: what has the ID as an input,
// such as a machine pool, is changed after it.
func (b builder) clusterAfterUpgrade(cluster *clusterResource, version *VersionArgs, function string) (id, current pulumi.StringOutput) {
	id = cluster.ID().ToStringOutput()
	args := valueOf(version)
	if !b.opens.IsZero() {
		return id, b.warnOfWindow(cluster.CurrentVersion, args.Version)
	}
	if args.Wait == nil || b.Ctx.DryRun() {
		return id, cluster.CurrentVersion
	}
	both := pulumi.All(id, cluster.CurrentVersion)
	current = both.ApplyT(func(all []any) pulumi.StringOutput {
		read := func() rhcs.Properties { return rhcs.Properties{"id": all[0].(string)} }
		return b.afterUpgrade(args.Wait, "upgrade of the cluster", args.Version, pulumi.String(all[1].(string)).ToStringOutput(), function, read)
	}).(pulumi.StringOutput)
	return pulumi.All(id, current).ApplyT(func(all []any) string { return all[0].(string) }).(pulumi.StringOutput), current
}

// poolAfterUpgrade returns the release of a machine pool, after its upgrade if there is a wait.
func (b builder) poolAfterUpgrade(pool *poolResource, cluster pulumi.StringInput, wait *UpgradeWaitArgs, wanted string) pulumi.StringPtrOutput {
	if wait == nil || wanted == "" || b.Ctx.DryRun() || !b.opens.IsZero() {
		return pool.CurrentVersion
	}
	return pulumi.All(cluster, pool.Name, pool.CurrentVersion.Elem()).ApplyT(func(all []any) pulumi.StringPtrOutput {
		id, name := all[0].(string), all[1].(string)
		read := func() rhcs.Properties { return rhcs.Properties{"cluster": id, "name": name} }
		current := pulumi.String(all[2].(string)).ToStringOutput()
		return b.afterUpgrade(wait, "upgrade of the machine pool "+name, wanted, current, "getHcpMachinePool", read).ToStringPtrOutput()
	}).(pulumi.StringPtrOutput)
}

// oldest returns the oldest of some releases, nil if there are none.
func oldest(releases []string) *string {
	var least *string
	for _, text := range releases {
		version, ok := check.Release(text)
		if other, _ := check.Release(valueOf(least)); ok && (least == nil || version.LT(other)) {
			least = &text
		}
	}
	return least
}

// properties returns the properties that OCM stores with a cluster; nil without a creator.
func properties(creator pulumi.StringInput, more map[string]string) pulumi.StringMap {
	if creator == nil {
		return nil
	}
	all := pulumi.ToStringMap(more)
	all[creatorProperty] = creator
	return all
}

// tokens returns the value of ec2MetadataHttpTokens.
func tokens(allowIMDSv1 bool) string {
	if allowIMDSv1 {
		return "optional"
	}
	return "required"
}

// flag returns nil for false, which registration omits: the provider applies its default.
func flag(set bool) any {
	if !set {
		return nil
	}
	return true
}

// valueOf returns the value of an optional group of arguments; the zero value for nil.
func valueOf[T any](group *T) T {
	if group == nil {
		return *new(T)
	}
	return *group
}

// container is a resource of which a URN is known.
type container struct {
	pulumi.Resource

	urn pulumi.URNOutput
}

// URN returns the URN.
func (c container) URN() pulumi.URNOutput { return c.urn }

// deletedWith returns the option with which the engine deletes what is in a cluster together with the cluster, if that is a resource of the
// program: OCM does so, and RHCS 1.7.7 cannot delete what is gone (provider/groupmembership, provider/identityprovider). The cluster's URN
// is that of the resource on which its ID depends.
func (b builder) deletedWith(cluster pulumi.Input) pulumi.ResourceOption {
	urn := pulumi.String("").ToStringOutput().ApplyTWithContext(b.Ctx.Context(), func(ctx context.Context, _ string) (pulumi.URN, error) {
		id, err := internals.UnsafeAwaitOutput(ctx, pulumi.ToOutput(cluster))
		if err != nil {
			return "", err
		}
		for _, dependency := range id.Dependencies {
			awaited, err := internals.UnsafeAwaitOutput(ctx, dependency.URN())
			if err != nil {
				return "", err
			}
			urn, _ := awaited.Value.(pulumi.URN)
			switch string(resource.URN(urn).Type()) {
			case rhcs.Token("ClusterRosaHcp"), rhcs.Token("ClusterRosaClassic"):
				return urn, nil
			}
		}
		return "", nil
	}).(pulumi.URNOutput)
	return pulumi.DeletedWith(container{urn: urn})
}

// rejectAnother returns the option that rejects to create a cluster, in previews too, if the stack had one after the last update. Somebody has
// deleted that, or the update replaces it: its workloads and their data do not come back.
func (b builder) rejectAnother(path check.Path, meant bool) (pulumi.ResourceOption, error) {
	if meant || b.LossPermitted() {
		return pulumi.Composite(), nil
	}
	hooks, err := b.Hooks("another-cluster", func(*pulumi.ResourceHookArgs) error {
		last, err := component.LastOutputs[struct {
			ClusterID string `pulumi:"clusterId"`
		}](b.Base)
		if err != nil || last.ClusterID == "" {
			return err
		}
		return check.Problemf(path+".Name", "this update would create another cluster in the place of %s, without what ran in it. It does not "+
			"exist in OCM any more, or the update replaces it. If it is meant, run `pulumi config set %s %s` for this one update",
			last.ClusterID, keep.Setting, b.Identity())
	}, true)
	return pulumi.ResourceHooks(&pulumi.ResourceHookBinding{BeforeCreate: hooks}), err
}
