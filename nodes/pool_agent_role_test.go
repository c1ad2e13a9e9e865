package nodes_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const oidcProvider = "arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com"

// agentsIn returns programs with an agent each, in a namespace, with a role.
func agentsIn(namespace string, role *iam.ServiceAccountRoleArgs) map[string]pulumi.RunFunc {
	return map[string]pulumi.RunFunc{
		"autoscaler": asgAutoscaler(func(a *nodes.ClusterAutoscalerASGArgs) { a.Namespace, a.Role = namespace, role }),
		"approver":   approver(func(a *nodes.CSRApproverArgs) { a.Namespace, a.Role = namespace, role }),
		"drain":      terminationHandler(func(a *nodes.TerminationHandlerArgs) { a.Namespace, a.Role = namespace, role }),
	}
}

// TestRoleTrustsTheAgentsNamespace: an agent whose role trusts the account of another namespace cannot assume it.
func TestRoleTrustsTheAgentsNamespace(t *testing.T) {
	t.Parallel()
	for _, namespace := range []string{"", "acme-agents"} {
		for name, program := range agentsIn(namespace, &iam.ServiceAccountRoleArgs{
			OIDCProviderARN: pulumi.String(oidcProvider), Path: "/openshift/",
		}) {
			rec := run(t, program)
			metadata := at(object(t, rec, "ServiceAccount"), "metadata").(map[string]any)
			role := mockstest.Find(t, rec, "demo-"+name+"-role")
			subject := "system:serviceaccount:" + metadata["namespace"].(string) + ":" + metadata["name"].(string)
			assert.Contains(t, role.Inputs["assumeRolePolicy"], `"demo-oidc.s3.us-east-2.amazonaws.com:sub":["`+subject+`"]`)
			assert.Equal(t, "/openshift/", role.Inputs["path"])
			deployment := object(t, rec, "Deployment")
			assert.NotContains(t, at(deployment, "spec", "template", "spec"), "hostNetwork", name)
			assert.Contains(t, container(t, deployment)["env"], map[string]any{"name": "AWS_ROLE_ARN", "value": role.Outputs["arn"]})
			assert.True(t, rec.Graph().Reaches(mockstest.Find(t, rec, "demo-deployment").URN,
				mockstest.Find(t, rec, "demo-"+name+"-policy").URN), "%s is deleted before its permissions", name)
		}
	}
}

// TestRoleOfTheControlPlane: without an OIDC provider, the pod uses the role of the node that it runs on.
func TestRoleOfTheControlPlane(t *testing.T) {
	t.Parallel()
	for name, program := range agentsIn("", &iam.ServiceAccountRoleArgs{ControlPlaneRoleName: pulumi.String("demo-master")}) {
		rec := run(t, program)
		assert.Empty(t, rec.OfType("aws:iam/role:Role"), name)
		policy := mockstest.Find(t, rec, "demo-"+name+"-policy")
		assert.Equal(t, "demo-master", policy.Inputs["role"])
		deployment := object(t, rec, "Deployment")
		assert.Equal(t, true, at(deployment, "spec", "template", "spec", "hostNetwork"), name)
		assert.NotContains(t, at(deployment, "spec", "template", "spec").(map[string]any)["volumes"], "aws-token")
		assert.True(t, rec.Graph().Reaches(mockstest.Find(t, rec, "demo-deployment").URN, policy.URN),
			"%s is deleted before its permissions", name)
	}
}

func TestRoleHasTheAudienceOfTheToken(t *testing.T) {
	t.Parallel()
	rec := run(t, approver(func(a *nodes.CSRApproverArgs) {
		a.Role = &iam.ServiceAccountRoleArgs{OIDCProviderARN: pulumi.String(oidcProvider), Audience: "openshift"}
	}))
	var audiences []any
	for _, volume := range at(object(t, rec, "Deployment"), "spec", "template", "spec", "volumes").([]any) {
		if projected, isToken := volume.(map[string]any)["projected"].(map[string]any); isToken {
			token := projected["sources"].([]any)[0].(map[string]any)["serviceAccountToken"].(map[string]any)
			audiences = append(audiences, token["audience"])
		}
	}
	assert.Equal(t, []any{"openshift"}, audiences)
}

