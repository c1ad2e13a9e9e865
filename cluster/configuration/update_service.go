package configuration

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// UpdateService is your own update service, for clusters that cannot reach Red Hat's: it recommends the releases in your registry. It
// requires the OpenShift Update Service operator (Operator with Package cincinnati-operator). Pass its URL, status.policyEngineURI with
// the path /api/upgrades_info/v1/graph (`oc get updateservice -o yaml`), to UpgradeArgs.Upstream of each cluster that uses it.
type UpdateService struct {
	pulumi.ResourceState

	// Name is the object's name. It resolves when the object exists.
	Name pulumi.StringOutput `pulumi:"name"`
}

// UpdateServiceArgs are the arguments of an UpdateService. Unless a field says otherwise, changes are applied in place.
type UpdateServiceArgs struct {
	// Name is the object's name, a part of its host name. Required. A change replaces the object.
	Name string `check:"required,format=update-service"`
	// Namespace is the operator's namespace, such as openshift-update-service. Required. A change replaces the object.
	Namespace string `check:"required,format=namespace"`
	// After is an output that must be known before the object is created: Operator.Namespace of the operator in the same program.
	// Defaults to none.
	After pulumi.StringInput
	// Releases is the repository with the release images, such as mirror.example.com/ocp/release-images. Required.
	Releases string `kube:"spec.releases" check:"required,format=image-mirror"`
	// GraphDataImage is an image of the graph of recommended updates (openshift/cincinnati-graph-data), in your registry. Required. Build
	// a new one from time to time: it is what the service recommends.
	GraphDataImage pulumi.StringInput `kube:"spec.graphDataImage" check:"required,format=update-service-image"`
	// Replicas is the number of pods. Defaults to 2.
	Replicas int `kube:"spec.replicas" check:"1..2147483647" default:"2"`
}

// The characters of an image's name, tag and digest (distribution/reference v0.6.0 regexp.go).
var _ = check.Named("update-service-image",
	check.Characters("image", "mirror.example.com/openshift-update-service/graph-data:latest", "._:/@[]+-"))

// The operator's Route has the name and the namespace in one label.
var _ = check.Named("update-service", check.DNSLabel.AtMost(40).WithExample("updates"))

// NewUpdateService registers an UpdateService. It requires a Kubernetes provider (pulumi.Provider).
func NewUpdateService(ctx *pulumi.Context, name string, args *UpdateServiceArgs, opts ...pulumi.ResourceOption) (*UpdateService, error) {
	return component.Register(ctx, name, args, opts, component.Type[UpdateServiceArgs, UpdateService]{
		Token:     "openshift-aws:configuration:UpdateService",
		InCluster: true,
		Children: func(b *component.Builder[UpdateServiceArgs, UpdateService]) error {
			return kube.RegisterObject(b.Base, &b.Component.Name, "updateservice", desiredUpdateService(b.Args), kube.Create)
		},
	})
}

func desiredUpdateService(args *UpdateServiceArgs) kube.Object {
	fields := kube.Fields(args)
	if args.After != nil {
		argument.Put(fields, "spec.releases", args.After.ToStringOutput().ApplyT(func(string) string { return args.Releases }))
	}
	return kube.Object{
		APIVersion: "updateservice.operator.openshift.io/v1", Kind: "UpdateService", Namespace: args.Namespace, Name: args.Name,
		Fields: fields,
	}
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *UpdateServiceArgs) Validate() error { return check.Valid(a) }
