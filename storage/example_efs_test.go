package storage_test

import (
	"fmt"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/efs"
	"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/apiextensions"
	metav1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/meta/v1"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

const efsNamespace = "openshift-cluster-csi-drivers"

// efsPolicy is what the EFS CSI driver does: access points of its own file systems (openshift/openshift-docs main
// modules/efs-sts.adoc; kubernetes-sigs/aws-efs-csi-driver v2.1.0 docs/iam-policy-example.json).
const efsPolicy = `{"Version": "2012-10-17", "Statement": [
	{"Effect": "Allow", "Resource": "*", "Action": [
		"elasticfilesystem:DescribeAccessPoints", "elasticfilesystem:DescribeFileSystems", "elasticfilesystem:DescribeMountTargets",
		"elasticfilesystem:TagResource", "ec2:DescribeAvailabilityZones"]},
	{"Effect": "Allow", "Resource": "*", "Action": "elasticfilesystem:CreateAccessPoint",
		"Condition": {"StringLike": {"aws:RequestTag/efs.csi.aws.com/cluster": "true"}}},
	{"Effect": "Allow", "Resource": "*", "Action": "elasticfilesystem:DeleteAccessPoint",
		"Condition": {"StringEquals": {"aws:ResourceTag/efs.csi.aws.com/cluster": "true"}}}
]}`

// Volumes on EFS, which pods in all zones share: a file system, the role of its CSI driver, the driver's operator and a storage class. The
// security group must accept port 2049 from the workers.
func Example_efs() {
	program := func(ctx *pulumi.Context) error {
		subnets := []network.Subnet{
			{ID: pulumi.String("subnet-0123456789abcdef0"), Zone: "us-east-2a"},
			{ID: pulumi.String("subnet-0fedcba9876543210"), Zone: "us-east-2b"},
		}
		files, err := efs.NewFileSystem(ctx, "files", &efs.FileSystemArgs{Encrypted: pulumi.Bool(true)})
		if err != nil {
			return err
		}
		for _, subnet := range subnets {
			if _, err := efs.NewMountTarget(ctx, "files-"+subnet.Zone, &efs.MountTargetArgs{
				FileSystemId:   files.ID(),
				SubnetId:       subnet.ID.ToStringOutput(),
				SecurityGroups: pulumi.ToStringArray([]string{"sg-0123456789abcdef0"}),
			}); err != nil {
				return err
			}
		}
		role, err := iam.NewServiceAccountRole(ctx, "efs", &iam.ServiceAccountRoleArgs{
			InfraID: "demo-x7k2p",
			ServiceAccounts: []iam.ServiceAccount{
				{Namespace: efsNamespace, Name: "aws-efs-csi-driver-operator"},
				{Namespace: efsNamespace, Name: "aws-efs-csi-driver-controller-sa"},
			},
			OIDCProviderARN: pulumi.String("arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com"),
			Policy:          pulumi.String(efsPolicy),
		})
		if err != nil {
			return err
		}
		return efsInCluster(ctx, files, role.RoleARN.Elem())
	}
	rec := mocks.New(mocks.Config(map[string]string{"kubernetes:context": "demo"}))
	fmt.Println(rec.Run(program), len(rec.OfType("aws:efs/mountTarget:MountTarget")))
	// Output: <nil> 2
}

// efsInCluster installs the operator in its namespace, which every cluster has, and makes it run the driver.
func efsInCluster(ctx *pulumi.Context, files *efs.FileSystem, roleARN pulumi.StringOutput) error {
	if _, err := apiextensions.NewCustomResource(ctx, "efs", &apiextensions.CustomResourceArgs{
		ApiVersion: pulumi.String("operators.coreos.com/v1"),
		Kind:       pulumi.String("OperatorGroup"),
		Metadata:   metav1.ObjectMetaArgs{Name: pulumi.String("efs"), Namespace: pulumi.String(efsNamespace)},
	}); err != nil {
		return err
	}
	if _, err := configuration.NewOperator(ctx, "efs", &configuration.OperatorArgs{
		Package:         "aws-efs-csi-driver-operator",
		Namespace:       efsNamespace,
		CreateNamespace: new(false),
		Environment:     map[string]pulumi.StringInput{"ROLEARN": roleARN},
	}); err != nil {
		return err
	}
	if _, err := apiextensions.NewCustomResource(ctx, "efs-driver", &apiextensions.CustomResourceArgs{
		ApiVersion:  pulumi.String("operator.openshift.io/v1"),
		Kind:        pulumi.String("ClusterCSIDriver"),
		Metadata:    metav1.ObjectMetaArgs{Name: pulumi.String("efs.csi.aws.com")},
		OtherFields: map[string]any{"spec": map[string]any{"managementState": "Managed"}},
	}); err != nil {
		return err
	}
	_, err := storage.NewEFSStorageClass(ctx, "efs", &storage.EFSStorageClassArgs{Name: "efs", FileSystemID: files.ID()})
	return err
}
