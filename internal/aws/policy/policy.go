// Package policy builds IAM policy documents: trust policies, role policies and resource policies. Equal documents have the
// same JSON, so that an update shows a difference only where a policy has changed.
//
//	policy.New(policy.Statement{
//		Effect:   policy.Allow,
//		Action:   []string{"s3:GetObject"},
//		Resource: []string{"arn:aws:s3:::bucket/*"},
//	}).JSON()
package policy

import (
	"encoding/json"
	"fmt"
	"strings"
)

// version is the version of the policy language that supports policy variables
// (IAM user guide, "IAM JSON policy elements: Version").
const version = "2012-10-17"

// Effect is whether a statement allows or denies.
type Effect string

// The effects of a statement.
const (
	Allow Effect = "Allow"
	Deny  Effect = "Deny"
)

// Document is an IAM policy document.
type Document struct {
	Version   string
	Statement []Statement
}

// Statement allows or denies actions. In JSON, lists keep their order and keys of maps are sorted.
type Statement struct {
	// Sid is the statement's ID, unique in its document: letters and digits. Optional.
	Sid string `json:",omitempty"`
	// Effect is Allow or Deny.
	Effect Effect
	// Principal lists principals by type: {"Service": ["ec2.amazonaws.com"]}, {"AWS": ["*"]}. Only resource-based policies, such
	// as trust policies and bucket policies, have principals.
	Principal map[string][]string `json:",omitempty"`
	// Action is the actions, such as s3:GetObject or ec2:Describe*.
	Action []string
	// Resource is the ARNs of resources. Trust policies have none.
	Resource []string `json:",omitempty"`
	// Condition is the values that a request must have, by operator and condition key: {"Bool": {"aws:SecureTransport": ["false"]}}.
	Condition map[string]map[string][]string `json:",omitempty"`
}

// New returns a document of the statements, in this order.
func New(statements ...Statement) Document {
	return Document{Version: version, Statement: statements}
}

// AssumeRole returns the trust policy that allows a service, such as ec2.amazonaws.com, to assume a role.
func AssumeRole(servicePrincipal string) Document {
	return New(Statement{
		Effect:    Allow,
		Principal: map[string][]string{"Service": {servicePrincipal}},
		Action:    []string{"sts:AssumeRole"},
	})
}

// The audiences (aud) of service account tokens that an OpenShift cluster's OIDC provider accepts (openshift/rosa
// pkg/aws/idps.go; openshift/cloud-credential-operator pkg/cmd/provisioning/aws/create_identity_provider.go).
const (
	// AudienceOpenShift is the audience of tokens of OpenShift's own operators.
	AudienceOpenShift = "openshift"
	// AudienceSTS is the audience that AWS SDKs and the pod identity webhook use.
	AudienceSTS = "sts.amazonaws.com"
)

// WebIdentity returns the trust policy that allows service accounts to assume a role with tokens of an OIDC provider. It accepts
// only tokens whose subject (sub) is one of subjects, such as system:serviceaccount:namespace:name, and whose audience (aud)
// is audience. An empty audience accepts every audience that the OIDC provider accepts.
//
// The issuer, a host and a path without https://, is the end of the provider's ARN. An ARN without an issuer is an error.
func WebIdentity(oidcProviderARN, audience string, subjects ...string) (Document, error) {
	_, issuer, _ := strings.Cut(oidcProviderARN, ":oidc-provider/")
	if issuer == "" {
		return Document{}, fmt.Errorf("%q is not the ARN of an IAM OIDC provider", oidcProviderARN)
	}
	condition := map[string][]string{issuer + ":sub": subjects}
	if audience != "" {
		condition[issuer+":aud"] = []string{audience}
	}
	return New(Statement{
		Effect:    Allow,
		Principal: map[string][]string{"Federated": {oidcProviderARN}},
		Action:    []string{"sts:AssumeRoleWithWebIdentity"},
		Condition: map[string]map[string][]string{"StringEquals": condition},
	}), nil
}

// TLSOnly returns the statement of a resource's policy that denies all actions of a service, such as s3, without TLS.
func TLSOnly(service string, resources ...string) Statement {
	return Statement{
		Sid:       "TLSOnly",
		Effect:    Deny,
		Principal: map[string][]string{"AWS": {"*"}},
		Action:    []string{service + ":*"},
		Resource:  resources,
		Condition: map[string]map[string][]string{"Bool": {"aws:SecureTransport": {"false"}}},
	}
}

// JSON returns the document as JSON.
func (d Document) JSON() string {
	text, err := json.Marshal(d)
	if err != nil {
		panic(fmt.Sprintf("marshal a policy document: %v", err))
	}
	return string(text)
}
