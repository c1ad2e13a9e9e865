package iam_test

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const (
	issuerHost = "demo-oidc.s3.us-east-2.amazonaws.com"
	issuerURL  = "https://" + issuerHost
	issuerARN  = "arn:aws:iam::123456789012:oidc-provider/" + issuerHost
	// publicKeyID and publicKeyModulus are those of publicKey, by openssl: the SHA-256 of its DER form, and its modulus,
	// in base64url.
	publicKeyID      = "cBgTYEJhHUVfjr-M_-l24SkWvb3O0W7aMKgaoJcqLpA"
	publicKeyModulus = "pE4WVhCVBWmdeveVUAMM_pdGF_-yAKN2M_etPP7-Zm8LwneRp4FkrbbG4OLWTaIY_w1RjhVQe7VBJUWgc3PulBd0X3" +
		"5EWkiMWHISOweIWJXh_Bx64Wfp50r3q0QxxkoUCbtQr0CrTJ5OqCLW9K6QnqYy9UetwZWR6THBfp9jiljlHChIN_tTmeiB-F1EaL" +
		"QagYI-4FbqXYv5Vd2gndUlMK9K9X2brF_fxTXFEklRHTsx4m3rpY2l_GMLII7R9l2YHNc_Fp3Bz-yExKnBMNLDgx9r" +
		"AYo78JoVezVK7MjnJpFj23QSguDaldSSLvfUItXF3EPXFE-YLqG1wkb84t_5fQ"
)

// differences are what ShortTermCredentials makes differently from `ccoctl aws create-all`, by path.
var differences = map[string]string{
	"bucketPolicy.Statement[0].Resource": "only the two documents are public, not what else is put into the bucket",
	"bucketPolicy.Statement[1]":          "requests without TLS are denied",
	"discovery.claims_supported":         "ccoctl lists sub twice",
	"discoveryObject.contentType":        "OpenID Connect Discovery requires application/json; ccoctl sets no type",
	"jwksObject.contentType":             "OpenID Connect Discovery requires application/json; ccoctl sets no type",
	"openshift-ingress-operator-cloud-credentials.statements.Statement[0].Action": "the operator assumes a role for a " +
		"private zone in another account only, which HostedZoneRoleARN names",
	"provider.thumbprintLists": "IAM verifies the certificates of S3 by its own trusted authorities, and looks up a " +
		"thumbprint where none is set (IAM user guide, Obtain the thumbprint for an OpenID Connect identity provider)",
	"tags.openshift-aws": "permissions are restricted to what has the tag of the stack",
	"trust.aud": "the roles accept tokens of audience openshift only, which operators mount; ccoctl accepts every " +
		"audience of the provider",
}

// TestCcoctl compares with what `ccoctl aws create-all --name demo --region us-east-2 --permissions-boundary-arn ...`
// creates for the same CredentialsRequests (openshift/cloud-credential-operator pkg/cmd/provisioning, release-4.16 to
// release-4.22).
func TestCcoctl(t *testing.T) {
	t.Parallel()
	for _, release := range releases {
		t.Run(release, func(t *testing.T) {
			t.Parallel()
			rec := mockstest.Run(t, shortTermCredentials(shortTerm(func(a *iam.ShortTermCredentialsArgs) {
				a.OpenShiftVersion, a.PermissionsBoundary = release, text(boundaryARN)
			})))
			found := map[string]bool{}
			compare("", ccoctl(requestsOf(t, release, false)), registered(t, rec), func(path string, theirs, ours any) {
				for _, role := range requestsOf(t, release, false) {
					if path == role.key()+".trust.Statement[0].Condition.StringEquals."+issuerHost+":aud" {
						path = "trust.aud"
					}
				}
				if strings.HasSuffix(path, ".tags.openshift-aws") {
					path = "tags.openshift-aws"
				}
				_, documented := differences[path]
				assert.True(t, documented, "%s: ccoctl has %v, ShortTermCredentials has %v", path, theirs, ours)
				found[path] = true
			})
			assert.ElementsMatch(t, slices.Collect(maps.Keys(differences)), slices.Collect(maps.Keys(found)))
		})
	}
}

// compare calls report for each path at which two documents differ.
func compare(path string, theirs, ours any, report func(path string, theirs, ours any)) {
	left, leftIsMap := theirs.(map[string]any)
	right, rightIsMap := ours.(map[string]any)
	leftList, leftIsList := theirs.([]any)
	rightList, rightIsList := ours.([]any)
	switch {
	case leftIsMap && rightIsMap:
		for _, key := range slices.Sorted(maps.Keys(union(left, right))) {
			compare(strings.TrimPrefix(path+"."+key, "."), left[key], right[key], report)
		}
	case leftIsList && rightIsList && isObjects(leftList):
		for i := range max(len(leftList), len(rightList)) {
			compare(fmt.Sprintf("%s[%d]", path, i), at(leftList, i), at(rightList, i), report)
		}
	default:
		if !assert.ObjectsAreEqual(theirs, ours) {
			report(path, theirs, ours)
		}
	}
}

