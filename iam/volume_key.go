package iam

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// VolumeKey is a KMS key that encrypts the root volumes of a ROSA cluster's instances and its persistent volumes. Persistent volumes
// of HCP also need a StorageClass with the key: unlike Classic, HCP does not set it in the default StorageClass.
//
// Its policy allows each role only the actions that Red Hat documents, and grants only to AWS services, instead of the kms:* of older
// walkthroughs. See EtcdKey for the reason, and for the order of keys, roles and clusters.
type VolumeKey struct {
	pulumi.ResourceState

	// ARN is the ARN of the key, for the cluster and for StorageClasses.
	ARN pulumi.StringOutput `pulumi:"arn"`
	// AliasName is the alias of the key, including alias/.
	AliasName pulumi.StringOutput `pulumi:"aliasName"`
}

// VolumeKeyArgs are the arguments of VolumeKey. All roles must be in one account. Unless a field says otherwise, changes are applied
// in place.
type VolumeKeyArgs struct {
	// Product is the product of the cluster. Defaults to HCP.
	Product Product `check:"hcp|classic" default:"hcp"`
	// InstallerRoleARN is the ARN of the installer's role: AccountRoles.InstallerRoleARN. Required.
	InstallerRoleARN pulumi.StringInput `check:"required=Validate,format=role-arn"`
	// SupportRoleARN is the ARN of the role of Red Hat's support: AccountRoles.SupportRoleARN. Required.
	SupportRoleARN pulumi.StringInput `check:"required=Validate,format=role-arn"`
	// KubeControllerManagerRoleARN is OperatorRoles.ARNs[OperatorKubeControllerManager]. Required for HCP; Classic has no such role.
	KubeControllerManagerRoleARN pulumi.StringInput `check:"format=role-arn"`
	// CAPARoleARN is OperatorRoles.ARNs[OperatorCAPA], the role that creates instances. Required for HCP; Classic has no such role.
	CAPARoleARN pulumi.StringInput `check:"format=role-arn"`
	// WorkerRoleARN is the ARN of the role of worker instances: AccountRoles.WorkerRoleARN. Required for Classic; instances of HCP do
	// not use the key.
	WorkerRoleARN pulumi.StringInput `check:"format=role-arn"`
	// ControlPlaneRoleARN is the ARN of the role of control-plane instances: AccountRoles.ControlPlaneRoleARN. Required for Classic.
	// For HCP it must be unset or resolve to nil, as that output does.
	ControlPlaneRoleARN pulumi.StringPtrInput `check:"format=role-arn"`
	// EBSCSIRoleARN is OperatorRoles.ARNs[OperatorEBSCSI], the role that creates persistent volumes. Required for Classic. Optional
	// for HCP: without it the key cannot encrypt persistent volumes.
	EBSCSIRoleARN pulumi.StringInput `check:"format=role-arn"`
	// KMSProviderRoleARN is OperatorRoles.ARNs[OperatorKMSProvider], the role that encrypts etcd. With it, ARN is also the EtcdKeyARN of the
	// cluster: one key instead of this and an EtcdKey. Must not be set for Classic, which accepts no key for etcd. Defaults to none: the
	// key cannot encrypt etcd.
	KMSProviderRoleARN pulumi.StringInput `check:"format=role-arn"`
	// Alias is the alias of the key without alias/. Defaults to the name of the Pulumi resource and random digits. A change replaces
	// the alias, not the key.
	Alias string `check:"format=kms-alias"`
	// DeletionWindowDays is the number of days in which a deleted key can be restored: 7 to 30. Defaults to 30.
	DeletionWindowDays int `check:"7..30" default:"30"`
	// Tags are the tags of the key. The component's own tags take precedence.
	Tags pulumi.StringMap `check:"tags"`
}

const volumeKeyPath = "iam.VolumeKeyArgs"

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *VolumeKeyArgs) Validate() error {
	full, p := check.Begin(a)
	checkKeyUsers(&p, full.users())
	checkAlias(&p, volumeKeyPath, full.Alias)
	return p.ErrOf(a)
}

// users are the roles of the key for volumes in Red Hat's documentation: for HCP openshift/openshift-docs
// modules/creating-cluster-with-aws-kms-key.adoc, for Classic "Creating a cluster with customizations", with a customer's KMS key.
func (a *VolumeKeyArgs) users() []keyUser {
	user := func(sid string, role pulumi.Input, actions ...string) keyUser {
		return keyUser{field: check.Join(volumeKeyPath, sid+"RoleARN"), sid: sid, role: role, actions: actions}
	}
	granting := func(user keyUser, actions []string) keyUser {
		user.grants = actions
		return user
	}
	// volumeUser uses volumes, and EC2 does on its behalf.
	volumeUser := func(sid string, role pulumi.Input) keyUser {
		return granting(user(sid, role, volumeActions...), grantActions)
	}
	unused := func(user keyUser) keyUser {
		user.unusedBy = a.Product
		return user
	}
	driver := volumeUser("EBSCSI", a.EBSCSIRoleARN)
	if a.Product == Classic {
		return []keyUser{
			volumeUser("Installer", a.InstallerRoleARN), volumeUser("Support", a.SupportRoleARN),
			unused(user("KubeControllerManager", a.KubeControllerManagerRoleARN)),
			unused(user("CAPA", a.CAPARoleARN)), volumeUser("Worker", a.WorkerRoleARN),
			volumeUser("ControlPlane", a.ControlPlaneRoleARN), driver, unused(user("KMSProvider", a.KMSProviderRoleARN)),
		}
	}
	etcd := user("KMSProvider", a.KMSProviderRoleARN, etcdActions...)
	driver.optional, etcd.optional = true, true
	return []keyUser{
		granting(user("Installer", a.InstallerRoleARN, "kms:DescribeKey", "kms:GenerateDataKeyWithoutPlaintext"), createGrant),
		user("Support", a.SupportRoleARN, "kms:DescribeKey"),
		user("KubeControllerManager", a.KubeControllerManagerRoleARN, "kms:DescribeKey"),
		granting(user("CAPA", a.CAPARoleARN, "kms:DescribeKey", "kms:GenerateDataKeyWithoutPlaintext"), createGrant),
		unused(user("Worker", a.WorkerRoleARN)), unused(user("ControlPlane", a.ControlPlaneRoleARN)), driver, etcd,
	}
}

func (a *VolumeKeyArgs) key() keyArgs {
	return keyArgs{"Encrypts the volumes of a ROSA cluster's machines", a.Alias, a.DeletionWindowDays, a.Tags}
}

// NewVolumeKey registers a VolumeKey.
func NewVolumeKey(ctx *pulumi.Context, name string, args *VolumeKeyArgs, opts ...pulumi.ResourceOption) (*VolumeKey, error) {
	return component.Register(ctx, name, args, opts, component.Type[VolumeKeyArgs, VolumeKey]{
		Token:   "openshift-aws:iam:VolumeKey",
		Lasting: true,
		Children: func(b *component.Builder[VolumeKeyArgs, VolumeKey]) error {
			key, alias, err := registerKey(b.Base, b.Args.key(), b.Args.users())
			if err != nil {
				return err
			}
			b.Component.ARN, b.Component.AliasName = key.Arn, alias.Name
			return nil
		},
	})
}
