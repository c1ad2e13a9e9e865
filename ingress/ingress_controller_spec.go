package ingress

import (
	"maps"
	"slices"
	"time"
)

// controllerSpec returns the fields that are ours (openshift/api operator/v1/types_ingress.go). What is not set is left out.
func controllerSpec(args IngressControllerArgs) map[string]any {
	spec := map[string]any{}
	set(spec, "domain", args.Domain)
	if args.Replicas != nil {
		spec["replicas"] = args.Replicas
	}
	if placement := nodePlacement(args.Placement); len(placement) > 0 {
		spec["nodePlacement"] = placement
	}
	if args.Publishing != nil {
		spec["endpointPublishingStrategy"] = args.Publishing.fields()
	}
	if args.RouteSelector != nil {
		spec["routeSelector"] = args.RouteSelector.fields()
	}
	if args.NamespaceSelector != nil {
		spec["namespaceSelector"] = args.NamespaceSelector.fields()
	}
	if args.TLSProfile != nil {
		spec["tlsSecurityProfile"] = args.TLSProfile.fields()
	}
	if args.DefaultCertificate != nil {
		spec["defaultCertificate"] = map[string]any{"name": args.DefaultCertificate}
	}
	setTraffic(spec, args)
	return spec
}

// setTraffic sets what concerns requests.
func setTraffic(spec map[string]any, args IngressControllerArgs) {
	if args.ClientTLS != nil {
		spec["clientTLS"] = args.ClientTLS.fields()
	}
	if args.RouteAdmission != nil {
		spec["routeAdmission"] = args.RouteAdmission.fields()
	}
	for key, fields := range map[string]map[string]any{
		"httpHeaders":   fieldsOf(args.HTTPHeaders),
		"tuningOptions": fieldsOf(args.Tuning),
	} {
		if len(fields) > 0 {
			spec[key] = fields
		}
	}
	if args.AccessLogging != nil {
		spec["logging"] = map[string]any{"access": args.AccessLogging.fields()}
	}
}

// fieldsOf returns the fields of a setting that may be nil.
func fieldsOf[T any, P interface {
	*T
	fields() map[string]any
}](setting P) map[string]any {
	if setting == nil {
		return nil
	}
	return setting.fields()
}

// set leaves an empty text out.
func set(fields map[string]any, key, text string) {
	if text != "" {
		fields[key] = text
	}
}

// setNumber leaves a zero out.
func setNumber(fields map[string]any, key string, number int) {
	if number != 0 {
		fields[key] = number
	}
}

// nodePlacement has a label selector where pods have a map. The operator takes its matchLabels alone, in place of its
// own selector of Linux workers.
func nodePlacement(placement Placement) map[string]any {
	fields := map[string]any{}
	if selector := placement.Selector(); selector != nil {
		fields["nodeSelector"] = map[string]any{"matchLabels": selector}
	}
	if tolerations := placement.TolerationList(); tolerations != nil {
		fields["tolerations"] = tolerations
	}
	return fields
}

func (s *LabelSelector) fields() map[string]any {
	fields := map[string]any{}
	if len(s.MatchLabels) > 0 {
		labels := map[string]any{}
		for _, key := range slices.Sorted(maps.Keys(s.MatchLabels)) {
			labels[key] = s.MatchLabels[key]
		}
		fields["matchLabels"] = labels
	}
	var expressions []any
	for _, requirement := range s.MatchExpressions {
		expression := map[string]any{"key": requirement.Key, "operator": requirement.Operator}
		if len(requirement.Values) > 0 {
			expression["values"] = texts(requirement.Values)
		}
		expressions = append(expressions, expression)
	}
	if expressions != nil {
		fields["matchExpressions"] = expressions
	}
	return fields
}

// fields names the profile twice: as the type, and as the member of the union.
func (t *TLSProfileArgs) fields() map[string]any {
	if t.Type == "Custom" {
		return map[string]any{"type": t.Type, "custom": map[string]any{"ciphers": texts(t.Ciphers), "minTLSVersion": t.MinVersion}}
	}
	member := map[string]string{"Old": "old", "Intermediate": "intermediate", "Modern": "modern"}[t.Type]
	return map[string]any{"type": t.Type, member: map[string]any{}}
}

func (c *ClientTLSArgs) fields() map[string]any {
	fields := map[string]any{"clientCertificatePolicy": c.Policy, "clientCA": map[string]any{"name": c.CAConfigMap}}
	if len(c.AllowedSubjectPatterns) > 0 {
		fields["allowedSubjectPatterns"] = texts(c.AllowedSubjectPatterns)
	}
	return fields
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

func (l *AccessLoggingArgs) fields() map[string]any {
	destination := map[string]any{}
	setNumber(destination, "maxLength", l.MaxLength)
	fields := map[string]any{"destination": map[string]any{"type": "Container", "container": destination}}
	if l.SyslogAddress != "" {
		destination["address"], destination["port"] = l.SyslogAddress, l.SyslogPort
		fields["destination"] = map[string]any{"type": "Syslog", "syslog": destination}
	}
	set(fields, "httpLogFormat", l.Format)
	if l.IgnoreEmptyRequests {
		fields["logEmptyRequests"] = "Ignore"
	}
	return fields
}

type timeout struct {
	field, key string
	value      time.Duration
}

func (t *TuningArgs) timeouts() []timeout {
	return []timeout{
		{"ClientTimeout", "clientTimeout", t.ClientTimeout},
		{"ClientFinTimeout", "clientFinTimeout", t.ClientFinTimeout},
		{"ServerTimeout", "serverTimeout", t.ServerTimeout},
		{"ServerFinTimeout", "serverFinTimeout", t.ServerFinTimeout},
		{"TunnelTimeout", "tunnelTimeout", t.TunnelTimeout},
		{"ConnectTimeout", "connectTimeout", t.ConnectTimeout},
		{"TLSInspectDelay", "tlsInspectDelay", t.TLSInspectDelay},
		{"HealthCheckInterval", "healthCheckInterval", t.HealthCheckInterval},
		{"ReloadInterval", "reloadInterval", t.ReloadInterval},
	}
}

func (t *TuningArgs) fields() map[string]any {
	fields := map[string]any{}
	setNumber(fields, "threadCount", t.ThreadCount)
	setNumber(fields, "maxConnections", t.MaxConnections)
	setNumber(fields, "headerBufferBytes", t.HeaderBufferBytes)
	setNumber(fields, "headerBufferMaxRewriteBytes", t.HeaderBufferMaxRewriteBytes)
	for _, timeout := range t.timeouts() {
		setDuration(fields, timeout.key, timeout.value)
	}
	return fields
}

// setDuration leaves 0 out, and writes as Kubernetes does: another form would be changed by whoever reads and writes the object.
func setDuration(fields map[string]any, key string, d time.Duration) {
	if d != 0 {
		fields[key] = d.String()
	}
}
