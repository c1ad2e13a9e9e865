package check

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/blang/semver"
)

// Formats of texts that belong to no service.
var (
	// UUID is a lower-case UUID.
	UUID = NewFormat("UUID", "01234567-89ab-cdef-0123-456789abcdef", isUUID)
	// HTTPURL is an http or https URL with a host.
	HTTPURL = URL("http", "https")
	// HTTPSURL is an https URL with a host.
	HTTPSURL = URL("https")
	// ProxyHost is an entry of a list of hosts that are reached without a proxy: a domain, a domain with its subdomains
	// (.example.com), an IP address, a CIDR, or * alone.
	ProxyHost = NewFormat("no-proxy entry", ".example.com", isProxyHost)
	// GitHubTeam is a team of a GitHub organization (openshift/kubernetes release-4.19
	// openshift-kube-apiserver/admission/customresourcevalidation/oauth/validate_github.go).
	GitHubTeam = NewFormat("GitHub team", "example/core", isGitHubTeam)
	// Version is a release in the format of Semantic Versioning, without a v.
	Version = NewFormat("version", "4.18.5", isVersion)
	// MinorVersion is the first two numbers of a release.
	MinorVersion = NewFormat("minor version", "4.18", isMinorVersion)
	// ClusterID is the ID of a cluster in OCM (openshift/rosa pkg/ocm/helpers.go, clusterKeyRE).
	ClusterID = Characters("cluster ID", "2ckl0sa9dv3p7mbg6fpk0o8mrc1hqtvn", "_-")
	// Channel is an OpenShift update channel.
	Channel = NewFormat("update channel", "stable-4.18", isChannel)
)

// notInHosts are the visible characters that no URL contains (RFC 3986, 2). The parser of Go accepts them in a host.
const notInHosts = "<>\"{}|\\^`"

// URL is the format of an absolute URL with a host and one of the schemes.
func URL(schemes ...string) Format {
	return NewFormat(strings.Join(schemes, " or ")+" URL", schemes[len(schemes)-1]+"://example.com", func(text string) bool {
		parsed, err := url.Parse(text)
		return err == nil && parsed.Hostname() != "" && !strings.ContainsAny(parsed.Hostname(), notInHosts) && isGraphic(text) && slices.Contains(schemes, parsed.Scheme)
	})
}

// Release parses a version, and reports whether it is one.
func Release(text string) (semver.Version, bool) {
	version, err := semver.Parse(text)
	return version, err == nil
}

func isVersion(text string) bool {
	_, ok := Release(text)
	return ok
}

func isMinorVersion(text string) bool {
	return strings.Count(text, ".") == 1 && isVersion(text+".0")
}

func isChannel(text string) bool {
	kind, version, _ := strings.Cut(text, "-")
	return slices.Contains([]string{"stable", "fast", "candidate", "eus"}, kind) && isMinorVersion(version)
}

func isUUID(text string) bool {
	hex := strings.Split(text, "-")
	return len(text) == 36 && len(hex) == 5 && len(hex[0]) == 8 && len(hex[1]) == 4 && len(hex[2]) == 4 && len(hex[3]) == 4 &&
		isHex(strings.Join(hex, ""))
}

func isGitHubTeam(text string) bool {
	organization, team, _ := strings.Cut(text, "/")
	return organization != "" && team != "" && !strings.Contains(team, "/") && isGraphic(text)
}

func isProxyHost(text string) bool {
	if _, err := netip.ParsePrefix(text); err == nil {
		return true
	}
	if _, err := netip.ParseAddr(text); err == nil {
		return true
	}
	return text == "*" || isDNSSubdomain(strings.TrimPrefix(text, "."))
}

func isIPv4(text string) bool {
	address, err := netip.ParseAddr(text)
	return err == nil && address.Is4()
}

// The characters that formats consist of.
const (
	digits    = "0123456789"
	lowerCase = "abcdefghijklmnopqrstuvwxyz"
	upperCase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	letters   = lowerCase + upperCase
)

// isWithin reports whether text consists of outer and inner characters and begins and ends with outer ones.
func isWithin(text, outer, inner string) bool {
	return text != "" && strings.Trim(text, outer+inner) == "" &&
		strings.Contains(outer, text[:1]) && strings.Contains(outer, text[len(text)-1:])
}

func isDigits(text string) bool {
	return text != "" && strings.Trim(text, digits) == ""
}

// isNumber reports whether text is a decimal number without leading zeros.
func isNumber(text string) bool {
	return isDigits(text) && (text == "0" || text[0] != '0')
}

func isHex(text string) bool {
	return text != "" && strings.Trim(text, digits+"abcdef") == ""
}

// isPrintable reports whether text consists of visible ASCII characters and spaces.
func isPrintable(text string) bool {
	return isGraphic(strings.ReplaceAll(text, " ", ""))
}

// isGraphic reports whether text consists of visible ASCII characters.
func isGraphic(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r < '!' || r > '~' })
}
