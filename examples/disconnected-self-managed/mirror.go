package main

import (
	"strings"

	"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/apiextensions"
	metav1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/meta/v1"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
)

// mirror is a registry, or a part of it, that oc-mirror v2 has filled.
type mirror struct {
	// registry is the registry with the path in it, ca its certificate authority, and catalog the repository and tag of the catalog.
	registry, ca, catalog string
}

const (
	catalogName     = "mirrored-operators"
	updateNamespace = "openshift-update-service"
)

// images are the mirrors of the operators' images. Those of the release are in the install-config.
func (m mirror) images() *configuration.ImageMirrorsArgs {
	return &configuration.ImageMirrorsArgs{
		Name:    "operators",
		Digests: []configuration.ImageMirror{{Source: "registry.redhat.io", Mirrors: []string{m.registry}}},
	}
}

// serveOperators lets the cluster trust the registry, and replaces the default catalogs, which nodes cannot pull, by the registry's. It
// returns the operator of the update service, the first that is installed from it.
func (m mirror) serveOperators(ctx *pulumi.Context, in pulumi.ResourceOption) (*configuration.Operator, error) {
	if m.ca != "" {
		host, _, _ := strings.Cut(m.registry, "/")
		ca := pulumi.String(m.ca)
		if _, err := configuration.NewImageConfig(ctx, "mirror", &configuration.ImageConfigArgs{
			// The operator of the update service reads the second key (openshift/cincinnati-operator controllers/names.go).
			RegistryCAs: map[string]pulumi.StringInput{host: ca, "updateservice-registry": ca},
		}, in); err != nil {
			return nil, err
		}
	}
	hub, err := configuration.NewOperatorHub(ctx, "catalogs", &configuration.OperatorHubArgs{
		DisabledSources: []string{"redhat-operators", "certified-operators", "community-operators", "redhat-marketplace"},
	}, in)
	if err != nil {
		return nil, err
	}
	images, err := configuration.NewImageMirrors(ctx, "operators", m.images(), in)
	if err != nil {
		return nil, err
	}
	// OLM gives up an operator whose bundle it cannot pull: the mirrors come first.
	image := pulumi.All(hub.Name, images.Name).ApplyT(func([]any) string { return m.registry + "/" + m.catalog }).(pulumi.StringOutput)
	catalog, err := apiextensions.NewCustomResource(ctx, "catalog", &apiextensions.CustomResourceArgs{
		ApiVersion:  pulumi.String("operators.coreos.com/v1alpha1"),
		Kind:        pulumi.String("CatalogSource"),
		Metadata:    metav1.ObjectMetaArgs{Name: pulumi.String(catalogName), Namespace: pulumi.String("openshift-marketplace")},
		OtherFields: map[string]any{"spec": pulumi.Map{"sourceType": pulumi.String("grpc"), "image": image}},
	}, in)
	if err != nil {
		return nil, err
	}
	return configuration.NewOperator(ctx, "updates", &configuration.OperatorArgs{
		Package:          "cincinnati-operator",
		Namespace:        updateNamespace,
		TargetNamespaces: []string{updateNamespace},
		Source:           catalogName,
	}, in, pulumi.DependsOn([]pulumi.Resource{catalog}))
}

// serveUpdates runs the update service, when its operator does, and lets the cluster ask it for releases.
func (m mirror) serveUpdates(
	ctx *pulumi.Context, operator *configuration.Operator, run bool, upstream string, in pulumi.ResourceOption,
) error {
	if run {
		if _, err := configuration.NewUpdateService(ctx, "updates", &configuration.UpdateServiceArgs{
			Name:           "updates",
			Namespace:      updateNamespace,
			After:          operator.Namespace,
			Releases:       m.registry + "/openshift/release-images",
			GraphDataImage: pulumi.String(m.registry + "/openshift/graph-image:latest"),
		}, in); err != nil {
			return err
		}
	}
	if upstream == "" {
		return nil
	}
	_, err := configuration.NewUpgrade(ctx, "updates", &configuration.UpgradeArgs{Upstream: pulumi.String(upstream)}, in)
	return err
}
