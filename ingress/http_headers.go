package ingress

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// The forms and limits of the controller's schema (openshift/api operator/v1/types_ingress.go, IngressControllerHTTPHeader).
var (
	headerName     = regexp.MustCompile("^[-!#$%&'*+.0-9A-Z^_`a-z|~]+$")
	requestValue   = regexp.MustCompile(headerValue("req"))
	responseValue  = regexp.MustCompile(headerValue("res"))
	kept           = []string{"strict-transport-security", "proxy", "host", "cookie", "set-cookie"}
	forwardedRules = []string{"Append", "Replace", "IfNone", "Never"}
)

const (
	actionLimit = 20
	valueLimit  = 16384
)

func headerValue(side string) string {
	return `^(?:%(?:%|(?:\{[-+]?[QXE](?:,[-+]?[QXE])*\})?\[(?:` + side + `\.hdr\([0-9A-Za-z-]+\)|ssl_c_der)(?:,(?:lower|base64))*\])|[^%[:cntrl:]])+$`
}

func (h *HTTPHeadersArgs) check(p *check.Problems, path string) {
	if h == nil {
		return
	}
	if h.Forwarded != "" && !slices.Contains(forwardedRules, h.Forwarded) {
		p.Addf(path+".Forwarded", "%q is none of %s", h.Forwarded, strings.Join(forwardedRules, ", "))
	}
	if h.UniqueIDName != "" && !headerName.MatchString(h.UniqueIDName) {
		p.Addf(path+".UniqueIDName", "%q is no header's name", h.UniqueIDName)
	}
	if h.UniqueIDName == "" && h.UniqueIDFormat != "" {
		p.Addf(path+".UniqueIDFormat", "needs UniqueIDName")
	}
	for i, name := range h.NameCaseAdjustments {
		if !headerName.MatchString(name) {
			p.Addf(fmt.Sprintf("%s.NameCaseAdjustments[%d]", path, i), "%q is no header's name", name)
		}
	}
	checkActions(p, path+".Request", h.Request, requestValue)
	checkActions(p, path+".Response", h.Response, responseValue)
}

func checkActions(p *check.Problems, path string, actions []HeaderAction, value *regexp.Regexp) {
	if len(actions) > actionLimit {
		p.Addf(path, "holds %d actions; it is %d at most", len(actions), actionLimit)
	}
	seen := map[string]bool{}
	for i, action := range actions {
		at := fmt.Sprintf("%s[%d]", path, i)
		switch {
		case !p.Required(at+".Name", action.Name):
		case !headerName.MatchString(action.Name):
			p.Addf(at+".Name", "%q is no header's name", action.Name)
		case slices.Contains(kept, strings.ToLower(action.Name)):
			p.Addf(at+".Name", "%s is kept from actions; the others are %s", action.Name, strings.Join(kept, ", "))
		case seen[action.Name]:
			p.Addf(at+".Name", "%s is given twice", action.Name)
		}
		seen[action.Name] = true
		if len(action.Value) > valueLimit {
			p.Addf(at+".Value", "has %d bytes; it is %d at most", len(action.Value), valueLimit)
		} else if action.Value != "" && !value.MatchString(action.Value) {
			p.Addf(at+".Value", "%q is no text and no HAProxy format that the operator takes (%%[%s], %%[ssl_c_der]; a percent sign is %%%%)", action.Value, exampleFetch(path))
		}
	}
}

func exampleFetch(path string) string {
	if strings.HasSuffix(path, "Response") {
		return "res.hdr(X)"
	}
	return "req.hdr(X)"
}

// fields are spec.httpHeaders.
func (h *HTTPHeadersArgs) fields() map[string]any {
	fields := map[string]any{}
	set(fields, "forwardedHeaderPolicy", h.Forwarded)
	if h.UniqueIDName != "" {
		unique := map[string]any{"name": h.UniqueIDName}
		set(unique, "format", h.UniqueIDFormat)
		fields["uniqueId"] = unique
	}
	if len(h.NameCaseAdjustments) > 0 {
		fields["headerNameCaseAdjustments"] = texts(h.NameCaseAdjustments)
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

func actionFields(list []HeaderAction) []any {
	var all []any
	for _, action := range list {
		does := map[string]any{"type": "Delete"}
		if action.Value != "" {
			does = map[string]any{"type": "Set", "set": map[string]any{"value": action.Value}}
		}
		all = append(all, map[string]any{"name": action.Name, "action": does})
	}
	return all
}
