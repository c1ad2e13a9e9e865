package ingress

import (
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// The formats and limits of the CRD's schema (openshift/api release-4.20 operator/v1/types_ingress.go,
// IngressControllerHTTPHeader).
var (
	headerName = check.Named("header-name", check.Characters("header name", "X-Forwarded-For", "-!#$%&'*+.^_`|~").AtMost(1024))
	_          = check.Named("action-header", headerName.AtMost(255))
	_          = check.Named("unique-id", check.Pattern("HAProxy format", "%ci:%cp_%rt", `(%(%|(\{[-+]?[QXE](,[-+]?[QXE])*\})?([A-Za-z]+|`+
		`\[[.0-9A-Z_a-z]+(\([^)]+\))?(,[.0-9A-Z_a-z]+(\([^)]+\))?)*\]))|[^%[:cntrl:]])*`).AtMost(1024))
	requestValue  = headerValue("request", "req")
	responseValue = headerValue("response", "res")

	// reservedHeaders are the headers that actions cannot change.
	reservedHeaders = []string{"strict-transport-security", "proxy", "host", "cookie", "set-cookie"}
)

// headerValue is a text in which %% is a percent sign, or the HAProxy formats that the operator accepts.
func headerValue(message, fetch string) check.Format {
	name := "value of a " + message + " header, in which %% is a percent sign and %[" + fetch + ".hdr(X)] and %[ssl_c_der] are replaced"
	return check.Pattern(name, "%["+fetch+".hdr(X)]", `(?:%(?:%|(?:\{[-+]?[QXE](?:,[-+]?[QXE])*\})?\[(?:`+fetch+
		`\.hdr\([0-9A-Za-z-]+\)|ssl_c_der)(?:,(?:lower|base64))*\])|[^%[:cntrl:]])+`)
}

func (h *HTTPHeadersArgs) check(p *check.Problems, path check.Path) {
	if h != nil {
		checkHeaderActions(p, path+".Request", h.Request, requestValue)
		checkHeaderActions(p, path+".Response", h.Response, responseValue)
	}
}

func checkHeaderActions(p *check.Problems, path check.Path, actions []HeaderAction, value check.Format) {
	seen := map[string]bool{}
	for i, action := range actions {
		at := check.Index(path, i)
		if slices.Contains(reservedHeaders, strings.ToLower(action.Name)) {
			p.Addf(at+".Name", "must not be %s (got %s)", check.Alternatives(reservedHeaders...), action.Name)
		}
		if seen[action.Name] && action.Name != "" {
			p.Duplicate(at+".Name", action.Name)
		}
		seen[action.Name] = true
		p.Format(at+".Value", action.Value, value)
	}
}
