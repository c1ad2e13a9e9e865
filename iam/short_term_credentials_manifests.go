package iam

import (
	"fmt"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Manifests returns the manifests that openshift-install needs, by their paths in its directory, without registering anything: the names
// of the roles and the URL of a public bucket are known in advance. Put them there after `openshift-install create manifests`, before
// `create ignition-configs`; install-config.yaml must have credentialsMode Manual. They contain no secret.
//
// Region is required. With PrivateBucket the URL of the issuer is not known in advance: use ShortTermCredentials.Manifests.
func (a *ShortTermCredentialsArgs) Manifests(accountID string) (map[string]string, error) {
	full, p := check.Begin(a)
	full.checkCluster(&p, shortTermCredentialsPath)
	p.Required(shortTermCredentialsPath+".Region", full.Region)
	p.RequiredFormat(shortTermCredentialsPath+".Manifests.accountID", accountID, check.AccountID)
	if full.PrivateBucket {
		p.Addf(shortTermCredentialsPath+".PrivateBucket", "must not be set: AWS chooses the domain of a CloudFront distribution; "+
			"use ShortTermCredentials.Manifests")
	}
	if err := p.Err(); err != nil {
		return nil, err
	}
	arns := map[Operator]string{}
	for _, request := range full.requests() {
		role := "role" + full.Path + request.Operator.roleName(full.Name)
		arns[request.Operator] = partition.OfRegion(full.Region).ARN("iam", "", accountID, role)
	}
	return credentialsManifests("https://"+full.bucketHost(full.Region), arns), nil
}

// The manifests have the names of ccoctl's (openshift/cloud-credential-operator pkg/cmd/provisioning/utils.go and
// pkg/cmd/provisioning/aws/create-iam-roles.go, release-4.16 to release-4.22).
const (
	authenticationFile = "manifests/cluster-authentication-02-config.yaml"
	// tokenPath is the path at which operators mount their tokens.
	tokenPath = "/var/run/secrets/openshift/serviceaccount/token"
)

// credentialsManifests returns the Authentication with the issuer, and the Secret of each operator with its role.
func credentialsManifests(issuerURL string, roleARNs map[Operator]string) map[string]string {
	manifests := map[string]string{authenticationFile: authentication(issuerURL)}
	for operator, arn := range roleARNs {
		manifests[secretFile(operator)] = credentialsSecret(operator, arn)
	}
	return manifests
}

func secretFile(operator Operator) string {
	return fmt.Sprintf("manifests/%s-credentials.yaml", operator.key())
}

func authentication(issuerURL string) string {
	return lines(
		"apiVersion: config.openshift.io/v1",
		"kind: Authentication",
		"metadata:",
		"  name: cluster",
		"spec:",
		"  serviceAccountIssuer: "+issuerURL,
	)
}

// credentialsSecret returns the Secret with an operator's AWS configuration (AWS SDKs and Tools Reference Guide, "Assume role credential
// provider" and "AWS STS Regional endpoints").
func credentialsSecret(operator Operator, roleARN string) string {
	return lines(
		"apiVersion: v1",
		"kind: Secret",
		"metadata:",
		"  name: "+operator.name(),
		"  namespace: "+operator.namespace(),
		"type: Opaque",
		"stringData:",
		"  credentials: |-",
		"    [default]",
		"    sts_regional_endpoints = regional",
		"    role_arn = "+roleARN,
		"    web_identity_token_file = "+tokenPath,
	)
}

func lines(all ...string) string {
	return strings.Join(all, "\n") + "\n"
}
