package policy_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
)

func TestJSON(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason   string
		document policy.Document
		want     string
	}{
		"trust": {
			reason:   "a trust policy has a principal and no resource",
			document: policy.AssumeRole("ec2.amazonaws.com.cn"),
			want:     `{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"Service":["ec2.amazonaws.com.cn"]},"Action":["sts:AssumeRole"]}]}`,
		},
		"web identity": {
			reason: "the issuer's name begins the condition's key",
			document: policy.AssumeRoleWithWebIdentity(
				"arn:aws:iam::123456789012:oidc-provider/oidc.example.com/demo",
				"oidc.example.com/demo",
				"system:serviceaccount:a:b",
			),
			want: `{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"Federated":["arn:aws:iam::123456789012:oidc-provider/oidc.example.com/demo"]},` +
				`"Action":["sts:AssumeRoleWithWebIdentity"],"Condition":{"StringEquals":{"oidc.example.com/demo:sub":["system:serviceaccount:a:b"]}}}]}`,
		},
		"role": {
			reason: "statements and their actions keep their order",
			document: policy.New(
				policy.Statement{
					Sid:      "B",
					Effect:   policy.Allow,
					Action:   []string{"s3:PutObject", "s3:GetObject"},
					Resource: []string{"b", "a"},
				},
				policy.Statement{
					Sid:      "A",
					Effect:   policy.Allow,
					Action:   []string{"ec2:Describe*"},
					Resource: []string{"*"},
				},
			),
			want: `{"Version":"2012-10-17","Statement":[{"Sid":"B","Effect":"Allow","Action":["s3:PutObject","s3:GetObject"],"Resource":["b","a"]},` +
				`{"Sid":"A","Effect":"Allow","Action":["ec2:Describe*"],"Resource":["*"]}]}`,
		},
		"bucket": {
			reason: "conditions are written in the order of their operators and keys",
			document: policy.New(policy.Statement{
				Effect:    policy.Deny,
				Principal: map[string][]string{"AWS": {"*"}},
				Action:    []string{"s3:*"},
				Resource:  []string{"arn:aws:s3:::bucket/*"},
				Condition: map[string]map[string][]string{
					"StringEquals": {"aws:b": {"2"}, "aws:a": {"1"}},
					"Bool":         {"aws:SecureTransport": {"false"}},
				},
			}),
			want: `{"Version":"2012-10-17","Statement":[{"Effect":"Deny","Principal":{"AWS":["*"]},"Action":["s3:*"],"Resource":["arn:aws:s3:::bucket/*"],` +
				`"Condition":{"Bool":{"aws:SecureTransport":["false"]},"StringEquals":{"aws:a":["1"],"aws:b":["2"]}}}]}`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, tt.document.JSON(), tt.reason)
		})
	}
}