// TestTerminationHandlerRoleNamesTheQueue: the ARN of the queue follows from its URL, in whichever of the service's endpoints.
func TestTerminationHandlerRoleNamesTheQueue(t *testing.T) {
	t.Parallel()
	handler := func(region, queue string) pulumi.RunFunc {
		return terminationHandler(func(a *nodes.TerminationHandlerArgs) {
			a.Region, a.QueueURL = region, pulumi.String(queue)
			a.Role = &iam.ServiceAccountRoleArgs{OIDCProviderARN: pulumi.String(oidcProvider)}
		})
	}
	for queue, want := range map[string]string{
		"https://sqs.us-east-2.amazonaws.com/123456789012/drain":   "arn:aws:sqs:us-east-2:123456789012:drain",
		"https://us-east-2.queue.amazonaws.com/123456789012/drain": "arn:aws:sqs:us-east-2:123456789012:drain",
		"http://localhost:4566/000000000000/drain":                 "arn:aws:sqs:us-east-2:000000000000:drain",
	} {
		rec := run(t, handler("us-east-2", queue))
		assert.Contains(t, mockstest.Find(t, rec, "demo-drain-policy").Inputs["policy"], `"Resource":["`+want+`"]`, queue)
	}
	rec := run(t, handler("us-gov-west-1", "https://sqs.us-gov-west-1.amazonaws.com/123456789012/drain"))
	assert.Contains(t, mockstest.Find(t, rec, "demo-drain-policy").Inputs["policy"], `"arn:aws-us-gov:sqs:us-gov-west-1:123456789012:drain"`)
	err := mocks.New(inCluster).Run(handler("us-east-2", "https://sqs.us-east-2.amazonaws.com/"))
	require.ErrorContains(t, err, "nodes.TerminationHandlerArgs.QueueURL")
	require.ErrorContains(t, err, "has no account and name; set RoleARN instead of Role")
}

func TestAgentRoleValidate(t *testing.T) {
	t.Parallel()
	with := func(role *iam.ServiceAccountRoleArgs, changes ...func(*nodes.CSRApproverArgs)) *nodes.CSRApproverArgs {
		return checktest.With(approverArgs(func(a *nodes.CSRApproverArgs) { a.Role = role }), changes...)
	}
	checktest.Cases(t, "nodes.CSRApproverArgs", map[string]checktest.Case{
		"nothing": {
			Reason: "a role is for an OIDC provider or that of the control plane",
			Args:   with(&iam.ServiceAccountRoleArgs{}),
			Want:   []string{".Role: required"},
		},
		"another account": {
			Reason: "a role that does not trust the agent's account is of no use to it",
			Args: with(&iam.ServiceAccountRoleArgs{
				OIDCProviderARN: pulumi.String(oidcProvider),
				ServiceAccounts: []iam.ServiceAccount{{Namespace: "worker-pool-approver", Name: "approver"}},
			}, func(a *nodes.CSRApproverArgs) { a.Namespace = "acme" }),
			Want: []string{".Role.ServiceAccounts: must have the agent's account, acme/approver"},
		},
		"what the agent has too": {
			Reason: "problems of the agent's InfraID and Namespace are not repeated for its role",
			Args: with(&iam.ServiceAccountRoleArgs{OIDCProviderARN: pulumi.String("oidc")}, func(a *nodes.CSRApproverArgs) {
				a.InfraID, a.Namespace = "Demo", "a.b"
			}),
			Want: []string{".InfraID: format", ".Namespace: format", ".Role.OIDCProviderARN: format"},
		},
	})
}
