package iam_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestCcoctlPrivateBucket compares with `ccoctl aws create-all --create-private-s3-bucket`. ccoctl creates an origin
// access identity, which AWS calls legacy, where ShortTermCredentials creates an origin access control, which it
// recommends (Amazon CloudFront developer guide, "Restrict access to an Amazon S3 origin"): no document has the same
// form, and the comparison is of what they do.
func TestCcoctlPrivateBucket(t *testing.T) {
	t.Parallel()
	args := shortTerm(func(a *iam.ShortTermCredentialsArgs) { a.PrivateBucket = true })
	rec := mockstest.Run(t, shortTermCredentials(args))
	distribution := mockstest.Find(t, rec, "creds-distribution")
	url := "https://" + distribution.Outputs["domainName"].(string)

	assert.Equal(t, map[string]any{
		"bucket": "demo-oidc", "blockPublicAcls": true, "ignorePublicAcls": true,
		"blockPublicPolicy": true, "restrictPublicBuckets": true,
	}, inputs(t, rec, "creds-bucket-access"), "nothing in the bucket is public")
	methods := []any{"GET", "HEAD"}
	assert.Equal(t, map[string]any{
		"comment": "demo-oidc",
		"enabled": true,
		"origins": []any{map[string]any{
			"originId":              "issuer",
			"domainName":            "demo-oidc.s3.us-east-2.amazonaws.com",
			"originAccessControlId": mockstest.Find(t, rec, "creds-origin-access").ID,
		}},
		"defaultCacheBehavior": map[string]any{
			"targetOriginId": "issuer", "allowedMethods": methods, "cachedMethods": methods,
			"viewerProtocolPolicy": "https-only", "cachePolicyId": "4135ea2d-6df8-44a3-9df3-4b5a84be39ad",
		},
		"restrictions":      map[string]any{"geoRestriction": map[string]any{"restrictionType": "none"}},
		"viewerCertificate": map[string]any{"cloudfrontDefaultCertificate": true},
		"tags":              taggedWith("Name", "demo", "openshift.io/cloud-credential-operator/demo", "owned"),
	}, distribution.Inputs)

	statement := normalized(t, inputs(t, rec, "creds-bucket-policy")["policy"])["Statement"].([]any)[0]
	assert.Equal(t, map[string]any{
		"Sid": "AllowDistribution", "Effect": "Allow", "Action": []any{"s3:GetObject"},
		"Principal": map[string]any{"Service": []any{"cloudfront.amazonaws.com"}},
		"Resource":  []any{"arn:aws:s3:::demo-oidc/.well-known/openid-configuration", "arn:aws:s3:::demo-oidc/keys.json"},
		"Condition": map[string]any{"StringEquals": map[string]any{"AWS:SourceArn": []any{distribution.Outputs["arn"]}}},
	}, statement, "only this distribution reads the two documents")

	assert.Equal(t, url, decoded(t, inputs(t, rec, "creds-discovery")["content"])["issuer"])
	assert.Equal(t, url, inputs(t, rec, "creds-provider")["url"])
	assert.Equal(t, url, rec.Outputs()["issuerUrl"])
	manifests := rec.Outputs()["manifests"].(map[string]any)
	assert.Contains(t, manifests["manifests/cluster-authentication-02-config.yaml"], "serviceAccountIssuer: "+url+"\n")

	provider := mockstest.Find(t, rec, "creds-provider")
	for _, name := range []string{"creds-bucket-policy", "creds-discovery", "creds-jwks"} {
		assert.Contains(t, provider.Dependencies, mockstest.Find(t, rec, name).URN, "the documents can be read")
	}
	trust := inputs(t, rec, "creds-openshift-ingress-operator-cloud-credentials-role")["assumeRolePolicy"].(string)
	assert.Contains(t, trust, strings.TrimPrefix(url, "https://")+":sub")
}
