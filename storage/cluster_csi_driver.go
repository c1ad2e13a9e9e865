package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// ClusterCSIDriver sets the KMS key of the shipped storage classes, gp3-csi and gp2-csi: it patches the object ebs.csi.aws.com that
// every cluster has. For a class with other parameters, or beside the shipped ones, use StorageClass.
//
// The driver's role needs the permissions on the key that StorageClass names. Deleting the component does not revert the key: the
// volumes of later claims would be encrypted with another one, and the API server could reject it (docs/troubleshooting-pulumi.md). Change it
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
	KMSKeyARN pulumi.StringInput `kube:"spec.driverConfig.aws.kmsKeyARN" check:"required,format=kms-key-or-alias"`
}

const (
	// ebsDriver is the name of the EBS CSI driver and of its object.
	ebsDriver = "ebs.csi.aws.com"
)

// NewClusterCSIDriver registers a ClusterCSIDriver. It requires a Kubernetes provider (pulumi.Provider).
func NewClusterCSIDriver(
	ctx *pulumi.Context, name string, args *ClusterCSIDriverArgs, opts ...pulumi.ResourceOption,
) (*ClusterCSIDriver, error) {
	return component.Register(ctx, name, args, opts, component.Type[ClusterCSIDriverArgs, ClusterCSIDriver]{
		Token:     "openshift-aws:storage:ClusterCSIDriver",
		InCluster: true,
		Children: func(b *component.Builder[ClusterCSIDriverArgs, ClusterCSIDriver]) error {
			return kube.RegisterObject(b.Base, &b.Component.Name, "csidriver", desiredCSIDriver(b.Args), kube.PatchRetained)
		},
	})
}

// desiredCSIDriver returns the fields of the driver (openshift/api operator/v1/types_csi_cluster_driver.go, AWSCSIDriverConfigSpec).
func desiredCSIDriver(args *ClusterCSIDriverArgs) kube.Object {
	fields := kube.Fields(args)
	argument.Put(fields, "spec.driverConfig.driverType", "AWS")
	return kube.Object{APIVersion: "operator.openshift.io/v1", Kind: "ClusterCSIDriver", Name: ebsDriver, Fields: fields}
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *ClusterCSIDriverArgs) Validate() error { return check.Valid(a) }
