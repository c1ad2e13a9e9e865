package ingress

import (
	"cmp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/placement"
)

// controllerSpec returns the spec of the fields that are set (openshift/api release-4.20
// operator/v1/types_ingress.go).
func controllerSpec(args *IngressControllerArgs) map[string]any {
	spec, _ := kube.Fields(args)["spec"].(map[string]any)
	if spec == nil {
		spec = map[string]any{}
	}
	if placement := nodePlacement(args.Placement); len(placement) > 0 {
		spec["nodePlacement"] = placement
	}
	if args.Publishing != nil {
		spec["endpointPublishingStrategy"] = args.Publishing.fields()
	}
	if args.TLSProfile != nil {
		args.TLSProfile.setMember(spec)
	}
	if args.DefaultCertificate != nil {
		secret := args.DefaultCertificate.SecretName
		secret = cmp.Or[pulumi.StringInput](secret, pulumi.String(certificateSecret(args.Name)))
		spec["defaultCertificate"] = map[string]any{"name": secret}
	}
	if args.ClientTLS != nil && args.ClientTLS.Policy == noClientTLS {
		argument.Put(spec, "clientTLS.clientCertificatePolicy", "")
	}
	if args.RouteAdmission != nil {
		spec["routeAdmission"] = args.RouteAdmission.fields()
	}
	if args.HTTPHeaders != nil {
		args.HTTPHeaders.setActions(spec)
	}
	if args.Tuning != nil && args.Tuning.AutoMaxConnections {
		argument.Put(spec, "tuningOptions.maxConnections", autoMaxConnections)
	}
	if args.AccessLogging != nil {
		args.AccessLogging.set(spec)
	}
	if args.IgnoreEmptyRequests {
		spec["httpEmptyRequestsPolicy"] = "Ignore"
	}
	if args.DefaultErrorPages {
		argument.Put(spec, "httpErrorCodePages.name", "")
	}
	return spec
}

const (
	// noClientTLS is the policy that the API writes as an empty text.
	noClientTLS = "None"
	// autoMaxConnections is the value of maxConnections that derives it from the memory limit.
	autoMaxConnections = -1
)

// nodePlacement returns spec.nodePlacement. Its nodeSelector is a label selector, of which the operator uses only matchLabels;
// they replace the default selector for Linux workers.
func nodePlacement(nodes Placement) map[string]any {
	fields := placement.Fields(nodes)
	if selector, ok := fields["nodeSelector"]; ok {
		fields["nodeSelector"] = map[string]any{"matchLabels": selector}
	}
	return fields
}

// setMember sets the member of the union of TLS profiles that its type names. Only that of Custom has fields.
func (t *TLSProfileArgs) setMember(spec map[string]any) {
	if member := map[string]string{"Old": "old", "Intermediate": "intermediate", "Modern": "modern"}[t.Type]; member != "" {
		argument.Put(spec, "tlsSecurityProfile."+member, map[string]any{})
	}
}

func (r *RouteAdmissionArgs) fields() map[string]any {
	fields := map[string]any{"namespaceOwnership": "Strict", "wildcardPolicy": "WildcardsDisallowed"}
	if r.InterNamespace {
		fields["namespaceOwnership"] = "InterNamespaceAllowed"
	}
	if r.Wildcards {
		fields["wildcardPolicy"] = "WildcardsAllowed"
	}
	return fields
}

func (h *HTTPHeadersArgs) setActions(spec map[string]any) {
	for key, actions := range map[string][]HeaderAction{"request": h.Request, "response": h.Response} {
		var list []any
		for _, action := range actions {
			fields := map[string]any{"type": "Delete"}
			if action.Value != "" {
				fields = map[string]any{"type": "Set", "set": map[string]any{"value": action.Value}}
			}
			list = append(list, map[string]any{"name": action.Name, "action": fields})
		}
		if len(list) > 0 {
			argument.Put(spec, "httpHeaders.actions."+key, list)
		}
	}
}

// set sets what depends on the log's destination, and what the API writes in another way.
func (l *AccessLoggingArgs) set(spec map[string]any) {
	kind, member := "Container", "container"
	if l.SyslogAddress != "" {
		kind, member = "Syslog", "syslog"
	} else {
		argument.Put(spec, "logging.access.destination.container", map[string]any{})
	}
	argument.Put(spec, "logging.access.destination.type", kind)
	if l.MaxLength != 0 {
		argument.Put(spec, "logging.access.destination."+member+".maxLength", l.MaxLength)
	}
	if l.IgnoreEmptyRequests {
		argument.Put(spec, "logging.access.logEmptyRequests", "Ignore")
	}
	if l.Cookie != nil {
		argument.Put(spec, "logging.access.httpCaptureCookies", []any{l.Cookie.fields()})
	}
}

func (c *CapturedCookie) fields() map[string]any {
	if c.IsPrefix {
		return map[string]any{"matchType": "Prefix", "namePrefix": c.Name, "maxLength": c.MaxLength}
	}
	return map[string]any{"matchType": "Exact", "name": c.Name, "maxLength": c.MaxLength}
}
