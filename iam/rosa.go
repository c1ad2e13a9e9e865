package iam

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
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

// Limits of prefixes. OCM allows 32 characters for operator roles, whose truncated names still differ. The truncated names of
// Classic's operator policies, which AccountRoles creates, must differ: those of openshift-cloud-credential-operator and
// openshift-cloud-network-config-controller are the most alike. HCP's policies match account roles by their suffixes, which must not be
// truncated.
const (
	operatorPrefixLimit       = 32
	classicAccountPrefixLimit = names.RoleLimit - len("-openshift-cloud-c")
	hcpAccountPrefixLimit     = names.RoleLimit - len("-HCP-ROSA-Installer-Role")
)

// rosaPath is narrower than check.IAMPath, as in OCM (openshift/rosa pkg/aws/helpers.go).
var rosaPath = check.Pattern("path of letters and digits between slashes", "/openshift/", `/([0-9A-Za-z]+/)*`).AtMost(512)

func checkPrefix(p *check.Problems, path, prefix string, limit int) {
	if p.RequiredFormat(path, prefix, check.IAMName) {
		p.Length(path, prefix, 1, limit)
	}
}

// checkBoundary checks a permissions boundary, and its partition if the region is known.
func checkBoundary(p *check.Problems, path string, boundary pulumi.StringInput, region string) {
	if p.Format(path, boundary, check.PolicyARN) {
		p.ARNIn(path, boundary, region)
	}
}
