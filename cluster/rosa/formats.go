package rosa

import (
	"slices"
	"strings"
	"unicode"

	_ "github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags" // The rule for tags.
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Formats that are narrower in OCM or RHCS than in AWS or Kubernetes, by their names in tags.
func init() {
	for name, format := range map[string]check.Format{
		"rosa-cluster-name": check.LowerName.AtMost(54),
		// openshift/rosa pkg/ocm/helpers.go.
		"rosa-domain-prefix": check.LowerName.AtMost(maxDomainPrefix),
		// Spaces and the other characters do not occur in the IDs of OCM.
		"rosa-oidc-config-id": check.Characters("OIDC configuration ID", "2b0nvm2ufh84o4uojc5hhnb3o4kgo0b5", "_-"),
		// Amazon CloudWatch Logs API reference, CreateLogGroup.
		"rosa-log-group": check.Characters("log group name", "/demo/control-plane", "._/#-").AtMost(512),
		// openshift-online/ocm-common pkg/resource/validations: the ARN of a key, not of an alias.
		"rosa-key-arn": check.NewFormat("KMS key ARN", "arn:aws:kms:us-east-2:123456789012:key/1234abcd-12ab-4abc-8def-1234567890ab", isKeyARN),
		// UserArnRE of terraform-provider-rhcs provider/clusterrosa/common/consts.go.
		"rosa-creator-arn": check.NewFormat("ARN of a user or of a role's session", "arn:aws:iam::123456789012:user/ann", isCreatorARN),
		"rosa-principal": check.NewFormat(
			"account ID or ARN of an account, a user or a role", "arn:aws:iam::123456789012:root", isPrincipal),
		"rosa-base-domain": check.Domain.WithExample("a1b2.p3.openshiftapps.com"),
		// terraform-provider-rhcs provider/identityprovider/htpasswd.go. A line of an htpasswd file is a user.
		"rosa-user-name": check.NewFormat("user name without /, :, % and control characters", "ann", func(name string) bool {
			return strings.TrimSpace(name) != "" && !strings.ContainsAny(name, "/:%") && !strings.ContainsFunc(name, unicode.IsControl)
		}),
		// terraform-provider-rhcs provider/breakglasscredential/breakglasscredential_resource.go.
		"rosa-break-glass-user": check.Pattern(
			"user name of letters, digits, dots and hyphens", "emergency", `[a-zA-Z0-9.-]+`).AtMost(35),
		"rosa-reservation-id": check.ReservationID,
		// openshift/rosa cmd/create/idp/cmd.go.
		"rosa-provider-name": check.Pattern("identity provider name", "company-sso", `[0-9A-Za-z]+([-_][0-9A-Za-z]+)*`),
		"rosa-no-proxy":      check.NewFormat("IPv4 address, IPv4 CIDR or domain of at least two labels in lower case", ".example.com", isNoProxy),
		"rosa-trusted-host": check.Pattern(
			"host name, with .. before a port", "registry.example.com..5000", `[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(\.\.\d+)?`),
		"rosa-registry": check.Pattern("registry", "*.example.com", `(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d+)?(/[a-z0-9._/:@-]+)?`),
	} {
		check.Named(name, format)
	}
}

var propertyName = check.Characters("property name", "cost-center", "_.-")

// isNoProxy is openshift/rosa pkg/aws/helpers.go, UserNoProxyRE: IPv4 only, no *, and no domain of one label.
func isNoProxy(entry string) bool {
	return check.ProxyHost.Match(entry) && !strings.ContainsAny(entry, ":*") && strings.Contains(strings.TrimPrefix(entry, "."), ".")
}

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
