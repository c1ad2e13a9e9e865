package iam

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// VolumeKey is a KMS key that encrypts the root volumes of a hosted cluster's machines and, if wanted, persistent volumes.
// The latter also need a StorageClass with the key in the cluster: the default one is not switched to it.
//
// Its policy gives each role the actions that Red Hat documents for it and no others, instead of the kms:* of older
// walkthroughs; EtcdKey tells why, and what holds for the order of keys, roles and clusters.
type VolumeKey struct {
	pulumi.ResourceState

	// ARN is the key's ARN, for the cluster and storage classes.
	ARN pulumi.StringOutput `pulumi:"arn"`
	// AliasName is the alias, with alias/ before it.
	AliasName pulumi.StringOutput `pulumi:"aliasName"`
}

// VolumeKeyArgs are the arguments of VolumeKey. All roles must be of one account. A change of a role updates the policy in
// place.
type VolumeKeyArgs struct {
	// InstallerRoleARN is the ARN of the installer's role: AccountRoles.InstallerRoleARN. Required.
	InstallerRoleARN pulumi.StringInput
	// SupportRoleARN is the ARN of the role of Red Hat's support: AccountRoles.SupportRoleARN. Required.
	SupportRoleARN pulumi.StringInput
	// KubeControllerManagerRoleARN is OperatorRoles.ARNs[OperatorKubeControllerManager]. Required.
	KubeControllerManagerRoleARN pulumi.StringInput
	// CAPARoleARN is OperatorRoles.ARNs[OperatorCAPA], the role that makes machines. Required.
	CAPARoleARN pulumi.StringInput
	// EBSCSIRoleARN is OperatorRoles.ARNs[OperatorEBSCSI], the role that makes persistent volumes. Optional: without it they
	// cannot be encrypted with this key.
	EBSCSIRoleARN pulumi.StringInput
	// Alias is the key's alias without alias/. Default: Pulumi's name of the resource and random digits. A change replaces the
	// alias, not the key.
	Alias string
	// DeletionWindowInDays is how long a destroyed key can be brought back: 7 to 30 days. Default 30. A change updates in place.
	DeletionWindowInDays int
	// Tags are set on the key. The component's own tags win. A change updates in place.
	Tags pulumi.StringMap
}

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *VolumeKeyArgs) Validate() error {
	full := a.withDefaults()
	var p check.Problems
	const at = "iam.VolumeKeyArgs."
	checkKeyRole(&p, at+"InstallerRoleARN", full.InstallerRoleARN)
	checkKeyRole(&p, at+"SupportRoleARN", full.SupportRoleARN)
	checkKeyRole(&p, at+"KubeControllerManagerRoleARN", full.KubeControllerManagerRoleARN)
	checkKeyRole(&p, at+"CAPARoleARN", full.CAPARoleARN)
	if full.EBSCSIRoleARN != nil {
		checkKeyRole(&p, at+"EBSCSIRoleARN", full.EBSCSIRoleARN)
	}
	full.key().check(&p, at)
	return p.Err()
}

// withDefaults returns a copy in which nothing is left to chance. Nil arguments are empty ones.
func (a *VolumeKeyArgs) withDefaults() *VolumeKeyArgs {
	var full VolumeKeyArgs
	if a != nil {
		full = *a
	}
	if full.DeletionWindowInDays == 0 {
		full.DeletionWindowInDays = defaultDeletionWindow
	}
	return &full
}

func (a *VolumeKeyArgs) key() keyArgs {
	return keyArgs{"Encrypts the volumes of a ROSA cluster's machines", a.Alias, a.DeletionWindowInDays, a.Tags}
}

// users are those of the key for volumes in Red Hat's documentation (openshift/openshift-docs
// modules/creating-cluster-with-aws-kms-key.adoc).
func (a *VolumeKeyArgs) users() []keyUser {
	return []keyUser{
		{sid: "Installer", role: a.InstallerRoleARN, actions: []string{"kms:CreateGrant", "kms:DescribeKey", "kms:GenerateDataKeyWithoutPlaintext"}},
		{sid: "Support", role: a.SupportRoleARN, actions: []string{"kms:DescribeKey"}},
		{sid: "KubeControllerManager", role: a.KubeControllerManagerRoleARN, actions: []string{"kms:DescribeKey"}},
		{sid: "CAPA", role: a.CAPARoleARN, actions: []string{"kms:DescribeKey", "kms:GenerateDataKeyWithoutPlaintext", "kms:CreateGrant"}},
		{sid: "EBSCSI", role: a.EBSCSIRoleARN, actions: volumeActions, grants: true},
	}
}

// NewVolumeKey registers VolumeKey. Wrong arguments are reported together, as by Validate, before anything is registered.
func NewVolumeKey(ctx *pulumi.Context, name string, args *VolumeKeyArgs, opts ...pulumi.ResourceOption) (*VolumeKey, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	args = args.withDefaults()
	component := &VolumeKey{}
	if err := ctx.RegisterComponentResource("openshift-aws:iam:VolumeKey", name, component, opts...); err != nil {
		return nil, err
	}
	key, alias, err := registerKey(ctx, name, args.key(), args.users(), pulumi.Parent(component))
	if err != nil {
		return nil, fmt.Errorf("openshift-aws:iam:VolumeKey %s: %w", name, err)
	}
	component.ARN, component.AliasName = key.Arn, alias.Name
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"arn": component.ARN, "aliasName": component.AliasName})
}
