// Package iam makes the identities that act for a cluster, and the keys that they use.
//
//	self-managed cluster    InstanceProfiles
//	ROSA, both kinds        AccountRoles, OIDCConfig, OIDCProvider, OperatorRoles
//	ROSA, hosted            and EtcdKey, VolumeKey by choice
//
// The operators of a self-managed cluster have roles or users of their own, which ccoctl or the cluster makes; the role of
// the cluster autoscaler is nodes.AutoscalerRole, those of who writes backups and logs are part of package storage.
//
// For ROSA each takes outputs of those before it, and the cluster takes them all:
//
//	accounts  AccountRoles                           once for all clusters of an account
//	config    OIDCConfig                             once for all clusters, or one each
//	issuer    OIDCProvider      config               one for each OIDCConfig
//	operators OperatorRoles     accounts, issuer     one for each cluster
//	key       EtcdKey           accounts, operators
//
// Outputs resolve when the role is there, has its policies, and is known to the services that take it. A cluster that is given
// them is destroyed before they are: its operators clean up by these roles.
//
// AccountRoles, OIDCConfig and OperatorRoles ask OpenShift Cluster Manager by Red Hat's provider RHCS, which reads its
// credentials from the stack's configuration (rhcs:token) or the environment (RHCS_TOKEN). InstanceProfiles, OIDCProvider and the keys
// are made of AWS resources alone.
package iam
