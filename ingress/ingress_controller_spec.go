package ingress

import (
	"maps"
	"slices"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// controllerSpec returns the spec of the fields that are set (openshift/api release-4.20
// operator/v1/types_ingress.go).
func controllerSpec(args IngressControllerArgs) map[string]any {
	spec := map[string]any{}
	set(spec, "domain", args.Domain)
	if args.Replicas != nil {
		spec["replicas"] = *args.Replicas
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
		secret := args.DefaultCertificate.SecretName
		if secret == nil {
			secret = pulumi.String(certificateSecret(args.Name))
		}
		spec["defaultCertificate"] = map[string]any{"name": secret}
	}
	setTraffic(spec, args)
	return spec
}

// setTraffic sets the fields that affect requests.
func setTraffic(spec map[string]any, args IngressControllerArgs) {
	if args.ClientTLS != nil {
		spec["clientTLS"] = args.ClientTLS.fields()
	}
	if args.RouteAdmission != nil {
		spec["routeAdmission"] = args.RouteAdmission.fields()
	}
	if fields := args.HTTPHeaders.fields(); len(fields) > 0 {
		spec["httpHeaders"] = fields
	}
	if args.Tuning != nil {
		spec["tuningOptions"] = args.Tuning.fields()
	}
	if args.AccessLogging != nil {
		spec["logging"] = map[string]any{"access": args.AccessLogging.fields()}
	}
	if args.IgnoreEmptyRequests {
		spec["httpEmptyRequestsPolicy"] = "Ignore"
	}
	set(spec, "idleConnectionTerminationPolicy", args.IdleConnectionTermination)
	if args.ErrorPagesConfigMap != "" || args.DefaultErrorPages {
		spec["httpErrorCodePages"] = map[string]any{"name": args.ErrorPagesConfigMap}
	}
}

// set sets a field unless text is empty.
func set(fields map[string]any, key, text string) {
	if text != "" {
		fields[key] = text
	}
}

// setNumber sets a field unless number is 0.
func setNumber(fields map[string]any, key string, number int) {
	if number != 0 {
		fields[key] = number
	}
}

// nodePlacement returns spec.nodePlacement. Its nodeSelector is a label selector, of which the operator uses only matchLabels;
// they replace the default selector for Linux workers.
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
			expression["values"] = anyList(requirement.Values)
		}
		expressions = append(expressions, expression)
	}
	if expressions != nil {
		fields["matchExpressions"] = expressions
	}
	return fields
}

// fields returns the union of TLS profiles: its type, and the member of that name.
func (t *TLSProfileArgs) fields() map[string]any {
	if t.Type == "Custom" {
		return map[string]any{"type": t.Type, "custom": map[string]any{"ciphers": anyList(t.Ciphers), "minTLSVersion": t.MinVersion}}
	}
	member := map[string]string{"Old": "old", "Intermediate": "intermediate", "Modern": "modern"}[t.Type]
	return map[string]any{"type": t.Type, member: map[string]any{}}
}

// noClientTLS is the policy that the API writes as an empty text.
const noClientTLS = "None"

func (c *ClientTLSArgs) fields() map[string]any {
	policy := c.Policy
	if policy == noClientTLS {
		policy = ""
	}
	fields := map[string]any{"clientCertificatePolicy": policy, "clientCA": map[string]any{"name": c.CAConfigMap}}
	if len(c.AllowedSubjectPatterns) > 0 {
		fields["allowedSubjectPatterns"] = anyList(c.AllowedSubjectPatterns)
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
	captured := map[string]any{}
	for key, headers := range map[string][]CapturedHeader{"request": l.RequestHeaders, "response": l.ResponseHeaders} {
		for _, header := range headers {
			list, _ := captured[key].([]any)
			captured[key] = append(list, map[string]any{"name": header.Name, "maxLength": header.MaxLength})
		}
	}
	if len(captured) > 0 {
		fields["httpCaptureHeaders"] = captured
	}
	if l.Cookie != nil {
		fields["httpCaptureCookies"] = []any{l.Cookie.fields()}
	}
	return fields
}

func (c *CapturedCookie) fields() map[string]any {
	if c.IsPrefix {
		return map[string]any{"matchType": "Prefix", "namePrefix": c.Name, "maxLength": c.MaxLength}
	}
	return map[string]any{"matchType": "Exact", "name": c.Name, "maxLength": c.MaxLength}
}

// timeout is a timeout of TuningArgs and its key in spec.tuningOptions.
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
	}
}

// autoMaxConnections is the value of maxConnections that derives it from the memory limit.
const autoMaxConnections = -1

func (t *TuningArgs) fields() map[string]any {
	// 0s is the operator's default.
	fields := map[string]any{"reloadInterval": t.ReloadInterval.String()}
	setNumber(fields, "threadCount", t.ThreadCount)
	setNumber(fields, "maxConnections", t.MaxConnections)
	if t.AutoMaxConnections {
		fields["maxConnections"] = autoMaxConnections
	}
	setNumber(fields, "headerBufferBytes", t.HeaderBufferBytes)
	setNumber(fields, "headerBufferMaxRewriteBytes", t.HeaderBufferMaxRewriteBytes)
	for _, timeout := range t.timeouts() {
		setDuration(fields, timeout.key, timeout.value)
	}
	setDuration(fields, "httpKeepAliveTimeout", t.HTTPKeepAliveTimeout)
	return fields
}

// setDuration sets a field unless d is 0. It uses Kubernetes' form; a controller would rewrite another form.
func setDuration(fields map[string]any, key string, d time.Duration) {
	if d != 0 {
		fields[key] = d.String()
	}
}
