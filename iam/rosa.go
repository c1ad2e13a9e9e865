package iam

import (
	"regexp"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
)

// RosaProduct is one of the two ways in which ROSA runs a control plane.
type RosaProduct string

// The products that there are.
const (
	// RosaHCP hosts control planes in Red Hat's account. Its policies are AWS's own and follow the service.
	RosaHCP RosaProduct = "hcp"
	// RosaClassic runs control planes in the customer's account. Its policies are the customer's, a set for each minor
	// version of OpenShift.
	RosaClassic RosaProduct = "classic"
)

// OCMEnvironment is one of OCM's installations, each with AWS accounts of its own that roles trust.
type OCMEnvironment string

// The environments that there are. Only production is open to customers.
const (
	OCMProduction  OCMEnvironment = "production"
	OCMStaging     OCMEnvironment = "staging"
	OCMIntegration OCMEnvironment = "integration"
)

// ocmAccounts are the AWS accounts of Red Hat's roles by partition (openshift/rosa pkg/aws/helpers.go, pkg/fedramp/config.go).
var ocmAccounts = map[string]map[OCMEnvironment]string{
	"aws":        {OCMProduction: "710019948333", OCMStaging: "644306948063", OCMIntegration: "896164604406"},
	"aws-us-gov": {OCMProduction: "448648337690", OCMStaging: "448870092490", OCMIntegration: "449053620653"},
}

// managedPolicy returns the ARN of one of AWS's own ROSA policies.
func managedPolicy(p partition.Partition, policy string) string {
	return p.ARN("iam", "", "aws", "policy/service-role/"+policy)
}

// cutName cuts as OCM and the rosa command do, without a hash: they compute the same names and look the roles up by them
// (openshift-online/ocm-common pkg/aws/utils).
func cutName(name string) string {
	return name[:min(len(name), names.RoleLimit)]
}

// Prefixes of roles. The longest suffix of an operator's role leaves little of a prefix; two operators' names
// nevertheless differ up to the limit of 32 characters, which is OCM's.
const (
	operatorPrefixLimit       = 32
	classicAccountPrefixLimit = names.RoleLimit - len("-I")
	hcpAccountPrefixLimit     = names.RoleLimit - len("-HCP-ROSA-Installer-Role")
)

var (
	roleName     = regexp.MustCompile(`^[\w+=,.@-]+$`)
	rosaRolePath = regexp.MustCompile(`^/([0-9A-Za-z]+/)*$`)
	externalID   = regexp.MustCompile(`^[0-9A-Za-z=,.@:/-]+$`)
	minorVersion = regexp.MustCompile(`^\d+\.\d+$`)
	accountID    = regexp.MustCompile(`^\d{12}$`)
)

func checkPrefix(p *check.Problems, field, prefix string, limit int, why string) {
	switch {
	case !p.Required(field, prefix):
	case len(prefix) > limit:
		p.Addf(field, "%q has %d characters; at most %d are possible, %s", prefix, len(prefix), limit, why)
	case !roleName.MatchString(prefix):
		p.Addf(field, "%q must hold only letters, digits and any of _+=,.@-", prefix)
	}
}

// checkRosaPath is narrower than IAM: OCM takes letters and digits between slashes (openshift/rosa pkg/aws/helpers.go).
func checkRosaPath(p *check.Problems, field, path string) {
	switch {
	case len(path) > pathLimit:
		p.Addf(field, "has %d characters; IAM takes at most %d", len(path), pathLimit)
	case !rosaRolePath.MatchString(path):
		p.Addf(field, "%q must begin and end with a slash and hold only letters and digits between slashes, such as /openshift/", path)
	}
}

func checkProduct(p *check.Problems, field string, product RosaProduct) {
	if product != RosaHCP && product != RosaClassic {
		p.Addf(field, "%q is no product; write %s or %s", product, RosaHCP, RosaClassic)
	}
}

// propagationLimit bounds what a program can be made to wait for IAM.
const propagationLimit = 5 * time.Minute

func checkPropagationWait(p *check.Problems, field string, wait time.Duration) {
	if wait > propagationLimit {
		p.Addf(field, "%v is too long; IAM takes seconds, and at most %v are allowed", wait, propagationLimit)
	}
}

// checkKnownARN looks at an ARN of IAM's that is known; an output tells its value later.
func checkKnownARN(p *check.Problems, field string, given pulumi.StringInput, form *regexp.Regexp, such string) {
	if arn, known := given.(pulumi.String); known && arn != "" && !form.MatchString(string(arn)) {
		p.Addf(field, "%q is no %s", string(arn), such)
	}
}

var (
	roleARN         = regexp.MustCompile(`^arn:aws[a-z-]*:iam::\d{12}:role/[!-~]+$`)
	policyARN       = regexp.MustCompile(`^arn:aws[a-z-]*:iam::(\d{12}|aws):policy/[!-~]+$`)
	oidcProviderARN = regexp.MustCompile(`^arn:aws[a-z-]*:iam::\d{12}:oidc-provider/[!-~]+$`)
)

const (
	suchRole         = "role's ARN, such as arn:aws:iam::123456789012:role/name"
	suchPolicy       = "policy's ARN, such as arn:aws:iam::123456789012:policy/name"
	suchOIDCProvider = "OIDC provider's ARN, such as arn:aws:iam::123456789012:oidc-provider/oidc.op1.openshiftapps.com/2a3b"
)
