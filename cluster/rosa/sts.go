package cluster

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// RosaSTSArgs are the roles that Red Hat's service, the machines and the cluster's operators take. Outputs of iam.AccountRoles,
// iam.OperatorRoles and iam.OIDCConfig wait for their policies, so that the cluster is made after them and destroyed
// before them: the service needs them until the last machine is gone. A change of anything replaces the cluster.
type RosaSTSArgs struct {
	// InstallerRoleARN is the ARN of the role of Red Hat's installer. Required.
	InstallerRoleARN pulumi.StringInput
	// SupportRoleARN is the ARN of the role of Red Hat's support. Required.
	SupportRoleARN pulumi.StringInput
	// WorkerRoleARN is the ARN of the role of worker machines. Required.
	WorkerRoleARN pulumi.StringInput
	// ControlPlaneRoleARN is the ARN of the role of control-plane machines. Required for Classic; hosted control planes have
	// no machines in the account and take none.
	ControlPlaneRoleARN pulumi.StringInput
	// OperatorRolePrefix begins the names of the operators' roles, at most 32 characters. Required: OCM computes the names from it.
	OperatorRolePrefix pulumi.StringInput
	// OIDCConfigID is the id of the OIDC configuration whose tokens the operators' roles trust. Required.
	OIDCConfigID pulumi.StringInput
	// ExternalID is what Red Hat presents when it takes the installer and support roles: 2 to 1224 letters, digits and any of
	// =,.@:/-. Optional; the roles' trust policies must ask for the same.
	ExternalID string
}

// rosaOperatorPrefixLimit is OCM's (openshift/rosa cmd/create/operatorroles/by_prefix.go).
const rosaOperatorPrefixLimit = 32

func (s RosaSTSArgs) check(p *check.Problems, path, region, account string, hosted bool) {
	role := func(name string, arn pulumi.StringInput) {
		if p.Required(path+"."+name, arn) {
			rosaCheckRole(p, path+"."+name, arn, region, account)
		}
	}
	role("InstallerRoleARN", s.InstallerRoleARN)
	role("SupportRoleARN", s.SupportRoleARN)
	role("WorkerRoleARN", s.WorkerRoleARN)
	switch {
	case !hosted:
		role("ControlPlaneRoleARN", s.ControlPlaneRoleARN)
	case s.ControlPlaneRoleARN != nil:
		p.Addf(path+".ControlPlaneRoleARN", "is for Classic; a hosted control plane has no machines in the account")
	}
	if p.Required(path+".OperatorRolePrefix", s.OperatorRolePrefix) {
		if prefix, known := rosaKnown(s.OperatorRolePrefix); known && len(prefix) > rosaOperatorPrefixLimit {
			p.Addf(path+".OperatorRolePrefix", "%q has %d characters; OCM takes at most %d", prefix, len(prefix), rosaOperatorPrefixLimit)
		}
	}
	p.Required(path+".OIDCConfigID", s.OIDCConfigID)
	if s.ExternalID != "" && (!rosaExternalID.MatchString(s.ExternalID) || len(s.ExternalID) > 1224) {
		p.Addf(path+".ExternalID", "%q must be 2 to 1224 letters, digits and any of =,.@:/-", s.ExternalID)
	}
}

func (s RosaSTSArgs) inputs() pulumi.Input {
	return rosaObject(pulumi.Map{
		"roleArn":               s.InstallerRoleARN,
		"supportRoleArn":        s.SupportRoleARN,
		"instanceIamRoles":      rosaObject(pulumi.Map{"workerRoleArn": s.WorkerRoleARN, "masterRoleArn": s.ControlPlaneRoleARN}),
		"operatorRolePrefix":    s.OperatorRolePrefix,
		"oidcConfigId":          s.OIDCConfigID,
		"trustPolicyExternalId": rosaText(s.ExternalID),
	})
}
