package ingress_test

import (
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// operatorsStrategy is the operator's default strategy of an additional controller on AWS.
var operatorsStrategy = object{
	"type":         "LoadBalancerService",
	"loadBalancer": object{"scope": "External", "dnsManagementPolicy": "Managed"},
}

func TestIngressControllerSpec(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason  string
		args    *ingress.IngressControllerArgs
		created bool
		spec    map[string]any
	}{
		"replicas": {
			reason: "a patch contains only the fields that are set",
			args:   &ingress.IngressControllerArgs{Name: "default", Replicas: new(2)},
			spec: map[string]any{
				"replicas": int64(2),
			},
		},
		"none": {
			reason: "a controller may have no routers",
			args:   &ingress.IngressControllerArgs{Replicas: new(0)},
			spec: map[string]any{
				"replicas": int64(0),
			},
		},
		"selector alone": {
			reason: "the node selector of the controller is a label selector",
			args: &ingress.IngressControllerArgs{
				Placement: ingress.Placement{NodeSelector: map[string]string{"tier": "edge"}},
			},
			spec: map[string]any{
				"nodePlacement": map[string]any{
					"nodeSelector": map[string]any{"matchLabels": map[string]any{"tier": "edge"}},
				},
			},
		},
		"tolerations alone": {
			reason: "tolerations do not need a node selector",
			args: &ingress.IngressControllerArgs{
				Placement: ingress.Placement{Tolerations: []ingress.Toleration{{Operator: "Exists"}}},
			},
			spec: map[string]any{
				"nodePlacement": map[string]any{"tolerations": []any{map[string]any{"operator": "Exists"}}},
			},
		},
		"own load balancer": {
			reason: "the settings of a strategy can be changed, its type cannot",
			args: &ingress.IngressControllerArgs{Publishing: &ingress.PublishingArgs{
				LoadBalancerService: &ingress.LoadBalancerPublishingArgs{Scope: network.Internal},
			}},
			spec: map[string]any{
				"endpointPublishingStrategy": object{
					"type":         "LoadBalancerService",
					"loadBalancer": object{"scope": "Internal", "dnsManagementPolicy": "Managed"},
				},
			},
		},
		"installed on ports": {
			reason: "InstalledPublishing is the strategy of InstallManifest",
			args: &ingress.IngressControllerArgs{
				InstalledPublishing: ingress.HostNetwork,
				Publishing: &ingress.PublishingArgs{
					HostNetwork: &ingress.HostNetworkPublishingArgs{Protocol: ingress.PROXY},
				},
			},
			spec: map[string]any{
				"endpointPublishingStrategy": object{
					"type": "HostNetwork",
					"hostNetwork": object{
						"protocol":  "PROXY",
						"httpPort":  int64(80),
						"httpsPort": int64(443),
						"statsPort": int64(1936),
					},
				},
			},
		},
		"without the shards": {
			reason: "the default controller excludes the routes of shards",
			args: &ingress.IngressControllerArgs{
				RouteSelector: &ingress.LabelSelector{
					MatchExpressions: []ingress.LabelRequirement{
						{Key: "shard", Operator: "NotIn", Values: []string{"internal", "edge"}},
					},
				},
				NamespaceSelector: &ingress.LabelSelector{
					MatchLabels:      map[string]string{"team": "core"},
					MatchExpressions: []ingress.LabelRequirement{{Key: "tenant", Operator: "DoesNotExist"}},
				},
			},
			spec: map[string]any{
				"routeSelector": object{
					"matchExpressions": []any{
						object{"key": "shard", "operator": "NotIn", "values": []any{"internal", "edge"}},
					},
				},
				"namespaceSelector": object{
					"matchLabels":      object{"team": "core"},
					"matchExpressions": []any{object{"key": "tenant", "operator": "DoesNotExist"}},
				},
			},
		},
		"TLS": {
			reason: "certificates are referenced by name",
			args: &ingress.IngressControllerArgs{
				TLSProfile: &ingress.TLSProfileArgs{
					Type: "Modern",
				}, DefaultCertificate: &ingress.TLSCertificate{SecretName: pulumi.String("apps-certificate").ToStringOutput()},
				ClientTLS: &ingress.ClientTLSArgs{
					Policy:                 "Optional",
					CAConfigMap:            "clients",
					AllowedSubjectPatterns: []string{"^/O=Example"},
				},
			},
			spec: map[string]any{
				"tlsSecurityProfile": object{"type": "Modern", "modern": object{}},
				"defaultCertificate": object{"name": "apps-certificate"},
				"clientTLS": object{
					"clientCertificatePolicy": "Optional",
					"clientCA":                object{"name": "clients"},
					"allowedSubjectPatterns":  []any{"^/O=Example"},
				},
			},
		},
		"custom TLS": {
			reason: "a custom profile has ciphers and a minimum version",
			args: &ingress.IngressControllerArgs{TLSProfile: &ingress.TLSProfileArgs{
				Type: "Custom", MinVersion: "VersionTLS12", Ciphers: []string{"ECDHE-RSA-AES128-GCM-SHA256"},
			}},
			spec: map[string]any{
				"tlsSecurityProfile": object{
					"type":   "Custom",
					"custom": object{"minTLSVersion": "VersionTLS12", "ciphers": []any{"ECDHE-RSA-AES128-GCM-SHA256"}},
				},
			},
		},
		"headers": {
			reason: "an action without a value deletes the header",
			args: &ingress.IngressControllerArgs{HTTPHeaders: &ingress.HTTPHeadersArgs{
				Forwarded:           "Replace",
				UniqueIDName:        "X-Request-Id",
				UniqueIDFormat:      "%{+X}o %ci:%cp",
				NameCaseAdjustments: []string{"X-Forwarded-For"},
				Request: []ingress.HeaderAction{
					{Name: "X-Client", Value: "%[req.hdr(X-Real),lower]"},
					{Name: "X-Debug"},
				},
				Response: []ingress.HeaderAction{{Name: "X-Frame-Options", Value: "DENY"}, {Name: "Server"}},
			}},
			spec: map[string]any{
				"httpHeaders": object{
					"forwardedHeaderPolicy":     "Replace",
					"uniqueId":                  object{"name": "X-Request-Id", "format": "%{+X}o %ci:%cp"},
					"headerNameCaseAdjustments": []any{"X-Forwarded-For"},
					"actions": object{
						"request": []any{
							object{
								"name":   "X-Client",
								"action": object{"type": "Set", "set": object{"value": "%[req.hdr(X-Real),lower]"}},
							},
							object{"name": "X-Debug", "action": object{"type": "Delete"}},
						},
						"response": []any{
							object{
								"name":   "X-Frame-Options",
								"action": object{"type": "Set", "set": object{"value": "DENY"}},
							},
							object{"name": "Server", "action": object{"type": "Delete"}},
						},
					},
				},
			},
		},
		"tuning": {
			reason: "durations have Kubernetes' form",
			args: &ingress.IngressControllerArgs{Tuning: &ingress.TuningArgs{
				ThreadCount:                 8,
				MaxConnections:              20000,
				HeaderBufferBytes:           32768,
				HeaderBufferMaxRewriteBytes: 8192,
				ClientTimeout:               30 * time.Second,
				ClientFinTimeout:            time.Second,
				ServerTimeout:               90 * time.Second,
				ServerFinTimeout:            time.Second,
				TunnelTimeout:               time.Hour,
				ConnectTimeout:              5 * time.Second,
				TLSInspectDelay:             5 * time.Second,
				HealthCheckInterval:         10 * time.Second,
				ReloadInterval:              5 * time.Second,
			}},
			spec: map[string]any{
				"tuningOptions": object{
					"threadCount":                 int64(8),
					"maxConnections":              int64(20000),
					"headerBufferBytes":           int64(32768),
					"headerBufferMaxRewriteBytes": int64(8192),
					"clientTimeout":               "30s",
					"clientFinTimeout":            "1s",
					"serverTimeout":               "1m30s",
					"serverFinTimeout":            "1s",
					"tunnelTimeout":               "1h0m0s",
					"connectTimeout":              "5s",
					"tlsInspectDelay":             "5s",
					"healthCheckInterval":         "10s",
					"reloadInterval":              "5s",
				},
			},
		},
		"automatic connections": {
			reason: "maxConnections is -1 if it depends on the memory limit",
			args:   &ingress.IngressControllerArgs{Tuning: &ingress.TuningArgs{AutoMaxConnections: true}},
			spec:   map[string]any{"tuningOptions": object{"maxConnections": int64(-1), "reloadInterval": "0s"}},
		},
		"logs": {
			reason: "the default destination is a sidecar container",
			args: &ingress.IngressControllerArgs{
				AccessLogging: &ingress.AccessLoggingArgs{IgnoreEmptyRequests: true},
			},
			spec: map[string]any{
				"logging": object{
					"access": object{
						"destination":      object{"type": "Container", "container": object{}},
						"logEmptyRequests": "Ignore",
					},
				},
			},
		},
		"syslog": {
			reason: "a syslog server has an address and a port",
			args: &ingress.IngressControllerArgs{
				AccessLogging: &ingress.AccessLoggingArgs{
					SyslogAddress: "10.0.0.7",
					SyslogPort:    514,
					MaxLength:     4096,
					Format:        "%ci",
				},
			},
			spec: map[string]any{
				"logging": object{
					"access": object{
						"destination": object{
							"type":   "Syslog",
							"syslog": object{"address": "10.0.0.7", "port": int64(514), "maxLength": int64(4096)},
						},
						"httpLogFormat": "%ci",
					},
				},
			},
		},
		"captures": {
			reason: "a cookie is named, or its prefix is",
			args: &ingress.IngressControllerArgs{AccessLogging: &ingress.AccessLoggingArgs{
				RequestHeaders: []ingress.CapturedHeader{
					{Name: "User-Agent", MaxLength: 100}, {Name: "Host", MaxLength: 1},
				},
				ResponseHeaders: []ingress.CapturedHeader{{Name: "Server", MaxLength: 20}},
				Cookie:          &ingress.CapturedCookie{Name: "session", MaxLength: 1024},
			}},
			spec: map[string]any{
				"logging": object{"access": object{
					"destination": object{"type": "Container", "container": object{}},
					"httpCaptureHeaders": object{
						"request": []any{
							object{"name": "User-Agent", "maxLength": int64(100)},
							object{"name": "Host", "maxLength": int64(1)},
						},
						"response": []any{object{"name": "Server", "maxLength": int64(20)}},
					},
					"httpCaptureCookies": []any{
						object{"matchType": "Exact", "name": "session", "maxLength": int64(1024)},
					},
				}},
			},
		},
		"cookies of a prefix": {
			reason: "the first cookie whose name begins with the prefix is logged",
			args: &ingress.IngressControllerArgs{AccessLogging: &ingress.AccessLoggingArgs{
				Cookie: &ingress.CapturedCookie{Name: "session-", IsPrefix: true, MaxLength: 64},
			}},
			spec: map[string]any{
				"logging": object{"access": object{
					"destination": object{"type": "Container", "container": object{}},
					"httpCaptureCookies": []any{
						object{"matchType": "Prefix", "namePrefix": "session-", "maxLength": int64(64)},
					},
				}},
			},
		},
		"connections": {
			reason: "durations of the keep-alive timeout have at most the unit minute",
			args: &ingress.IngressControllerArgs{
				OpenShiftVersion:          "4.16",
				IgnoreEmptyRequests:       true,
				IdleConnectionTermination: "Deferred",
				ErrorPagesConfigMap:       "error-pages",
				Tuning:                    &ingress.TuningArgs{HTTPKeepAliveTimeout: 15 * time.Minute},
			},
			spec: map[string]any{
				"httpEmptyRequestsPolicy":         "Ignore",
				"idleConnectionTerminationPolicy": "Deferred",
				"httpErrorCodePages":              object{"name": "error-pages"},
				"tuningOptions":                   object{"httpKeepAliveTimeout": "15m0s", "reloadInterval": "0s"},
			},
		},
		"admission": {
			reason: "namespaces may share hosts",
			args:   &ingress.IngressControllerArgs{RouteAdmission: &ingress.RouteAdmissionArgs{InterNamespace: true}},
			spec: map[string]any{
				"routeAdmission": object{
					"namespaceOwnership": "InterNamespaceAllowed",
					"wildcardPolicy":     "WildcardsDisallowed",
				},
			},
		},
		"wildcards": {
			reason: "a route may serve all hosts of a domain",
			args:   &ingress.IngressControllerArgs{RouteAdmission: &ingress.RouteAdmissionArgs{Wildcards: true}},
			spec: map[string]any{
				"routeAdmission": object{"namespaceOwnership": "Strict", "wildcardPolicy": "WildcardsAllowed"},
			},
		},
		"additional": {
			reason:  "a controller that the cluster does not have is created",
			args:    &ingress.IngressControllerArgs{Name: "internal", Domain: "internal.demo.example.com"},
			created: true,
			spec: map[string]any{
				"domain": "internal.demo.example.com", "endpointPublishingStrategy": operatorsStrategy,
				"clientTLS":          object{"clientCertificatePolicy": "", "clientCA": object{"name": ""}},
				"httpErrorCodePages": object{"name": ""},
				"tuningOptions":      object{"reloadInterval": "0s"},
			},
		},
		"longest name": {
			reason:  "a name has at most 47 characters",
			args:    &ingress.IngressControllerArgs{Name: strings.Repeat("a", 47), Domain: "a.b"},
			created: true,
			spec: map[string]any{
				"domain": "a.b", "endpointPublishingStrategy": operatorsStrategy,
				"clientTLS":          object{"clientCertificatePolicy": "", "clientCA": object{"name": ""}},
				"httpErrorCodePages": object{"name": ""},
				"tuningOptions":      object{"reloadInterval": "0s"},
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := mockstest.Run(t, controller(tt.args), withCluster())
			kubetest.CheckRecorded(t, rec)
			created, patched := kubetest.Recorded(t, rec)
			objects, others := patched, created
			if tt.created {
				objects, others = created, patched
				require.Len(t, objects, 1, tt.reason)
			}
			assert.Empty(t, others, tt.reason)
			assert.Equal(t, tt.spec, merged(objects), tt.reason)
		})
	}
}
