package kubernetes

import (
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// clusterFields are the inputs of a provider that decide which cluster it uses.
var clusterFields = []string{"kubeconfig", "context", "cluster", "clusterIdentifier", "namespace"}

// identityOf returns the name of an object: a cluster rejects to create it a second time. Several resources can patch one object.
func identityOf(r fake.Resource, inputs resource.PropertyMap) fake.Identity {
	if !isObject(r.Token) || isPatch(r.Token, inputs) {
		return fake.Identity{}
	}
	metadata := property.Object(inputs, "metadata")
	namespace, namespaceKnown := fake.Fields(metadata, "namespace")
	cluster, clusterKnown := fake.Fields(r.Config, clusterFields...)
	if !namespaceKnown || !clusterKnown {
		return fake.Identity{}
	}
	ref := RefOf(property.PlainMap(inputs))
	return fake.Identity{
		Path: "metadata.name", Name: property.Text(metadata, "name"), Scope: ref.group() + " " + ref.Kind + "\n" + namespace + cluster,
	}
}
