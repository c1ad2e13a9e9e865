package rosa

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// ImageMirror makes the machines of a hosted control plane pull images of a registry from mirrors: those that are named by digest, not by
// tag. Workloads of a cluster with ZeroEgress need mirrors in the VPC or in ECR.
type ImageMirror struct {
	pulumi.ResourceState

	// ID is the ID of the mirror configuration in OCM.
	ID pulumi.StringOutput `pulumi:"mirrorId"`
}

// ImageMirrorArgs are the arguments of an ImageMirror. Unless a field says otherwise, changes are applied in place.
type ImageMirrorArgs struct {
	// ClusterID is the cluster's ID in OCM: HCP.ID. Required. A change replaces the configuration.
	ClusterID pulumi.StringInput `rhcs:"clusterId" check:"required,format=rosa-cluster-id"`
	// Source is the registry or repository whose images are mirrored, such as quay.io/team. Required. A change replaces the configuration.
	Source string `rhcs:"source" check:"required,format=rosa-registry"`
	// Mirrors are the registries or repositories with the copies, in the order in which they are tried. Required.
	Mirrors []string `rhcs:"mirrors" check:"required,format=rosa-registry"`
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *ImageMirrorArgs) Validate() error { return check.Valid(a) }

// NewImageMirror registers an ImageMirror.
func NewImageMirror(ctx *pulumi.Context, name string, args *ImageMirrorArgs, opts ...pulumi.ResourceOption) (*ImageMirror, error) {
	return component.Register(ctx, name, args, opts, component.Type[ImageMirrorArgs, ImageMirror]{
		Token:    "openshift-aws:rosa:ImageMirror",
		Children: registerImageMirror,
	})
}

func registerImageMirror(c *component.Builder[ImageMirrorArgs, ImageMirror]) error {
	b := builder{Base: c.Base}
	var mirror pulumi.CustomResourceState
	if err := b.register("ImageMirror", "mirror", rhcs.Inputs(c.Args), &mirror, pulumi.ReplaceOnChanges([]string{"clusterId", "source"})); err != nil {
		return err
	}
	c.Component.ID = mirror.ID().ToStringOutput()
	return nil
}
