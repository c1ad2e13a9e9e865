package iam

import (
	"encoding/json"
	"os"
	"path"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
)

// TestTheDocumentedBoundariesAllowTheRoles: with docs/permissions-boundary.json as their boundary, the roles of a cluster's machines and
// operators keep all their permissions, and Classic's role of a shared VPC with docs/permissions-shared-vpc-boundary.json.
func TestTheDocumentedBoundariesAllowTheRoles(t *testing.T) {
	t.Parallel()
	needed := slices.Concat(masterPolicy("5.0").Statement, workerPolicy().Statement,
		bootstrapPolicy(partition.OfRegion("us-east-2"), "demo-x7k2p").Statement)
	for _, version := range []string{"4.16", "4.19", "4.22"} {
		for _, request := range credentialsRequests(version) {
			needed = append(needed, request.Statements...)
		}
	}
	assertBoundaryAllows(t, "permissions-boundary.json", needed)
	var classic policy.Document
	require.NoError(t, json.Unmarshal([]byte(sharedVpcClassicPolicy()), &classic))
	assertBoundaryAllows(t, "permissions-shared-vpc-boundary.json", classic.Statement)
}

// assertBoundaryAllows checks that a document allows all actions of some statements.
func assertBoundaryAllows(t *testing.T, file string, needed []policy.Statement) {
	t.Helper()
	text, err := os.ReadFile("../docs/" + file)
	require.NoError(t, err)
	var boundary struct {
		Statement []struct {
			Effect string
			Action []string
		}
	}
	require.NoError(t, json.Unmarshal(text, &boundary))
	var allowed []string
	for _, statement := range boundary.Statement {
		if statement.Effect == "Allow" {
			allowed = append(allowed, statement.Action...)
		}
	}
	require.NotEmpty(t, needed)
	for _, action := range actionsOf(needed) {
		assert.True(t, slices.ContainsFunc(allowed, func(pattern string) bool {
			found, err := path.Match(pattern, action)
			return err == nil && found
		}), action)
	}
}

func actionsOf(statements []policy.Statement) []string {
	var actions []string
	for _, statement := range statements {
		actions = append(actions, statement.Action...)
	}
	return actions
}

// TestPassingOnly: with NodeRoleARNs, no operator may pass another role, or one to another service; nothing else
// changes.
func TestPassingOnly(t *testing.T) {
	t.Parallel()
	roles := []string{"arn:aws:iam::123456789012:role/demo-master", "arn:aws:iam::123456789012:role/demo-worker"}
	for _, version := range []string{"4.16", "4.22"} {
		for _, request := range credentialsRequests(version) {
			if !allows(request.Statements, passRole) {
				continue
			}
			before := actionsOf(request.Statements)
			narrowed := passingOnly(request.Statements, roles)
			assert.ElementsMatch(t, before, actionsOf(narrowed), request.Operator)
			assert.Equal(t, before, actionsOf(request.Statements), "the original is kept")
			for _, statement := range narrowed {
				if slices.Contains(statement.Action, passRole) {
					assert.Equal(t, roles, statement.Resource, request.Operator)
					assert.Equal(t, machineServices, statement.Condition["StringEquals"]["iam:PassedToService"])
				}
			}
		}
	}
	assert.True(t, allows(statementsOf(t, OperatorMachineAPI), passRole))
	assert.False(t, allows(statementsOf(t, OperatorIngress), passRole))
}

// statementsOf returns the permissions of an operator in 4.19.
func statementsOf(t *testing.T, operator Operator) []policy.Statement {
	t.Helper()
	requests := credentialsRequests("4.19")
	i := slices.IndexFunc(requests, func(r credentialsRequest) bool { return r.Operator == operator })
	require.NotEqual(t, -1, i)
	return requests[i].Statements
}

// TestAssumingOnly: no operator may assume other roles than that of a hosted zone in another account.
func TestAssumingOnly(t *testing.T) {
	t.Parallel()
	const role = "arn:aws:iam::210987654321:role/zone"
	statements := statementsOf(t, OperatorIngress)
	before := actionsOf(statements)
	require.Contains(t, before, assumeRole)
	assert.ElementsMatch(t, before, append(actionsOf(assumingOnly(statements, "")), assumeRole))
	assert.Equal(t, before, actionsOf(statements), "the original is kept")
	last := assumingOnly(statements, role)[1]
	assert.Equal(t, []string{assumeRole}, last.Action)
	assert.Equal(t, []string{role}, last.Resource)
	for _, request := range credentialsRequests("4.22") {
		assert.Equal(t, request.Operator == OperatorIngress, allows(request.Statements, assumeRole), request.Operator)
	}
}