func union(a, b map[string]any) map[string]any {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

func isObjects(list []any) bool {
	return slices.ContainsFunc(list, func(element any) bool { _, ok := element.(map[string]any); return ok })
}

func at(list []any, i int) any {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// ccoctl returns the documents that ccoctl creates, in the form of registered. IAM treats a principal "*", which ccoctl
// writes, as {"AWS": "*"}.
func ccoctl(requests []request) map[string]any {
	tags := map[string]any{"Name": "demo", "openshift.io/cloud-credential-operator/demo": "owned"}
	all := map[string]any{
		"bucket": map[string]any{"bucket": "demo-oidc", "tags": tags},
		"access": map[string]any{
			"bucket": "demo-oidc", "blockPublicAcls": true, "ignorePublicAcls": true,
			"blockPublicPolicy": false, "restrictPublicBuckets": false,
		},
		"bucketPolicy": map[string]any{"Version": "2012-10-17", "Statement": []any{map[string]any{
			"Sid": "AllowReadPublicAccess", "Principal": map[string]any{"AWS": []any{"*"}}, "Effect": "Allow",
			"Action": []any{"s3:GetObject"}, "Resource": []any{"arn:aws:s3:::demo-oidc/*"},
		}}},
		"discoveryObject": map[string]any{
			"bucket": "demo-oidc", "key": ".well-known/openid-configuration", "tags": tags,
		},
		"jwksObject": map[string]any{"bucket": "demo-oidc", "key": "keys.json", "tags": tags},
		"discovery": map[string]any{
			"issuer": issuerURL, "jwks_uri": issuerURL + "/keys.json",
			"response_types_supported": []any{"id_token"}, "subject_types_supported": []any{"public"},
			"id_token_signing_alg_values_supported": []any{"RS256"},
			"claims_supported":                      []any{"aud", "exp", "sub", "iat", "iss", "sub"},
		},
		"jwks": map[string]any{"keys": []any{map[string]any{
			"use": "sig", "kty": "RSA", "kid": publicKeyID, "alg": "RS256", "n": publicKeyModulus, "e": "AQAB",
		}}},
		"provider": map[string]any{
			"url": issuerURL, "clientIdLists": []any{"openshift", "sts.amazonaws.com"},
			"thumbprintLists": []any{"the SHA-1 of the last certificate that S3 presents"}, "tags": tags,
		},
		"manifests/cluster-authentication-02-config.yaml": map[string]any{
			"apiVersion": "config.openshift.io/v1", "kind": "Authentication",
			"metadata": map[string]any{"name": "cluster"}, "spec": map[string]any{"serviceAccountIssuer": issuerURL},
		},
	}
	for _, r := range requests {
		ccoctlRole(all, r, tags)
	}
	return all
}

// ccoctlRole adds an operator's role, its policy and its Secret.
func ccoctlRole(all map[string]any, r request, tags map[string]any) {
	namespace, name, _ := strings.Cut(string(r.Operator), "/")
	role := "demo-" + r.key()
	role = role[:min(len(role), 64)]
	var subjects []any
	for _, account := range r.Accounts {
		subjects = append(subjects, "system:serviceaccount:"+namespace+":"+account)
	}
	all[r.key()] = map[string]any{
		"role": map[string]any{
			"name": role, "path": "/", "description": "OpenShift role for " + string(r.Operator), "tags": tags,
			"permissionsBoundary": boundaryARN,
		},
		"trust": map[string]any{"Version": "2012-10-17", "Statement": []any{map[string]any{
			"Effect": "Allow", "Principal": map[string]any{"Federated": []any{issuerARN}},
			"Action":    []any{"sts:AssumeRoleWithWebIdentity"},
			"Condition": map[string]any{"StringEquals": map[string]any{issuerHost + ":sub": sorted(subjects)}},
		}}},
		"policy":     map[string]any{"name": role, "role": role},
		"statements": map[string]any{"Version": "2012-10-17", "Statement": r.statements()},
	}
	all["manifests/"+r.key()+"-credentials.yaml"] = map[string]any{
		"apiVersion": "v1", "kind": "Secret", "type": "Opaque",
		"metadata": map[string]any{"name": name, "namespace": namespace},
		"stringData": map[string]any{"credentials": "[default]\nsts_regional_endpoints = regional\n" +
			"role_arn = arn:aws:iam::123456789012:role/" + role + "\n" +
			"web_identity_token_file = /var/run/secrets/openshift/serviceaccount/token"},
	}
}

// registered returns what a program registered and the manifests that it exported, as documents.
func registered(t *testing.T, rec *mocks.Recorder) map[string]any {
	t.Helper()
	all := map[string]any{
		"bucket":          inputs(t, rec, "creds-bucket"),
		"access":          inputs(t, rec, "creds-bucket-access"),
		"bucketPolicy":    normalized(t, inputs(t, rec, "creds-bucket-policy")["policy"]),
		"discoveryObject": inputs(t, rec, "creds-discovery", "content"),
		"discovery":       decoded(t, inputs(t, rec, "creds-discovery")["content"]),
		"jwksObject":      inputs(t, rec, "creds-jwks", "content"),
		"jwks":            decoded(t, inputs(t, rec, "creds-jwks")["content"]),
		"provider":        inputs(t, rec, "creds-provider"),
	}
	for operator := range rec.Outputs()["roles"].(map[string]any) {
		key := strings.ReplaceAll(operator, "/", "-")
		role, policy := inputs(t, rec, "creds-"+key+"-role"), inputs(t, rec, "creds-"+key+"-policy")
		all[key] = map[string]any{
			"role":       without(role, "assumeRolePolicy"),
			"trust":      normalized(t, role["assumeRolePolicy"]),
			"policy":     without(policy, "policy"),
			"statements": normalized(t, policy["policy"]),
		}
	}
	for file, text := range rec.Outputs()["manifests"].(map[string]any) {
		var manifest map[string]any
		require.NoError(t, yaml.Unmarshal([]byte(text.(string)), &manifest))
		all[file] = manifest
	}
	return all
}

func inputs(t *testing.T, rec *mocks.Recorder, name string, omitted ...string) map[string]any {
	t.Helper()
	return without(mockstest.Find(t, rec, name).Inputs, omitted...)
}

func without(document map[string]any, omitted ...string) map[string]any {
	copied := maps.Clone(document)
	for _, key := range omitted {
		delete(copied, key)
	}
	return copied
}

func decoded(t *testing.T, text any) map[string]any {
	t.Helper()
	var document map[string]any
	require.NoError(t, json.Unmarshal([]byte(text.(string)), &document))
	return document
}

// normalized returns a policy document whose lists are sorted, because IAM ignores their order.
func normalized(t *testing.T, text any) map[string]any {
	t.Helper()
	policy := decoded(t, text)
	for _, statement := range policy["Statement"].([]any) {
		for _, list := range statement.(map[string]any) {
			sortLists(list)
		}
	}
	return policy
}

func sortLists(value any) {
	switch value := value.(type) {
	case []any:
		sorted(value)
	case map[string]any:
		for _, element := range value {
			sortLists(element)
		}
	}
}

func sorted(list []any) []any {
	slices.SortFunc(list, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
	return list
}

func namesIn(document any) []string {
	return slices.Collect(maps.Keys(document.(map[string]any)))
}

// TestNodeRoles: the Machine API may pass these roles only.
func TestNodeRoles(t *testing.T) {
	t.Parallel()
	const role = "arn:aws:iam::123456789012:role/demo-worker"
	args := shortTerm(func(a *iam.ShortTermCredentialsArgs) { a.NodeRoleARNs = pulumi.StringArray{text(role)} })
	rec := mockstest.Run(t, mockstest.Program(iam.NewShortTermCredentials, "creds", args))
	passing := 0
	for _, attached := range rec.OfType("aws:iam/rolePolicy:RolePolicy") {
		for _, statement := range decoded(t, attached.Inputs["policy"])["Statement"].([]any) {
			if each := statement.(map[string]any); strings.Contains(fmt.Sprint(each["Action"]), "iam:PassRole") {
				passing++
				assert.Equal(t, []any{role}, each["Resource"])
			}
		}
	}
	assert.Equal(t, 1, passing)
}

// Operators cannot use a role before its permissions exist, and the provider is created when its documents can be read.
func TestShortTermCredentialsOrder(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, shortTermCredentials(shortTerm(func(*iam.ShortTermCredentialsArgs) {})))
	provider := mockstest.Find(t, rec, "creds-provider")
	for _, name := range []string{"creds-discovery", "creds-jwks", "creds-bucket-policy"} {
		assert.Contains(t, provider.Dependencies, mockstest.Find(t, rec, name).URN)
	}
	policy := mockstest.Find(t, rec, "creds-bucket-policy")
	assert.Contains(t, policy.Dependencies, mockstest.Find(t, rec, "creds-bucket-access").URN)
}

func TestManifestsAreKnownInAdvance(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		reason string
		change func(*iam.ShortTermCredentialsArgs)
		issuer string
		role   string
	}{
		"commercial": {
			reason: "the issuer and the roles have names that the arguments decide",
			change: func(*iam.ShortTermCredentialsArgs) {},
			issuer: issuerURL,
			role:   "arn:aws:iam::123456789012:role/demo-openshift-ingress-operator-cloud-credentials",
		},
		"every option": {
			reason: "the path is part of ARNs",
			change: func(a *iam.ShortTermCredentialsArgs) { a.Path, a.TechPreview = "/openshift/", true },
			issuer: issuerURL,
			role:   "arn:aws:iam::123456789012:role/openshift/demo-openshift-ingress-operator-cloud-credentials",
		},
		"gov": {
			reason: "ARNs name the partition",
			change: func(a *iam.ShortTermCredentialsArgs) { a.Region = "us-gov-west-1" },
			issuer: "https://demo-oidc.s3.us-gov-west-1.amazonaws.com",
			role:   "arn:aws-us-gov:iam::123456789012:role/demo-openshift-ingress-operator-cloud-credentials",
		},
		"china": {
			reason: "China has its own DNS suffix",
			change: func(a *iam.ShortTermCredentialsArgs) { a.Region = "cn-north-1" },
			issuer: "https://demo-oidc.s3.cn-north-1.amazonaws.com.cn",
			role:   "arn:aws-cn:iam::123456789012:role/demo-openshift-ingress-operator-cloud-credentials",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := shortTerm(tt.change)
			known, err := args.Manifests("123456789012")
			require.NoError(t, err)
			assert.Contains(t, known["manifests/cluster-authentication-02-config.yaml"],
				"serviceAccountIssuer: "+tt.issuer+"\n", tt.reason)
			assert.Contains(t, known["manifests/openshift-ingress-operator-cloud-credentials-credentials.yaml"],
				"role_arn = "+tt.role+"\n", tt.reason)

			rec := mockstest.Run(t, shortTermCredentials(args), mocks.Region(args.Region))
			exported := map[string]string{}
			for file, text := range rec.Outputs()["manifests"].(map[string]any) {
				exported[file] = text.(string)
			}
			assert.Equal(t, exported, known)
			assert.Equal(t, tt.issuer, rec.Outputs()["issuerUrl"])
		})
	}
}

