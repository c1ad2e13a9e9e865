package rosa

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
)

// STSArgs are the roles that Red Hat's service, the machines and the cluster's operators assume. Outputs of iam.AccountRoles,
// iam.OperatorRoles and iam.OIDCConfig resolve after the roles' policies, so that the cluster is created after them and destroyed before
// them: the service needs the roles until the last machine is terminated. Changes replace the cluster.
type STSArgs struct {
	// InstallerRoleARN is the ARN of the installer role. Required.
	InstallerRoleARN pulumi.StringInput `rhcs:"roleArn" check:"required,format=role-arn"`
	// SupportRoleARN is the ARN of the support role. Required.
	SupportRoleARN pulumi.StringInput `rhcs:"supportRoleArn" check:"required,format=role-arn"`
	// WorkerRoleARN is the ARN of the role of the worker machines. Required.
	WorkerRoleARN pulumi.StringInput `rhcs:"instanceIamRoles.workerRoleArn" check:"required,format=role-arn"`
	// ControlPlaneRoleARN is the ARN of the role of the control-plane machines. Required for Classic; must not be set for a hosted
	// control plane, which has no machines in the account.
	ControlPlaneRoleARN pulumi.StringPtrInput `classic:"instanceIamRoles.masterRoleArn" check:"format=role-arn"`
	// OperatorRolePrefix is the prefix of the names of the operator roles, at most 32 letters, digits and any of _+=,.@-: OCM computes the names from it
	// (openshift/rosa cmd/create/operatorroles/by_prefix.go). Required.
	OperatorRolePrefix pulumi.StringInput `rhcs:"operatorRolePrefix" check:"required,format=iam-name,length=..32"`
	// OIDCConfigID is the ID of the OIDC configuration whose tokens the operator roles trust. Required.
	OIDCConfigID pulumi.StringInput `rhcs:"oidcConfigId" check:"required,format=rosa-oidc-config-id"`
	// ExternalID is the external ID with which Red Hat assumes the installer and support roles: 2 to 1224 letters, digits and any of
	// _+=,.@:/-. The roles' trust policies must require the same. Defaults to none.
	ExternalID string `rhcs:"trustPolicyExternalId" check:"format=external-id"`
	// AccountRolesVersion is the minor version, such as 4.19, of the account roles of Classic, AccountRolesArgs.OpenShiftVersion of package
	// iam: a Version of a later one is rejected before the update starts, because the roles lack its permissions. Must not be set for a
	// hosted control plane, whose policies AWS manages. Defaults to no check. Changes do not change the cluster.
	AccountRolesVersion string `check:"format=minor-version"`
}

func (c clusterCheck) sts(sts *STSArgs, version string) {
	if sts == nil {
		return
	}
	c.ownRole("STS.InstallerRoleARN", sts.InstallerRoleARN)
	c.ownRole("STS.SupportRoleARN", sts.SupportRoleARN)
	c.ownRole("STS.WorkerRoleARN", sts.WorkerRoleARN)
	switch {
	case !c.hosted && c.Required(c.path+".STS.ControlPlaneRoleARN", sts.ControlPlaneRoleARN):
		c.ownRole("STS.ControlPlaneRoleARN", sts.ControlPlaneRoleARN)
	case c.hosted && sts.ControlPlaneRoleARN != nil:
		c.Addf(c.path+".STS.ControlPlaneRoleARN", "must not be set: a hosted control plane has no machines in the account")
	}
	c.accountRoles(sts.AccountRolesVersion, version)
}

// accountRoles reports account roles that are older than the cluster's release is to be.
func (c clusterCheck) accountRoles(roles, version string) {
	path, minor := c.path+".STS.AccountRolesVersion", release.Minor(version)
	switch {
	case roles == "":
	case c.hosted:
		c.Addf(path, "must not be set: AWS manages the policies of hosted control planes")
	case check.MinorVersion.Match(roles) && check.Version.Match(version) && !release.Feature(minor).In(roles):
		c.Addf(path, "must be %s or later for %s (got %s): upgrade the account roles first", minor, version, roles)
	}
}
