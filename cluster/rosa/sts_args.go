package rosa

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// STSArgs are the roles that Red Hat's service, the machines and the cluster's operators assume. Outputs of iam.AccountRoles,
// iam.OperatorRoles and iam.OIDCConfig resolve after the roles' policies, so that the cluster is created after them and destroyed before
// them: the service needs the roles until the last machine is terminated. Changes replace the cluster.
type STSArgs struct {
	// InstallerRoleARN is the ARN of the installer role. Required.
	InstallerRoleARN pulumi.StringInput
	// SupportRoleARN is the ARN of the support role. Required.
	SupportRoleARN pulumi.StringInput
	// WorkerRoleARN is the ARN of the role of the worker machines. Required.
	WorkerRoleARN pulumi.StringInput
	// ControlPlaneRoleARN is the ARN of the role of the control-plane machines. Required for Classic; must not be set for a hosted
	// control plane, which has no machines in the account.
	ControlPlaneRoleARN pulumi.StringPtrInput
	// OperatorRolePrefix is the prefix of the names of the operator roles, at most 32 characters: OCM computes the names from it.
	// Required.
	OperatorRolePrefix pulumi.StringInput
	// OIDCConfigID is the ID of the OIDC configuration whose tokens the operator roles trust. Required.
	OIDCConfigID pulumi.StringInput
	// ExternalID is the external ID with which Red Hat assumes the installer and support roles: 2 to 1224 letters, digits and any of
	// _+=,.@:/-. The roles' trust policies must require the same. Defaults to none.
	ExternalID string
}

// operatorPrefixLimit is OCM's (openshift/rosa cmd/create/operatorroles/by_prefix.go).
const operatorPrefixLimit = 32

func (s *STSArgs) check(p *check.Problems, path, region, account string, hosted bool) {
	if !p.Required(path, s) {
		return
	}
	checkRole(p, path+".InstallerRoleARN", s.InstallerRoleARN, region, account)
	checkRole(p, path+".SupportRoleARN", s.SupportRoleARN, region, account)
	checkRole(p, path+".WorkerRoleARN", s.WorkerRoleARN, region, account)
	switch {
	case !hosted:
		checkRole(p, path+".ControlPlaneRoleARN", s.ControlPlaneRoleARN, region, account)
	case s.ControlPlaneRoleARN != nil:
		p.Addf(path+".ControlPlaneRoleARN", "must not be set: a hosted control plane has no machines in the account")
	}
	if p.Required(path+".OperatorRolePrefix", s.OperatorRolePrefix) {
		p.Length(path+".OperatorRolePrefix", s.OperatorRolePrefix, 1, operatorPrefixLimit)
	}
	p.Required(path+".OIDCConfigID", s.OIDCConfigID)
	p.Format(path+".ExternalID", s.ExternalID, check.ExternalID)
}

func (s *STSArgs) inputs() pulumi.Input {
	return object(pulumi.Map{
		"roleArn":               s.InstallerRoleARN,
		"supportRoleArn":        s.SupportRoleARN,
		"instanceIamRoles":      object(pulumi.Map{"workerRoleArn": s.WorkerRoleARN, "masterRoleArn": s.ControlPlaneRoleARN}),
		"operatorRolePrefix":    s.OperatorRolePrefix,
		"oidcConfigId":          s.OIDCConfigID,
		"trustPolicyExternalId": text(s.ExternalID),
	})
}
