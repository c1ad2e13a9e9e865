package iam

import (
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
)

// Product is a ROSA product.
type Product string

// The ROSA products.
const (
	// HCP has hosted control planes, which run in Red Hat's account. Its policies are AWS managed policies.
	HCP Product = "hcp"
	// Classic has control planes in the customer's account. Its policies are customer managed, one set for each minor version of
	// OpenShift.
	Classic Product = "classic"
)

// OCMEnvironment is an installation of OCM. Each has its own AWS accounts, which the roles trust.
type OCMEnvironment string

// The OCM environments. Customers use production.
const (
	OCMProduction  OCMEnvironment = "production"
	OCMStaging     OCMEnvironment = "staging"
	OCMIntegration OCMEnvironment = "integration"
)

// ocmAccounts are the AWS accounts of OCM by partition ID (openshift/rosa pkg/aws/helpers.go, pkg/fedramp/config.go).
var ocmAccounts = map[string]map[OCMEnvironment]string{
	"aws":    {OCMProduction: "710019948333", OCMStaging: "644306948063", OCMIntegration: "896164604406"},
	govCloud: {OCMProduction: "448648337690", OCMStaging: "448870092490", OCMIntegration: "449053620653"},
}

// govCloud is the ID of the AWS GovCloud (US) partition.
const govCloud = "aws-us-gov"

func isGovCloud(region string) bool {
	return partition.OfRegion(region).ID == govCloud
}

// managedPolicy returns the ARN of an AWS managed policy for ROSA.
func managedPolicy(p partition.Partition, policy string) string {
	return p.ARN("iam", "", "aws", "policy/service-role/"+policy)
}

// truncateName truncates a role name without a hash, as OCM and the rosa CLI do: they compute the same names to find the roles
// (openshift-online/ocm-common pkg/aws/utils).
func truncateName(name string) string {
	return name[:min(len(name), names.RoleLimit)]
}

// Limits of the prefixes of account roles; OCM allows 32 characters for those of operator roles, whose truncated names still differ. The
// truncated names of Classic's operator policies, which AccountRoles creates, must differ: those of openshift-cloud-credential-operator
// and openshift-cloud-network-config-controller are the most alike. HCP's policies match account roles by their suffixes, which must not
// be truncated.
const (
	classicAccountPrefixLimit = names.RoleLimit - len("-openshift-cloud-c")
	hcpAccountPrefixLimit     = names.RoleLimit - len("-HCP-ROSA-Installer-Role")
)

// The formats that the tags of this package name.
func init() {
	// The characters of names in IAM. check.IAMPath has others too, such as the wildcards of policies. Red Hat's examples have /tf-example/
	// (terraform-redhat/terraform-rhcs-rosa-classic v1.7.3 examples), which only the rosa CLI's prompt rejects.
	check.Named("rosa-path", check.Pattern("path of letters, digits and +=,.@_- between slashes", "/openshift/", `/([0-9A-Za-z+=,.@_-]+/)*`).
		AtMost(512))
	// The length limit of the rosa CLI and the format of the Terraform provider (openshift/rosa cmd/create/oidcconfig/cmd.go,
	// terraform-provider-rhcs provider/oidcconfiginput).
	check.Named("oidc-prefix", check.NewFormat("OIDC prefix of 3 to 15 characters", "demo", func(prefix string) bool {
		return len(prefix) >= 3 && len(prefix) <= 15 && check.LowerName.Match(prefix)
	}))
	// IAM accepts an issuer's URL with or without its scheme: https, without a port and a query.
	check.Named("issuer-url", check.NewFormat("HTTPS URL without a port and a query", "oidc.op1.openshiftapps.com/2a3b", isIssuerURL))
	// The part of an alias after alias/ (KMS API reference, CreateAlias).
	check.Named("kms-alias", check.Characters("KMS alias", "demo-etcd", "/_-").AtMost(250))
}

func isIssuerURL(text string) bool {
	address := strings.TrimPrefix(text, "https://")
	return !strings.ContainsAny(address, ":?#") && check.HTTPSURL.Match("https://"+address)
}

// keptRoles are the arguments whose change deletes roles and creates others: no running cluster survives it, and OCM rejects it only when
// the roles are gone.
func keptRoles(args check.Path, product Product, prefix, path string, allowed bool) []keep.Rule {
	var rules []keep.Rule
	for _, kept := range []struct{ input, field, value string }{
		{"product", "Product", string(product)}, {"prefix", "Prefix", prefix}, {"path", "Path", path},
	} {
		rules = append(rules, keep.Fixed(kept.input, check.Join(args, kept.field), pulumi.String(kept.value),
			"the roles would be deleted, and a cluster cannot move to others. Set it back; for another cluster register other roles. Only roles "+
				"that no cluster uses can be replaced, with AllowReplacement").Unless(allowed))
	}
	return rules
}
