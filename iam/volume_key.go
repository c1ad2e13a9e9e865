package iam

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// VolumeKey is a KMS key that encrypts the root volumes of a ROSA cluster's machines and persistent volumes. For the latter a hosted
// cluster also needs a StorageClass with the key: its default one is not switched to it, as that of Classic is.
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
	// Product says whose volumes the key is for. Default RosaHCP. A change updates the policy in place.
	Product RosaProduct
	// InstallerRoleARN is the ARN of the installer's role: AccountRoles.InstallerRoleARN. Required.
	InstallerRoleARN pulumi.StringInput
	// SupportRoleARN is the ARN of the role of Red Hat's support: AccountRoles.SupportRoleARN. Required.
	SupportRoleARN pulumi.StringInput
	// KubeControllerManagerRoleARN is OperatorRoles.ARNs[OperatorKubeControllerManager]. Required for HCP; Classic has none.
	KubeControllerManagerRoleARN pulumi.StringInput
	// CAPARoleARN is OperatorRoles.ARNs[OperatorCAPA], the role that makes machines. Required for HCP; Classic has none.
	CAPARoleARN pulumi.StringInput
	// WorkerRoleARN and ControlPlaneRoleARN are the ARNs of the machines' roles: those of AccountRoles. Required for Classic; HCP's
	// machines need no key.
	WorkerRoleARN, ControlPlaneRoleARN pulumi.StringInput
	// EBSCSIRoleARN is OperatorRoles.ARNs[OperatorEBSCSI], the role that makes persistent volumes. Required for Classic. Optional for
	// HCP: without it they cannot be encrypted with this key.
	EBSCSIRoleARN pulumi.StringInput
	// Alias is the key's alias without alias/. Default: Pulumi's name of the resource and random digits. A change replaces the
	// alias, not the key.
	Alias string
	// DeletionWindowDays is how long a destroyed key can be brought back: 7 to 30 days. Default 30. A change is made in place.
	DeletionWindowDays int
	// Tags are set on the key. The component's own tags win. A change is made in place.
	Tags pulumi.StringMap
}

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *VolumeKeyArgs) Validate() error {
	full := a.withDefaults()
	var p check.Problems
	const at = "iam.VolumeKeyArgs."
	checkProduct(&p, at+"Product", full.Product)
	for _, user := range full.roles() {
		switch {
		case user.only != "" && user.only != full.Product:
			if user.role != nil {
				p.Addf(at+user.field, "is for %s only; the key is for %s", user.only, full.Product)
			}
		case user.role != nil || user.required:
			checkKeyRole(&p, at+user.field, user.role)
		}
	}
	full.key().check(&p, at)
	return p.Err()
}

// volumeKeyRole is one of the roles that may use the key.
type volumeKeyRole struct {
	keyUser
	field    string
	only     RosaProduct
	required bool
}

// roles are those of the key for volumes in Red Hat's documentation: for HCP openshift/openshift-docs
// modules/creating-cluster-with-aws-kms-key.adoc, for Classic "Creating a cluster with customizations", with a customer's KMS key.
func (a *VolumeKeyArgs) roles() []volumeKeyRole {
	classic := a.Product == RosaClassic
	installer := keyUser{sid: "Installer", role: a.InstallerRoleARN, actions: []string{"kms:CreateGrant", "kms:DescribeKey", "kms:GenerateDataKeyWithoutPlaintext"}}
	support := keyUser{sid: "Support", role: a.SupportRoleARN, actions: []string{"kms:DescribeKey"}}
	if classic {
		installer, support = volumeUser("Installer", a.InstallerRoleARN), volumeUser("Support", a.SupportRoleARN)
	}
	return []volumeKeyRole{
		{installer, "InstallerRoleARN", "", true},
		{support, "SupportRoleARN", "", true},
		{keyUser{sid: "KubeControllerManager", role: a.KubeControllerManagerRoleARN, actions: []string{"kms:DescribeKey"}},
			"KubeControllerManagerRoleARN", RosaHCP, true},
		{keyUser{sid: "CAPA", role: a.CAPARoleARN, actions: []string{"kms:DescribeKey", "kms:GenerateDataKeyWithoutPlaintext", "kms:CreateGrant"}},
			"CAPARoleARN", RosaHCP, true},
		{volumeUser("Worker", a.WorkerRoleARN), "WorkerRoleARN", RosaClassic, true},
		{volumeUser("ControlPlane", a.ControlPlaneRoleARN), "ControlPlaneRoleARN", RosaClassic, true},
		{volumeUser("EBSCSI", a.EBSCSIRoleARN), "EBSCSIRoleARN", "", classic},
	}
}

// volumeUser is a role that has volumes encrypted, by EC2 on its behalf too.
func volumeUser(sid string, role pulumi.StringInput) keyUser {
	return keyUser{sid: sid, role: role, actions: volumeActions, grants: true}
}

func (a *VolumeKeyArgs) users() []keyUser {
	var users []keyUser
	for _, user := range a.roles() {
		users = append(users, user.keyUser)
	}
	return users
}

// withDefaults returns a copy in which nothing is left to chance. Nil arguments are empty ones.
func (a *VolumeKeyArgs) withDefaults() *VolumeKeyArgs {
	var full VolumeKeyArgs
	if a != nil {
		full = *a
	}
	if full.Product == "" {
		full.Product = RosaHCP
	}
	if full.DeletionWindowDays == 0 {
		full.DeletionWindowDays = defaultDeletionWindow
	}
	return &full
}

func (a *VolumeKeyArgs) key() keyArgs {
	return keyArgs{"Encrypts the volumes of a ROSA cluster's machines", a.Alias, a.DeletionWindowDays, a.Tags}
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
