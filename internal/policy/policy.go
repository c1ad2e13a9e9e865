// Package policy writes IAM policy documents: trust policies, role policies and bucket policies. The text of a document
// depends on nothing but its value, so that an update finds a difference only where there is one.
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
)

// version is the only version of the policy language that knows policy variables
// (IAM user guide, "IAM JSON policy elements: Version").
const version = "2012-10-17"

// Effect says whether a statement allows or denies.
type Effect string

// The effects that there are.
const (
	Allow Effect = "Allow"
	Deny  Effect = "Deny"
)

// Document is a policy: an ordered list of statements.
type Document struct {
	Version   string
	Statement []Statement
}

// Statement allows or denies actions. Lists keep their order; keys of maps are written sorted.
type Statement struct {
	// Sid identifies the statement within its document: letters and digits, none in two statements.
	Sid string `json:",omitempty"`
	// Effect is Allow or Deny.
	Effect Effect
	// Principal says who, by the principal's type: {"Service": ["ec2.amazonaws.com"]}, {"AWS": ["*"]}.
	// Only policies of a resource, such as trust and bucket policies, have one.
	Principal map[string][]string `json:",omitempty"`
	// Action lists actions, such as s3:GetObject or ec2:Describe*.
	Action []string
	// Resource lists ARNs. Trust policies have none.
	Resource []string `json:",omitempty"`
	// Condition holds, by operator and key, the values that a request must have: {"Bool": {"aws:SecureTransport": ["false"]}}.
	Condition map[string]map[string][]string `json:",omitempty"`
}

// New returns a document of the statements in their order.
func New(statements ...Statement) Document {
	return Document{Version: version, Statement: statements}
}

// AssumeRole returns the trust policy by which a service, such as ec2.amazonaws.com, may take a role.
func AssumeRole(servicePrincipal string) Document {
	return New(Statement{
		Effect:    Allow,
		Principal: map[string][]string{"Service": {servicePrincipal}},
		Action:    []string{"sts:AssumeRole"},
	})
}

// AssumeRoleWithWebIdentity returns the trust policy by which the holders of tokens may take a role: those that an OpenID
// Connect issuer (a host and a path, without https://) gives to one of the subjects.
func AssumeRoleWithWebIdentity(providerARN, issuer string, subjects ...string) Document {
	return New(Statement{
		Effect:    Allow,
		Principal: map[string][]string{"Federated": {providerARN}},
		Action:    []string{"sts:AssumeRoleWithWebIdentity"},
		Condition: map[string]map[string][]string{"StringEquals": {issuer + ":sub": subjects}},
	})
}

// JSON returns the document's text.
func (d Document) JSON() string {
	text, err := json.Marshal(d)
	if err != nil {
		panic(fmt.Sprintf("a policy of texts alone must have a JSON form: %v", err))
	}
	return string(text)
}
