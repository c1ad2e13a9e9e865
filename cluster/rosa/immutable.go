package cluster

import (
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// rosaReplacement asks for a replacement where the provider would refuse a change: it does so when the change is applied, by name and
// with both values, before it sends anything. The old one goes first: OCM takes a name once. More are properties that the provider
// would change without an effect.
func rosaReplacement(allowed bool, resourceType string, more ...string) []pulumi.ResourceOption {
	if !allowed {
		return nil
	}
	properties := slices.Concat(rhcs.Immutable(resourceType), more)
	return []pulumi.ResourceOption{pulumi.ReplaceOnChanges(properties), pulumi.DeleteBeforeReplace(true)}
}

// rosaKeepsCreator leaves the creator as it was: another person's run, or the same person's next session, is no change.
func rosaKeepsCreator() pulumi.ResourceOption {
	return pulumi.IgnoreChanges([]string{"properties." + rosaCreatorKey})
}

// rosaOfCluster replaces what lives in a cluster along with the cluster, and what has another name or the like.
func rosaOfCluster(identity ...string) pulumi.ResourceOption {
	return pulumi.ReplaceOnChanges(slices.Concat([]string{"cluster"}, identity))
}
