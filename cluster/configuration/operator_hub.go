package configuration

import (
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// OperatorHub disables default catalogs of operators. It patches the OperatorHub object of clusters with the capability marketplace.
// Catalogs that cannot be pulled, in a cluster with mirrors only, or that users may not install from, are disabled; CatalogSources of
// your own are not affected. Deleting the component releases the list, and all default catalogs are enabled.
type OperatorHub struct {
	pulumi.ResourceState

	// Name is the object's name, cluster. It resolves when the object is patched.
	Name pulumi.StringOutput `pulumi:"name"`
}

// OperatorHubArgs are the arguments of an OperatorHub. Changes are applied in place.
type OperatorHubArgs struct {
	// DisabledSources are the default catalogs that are disabled: redhat-operators, certified-operators, community-operators,
	// redhat-marketplace (operator-framework/operator-marketplace release-4.16 defaults/), or all of them. Required. Others are
	// enabled. If someone has set disableAllDefaultSources to true, as in a cluster without internet access, the update fails and
	// names the owner of the field: set it to false first. Operators that were installed from a catalog keep running without it, but
	// are not updated. OpenShift 4.22 has no redhat-marketplace, and ignores it.
	DisabledSources []string `check:"required,redhat-operators|certified-operators|community-operators|redhat-marketplace"`
}

// NewOperatorHub registers an OperatorHub. It requires a Kubernetes provider (pulumi.Provider).
func NewOperatorHub(ctx *pulumi.Context, name string, args *OperatorHubArgs, opts ...pulumi.ResourceOption) (*OperatorHub, error) {
	return component.Register(ctx, name, args, opts, component.Type[OperatorHubArgs, OperatorHub]{
		Token:     "openshift-aws:configuration:OperatorHub",
		InCluster: true,
		Children: func(b *component.Builder[OperatorHubArgs, OperatorHub]) error {
			// The spec of a new cluster's OperatorHub is empty.
			retaining := kube.PatchRetaining(map[string]any{"disableAllDefaultSources": false})
			return kube.RegisterObject(b.Base, &b.Component.Name, "hub", desiredOperatorHub(*b.Args), retaining)
		},
	})
}

// desiredOperatorHub returns the patch. It lists every disabled catalog instead of setting disableAllDefaultSources, so that the patch
// has one field, and another field can stay in spec when it is released.
func desiredOperatorHub(args OperatorHubArgs) kube.Object {
	var sources []any
	for _, name := range slices.Sorted(slices.Values(args.DisabledSources)) {
		sources = append(sources, map[string]any{"name": name, "disabled": true})
	}
	return kube.Object{
		APIVersion: kube.ConfigAPI, Kind: "OperatorHub", Name: kube.ClusterObject,
		Fields: map[string]any{"spec": map[string]any{"sources": sources}},
	}
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *OperatorHubArgs) Validate() error { return check.Valid(a) }
