// Package iam creates the IAM roles and instance profiles that act for a cluster, and KMS keys for its data.
//
//	self-managed clusters    InstanceProfiles, ShortTermCredentials
//	ROSA, both products      AccountRoles, OIDCConfig, OIDCProvider, OperatorRoles
//	ROSA, optional           EtcdKey (HCP), VolumeKey, OCMRole, SharedVpcResources, RHCSProvider
//	software in a cluster    ServiceAccountRole
//
// Packages nodes and storage register a ServiceAccountRole for the software that they know. A self-managed
// cluster without ShortTermCredentials creates users for its operators itself.
//
// The components of ROSA use each other's outputs, and the cluster uses the outputs of all:
//
//	component        uses                          one for
//	AccountRoles                                   all clusters of an AWS account
//	OIDCConfig       AccountRoles if unmanaged     one cluster or several
//	OIDCProvider     OIDCConfig                    each OIDCConfig
//	OperatorRoles    AccountRoles, OIDCProvider    each cluster
//	EtcdKey          AccountRoles, OperatorRoles   each cluster
//	VolumeKey        AccountRoles, OperatorRoles   each cluster
//
// Role ARNs resolve when the role exists, its policies are attached, and IAM has propagated it. A cluster that uses these
// outputs is destroyed before the roles, which its operators need to delete what they created.
//
// AccountRoles, OIDCConfig and OperatorRoles call OpenShift Cluster Manager (OCM) through Red Hat's provider RHCS, which reads its
// credentials from the stack's configuration (rhcs:token) or the environment (RHCS_TOKEN). The other components consist of AWS
// resources only.
package iam
