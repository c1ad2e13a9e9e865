package configuration

import (
	"cmp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/outputs"
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
	Name string
	// Namespace is the operator's namespace, such as openshift-update-service. Required. A change replaces the object.
	Namespace string
	// After is an output that must be known before the object is created: Operator.Namespace of the operator in the same program.
	// Defaults to none.
	After pulumi.StringInput
	// Releases is the repository with the release images, such as mirror.example.com/ocp/release-images. Required.
	Releases string
	// GraphDataImage is an image of the graph of recommended updates (openshift/cincinnati-graph-data), in your registry. Required. Build
	// a new one from time to time: it is what the service recommends.
	GraphDataImage pulumi.StringInput
	// Replicas is the number of pods. Defaults to 2.
	Replicas int
}

const (
	updateServicePath       = "configuration.UpdateServiceArgs"
	defaultUpdateReplicas   = 2
	updateServiceAPI        = "updateservice.operator.openshift.io/v1"
	updateServiceNameLength = 40
)

// NewUpdateService registers an UpdateService. It requires a Kubernetes provider (pulumi.Provider). It returns the problems of all
// invalid arguments, joined, before anything is registered.
func NewUpdateService(
	ctx *pulumi.Context, name string, args *UpdateServiceArgs, opts ...pulumi.ResourceOption,
) (*UpdateService, error) {
	values, err := kube.InClusterArgs(ctx, args, opts)
	if err != nil {
		return nil, err
	}
	service := &UpdateService{}
	if err := ctx.RegisterComponentResource("openshift-aws:configuration:UpdateService", name, service, opts...); err != nil {
		return nil, err
	}
	created, err := kube.Create(ctx, name+"-updateservice", desiredUpdateService(values), pulumi.Parent(service))
	if err != nil {
		return nil, err
	}
	service.Name = outputs.After(ctx.Context(), pulumi.String(values.Name).ToStringOutput(), created)
	return service, ctx.RegisterResourceOutputs(service, pulumi.Map{"name": service.Name})
}

func desiredUpdateService(args UpdateServiceArgs) kube.Object {
	var releases pulumi.StringInput = pulumi.String(args.Releases)
	if args.After != nil {
		releases = args.After.ToStringOutput().ApplyT(func(string) string { return args.Releases }).(pulumi.StringOutput)
	}
	return kube.Object{
		APIVersion: updateServiceAPI, Kind: "UpdateService", Namespace: args.Namespace, Name: args.Name,
		Fields: map[string]any{"spec": map[string]any{
			"releases": releases, "graphDataImage": args.GraphDataImage, "replicas": cmp.Or(args.Replicas, defaultUpdateReplicas),
		}},
	}
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *UpdateServiceArgs) Validate() error {
	var p check.Problems
	p.RequiredFormat(updateServicePath+".Name", a.Name, check.DNSLabel.AtMost(updateServiceNameLength).WithExample("updates"))
	p.RequiredFormat(updateServicePath+".Namespace", a.Namespace, check.Namespace.WithExample("openshift-update-service"))
	p.RequiredFormat(updateServicePath+".Releases", a.Releases, imageMirror.WithExample("mirror.example.com/ocp/release-images"))
	p.Required(updateServicePath+".GraphDataImage", a.GraphDataImage)
	p.AtLeast(updateServicePath+".Replicas", check.ZeroAsNil(a.Replicas), 1)
	return p.ErrOf(a)
}
