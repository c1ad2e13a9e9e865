package ingress

import (
	"cmp"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

const (
	controllerAPI       = "operator.openshift.io/v1"
	controllerKind      = "IngressController"
	controllerNamespace = "openshift-ingress-operator"
	defaultController   = "default"

	// controllerNameLimit leaves room for the Service that the operator names after a controller
	// (openshift/cluster-ingress-operator pkg/operator/controller/names.go).
	controllerNameLimit = 63 - len("router-internal-")
)

// IngressControllerArgs are the arguments of IngressController.
type IngressControllerArgs struct {
	// Name is the controller's name: `default`, which is the default, or the name of a further one, at most 47 lower-case
	// letters, digits and hyphens. A change replaces the controller.
	Name string
	// Domain is what the routes of a further controller are below, such as internal.demo.example.com; no two controllers
	// share one. Required for a further controller, not allowed for `default`, whose domain is set at installation. The
	// operator takes no change of it, so a change replaces the controller.
	Domain string
	// Replicas is the number of routers. Not set, it is left to the operator, which runs two. With the publishing
	// strategy HostNetwork there is at most one router a node. A change is made in place.
	Replicas pulumi.IntInput
	// Placement is where the routers run, InfraNodes() as a rule. Not set, it is left to the operator, which takes
	// workers. A change is made in place and moves one router after the other.
	Placement Placement
	// Publishing is how the routers are reached. Not set, that of `default` is left as it is, and a further controller gets
	// a public load balancer that the operator makes (LoadBalancerService). The strategy's settings are changed in place.
	// Another strategy replaces a further controller; for `default` it is refused, see InstalledPublishing.
	Publishing *Publishing
	// InstalledPublishing is the strategy that `default` was installed with: LoadBalancerService by default, as
	// OpenShift does on AWS, or that of InstallManifest. Publishing must be of the same strategy, because the operator
	// ignores another one. Not used for further controllers.
	InstalledPublishing PublishingType
	// RouteSelector are the labels of the routes that the controller serves; nil for all. With shards, exclude from
	// `default` what they serve. A change is made in place.
	RouteSelector *LabelSelector
	// NamespaceSelector are the labels of the namespaces whose routes the controller serves; nil for all. A change is
	// made in place.
	NamespaceSelector *LabelSelector
	// TLSProfile is which TLS versions and ciphers routers take; nil for that of APIServer/cluster. A change is made in
	// place and restarts the routers.
	TLSProfile *TLSProfileArgs
	// DefaultCertificate is the name of a Secret of type kubernetes.io/tls in the namespace openshift-ingress, with a
	// certificate of *.<domain>. Not set, the operator signs one by itself, which no browser trusts. A change is made
	// in place.
	DefaultCertificate pulumi.StringInput
	// ClientTLS asks clients for certificates; nil for not. A change is made in place.
	ClientTLS *ClientTLSArgs
	// RouteAdmission says which routes are taken; nil for the operator's defaults. A change is made in place.
	RouteAdmission *RouteAdmissionArgs
	// HTTPHeaders says what routers do with headers; nil for the operator's defaults. A change is made in place.
	HTTPHeaders *HTTPHeadersArgs
	// AccessLogging writes a log of requests; nil for none. A change is made in place and restarts the routers.
	AccessLogging *AccessLoggingArgs
	// Tuning are the routers' limits and timeouts; nil for the operator's defaults. A change is made in place.
	Tuning *TuningArgs
}

// LabelSelector chooses objects by their labels. All conditions must hold.
type LabelSelector struct {
	// MatchLabels are labels with their values.
	MatchLabels map[string]string
	// MatchExpressions are conditions on labels.
	MatchExpressions []LabelRequirement
}

// LabelRequirement is a condition on one label.
type LabelRequirement struct {
	// Key is the label's key. Required.
	Key string
	// Operator is In, NotIn, Exists or DoesNotExist. Required.
	Operator string
	// Values are those of In and NotIn; empty with the others.
	Values []string
}

// TLSProfileArgs are a set of TLS versions and ciphers.
type TLSProfileArgs struct {
	// Type is Old, Intermediate, Modern (TLS 1.3 alone) or Custom. Required.
	Type string
	// Ciphers are those of Custom, by OpenSSL's names such as ECDHE-RSA-AES128-GCM-SHA256.
	Ciphers []string
	// MinVersion is the least TLS version of Custom: VersionTLS10 to VersionTLS13.
	MinVersion string
}

// ClientTLSArgs ask clients for certificates.
type ClientTLSArgs struct {
	// Policy is Required or Optional. Required.
	Policy string
	// CAConfigMap is the name of a ConfigMap in openshift-config whose key ca-bundle.pem holds the authorities. Required.
	CAConfigMap string
	// AllowedSubjectPatterns are regular expressions one of which a certificate's subject must match; nil for all subjects.
	AllowedSubjectPatterns []string
}

// RouteAdmissionArgs say which routes are taken.
type RouteAdmissionArgs struct {
	// InterNamespace lets routes of different namespaces share a host; by default the oldest route's namespace owns it.
	InterNamespace bool
	// Wildcards takes routes for all hosts of a domain. False by default.
	Wildcards bool
}

// HTTPHeadersArgs say what routers do with headers.
type HTTPHeadersArgs struct {
	// Forwarded is what becomes of Forwarded and X-Forwarded-*: Append (the operator's default), Replace, IfNone or Never.
	Forwarded string
	// UniqueIDName is a header that gets a value of its own in each request; empty for none.
	UniqueIDName string
	// UniqueIDFormat is that value's HAProxy format; empty for the operator's, %{+X}o\ %ci:%cp_%fi:%fp_%Ts_%rt:%pid.
	UniqueIDFormat string
	// NameCaseAdjustments are headers' names as HTTP/1 applications want them, such as X-Forwarded-For.
	NameCaseAdjustments []string
	// Request are actions on requests' headers, at most 20, each header once.
	Request []HeaderAction
	// Response are actions on responses' headers, at most 20, each header once.
	Response []HeaderAction
}

// HeaderAction sets or deletes a header.
type HeaderAction struct {
	// Name is the header's. Not Strict-Transport-Security, Proxy, Host, Cookie or Set-Cookie. Required.
	Name string
	// Value is what the header is set to, a text or an HAProxy format; empty to delete the header.
	Value string
}

// AccessLoggingArgs are a log of requests: by a container beside the router, or by syslog.
type AccessLoggingArgs struct {
	// SyslogAddress is the IP address of a syslog server; empty for the container `logs` in the routers' pods.
	SyslogAddress string
	// SyslogPort is that server's UDP port. Required with SyslogAddress.
	SyslogPort int
	// MaxLength is the longest message in bytes: 480 to 8192, or to 4096 by syslog; 1024 by default.
	MaxLength int
	// Format is HAProxy's log format; empty for its default.
	Format string
	// IgnoreEmptyRequests leaves out connections without a request, such as those of health checks.
	IgnoreEmptyRequests bool
}

// TuningArgs are limits and timeouts. What is zero is left to the operator.
type TuningArgs struct {
	// ThreadCount is the threads of a router, 1 to 64.
	ThreadCount int
	// MaxConnections is how many connections a router takes: 2000 to 2000000, or -1 for as many as its memory allows.
	MaxConnections int
	// HeaderBufferBytes is the memory of a connection's headers, 16384 or more; the operator's default is 32768.
	HeaderBufferBytes int
	// HeaderBufferMaxRewriteBytes is how much of it is kept for rewriting, 4096 or more and less than HeaderBufferBytes;
	// the operator's default is 8192.
	HeaderBufferMaxRewriteBytes int
	// ClientTimeout is how long a client may be silent, ClientFinTimeout how long while a connection ends.
	ClientTimeout, ClientFinTimeout time.Duration
	// ServerTimeout is how long an application may be silent, ServerFinTimeout how long while a connection ends.
	ServerTimeout, ServerFinTimeout time.Duration
	// TunnelTimeout is how long a tunnel, such as a websocket, may be silent.
	TunnelTimeout time.Duration
	// ConnectTimeout is how long a connection to an application may take.
	ConnectTimeout time.Duration
	// TLSInspectDelay is how long a client may take to name its host.
	TLSInspectDelay time.Duration
	// HealthCheckInterval is how often applications are checked.
	HealthCheckInterval time.Duration
	// ReloadInterval is how often routers take over changes, 1 second to 2 minutes.
	ReloadInterval time.Duration
}

func (a *IngressControllerArgs) withDefaults() IngressControllerArgs {
	args := IngressControllerArgs{}
	if a != nil {
		args = *a
	}
	args.Name = cmp.Or(args.Name, defaultController)
	args.InstalledPublishing = cmp.Or(args.InstalledPublishing, LoadBalancerService)
	if args.Name != defaultController && args.Publishing == nil {
		// What the operator would choose is written down, so that another strategy is seen as a change of it.
		args.Publishing = &Publishing{LoadBalancerService: &LoadBalancerPublishing{}}
	}
	return args
}
