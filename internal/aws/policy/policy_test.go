package policy_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
)

func TestJSON(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason   string
		document policy.Document
		want     string
	}{
		"service trust": {
			reason:   "a trust policy has a principal and no resource",
			document: policy.AssumeRole("ec2.amazonaws.com.cn"),
			want: `{"Version":"2012-10-17","Statement":[{"Effect":"Allow",` +
				`"Principal":{"Service":["ec2.amazonaws.com.cn"]},"Action":["sts:AssumeRole"]}]}`,
		},
		"role policy": {
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
			want: `{"Version":"2012-10-17","Statement":[` +
				`{"Sid":"B","Effect":"Allow","Action":["s3:PutObject","s3:GetObject"],"Resource":["b","a"]},` +
				`{"Sid":"A","Effect":"Allow","Action":["ec2:Describe*"],"Resource":["*"]}]}`,
		},
		"bucket policy": {
			reason: "condition operators and keys are sorted",
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
			want: `{"Version":"2012-10-17","Statement":[{"Effect":"Deny","Principal":{"AWS":["*"]},"Action":["s3:*"],` +
				`"Resource":["arn:aws:s3:::bucket/*"],"Condition":{"Bool":{"aws:SecureTransport":["false"]},` +
				`"StringEquals":{"aws:a":["1"],"aws:b":["2"]}}}]}`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, tt.document.JSON(), tt.reason)
		})
	}
}

func TestWebIdentity(t *testing.T) {
	t.Parallel()
	const (
		arn       = "arn:aws:iam::123456789012:oidc-provider/oidc.example.com/demo"
		statement = `{"Version":"2012-10-17","Statement":[{"Effect":"Allow",` +
			`"Principal":{"Federated":["arn:aws:iam::123456789012:oidc-provider/oidc.example.com/demo"]},` +
			`"Action":["sts:AssumeRoleWithWebIdentity"],"Condition":{"StringEquals":`
	)
	tests := map[string]struct {
		reason        string
		arn, audience string
		subjects      []string
		want, problem string
	}{
		"audience and subject": {
			reason:   "a token of another service account, or for another service, is rejected",
			arn:      arn,
			audience: policy.AudienceSTS,
			subjects: []string{"system:serviceaccount:a:b"},
			want: statement + `{"oidc.example.com/demo:aud":["sts.amazonaws.com"],` +
				`"oidc.example.com/demo:sub":["system:serviceaccount:a:b"]}}}]}`,
		},
		"any audience": {
			reason:   "without an audience only the subjects are pinned",
			arn:      arn,
			subjects: []string{"system:serviceaccount:a:b", "system:serviceaccount:a:c"},
			want:     statement + `{"oidc.example.com/demo:sub":["system:serviceaccount:a:b","system:serviceaccount:a:c"]}}}]}`,
		},
		"ARN of a role": {
			reason:  "without an issuer the condition would never match",
			arn:     "arn:aws:iam::123456789012:role/demo",
			problem: `"arn:aws:iam::123456789012:role/demo" is not the ARN of an IAM OIDC provider`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			document, err := policy.WebIdentity(tt.arn, tt.audience, tt.subjects...)
			if tt.problem != "" {
				assert.EqualError(t, err, tt.problem, tt.reason)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.want, document.JSON(), tt.reason)
		})
	}
}
