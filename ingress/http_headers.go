package ingress

import (
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// The forms and limits of the CRD's schema (openshift/api release-4.20 operator/v1/types_ingress.go,
// IngressControllerHTTPHeader).
var (
	headerName     = check.Characters("header name", "X-Forwarded-For", "-!#$%&'*+.^_`|~").AtMost(1024)
	uniqueIDFormat = check.Pattern("HAProxy format", "%ci:%cp_%rt", `(%(%|(\{[-+]?[QXE](,[-+]?[QXE])*\})?([A-Za-z]+|`+
		`\[[.0-9A-Z_a-z]+(\([^)]+\))?(,[.0-9A-Z_a-z]+(\([^)]+\))?)*\]))|[^%[:cntrl:]])*`).AtMost(1024)
	requestValue  = headerValue("request", "req")
	responseValue = headerValue("response", "res")

	// reservedHeaders are the headers that actions cannot change.
	reservedHeaders = []string{"strict-transport-security", "proxy", "host", "cookie", "set-cookie"}
)

const (
	headerActionLimit = 20
	headerValueLimit  = 16384
)

// headerValue is a text in which %% is a percent sign, or the HAProxy formats that the operator accepts.
func headerValue(message, fetch string) check.Format {
	name := "value of a " + message + " header, in which %% is a percent sign and %[" + fetch + ".hdr(X)] and %[ssl_c_der] are replaced"
	return check.Pattern(name, "%["+fetch+".hdr(X)]", `(?:%(?:%|(?:\{[-+]?[QXE](?:,[-+]?[QXE])*\})?\[(?:`+fetch+
		`\.hdr\([0-9A-Za-z-]+\)|ssl_c_der)(?:,(?:lower|base64))*\])|[^%[:cntrl:]])+`)
}

func (h *HTTPHeadersArgs) check(p *check.Problems, path string) {
	if h == nil {
		return
	}
	check.OneOf(p, path+".Forwarded", h.Forwarded, "Append", "Replace", "IfNone", "Never")
	p.Format(path+".UniqueIDName", h.UniqueIDName, headerName)
	p.Format(path+".UniqueIDFormat", h.UniqueIDFormat, uniqueIDFormat)
	p.RequiresField(path, "UniqueIDFormat", h.UniqueIDFormat != "", "UniqueIDName", h.UniqueIDName != "")
	p.Formats(path+".NameCaseAdjustments", h.NameCaseAdjustments, headerName)
	checkHeaderActions(p, path+".Request", h.Request, requestValue)
	checkHeaderActions(p, path+".Response", h.Response, responseValue)
}

func checkHeaderActions(p *check.Problems, path string, actions []HeaderAction, value check.Format) {
	p.Count(path, len(actions), headerActionLimit)
	seen := map[string]bool{}
	for i, action := range actions {
		at := check.Index(path, i)
		p.RequiredFormat(at+".Name", action.Name, headerName.AtMost(255))
		if slices.Contains(reservedHeaders, strings.ToLower(action.Name)) {
			p.Addf(at+".Name", "must not be %s (got %s)", check.Alternatives(reservedHeaders...), action.Name)
		}
		if seen[action.Name] && action.Name != "" {
			p.Duplicate(at+".Name", action.Name)
		}
		seen[action.Name] = true
		if p.Length(at+".Value", action.Value, 0, headerValueLimit) {
			p.Format(at+".Value", action.Value, value)
		}
	}
}

// fields returns spec.httpHeaders.
func (h *HTTPHeadersArgs) fields() map[string]any {
	fields := map[string]any{}
	if h == nil {
		return fields
	}
	set(fields, "forwardedHeaderPolicy", h.Forwarded)
	if h.UniqueIDName != "" {
		unique := map[string]any{"name": h.UniqueIDName}
		set(unique, "format", h.UniqueIDFormat)
		fields["uniqueId"] = unique
	}
	if len(h.NameCaseAdjustments) > 0 {
		fields["headerNameCaseAdjustments"] = anyList(h.NameCaseAdjustments)
	}
	actions := map[string]any{}
	for key, list := range map[string][]HeaderAction{"request": h.Request, "response": h.Response} {
		if len(list) > 0 {
			actions[key] = actionFields(list)
		}
	}
	if len(actions) > 0 {
		fields["actions"] = actions
	}
	return fields
}

func actionFields(actions []HeaderAction) []any {
	var all []any
	for _, action := range actions {
		fields := map[string]any{"type": "Delete"}
		if action.Value != "" {
			fields = map[string]any{"type": "Set", "set": map[string]any{"value": action.Value}}
		}
		all = append(all, map[string]any{"name": action.Name, "action": fields})
	}
	return all
}
