package ingress

import (
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

const (
	controllerAPI       = "operator.openshift.io/v1"
	controllerKind      = "IngressController"
	controllerNamespace = "openshift-ingress-operator"
	defaultController   = "default"

	// controllerNameLimit leaves room for the name of the Service that the operator creates for a controller
	// (openshift/cluster-ingress-operator pkg/operator/controller/names.go).
	controllerNameLimit = 63 - len("router-internal-")
)

// IngressControllerArgs are the arguments of IngressController. Unless a field says otherwise, changes are applied in place.
type IngressControllerArgs struct {
	// OpenShiftVersion is the minor version of the cluster's release, such as 4.18. If it is set, fields that its API server rejects are
	// rejected before: SubnetIDs and ElasticIPAllocationIDs of [Publishing] below 4.17. Defaults to none: they are not checked.
	OpenShiftVersion string `check:"format=minor-version"`
	// Name is the controller's name: at most 47 lower-case letters, digits and inner hyphens. Defaults to `default`. A
	// change replaces the controller.
	Name string `check:"format=controller-name" default:"default"`
	// Domain is the parent domain of the controller's routes, such as internal.demo.example.com. It must be unique among
	// the cluster's controllers. Required unless [Name] is `default`, whose domain is set when the cluster is installed. The
	// operator rejects a change, so a change replaces the controller.
	Domain string `kube:"spec.domain" check:"format=cluster-domain"`
	// Replicas is the number of routers. Defaults to the operator's choice, 2. With the publishing strategy HostNetwork, a
	// node runs at most one router of a controller. The number that `oc scale` sets stays until the argument changes.
	Replicas *int `kube:"spec.replicas" check:"0..2147483647"`
	// Placement selects the nodes that the routers run on, usually InfraNodes(). Defaults to the operator's choice, worker
	// nodes. A change moves the routers one by one; it does not wait until matching nodes exist, and without them new routers
	// stay pending.
	Placement Placement
	// Publishing is how the routers are exposed. Defaults to the current strategy for `default`, and to LoadBalancerService
	// with an external load balancer for other controllers. Settings of the strategy are changed in place. Another strategy
	// replaces the controller; for `default` it is an error, see InstalledPublishing. If it is removed, `default` keeps it.
	Publishing *PublishingArgs `kube:"spec.endpointPublishingStrategy"`
	// InstalledPublishing is the publishing strategy that `default` was installed with. The operator ignores a change of
	// the strategy of an existing controller, so [Publishing] of `default` must use this strategy; otherwise the arguments are
	// rejected. Set it to the strategy passed to InstallManifest. Defaults to LoadBalancerService, which OpenShift installs on
	// AWS without a manifest. It has no effect on other controllers.
	InstalledPublishing PublishingType `check:"LoadBalancerService|HostNetwork|NodePortService|Private" default:"LoadBalancerService"`
	// RouteSelector selects the routes that the controller serves by their labels. Defaults to all routes. If the cluster
	// has shards, exclude their routes from `default`.
	RouteSelector *LabelSelector `kube:"spec.routeSelector"`
	// NamespaceSelector selects the namespaces whose routes the controller serves by their labels. Defaults to all namespaces.
	NamespaceSelector *LabelSelector `kube:"spec.namespaceSelector"`
	// TLSProfile is the TLS versions and ciphers that the routers accept. Defaults to the profile of APIServer/cluster. A
	// change restarts the routers.
	TLSProfile *TLSProfileArgs `kube:"spec.tlsSecurityProfile"`
	// DefaultCertificate is a certificate for *.<domain>. With SecretName, the Secret must be in the namespace openshift-ingress.
	// Defaults to a certificate signed by the operator's own CA, which browsers do not trust. A new certificate updates the Secret
	// in place, with the provider of cluster.NewKubernetesProvider or another one with `enableSecretMutable`.
	DefaultCertificate *TLSCertificate
	// ClientTLS requests certificates from clients. Defaults to none. If it is removed, `default` keeps it: set its Policy to None
	// before.
	ClientTLS *ClientTLSArgs `kube:"spec.clientTLS"`
	// RouteAdmission is the policy for admitting routes. Defaults to the operator's policy.
	RouteAdmission *RouteAdmissionArgs
	// HTTPHeaders is the policy for HTTP headers. Defaults to the operator's policy.
	HTTPHeaders *HTTPHeadersArgs `kube:"spec.httpHeaders"`
	// AccessLogging logs requests. Defaults to none. A change restarts the routers.
	AccessLogging *AccessLoggingArgs `kube:"spec.logging.access"`
	// IgnoreEmptyRequests closes connections without a request, such as those of load balancers' health checks and browsers'
	// preconnections, without response, log entry and metric. Port scans are then not seen either. Defaults to false: routers respond
	// with 400 or 408.
	IgnoreEmptyRequests bool
	// IdleConnectionTermination says what a reload of the routers does with idle connections of clients: Immediate closes them, Deferred
	// keeps them until their next response or HTTPKeepAliveTimeout, for clients and load balancers that do not handle resets. With
	// Deferred, a next request can still meet the old routes. It requires 4.19, or a patch release from December 2024
	// (openshift/api, 2ec5fcda8 on release-4.16). Defaults to the operator's choice, Immediate.
	IdleConnectionTermination string `kube:"spec.idleConnectionTerminationPolicy" check:"Immediate|Deferred"`
	// ErrorPagesConfigMap is the name of a ConfigMap in openshift-config with HTTP responses in the keys error-page-503.http (no
	// endpoint) and error-page-404.http (no route). Defaults to HAProxy's pages. If it is removed, `default` keeps it: set
	// DefaultErrorPages instead.
	ErrorPagesConfigMap string `kube:"spec.httpErrorCodePages.name" check:"format=object-name,not=DefaultErrorPages"`
	// DefaultErrorPages restores HAProxy's pages on `default`. It cannot be combined with ErrorPagesConfigMap. Defaults to false.
	DefaultErrorPages bool
	// Tuning sets limits and timeouts of the routers. Defaults to the operator's. If it is removed, `default` keeps its ReloadInterval:
	// set [Tuning] without ReloadInterval before.
	Tuning *TuningArgs `kube:"spec.tuningOptions"`
}

// LabelSelector selects objects by their labels. An object must meet all conditions.
type LabelSelector struct {
	// MatchLabels are labels that an object must have, with their values.
	MatchLabels map[string]string `kube:"matchLabels" check:"labels"`
	// MatchExpressions are conditions on labels.
	MatchExpressions []LabelRequirement `kube:"matchExpressions"`
}

// LabelRequirement is a condition on one label.
type LabelRequirement struct {
	// Key is the label's key. Required.
	Key string `kube:"key" check:"required,format=label-key"`
	// Operator is In, NotIn, Exists or DoesNotExist. Required.
	Operator string `kube:"operator" check:"required,In|NotIn|Exists|DoesNotExist"`
	// Values are the values for In and NotIn. Required with these; must be empty with Exists and DoesNotExist.
	Values []string `kube:"values"`
}

// TLSProfileArgs are the TLS versions and ciphers that routers accept.
type TLSProfileArgs struct {
	// Type is Old, Intermediate, Modern (TLS 1.3 only) or Custom. Required.
	Type string `kube:"type" check:"required,Old|Intermediate|Modern|Custom"`
	// Ciphers are OpenSSL cipher names, such as ECDHE-RSA-AES128-GCM-SHA256. Required with Custom.
	Ciphers []string `kube:"custom.ciphers" check:"format=tls-cipher"`
	// MinVersion is the minimum TLS version: VersionTLS10, VersionTLS11, VersionTLS12 or VersionTLS13. Required with Custom.
	MinVersion string `kube:"custom.minTLSVersion" check:"VersionTLS10|VersionTLS11|VersionTLS12|VersionTLS13"`
}

// ClientTLSArgs request certificates from clients.
type ClientTLSArgs struct {
	// Policy is Required or Optional, or None to request no certificates. Required.
	Policy string `kube:"clientCertificatePolicy" check:"required,Required|Optional|None"`
	// CAConfigMap is the name of a ConfigMap in openshift-config whose key ca-bundle.pem contains the CA certificates. Required, except
	// with the Policy None.
	CAConfigMap string `kube:"clientCA.name,zero" check:"format=object-name"`
	// AllowedSubjectPatterns are regular expressions; the subject of a certificate must match one. Defaults to all subjects.
	AllowedSubjectPatterns []string `kube:"allowedSubjectPatterns"`
}

// RouteAdmissionArgs are the policy for admitting routes.
type RouteAdmissionArgs struct {
	// InterNamespace allows routes of different namespaces to use the same host with different paths. Otherwise the
	// namespace of the oldest route owns the host. Defaults to false.
	InterNamespace bool
	// Wildcards admits routes for all hosts of a domain. Defaults to false.
	Wildcards bool
}

// HTTPHeadersArgs are the policy for HTTP headers.
type HTTPHeadersArgs struct {
	// Forwarded is the policy for Forwarded and X-Forwarded-*: Append, Replace, IfNone or Never. Defaults to the operator's
	// choice, Append.
	Forwarded string `kube:"forwardedHeaderPolicy" check:"Append|Replace|IfNone|Never"`
	// UniqueIDName is the name of a header to which routers add a unique ID for each request. Defaults to none.
	UniqueIDName string `kube:"uniqueId.name" check:"format=header-name"`
	// UniqueIDFormat is the HAProxy format of the unique ID, at most 1024 characters. Defaults to the operator's choice,
	// %{+X}o\ %ci:%cp_%fi:%fp_%Ts_%rt:%pid. It requires UniqueIDName.
	UniqueIDFormat string `kube:"uniqueId.format" check:"format=unique-id,with=UniqueIDName"`
	// NameCaseAdjustments are header names in the letter case that HTTP/1 applications expect, such as X-Forwarded-For.
	NameCaseAdjustments []string `kube:"headerNameCaseAdjustments" check:"format=header-name"`
	// Request are actions on request headers: at most 20, one per header.
	Request []HeaderAction `check:"count=..20"`
	// Response are actions on response headers: at most 20, one per header.
	Response []HeaderAction `check:"count=..20"`
}

// HeaderAction sets or deletes a header.
type HeaderAction struct {
	// Name is the header's name. Strict-Transport-Security, Proxy, Host, Cookie and Set-Cookie are not allowed. Required.
	Name string `check:"required,format=action-header"`
	// Value is the header's new value, a text or an HAProxy format of at most 16384 characters. An empty value deletes the header.
	Value string `check:"length=..16384"`
}

// AccessLoggingArgs are the access log of the routers, written by a sidecar container or sent to a syslog server.
type AccessLoggingArgs struct {
	// SyslogAddress is the IP address of a syslog server. Defaults to none: the container `logs` in the router pods writes
	// the log.
	SyslogAddress string `kube:"destination.syslog.address" check:"format=syslog-address"`
	// SyslogPort is the UDP port of the syslog server. Required with SyslogAddress.
	SyslogPort int `kube:"destination.syslog.port" check:"1..65535,with=SyslogAddress"`
	// MaxLength is the maximum length of a message in bytes: 480 to 8192, or to 4096 with SyslogAddress. Defaults to the
	// operator's choice, 1024.
	MaxLength int `check:"480..8192"`
	// Format is an HAProxy log format, without control characters such as newlines. Defaults to HAProxy's own format.
	Format string `kube:"httpLogFormat" check:"format=log-format"`
	// IgnoreEmptyRequests omits connections without a request, such as those of health checks. Defaults to false.
	IgnoreEmptyRequests bool
	// RequestHeaders and ResponseHeaders are headers that are logged, except for passthrough routes. They are in HAProxy's own Format;
	// another one needs %hr and %hs.
	RequestHeaders  []CapturedHeader `kube:"httpCaptureHeaders.request"`
	ResponseHeaders []CapturedHeader `kube:"httpCaptureHeaders.response"`
	// Cookie is the cookie that is logged, except for passthrough routes. Defaults to none. It is in HAProxy's own Format; another one
	// needs %CC and %CS.
	Cookie *CapturedCookie
}

// CapturedHeader is a header in the access log.
type CapturedHeader struct {
	// Name is the header's name, such as User-Agent. Required.
	Name string `kube:"name" check:"required,format=header-name"`
	// MaxLength is the number of bytes of the value that are logged, 1 or more. Required.
	MaxLength int `kube:"maxLength" check:"required,1.."`
}

// CapturedCookie is a cookie in the access log.
type CapturedCookie struct {
	// Name is the cookie's name, at most 1024 characters. Required.
	Name string `check:"required,format=header-name"`
	// IsPrefix logs the first cookie whose name begins with [Name]. Defaults to false.
	IsPrefix bool
	// MaxLength is the number of bytes of name and value that are logged, 1 to 1024. Required.
	MaxLength int `check:"required,1..1024"`
}

// TuningArgs are limits and timeouts of the routers. The operator decides those that are 0. Timeouts are 1 millisecond to 24.8
// days.
type TuningArgs struct {
	// ThreadCount is the number of threads of a router, 1 to 64.
	ThreadCount int `kube:"threadCount" check:"1..64"`
	// MaxConnections is the maximum number of connections of a router, 2000 to 2000000.
	MaxConnections int `kube:"maxConnections" check:"2000..2000000,not=AutoMaxConnections"`
	// AutoMaxConnections derives the maximum number of connections from the router's memory limit. It cannot be combined
	// with MaxConnections. Defaults to false.
	AutoMaxConnections bool
	// HeaderBufferBytes is the memory for the headers of a connection, 16384 bytes or more. Defaults to the operator's
	// choice, 32768.
	HeaderBufferBytes int `kube:"headerBufferBytes" check:"16384.."`
	// HeaderBufferMaxRewriteBytes is the part of HeaderBufferBytes that is reserved for rewriting headers: 4096 bytes or
	// more, and less than HeaderBufferBytes. Defaults to the operator's choice, 8192.
	HeaderBufferMaxRewriteBytes int `kube:"headerBufferMaxRewriteBytes" check:"4096.."`
	// ClientTimeout is how long a connection waits for data from the client, ClientFinTimeout how long it waits while it is
	// being closed.
	ClientTimeout    time.Duration `kube:"clientTimeout" check:"1ms..2147483647ms"`
	ClientFinTimeout time.Duration `kube:"clientFinTimeout" check:"1ms..2147483647ms"`
	// ServerTimeout is how long a connection waits for data from the application, ServerFinTimeout how long it waits while
	// it is being closed.
	ServerTimeout    time.Duration `kube:"serverTimeout" check:"1ms..2147483647ms"`
	ServerFinTimeout time.Duration `kube:"serverFinTimeout" check:"1ms..2147483647ms"`
	// TunnelTimeout is how long a tunnel, such as a WebSocket, stays open without data.
	TunnelTimeout time.Duration `kube:"tunnelTimeout" check:"1ms..2147483647ms"`
	// ConnectTimeout is the maximum time to establish a connection to an application.
	ConnectTimeout time.Duration `kube:"connectTimeout" check:"1ms..2147483647ms"`
	// TLSInspectDelay is how long a router waits for data to find a matching route (SNI).
	TLSInspectDelay time.Duration `kube:"tlsInspectDelay" check:"1ms..2147483647ms"`
	// HTTPKeepAliveTimeout is how long a connection waits for the client's next request: 1 millisecond to 15 minutes. It requires 4.21,
	// or a patch release from November 2025 (openshift/api, 59715cc33 on release-4.16). Defaults to the operator's
	// choice, 5 minutes.
	HTTPKeepAliveTimeout time.Duration `kube:"httpKeepAliveTimeout" check:"1ms..15m/1ms"`
	// HealthCheckInterval is the interval of health checks of applications.
	HealthCheckInterval time.Duration `kube:"healthCheckInterval" check:"1ms..2147483647ms"`
	// ReloadInterval is the minimum interval between reloads of the configuration, 1 second to 2 minutes.
	ReloadInterval time.Duration `kube:"reloadInterval,zero" check:"1s..2m"`
}

func (a *IngressControllerArgs) setDefaults() {
	if a.Name != defaultController && a.Publishing == nil {
		// The operator's choice is written explicitly, so that Pulumi sees another strategy as a change of the type.
		a.Publishing = check.WithDefaults(&PublishingArgs{LoadBalancerService: &LoadBalancerPublishingArgs{}})
	}
}
