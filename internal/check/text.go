package check

import (
	"net/netip"
	"net/url"
	"strings"

	"github.com/blang/semver"
)

// Forms of texts that belong to no service.
var (
	// UUID is a lower-case UUID.
	UUID = Pattern("UUID", "01234567-89ab-cdef-0123-456789abcdef", `[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)
	// HTTPURL is an http or https URL with a host.
	HTTPURL = URL("http", "https")
	// HTTPSURL is an https URL with a host.
	HTTPSURL = URL("https")
	// ProxyHost is an entry of a list of hosts that are reached without a proxy: a domain, a domain with its subdomains
	// (.example.com), an IP address, a CIDR, or * alone.
	ProxyHost = NewForm("no-proxy entry", ".example.com", isProxyHost)
	// Version is a release in the form of Semantic Versioning, without a v.
	Version = NewForm("version", "4.18.5", isVersion)
	// MinorVersion is the first two numbers of a release.
	MinorVersion = Pattern("minor version", "4.18", `(0|[1-9]\d*)\.(0|[1-9]\d*)`)
	// Channel is an OpenShift update channel.
	Channel = Pattern("update channel", "stable-4.18", `(stable|fast|candidate|eus)-(0|[1-9]\d*)\.(0|[1-9]\d*)`)
)

// URL is the form of an absolute URL with a host and one of the schemes.
func URL(schemes ...string) Form {
	return NewForm(strings.Join(schemes, " or ")+" URL", schemes[len(schemes)-1]+"://example.com", func(text string) bool {
		parsed, err := url.Parse(text)
		if err != nil || parsed.Hostname() == "" || !isGraphic(text) {
			return false
		}
		for _, scheme := range schemes {
			if parsed.Scheme == scheme {
				return true
			}
		}
		return false
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

func isDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

func isHex(text string) bool {
	return text != "" && strings.Trim(text, "0123456789abcdef") == ""
}

// isGraphic reports whether text consists of visible ASCII characters.
func isGraphic(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r < '!' || r > '~' })
}
