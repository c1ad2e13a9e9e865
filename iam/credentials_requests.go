package iam

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
)

// credentialsRequest is a CredentialsRequest for AWS in the payload of a release.
type credentialsRequest struct {
	// Since is the first release with this request. It replaces that of the same operator in earlier releases.
	Since release.Feature
	// Source is the repository and the path of the manifest on the release branches.
	Source   string
	Operator Operator
	// Accounts are the service accounts that assume the operator's role.
	Accounts []string
	// Capability is the capability without which the cluster does not have the operator, nor its namespace. Empty for operators that
	// every cluster has.
	Capability string
	// TechPreview reports whether only clusters with the feature set TechPreviewNoUpgrade have the operator.
	TechPreview bool
	// Statements are the permissions. All of them allow actions on every resource.
	Statements []policy.Statement
}

// knownRequests are the CredentialsRequests of the releases from 4.16 to 4.22, sorted by operator and release. The cloud controller manager
// has none: it uses the role of the control-plane machines (openshift/cluster-cloud-controller-manager-operator manifests).
//
//go:embed credentials_requests.json
var knownRequests []byte

// credentialsRequests returns the CredentialsRequests of a release, sorted by operator.
func credentialsRequests(version string) []credentialsRequest {
	var known []credentialsRequest
	if err := json.Unmarshal(knownRequests, &known); err != nil {
		panic(fmt.Sprintf("read the embedded CredentialsRequests: %v", err))
	}
	requests := map[Operator]credentialsRequest{}
	for _, request := range known {
		if !request.Since.In(version) {
			continue
		}
		for i := range request.Statements {
			request.Statements[i].Effect, request.Statements[i].Resource = policy.Allow, []string{"*"}
		}
		requests[request.Operator] = request
	}
	var sorted []credentialsRequest
	for _, operator := range slices.Sorted(maps.Keys(requests)) {
		sorted = append(sorted, requests[operator])
	}
	return sorted
}

const (
	passRole   = "iam:PassRole"
	assumeRole = "sts:AssumeRole"
)

func allows(statements []policy.Statement, action string) bool {
	return slices.ContainsFunc(statements, func(s policy.Statement) bool { return slices.Contains(s.Action, action) })
}

// machineServices are the service principals of EC2 in all partitions.
var machineServices = []string{"ec2.amazonaws.com", "ec2.amazonaws.com.cn"}

// passingOnly returns the statements with permission to pass these roles to EC2, in place of all roles to all services.
func passingOnly(statements []policy.Statement, roles []string) []policy.Statement {
	return append(without(statements, passRole), policy.Statement{
		Effect: policy.Allow, Action: []string{passRole}, Resource: roles,
		Condition: map[string]map[string][]string{"StringEquals": {"iam:PassedToService": machineServices}},
	})
}

// assumingOnly returns the statements with permission to assume a role in place of all roles; with permission to assume none for "".
func assumingOnly(statements []policy.Statement, role string) []policy.Statement {
	narrowed := without(statements, assumeRole)
	if role == "" {
		return narrowed
	}
	return append(narrowed, policy.Statement{Effect: policy.Allow, Action: []string{assumeRole}, Resource: []string{role}})
}

// without returns the statements without an action.
func without(statements []policy.Statement, action string) []policy.Statement {
	var narrowed []policy.Statement
	for _, statement := range statements {
		statement.Action = slices.DeleteFunc(slices.Clone(statement.Action), func(a string) bool { return a == action })
		narrowed = append(narrowed, statement)
	}
	return narrowed
}
