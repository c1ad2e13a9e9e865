package iam

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// EtcdKey is a KMS key that encrypts the etcd of a hosted cluster (ROSA Classic takes none for etcd).
//
// Its policy gives each role the actions that Red Hat documents for it and no others. Walkthroughs of 2023 gave the
// installer's and the operators' roles kms:*: whoever took one of them could then have rewritten the key's policy or
// scheduled the key's deletion, and with it the cluster's. Only the account itself may do that here.
//
// The roles must be there first, because KMS refuses a policy with principals that it cannot find: give the outputs of
// AccountRoles and OperatorRoles. A role that is deleted and made again is another principal, even with the same ARN;
// the next update of the policy takes it up. Make the key outlive the cluster: without it etcd cannot be read, backups
// included.
type EtcdKey struct {
	pulumi.ResourceState

	// ARN is the key's ARN, for the cluster.
	ARN pulumi.StringOutput `pulumi:"arn"`
	// AliasName is the alias, with alias/ before it.
	AliasName pulumi.StringOutput `pulumi:"aliasName"`
}

// EtcdKeyArgs are the arguments of EtcdKey. All roles must be of one account. A change of a role updates the policy in
// place.
type EtcdKeyArgs struct {
	// InstallerRoleARN is the ARN of the installer's role: AccountRoles.InstallerRoleARN. Required.
	InstallerRoleARN pulumi.StringInput
	// KubeControllerManagerRoleARN is OperatorRoles.ARNs[OperatorKubeControllerManager]. Required.
	KubeControllerManagerRoleARN pulumi.StringInput
	// KMSProviderRoleARN is OperatorRoles.ARNs[OperatorKMSProvider], the role that encrypts etcd. Required.
	KMSProviderRoleARN pulumi.StringInput
	// Alias is the key's alias without alias/. Default: Pulumi's name of the resource and random digits. A change replaces the
	// alias, not the key.
	Alias string
	// DeletionWindowDays is how long a destroyed key can be brought back: 7 to 30 days. Default 30. A change is made in place.
	DeletionWindowDays int
	// Tags are set on the key. The component's own tags win. A change is made in place.
	Tags pulumi.StringMap
}

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *EtcdKeyArgs) Validate() error {
	full := a.withDefaults()
	var p check.Problems
	const at = "iam.EtcdKeyArgs."
	checkKeyRole(&p, at+"InstallerRoleARN", full.InstallerRoleARN)
	checkKeyRole(&p, at+"KubeControllerManagerRoleARN", full.KubeControllerManagerRoleARN)
	checkKeyRole(&p, at+"KMSProviderRoleARN", full.KMSProviderRoleARN)
	full.key().check(&p, at)
	return p.Err()
}

// withDefaults returns a copy in which nothing is left to chance. Nil arguments are empty ones.
func (a *EtcdKeyArgs) withDefaults() *EtcdKeyArgs {
	var full EtcdKeyArgs
	if a != nil {
		full = *a
	}
	if full.DeletionWindowDays == 0 {
		full.DeletionWindowDays = defaultDeletionWindow
	}
	return &full
}

func (a *EtcdKeyArgs) key() keyArgs {
	return keyArgs{"Encrypts the etcd of a ROSA cluster", a.Alias, a.DeletionWindowDays, a.Tags}
}

// users are those of the key for etcd in Red Hat's documentation (openshift/openshift-docs
// modules/creating-cluster-with-aws-kms-key.adoc).
func (a *EtcdKeyArgs) users() []keyUser {
	return []keyUser{
		{sid: "Installer", role: a.InstallerRoleARN, actions: []string{"kms:CreateGrant", "kms:DescribeKey", "kms:GenerateDataKeyWithoutPlaintext"}},
		{sid: "KubeControllerManager", role: a.KubeControllerManagerRoleARN, actions: []string{"kms:DescribeKey"}},
		{sid: "KMSProvider", role: a.KMSProviderRoleARN, actions: []string{"kms:Encrypt", "kms:Decrypt", "kms:DescribeKey"}},
	}
}

// NewEtcdKey registers EtcdKey. Wrong arguments are reported together, as by Validate, before anything is registered.
func NewEtcdKey(ctx *pulumi.Context, name string, args *EtcdKeyArgs, opts ...pulumi.ResourceOption) (*EtcdKey, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	args = args.withDefaults()
	component := &EtcdKey{}
	if err := ctx.RegisterComponentResource("openshift-aws:iam:EtcdKey", name, component, opts...); err != nil {
		return nil, err
	}
	key, alias, err := registerKey(ctx, name, args.key(), args.users(), pulumi.Parent(component))
	if err != nil {
		return nil, fmt.Errorf("openshift-aws:iam:EtcdKey %s: %w", name, err)
	}
	component.ARN, component.AliasName = key.Arn, alias.Name
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"arn": component.ARN, "aliasName": component.AliasName})
}
