package policy

import (
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// ServiceAccount is a service account of a cluster.
type ServiceAccount struct {
	// Namespace is the service account's namespace. Required.
	Namespace string `check:"required,format=namespace"`
	// Name is the service account's name. Required.
	Name string `check:"required,format=object-name"`
}

// Subject returns the subject (sub) of the service account's tokens.
func (s ServiceAccount) Subject() string {
	return "system:serviceaccount:" + s.Namespace + ":" + s.Name
}

// CheckUnique reports the service accounts that are in the list at path before.
func CheckUnique(p *check.Problems, path string, accounts []ServiceAccount) {
	for i, account := range accounts {
		if slices.Contains(accounts[:i], account) {
			p.Duplicate(check.Index(path, i), account.Subject())
		}
	}
}

// ServiceAccountTrust returns the trust policy that lets service accounts assume a role (WebIdentity), for an OIDC provider that is an
// Input.
func ServiceAccountTrust(oidcProviderARN pulumi.StringInput, audience string, accounts []ServiceAccount) pulumi.StringOutput {
	var subjects []string
	for _, account := range accounts {
		subjects = append(subjects, account.Subject())
	}
	return oidcProviderARN.ToStringOutput().ApplyT(func(arn string) (string, error) {
		document, err := WebIdentity(arn, audience, subjects...)
		return document.JSON(), err
	}).(pulumi.StringOutput)
}
