package storage

import (
	"errors"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/outputs"
)

// ClusterCSIDriver sets the KMS key of the shipped storage classes, gp3-csi and gp2-csi: it patches the object ebs.csi.aws.com that
// every cluster has. For a class with other parameters, or beside the shipped ones, use StorageClass.
//
// The driver's role needs the permissions on the key that StorageClass names. Deleting the component does not revert the key: the
// volumes of later claims would be encrypted with another one, and the API server could reject it (docs/troubleshooting.md). Change it
// with oc.
type ClusterCSIDriver struct {
	pulumi.ResourceState

	// Name is the object's name, ebs.csi.aws.com. It resolves after the driver is configured.
	Name pulumi.StringOutput `pulumi:"name"`
}

// ClusterCSIDriverArgs are the arguments of ClusterCSIDriver. Changes are applied in place.
type ClusterCSIDriverArgs struct {
	// KMSKeyARN is the ARN of the KMS key, or of its alias, that encrypts the volumes of the shipped storage classes. Required. A
	// change affects new volumes: the operator deletes the classes and creates them with the key (openshift/csi-operator
	// pkg/driver/aws-ebs/aws_ebs.go, the hook of the storage classes).
	KMSKeyARN pulumi.StringInput
}

const (
	// ebsDriver is the name of the EBS CSI driver and of its object.
	ebsDriver = "ebs.csi.aws.com"

	clusterCSIDriverPath = "storage.ClusterCSIDriverArgs"
)

// NewClusterCSIDriver registers a ClusterCSIDriver. It returns the problems of all invalid arguments, joined, before anything is
// registered. It requires a Kubernetes provider (pulumi.Provider).
func NewClusterCSIDriver(
	ctx *pulumi.Context, name string, args *ClusterCSIDriverArgs, opts ...pulumi.ResourceOption,
) (*ClusterCSIDriver, error) {
	if err := errors.Join(kube.RequireProvider(ctx, opts...), args.Validate()); err != nil {
		return nil, err
	}
	component := &ClusterCSIDriver{}
	if err := ctx.RegisterComponentResource("openshift-aws:storage:ClusterCSIDriver", name, component, opts...); err != nil {
		return nil, err
	}
	driver, err := kube.PatchRetained(ctx, name+"-csidriver", desiredCSIDriver(*args), pulumi.Parent(component))
	if err != nil {
		return nil, err
	}
	component.Name = outputs.After(ctx.Context(), pulumi.String(ebsDriver).ToStringOutput(), driver)
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"name": component.Name})
}

// desiredCSIDriver returns the fields of the driver (openshift/api operator/v1/types_csi_cluster_driver.go, AWSCSIDriverConfigSpec).
func desiredCSIDriver(args ClusterCSIDriverArgs) kube.Object {
	return kube.Object{
		APIVersion: "operator.openshift.io/v1", Kind: "ClusterCSIDriver", Name: ebsDriver,
		Fields: map[string]any{"spec": map[string]any{
			"driverConfig": map[string]any{"driverType": "AWS", "aws": map[string]any{"kmsKeyARN": args.KMSKeyARN}},
		}},
	}
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *ClusterCSIDriverArgs) Validate() error {
	var p check.Problems
	args := ClusterCSIDriverArgs{}
	if a != nil {
		args = *a
	}
	p.RequiredFormat(clusterCSIDriverPath+".KMSKeyARN", args.KMSKeyARN, kmsKeyOrAlias)
	return p.ErrOf(a)
}
