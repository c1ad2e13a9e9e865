package iam

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// EtcdKey is a KMS key that encrypts the etcd of an HCP cluster. ROSA Classic accepts no key for etcd.
//
// Its policy allows each role only the actions that Red Hat documents, and grants only to AWS services. Walkthroughs of 2023 allowed the roles of the installer and
// the operators kms:*, with which any of them could rewrite the key's policy or schedule the key's deletion, and lose the cluster.
// With this policy only the account itself may do that.
//
// KMS rejects a policy with principals that do not exist, so use outputs of AccountRoles and OperatorRoles. A role that is deleted
// and recreated is another principal, even with the same ARN; the next update of the policy refers to it. Keep the key longer
// than the cluster and its backups: without the key neither can be read.
type EtcdKey struct {
	pulumi.ResourceState

	// ARN is the ARN of the key, for the cluster.
	ARN pulumi.StringOutput `pulumi:"arn"`
	// AliasName is the alias of the key, including alias/.
	AliasName pulumi.StringOutput `pulumi:"aliasName"`
}

// EtcdKeyArgs are the arguments of EtcdKey. All roles must be in one account. Unless a field says otherwise, changes are applied in
// place.
type EtcdKeyArgs struct {
	// InstallerRoleARN is the ARN of the installer's role: AccountRoles.InstallerRoleARN. Required.
	InstallerRoleARN pulumi.StringInput `check:"required=Validate,format=role-arn"`
	// KubeControllerManagerRoleARN is OperatorRoles.ARNs[OperatorKubeControllerManager]. Required.
	KubeControllerManagerRoleARN pulumi.StringInput `check:"required=Validate,format=role-arn"`
	// KMSProviderRoleARN is OperatorRoles.ARNs[OperatorKMSProvider], the role that encrypts etcd. Required.
	KMSProviderRoleARN pulumi.StringInput `check:"required=Validate,format=role-arn"`
	// Alias is the alias of the key without alias/. Defaults to the name of the Pulumi resource and random digits. A change replaces
	// the alias, not the key.
	Alias string `check:"format=kms-alias"`
	// DeletionWindowDays is the number of days in which a deleted key can be restored: 7 to 30. Defaults to 30.
	DeletionWindowDays int `check:"7..30" default:"30"`
	// Tags are the tags of the key. The component's own tags take precedence.
	Tags pulumi.StringMap `check:"tags"`
}

const etcdKeyPath = "iam.EtcdKeyArgs"

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *EtcdKeyArgs) Validate() error {
	full, p := check.Begin(a)
	checkKeyUsers(&p, full.users())
	checkAlias(&p, etcdKeyPath, full.Alias)
	return p.ErrOf(a)
}

func (a *EtcdKeyArgs) key() keyArgs {
	return keyArgs{"Encrypts the etcd of a ROSA cluster", a.Alias, a.DeletionWindowDays, a.Tags}
}

// etcdActions are the actions of the role that encrypts etcd.
var etcdActions = []string{"kms:Encrypt", "kms:Decrypt", "kms:DescribeKey"}

// users are the roles of the key for etcd in Red Hat's documentation (openshift/openshift-docs
// modules/creating-cluster-with-aws-kms-key.adoc).
func (a *EtcdKeyArgs) users() []keyUser {
	user := func(sid string, role pulumi.Input, actions ...string) keyUser {
		return keyUser{field: check.Join(etcdKeyPath, sid+"RoleARN"), sid: sid, role: role, actions: actions}
	}
	installer := user("Installer", a.InstallerRoleARN, "kms:DescribeKey", "kms:GenerateDataKeyWithoutPlaintext")
	installer.grants = createGrant
	return []keyUser{
		installer,
		user("KubeControllerManager", a.KubeControllerManagerRoleARN, "kms:DescribeKey"),
		user("KMSProvider", a.KMSProviderRoleARN, etcdActions...),
	}
}

// NewEtcdKey registers an EtcdKey.
func NewEtcdKey(ctx *pulumi.Context, name string, args *EtcdKeyArgs, opts ...pulumi.ResourceOption) (*EtcdKey, error) {
	return component.Register(ctx, name, args, opts, component.Type[EtcdKeyArgs, EtcdKey]{
		Token:   "openshift-aws:iam:EtcdKey",
		Lasting: true,
		Children: func(b *component.Builder[EtcdKeyArgs, EtcdKey]) error {
			key, alias, err := registerKey(b.Base, b.Args.key(), b.Args.users())
			if err != nil {
				return err
			}
			b.Component.ARN, b.Component.AliasName = key.Arn, alias.Name
			return nil
		},
	})
}