func TestManifestsInAdvanceNeedTheAccountAndTheRegion(t *testing.T) {
	t.Parallel()
	const path = "iam.ShortTermCredentialsArgs"
	_, err := (&iam.ShortTermCredentialsArgs{Name: "demo", OpenShiftVersion: "4.20"}).Manifests("")
	checktest.Equal(t, []string{path + ".Region: required", path + ".Manifests.accountID: required"}, err)
	invalid := shortTerm(func(a *iam.ShortTermCredentialsArgs) { a.Name, a.PrivateBucket = "Demo", true })
	_, err = invalid.Manifests("demo")
	checktest.Equal(t, []string{
		path + ".Name: format", path + ".Manifests.accountID: format", path + ".PrivateBucket: must not be set: AWS chooses " +
			"the domain of a CloudFront distribution; use ShortTermCredentials.Manifests",
	}, err)
}

// An output that is not a key fails the update with the argument's name.
func TestInvalidKeyOfAnOutput(t *testing.T) {
	t.Parallel()
	args := shortTerm(func(a *iam.ShortTermCredentialsArgs) { a.PublicKey = text("x").ToStringOutput() })
	assert.ErrorContains(t, mocks.New().Run(shortTermCredentials(args)),
		"iam.ShortTermCredentialsArgs.PublicKey: is not a public key in PEM")
}

// While the cluster's key is rotated, the issuer has both keys: tokens of both are valid.
func TestKeysOfARotation(t *testing.T) {
	t.Parallel()
	next, err := rsa.GenerateKey(rand.Reader, 2048)
	require.NoError(t, err)
	args := shortTerm(func(a *iam.ShortTermCredentialsArgs) { a.PublicKey = text(publicKey + publicPEM(t, &next.PublicKey)) })
	keys := decoded(t, inputs(t, mockstest.Run(t, shortTermCredentials(args)), "creds-jwks")["content"])["keys"].([]any)
	require.Len(t, keys, 2)
	assert.Equal(t, publicKeyID, keys[0].(map[string]any)["kid"])
	assert.NotEqual(t, publicKeyID, keys[1].(map[string]any)["kid"])
	assert.Equal(t, base64.RawURLEncoding.EncodeToString(next.N.Bytes()), keys[1].(map[string]any)["n"])
}
