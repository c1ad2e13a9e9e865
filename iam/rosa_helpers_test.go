package iam_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

const (
	ownAccount   = "123456789012"
	providerARN  = "arn:aws:iam::123456789012:oidc-provider/oidc.op1.openshiftapps.com/2a3b"
	someRole     = "arn:aws:iam::123456789012:role/"
	supportAgent = "arn:aws:iam::710019948333:role/RH-Technical-Support-15212158"
)

// attachedTo returns the ARNs of the policies that are attached to a role, by the role's physical name.
func attachedTo(rec *mocks.Recorder, role string) []string {
	var arns []string
	for _, attachment := range rec.OfType("aws:iam/rolePolicyAttachment:RolePolicyAttachment") {
		if attachment.Inputs["role"] == role {
			arns = append(arns, attachment.Inputs["policyArn"].(string))
		}
	}
	return arns
}

func taggedWith(pairs ...string) map[string]any {
	tags := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		tags[pairs[i]] = pairs[i+1]
	}
	return tags
}

func text(s string) pulumi.StringInput { return pulumi.String(s) }

// assertDocument compares a whole policy with its text in the facts.
func assertDocument(t *testing.T, want policy.Document, got any, reason ...any) {
	t.Helper()
	assert.Equal(t, want, document(t, got), reason...)
}

func trusting(principalType, principal, action string, condition map[string]map[string][]string) policy.Document {
	return policy.Document{Version: "2012-10-17", Statement: []policy.Statement{{
		Effect: "Allow", Principal: map[string][]string{principalType: {principal}}, Action: []string{action}, Condition: condition,
	}}}
}

func assertRefusedBeforeRegistering(t *testing.T, program pulumi.RunFunc) {
	t.Helper()
	rec := mocks.New()
	assert.ErrorContains(t, rec.Run(program), "is required")
	assert.Empty(t, rec.Resources())
}
