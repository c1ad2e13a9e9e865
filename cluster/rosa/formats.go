package rosa

import (
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Formats that are narrower in OCM or RHCS than in AWS or Kubernetes.
var (
	// dnsName is openshift/rosa pkg/ocm/helpers.go, clusterNameRE.
	dnsName     = check.LowerName
	clusterName = dnsName.AtMost(54)
	// domainPrefix is openshift/rosa pkg/ocm/helpers.go.
	domainPrefix = dnsName.AtMost(maxDomainPrefix)
	propertyName = check.Characters("property name", "cost-center", "_.-")
	// clusterID is openshift/rosa pkg/ocm/helpers.go, clusterKeyRE.
	clusterID = check.Characters("cluster ID", "2ckl0sa9dv3p7mbg6fpk0o8mrc1hqtvn", "_-")
	// keyARN is openshift-online/ocm-common pkg/resource/validations: the ARN of a key, not of an alias.
	keyARN = check.NewFormat("KMS key ARN", "arn:aws:kms:us-east-2:123456789012:key/1234abcd-12ab-4abc-8def-1234567890ab", isKeyARN)
	// creatorARN is UserArnRE of terraform-provider-rhcs provider/clusterrosa/common/consts.go.
	creatorARN = check.NewFormat("ARN of a user or of a role's session", "arn:aws:iam::123456789012:user/ann", isCreatorARN)
	principal  = check.NewFormat("account ID or ARN of an account, a user or a role", "arn:aws:iam::123456789012:root", isPrincipal)
	// userName is terraform-provider-rhcs provider/identityprovider/htpasswd.go.
	userName = check.NewFormat("user name without /, : and %", "ann", func(name string) bool {
		return strings.TrimSpace(name) != "" && !strings.ContainsAny(name, "/:%")
	})
	// noProxy is openshift/rosa pkg/aws/helpers.go, UserNoProxyRE: IPv4 only, no *, and no domain of one label.
	noProxy = check.NewFormat("IPv4 address, IPv4 CIDR or domain of at least two labels in lower case", ".example.com", func(entry string) bool {
		return check.ProxyHost.Match(entry) && !strings.ContainsAny(entry, ":*") && strings.Contains(strings.TrimPrefix(entry, "."), ".")
	})
	trustedHost = check.Pattern("host name, with .. before a port", "registry.example.com..5000", `[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(\.\.\d+)?`)
	registry    = check.Pattern("registry", "*.example.com", `(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d+)?(/[a-z0-9._/:@-]+)?`)
)

// isKeyARN reports whether text is the ARN of a key, whose ID is a UUID of a version from 1 to 5 or that of a multi-Region key.
func isKeyARN(text string) bool {
	arn, _ := check.ParseARN(text)
	id := strings.TrimPrefix(arn.Resource, "key/")
	if digits, multiRegion := strings.CutPrefix(id, "mrk-"); multiRegion {
		return check.KMSKeyARN.Match(text) && len(digits) == 32 && strings.Trim(digits, "0123456789abcdef") == ""
	}
	return check.KMSKeyARN.Match(text) && check.UUID.Match(id) && strings.ContainsAny(id[14:15], "12345") && strings.ContainsAny(id[19:20], "89ab")
}

var creatorName = check.Characters("name", "ann", "+.@_,-").AtMost(64)

func isCreatorARN(text string) bool {
	arn, _ := check.ParseARN(text)
	kind, path, _ := strings.Cut(arn.Resource, "/")
	return (arn.Service == "iam" || arn.Service == "sts") && arn.Region == "" && check.AccountID.Match(arn.Account) &&
		slices.Contains([]string{"user", "role", "assumed-role"}, kind) && creatorName.Match(path[strings.LastIndex(path, "/")+1:])
}

func isPrincipal(text string) bool {
	arn, ok := check.ParseARN(text)
	return check.AccountID.Match(text) || ok && (arn.Service == "iam" || arn.Service == "sts") && check.AccountID.Match(arn.Account)
}

// checkKey notes a KMS key that machines in the region cannot use.
func checkKey(p *check.Problems, path string, key pulumi.Input, region string) {
	if p.Format(path, key, keyARN) {
		p.ARNIn(path, key, region)
	}
}

// checkRole notes a missing role, and one of another partition or another account. An empty account stands for any.
func checkRole(p *check.Problems, path string, role pulumi.Input, region, account string) {
	if !p.RequiredFormat(path, role, check.RoleARN) || !p.ARNIn(path, role, region) {
		return
	}
	text, _ := check.Text(role)
	if arn, ok := check.ParseARN(text); ok && account != "" && arn.Account != account {
		p.Addf(path, "%s is a role of account %s; must be a role of the cluster's account %s", text, arn.Account, account)
	}
}

// securityGroupLimit is the largest number of security groups that OCM adds to the machines of a pool (terraform-provider-rhcs
// provider/machinepool/hcp/aws_node_pool.go).
const securityGroupLimit = 10

func checkSecurityGroups(p *check.Problems, path string, ids pulumi.StringArrayInput) {
	list, _ := ids.(pulumi.StringArray)
	p.Count(path, len(list), securityGroupLimit)
	p.InputFormats(path, ids, check.SecurityGroupID)
}

// checkZone notes a zone of another region. An empty region stands for any.
func checkZone(p *check.Problems, path, zone, region string) {
	if p.RequiredFormat(path, zone, check.Zone) && !strings.HasPrefix(zone, region) {
		p.Addf(path, "must be in region %s (got %q)", region, zone)
	}
}
