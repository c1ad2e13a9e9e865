package ingress_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
)

// operatorsStrategy is what the operator would choose for a further controller on AWS.
var operatorsStrategy = object{"type": "LoadBalancerService", "loadBalancer": object{"scope": "External", "dnsManagementPolicy": "Managed"}}

func TestIngressController(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason  string
		args    *ingress.IngressControllerArgs
		created bool
		spec    map[string]any
	}{
		"default": {"ROSA Classic's routers", &ingress.IngressControllerArgs{Replicas: pulumi.Int(3), Placement: ingress.InfraNodes()}, false, map[string]any{
			"replicas": int64(3),
			"nodePlacement": map[string]any{
				"nodeSelector": map[string]any{"matchLabels": map[string]any{"node-role.kubernetes.io/infra": ""}},
				"tolerations":  []any{map[string]any{"key": "node-role.kubernetes.io/infra", "operator": "Exists", "effect": "NoSchedule"}},
			},
		}},
		"replicas": {"what is not given stays the cluster's", &ingress.IngressControllerArgs{Name: "default", Replicas: pulumi.Int(2)}, false, map[string]any{
			"replicas": int64(2),
		}},
		"none": {"a cluster may go without routes for a while", &ingress.IngressControllerArgs{Replicas: pulumi.Int(0)}, false, map[string]any{
			"replicas": int64(0),
		}},
		"unknown": {"a count may come from elsewhere", &ingress.IngressControllerArgs{Replicas: pulumi.Int(4).ToIntOutput()}, false, map[string]any{
			"replicas": int64(4),
		}},
		"selector alone": {"nodes without a taint need no toleration", &ingress.IngressControllerArgs{Placement: ingress.Placement{NodeSelector: map[string]string{"tier": "edge"}}}, false, map[string]any{
			"nodePlacement": map[string]any{"nodeSelector": map[string]any{"matchLabels": map[string]any{"tier": "edge"}}},
		}},
		"tolerations alone": {"workers may be tainted", &ingress.IngressControllerArgs{Placement: ingress.Placement{Tolerations: []ingress.Toleration{{Operator: "Exists"}}}}, false, map[string]any{
			"nodePlacement": map[string]any{"tolerations": []any{map[string]any{"operator": "Exists"}}},
		}},
		"own load balancer": {"the settings of a strategy can be changed", &ingress.IngressControllerArgs{Publishing: &ingress.Publishing{
			LoadBalancerService: &ingress.LoadBalancerPublishing{Scope: ingress.Internal},
		}}, false, map[string]any{
			"endpointPublishingStrategy": object{"type": "LoadBalancerService", "loadBalancer": object{"scope": "Internal", "dnsManagementPolicy": "Managed"}},
		}},
		"installed on ports": {"as InstallManifest says", &ingress.IngressControllerArgs{
			InstalledPublishing: ingress.HostNetwork, Publishing: &ingress.Publishing{HostNetwork: &ingress.HostNetworkPublishing{Protocol: ingress.PROXY}},
		}, false, map[string]any{
			"endpointPublishingStrategy": object{"type": "HostNetwork", "hostNetwork": object{"protocol": "PROXY", "httpPort": int64(80), "httpsPort": int64(443), "statsPort": int64(1936)}},
		}},
		"without the shards": {"what a shard serves is excluded", &ingress.IngressControllerArgs{
			RouteSelector:     &ingress.LabelSelector{MatchExpressions: []ingress.LabelRequirement{{Key: "shard", Operator: "NotIn", Values: []string{"internal", "edge"}}}},
			NamespaceSelector: &ingress.LabelSelector{MatchLabels: map[string]string{"team": "core"}, MatchExpressions: []ingress.LabelRequirement{{Key: "tenant", Operator: "DoesNotExist"}}},
		}, false, map[string]any{
			"routeSelector":     object{"matchExpressions": []any{object{"key": "shard", "operator": "NotIn", "values": []any{"internal", "edge"}}}},
			"namespaceSelector": object{"matchLabels": object{"team": "core"}, "matchExpressions": []any{object{"key": "tenant", "operator": "DoesNotExist"}}},
		}},
		"TLS": {"all that has to do with certificates", &ingress.IngressControllerArgs{
			TLSProfile: &ingress.TLSProfileArgs{Type: "Modern"}, DefaultCertificate: pulumi.String("apps-certificate").ToStringOutput(),
			ClientTLS: &ingress.ClientTLSArgs{Policy: "Optional", CAConfigMap: "clients", AllowedSubjectPatterns: []string{"^/O=Example"}},
		}, false, map[string]any{
			"tlsSecurityProfile": object{"type": "Modern", "modern": object{}},
			"defaultCertificate": object{"name": "apps-certificate"},
			"clientTLS":          object{"clientCertificatePolicy": "Optional", "clientCA": object{"name": "clients"}, "allowedSubjectPatterns": []any{"^/O=Example"}},
		}},
		"custom TLS": {"ciphers by OpenSSL's names", &ingress.IngressControllerArgs{TLSProfile: &ingress.TLSProfileArgs{
			Type: "Custom", MinVersion: "VersionTLS12", Ciphers: []string{"ECDHE-RSA-AES128-GCM-SHA256"},
		}}, false, map[string]any{
			"tlsSecurityProfile": object{"type": "Custom", "custom": object{"minTLSVersion": "VersionTLS12", "ciphers": []any{"ECDHE-RSA-AES128-GCM-SHA256"}}},
		}},
		"headers": {"policies and actions", &ingress.IngressControllerArgs{HTTPHeaders: &ingress.HTTPHeadersArgs{
			Forwarded: "Replace", UniqueIDName: "X-Request-Id", UniqueIDFormat: "%{+X}o %ci:%cp", NameCaseAdjustments: []string{"X-Forwarded-For"},
			Request:  []ingress.HeaderAction{{Name: "X-Client", Value: "%[req.hdr(X-Real),lower]"}, {Name: "X-Debug"}},
			Response: []ingress.HeaderAction{{Name: "X-Frame-Options", Value: "DENY"}, {Name: "Server"}},
		}}, false, map[string]any{
			"httpHeaders": object{
				"forwardedHeaderPolicy":     "Replace",
				"uniqueId":                  object{"name": "X-Request-Id", "format": "%{+X}o %ci:%cp"},
				"headerNameCaseAdjustments": []any{"X-Forwarded-For"},
				"actions": object{
					"request":  []any{object{"name": "X-Client", "action": object{"type": "Set", "set": object{"value": "%[req.hdr(X-Real),lower]"}}}, object{"name": "X-Debug", "action": object{"type": "Delete"}}},
					"response": []any{object{"name": "X-Frame-Options", "action": object{"type": "Set", "set": object{"value": "DENY"}}}, object{"name": "Server", "action": object{"type": "Delete"}}},
				},
			},
		}},
		"tuning": {"limits and timeouts", &ingress.IngressControllerArgs{Tuning: &ingress.TuningArgs{
			ThreadCount: 8, MaxConnections: -1, HeaderBufferBytes: 32768, HeaderBufferMaxRewriteBytes: 8192, ClientTimeout: 30 * time.Second, ClientFinTimeout: time.Second,
			ServerTimeout: 90 * time.Second, ServerFinTimeout: time.Second, TunnelTimeout: time.Hour, ConnectTimeout: 5 * time.Second,
			TLSInspectDelay: 5 * time.Second, HealthCheckInterval: 10 * time.Second, ReloadInterval: 5 * time.Second,
		}}, false, map[string]any{
			"tuningOptions": object{
				"threadCount": int64(8), "maxConnections": int64(-1), "headerBufferBytes": int64(32768), "headerBufferMaxRewriteBytes": int64(8192),
				"clientTimeout": "30s", "clientFinTimeout": "1s", "serverTimeout": "1m30s", "serverFinTimeout": "1s", "tunnelTimeout": "1h0m0s", "connectTimeout": "5s",
				"tlsInspectDelay": "5s", "healthCheckInterval": "10s", "reloadInterval": "5s",
			},
		}},
		"logs": {"by the container beside the router", &ingress.IngressControllerArgs{AccessLogging: &ingress.AccessLoggingArgs{IgnoreEmptyRequests: true}}, false, map[string]any{
			"logging": object{"access": object{"destination": object{"type": "Container", "container": object{}}, "logEmptyRequests": "Ignore"}},
		}},
		"syslog": {"by a server", &ingress.IngressControllerArgs{AccessLogging: &ingress.AccessLoggingArgs{SyslogAddress: "10.0.0.7", SyslogPort: 514, MaxLength: 4096, Format: "%ci"}}, false, map[string]any{
			"logging": object{"access": object{"destination": object{"type": "Syslog", "syslog": object{"address": "10.0.0.7", "port": int64(514), "maxLength": int64(4096)}}, "httpLogFormat": "%ci"}},
		}},
		"admission": {"tenants share hosts", &ingress.IngressControllerArgs{RouteAdmission: &ingress.RouteAdmissionArgs{InterNamespace: true}}, false, map[string]any{
			"routeAdmission": object{"namespaceOwnership": "InterNamespaceAllowed", "wildcardPolicy": "WildcardsDisallowed"},
		}},
		"wildcards": {"one route for all hosts of a domain", &ingress.IngressControllerArgs{RouteAdmission: &ingress.RouteAdmissionArgs{Wildcards: true}}, false, map[string]any{
			"routeAdmission": object{"namespaceOwnership": "Strict", "wildcardPolicy": "WildcardsAllowed"},
		}},
		"further": {"the cluster has none of that name", &ingress.IngressControllerArgs{Name: "internal", Domain: "internal.demo.example.com"}, true, map[string]any{
			"domain": "internal.demo.example.com", "endpointPublishingStrategy": operatorsStrategy,
		}},
		"longest name": {"47 characters", &ingress.IngressControllerArgs{Name: strings.Repeat("a", 47), Domain: "a.b"}, true, map[string]any{
			"domain": "a.b", "endpointPublishingStrategy": operatorsStrategy,
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := mockstest.Run(t, controller(tt.args))
			kubetest.CheckRecorded(t, rec)
			created, patched := kubetest.Recorded(t, rec)
			objects, others := patched, created
			if tt.created {
				objects, others = created, patched
			}
			require.Len(t, objects, 1, tt.reason)
			assert.Empty(t, others, tt.reason)
			assert.Equal(t, tt.spec, objects[0]["spec"], tt.reason)
		})
	}
}

// TestIngressControllerLetsTheOperatorDelete a load balancer by an annotation, whoever the controller is.
func TestIngressControllerLetsTheOperatorDelete(t *testing.T) {
	t.Parallel()
	for _, args := range []*ingress.IngressControllerArgs{{}, {Name: "shard", Domain: "a.b"}} {
		for _, automatic := range []bool{true, false} {
			args.Publishing = &ingress.Publishing{LoadBalancerService: &ingress.LoadBalancerPublishing{AutoDelete: automatic}}
			metadata := mockstest.Find(t, mockstest.Run(t, controller(args)), "main-ingresscontroller").Inputs["metadata"].(map[string]any)
			_, told := metadata["annotations"].(map[string]any)["ingress.operator.openshift.io/auto-delete-load-balancer"]
			assert.Equal(t, automatic, told, args.Name)
		}
	}
}

func TestIngressControllerGolden(t *testing.T) {
	t.Parallel()
	args := &ingress.IngressControllerArgs{Replicas: pulumi.Int(3), Placement: ingress.InfraNodes()}
	golden.Check(t, "testdata/ingress-controller.golden", mockstest.Run(t, controller(args)).Golden())
	mockstest.PreviewIsTheUpdate(t, controller(args))
	mockstest.PreviewIsTheUpdate(t, controller(&ingress.IngressControllerArgs{Name: "shard", Domain: "a.b", Replicas: pulumi.Int(1).ToIntOutput()}))
}

func TestIngressControllerNameWaits(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		first, err := ingress.NewIngressController(ctx, "first", &ingress.IngressControllerArgs{Replicas: pulumi.Int(2)})
		if err != nil {
			return err
		}
		_, err = ingress.NewIngressController(ctx, "second", &ingress.IngressControllerArgs{
			Name: "second", Domain: "a.b", Replicas: first.Name.ApplyT(func(string) int { return 1 }).(pulumi.IntOutput),
		})
		ctx.Export("name", first.Name)
		return err
	})
	assert.Equal(t, "default", rec.Outputs()["name"])
	assert.True(t, rec.Graph().Reaches(mockstest.Find(t, rec, "second-ingresscontroller").URN, mockstest.Find(t, rec, "first-ingresscontroller").URN))
}

// required are the problems of a list that holds nothing.
func required(path, field string, length int) (all []string) {
	for i := range length {
		all = append(all, fmt.Sprintf("%s[%d]%s: is required", path, i, field))
	}
	return all
}

func TestIngressControllerArgsThatAreRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		args   *ingress.IngressControllerArgs
		want   []string
	}{
		"nil":       {"a patch of nothing", nil, []string{`Name: "default" exists in every cluster and nothing is set for it; set Replicas or Placement`}},
		"name":      {"no dots: services are named after it", &ingress.IngressControllerArgs{Name: "a.b", Domain: "a.b"}, []string{`Name: "a.b" is no name of at most 47 lower-case letters, digits and inner hyphens`}},
		"long name": {"48 characters", &ingress.IngressControllerArgs{Name: strings.Repeat("a", 48), Domain: "a.b"}, []string{`Name: "` + strings.Repeat("a", 48) + `" is no name of at most 47 lower-case letters, digits and inner hyphens`}},
		"no domain": {"it would claim the default one's", &ingress.IngressControllerArgs{Name: "internal"}, []string{"Domain: is required"}},
		"domain":    {"a wildcard is the operator's to add", &ingress.IngressControllerArgs{Name: "internal", Domain: "*.example.com"}, []string{`Domain: "*.example.com" is no domain of at most 246 lower-case characters, such as internal.demo.example.com`}},
		"default domain": {"it is fixed at installation", &ingress.IngressControllerArgs{Domain: "a.b", Replicas: pulumi.Int(1)}, []string{
			`Domain: "a.b" cannot be set for default after installation; it is spec.domain of Ingress/cluster in the manifests of openshift-install, or make a controller of another name`}},
		"nothing set": {"an empty setting patches nothing", &ingress.IngressControllerArgs{Tuning: &ingress.TuningArgs{}}, []string{`Name: "default" exists in every cluster and nothing is set for it; set Replicas or Placement`}},
		"strategy": {"the operator would ignore it", &ingress.IngressControllerArgs{Publishing: &ingress.Publishing{HostNetwork: &ingress.HostNetworkPublishing{}}}, []string{
			"Publishing: HostNetwork cannot be set for default, which was installed with LoadBalancerService; install the cluster with the manifest of ingress.InstallManifest (and say so in InstalledPublishing), or make a controller of another name"}},
		"installed strategy": {"a slip", &ingress.IngressControllerArgs{Replicas: pulumi.Int(1), InstalledPublishing: "NodePort"}, []string{`InstalledPublishing: "NodePort" is none of LoadBalancerService, HostNetwork, NodePortService, Private`}},
		"two strategies": {"one at a time", &ingress.IngressControllerArgs{Name: "a", Domain: "a.b", Publishing: &ingress.Publishing{HostNetwork: &ingress.HostNetworkPublishing{Protocol: "HTTP"}, Private: &ingress.PrivatePublishing{}}}, []string{
			"Publishing: sets 2 strategies; set one of LoadBalancerService, HostNetwork, NodePortService, Private", `Publishing.HostNetwork.Protocol: "HTTP" is none of TCP, PROXY`}},
		"load balancer": {"what the schema or the operator refuses", &ingress.IngressControllerArgs{Name: "a", Domain: "a.b", Publishing: &ingress.Publishing{LoadBalancerService: &ingress.LoadBalancerPublishing{
			Scope: "Public", Type: "ALB", AllowedCIDRs: []string{"anyone", "10.0.0.1/8"}, SubnetIDs: []pulumi.StringInput{pulumi.String("subnet-1"), nil}, ElasticIPAllocationIDs: addresses, ConnectionIdleTimeout: -time.Minute,
		}}}, []string{
			`Publishing.LoadBalancerService.Scope: "Public" is none of External, Internal`, `Publishing.LoadBalancerService.Type: "ALB" is none of NLB, Classic`,
			`Publishing.LoadBalancerService.AllowedCIDRs[0]: "anyone" is no IP range; write one such as 10.0.0.0/16`,
			"Publishing.LoadBalancerService.AllowedCIDRs[1]: 10.0.0.1/8 has host bits set; the range that holds it is 10.0.0.0/8",
			`Publishing.LoadBalancerService.SubnetIDs[0]: "subnet-1" is no id; one looks like subnet-0123456789abcdef0`, "Publishing.LoadBalancerService.SubnetIDs[1]: is required",
			"Publishing.LoadBalancerService.ElasticIPAllocationIDs: need Scope External and Type NLB",
			"Publishing.LoadBalancerService.ConnectionIdleTimeout: -1m0s is no timeout; it is more than 0, or 0 for the default",
		}},
		"no type": {"parameters are a type's own", &ingress.IngressControllerArgs{Publishing: &ingress.Publishing{LoadBalancerService: &ingress.LoadBalancerPublishing{SubnetIDs: subnets}}}, []string{
			"Publishing.LoadBalancerService.Type: is required with SubnetIDs, ElasticIPAllocationIDs and ConnectionIdleTimeout, which are a type's own; it is NLB or Classic"}},
		"no type for a timeout": {"so is this one", &ingress.IngressControllerArgs{Publishing: &ingress.Publishing{LoadBalancerService: &ingress.LoadBalancerPublishing{ConnectionIdleTimeout: time.Minute}}}, []string{
			"Publishing.LoadBalancerService.Type: is required with SubnetIDs, ElasticIPAllocationIDs and ConnectionIdleTimeout, which are a type's own; it is NLB or Classic"}},
		"many subnets": {"the schema takes ten", &ingress.IngressControllerArgs{Publishing: &ingress.Publishing{LoadBalancerService: &ingress.LoadBalancerPublishing{Type: ingress.NLB, SubnetIDs: make([]pulumi.StringInput, 11)}}},
			append([]string{"Publishing.LoadBalancerService.SubnetIDs: holds 11; it is 10 at most"}, required("Publishing.LoadBalancerService.SubnetIDs", "", 11)...)},
		"many connections": {"the schema's other limit", &ingress.IngressControllerArgs{Tuning: &ingress.TuningArgs{MaxConnections: 2000001}}, []string{
			"Tuning.MaxConnections: 2000001 is out of range; it is 2000 to 2000000, or -1"}},
		"long object name": {"254 characters", &ingress.IngressControllerArgs{DefaultCertificate: pulumi.String(strings.Repeat("a", 254))}, []string{
			`DefaultCertificate: "` + strings.Repeat("a", 254) + `" is no object's name of lower-case letters, digits, dots and hyphens`}},
		"many actions": {"the schema takes twenty", &ingress.IngressControllerArgs{HTTPHeaders: &ingress.HTTPHeadersArgs{Response: make([]ingress.HeaderAction, 21)}},
			append([]string{"HTTPHeaders.Response: holds 21 actions; it is 20 at most"}, required("HTTPHeaders.Response", ".Name", 21)...)},
		"long value": {"the schema takes 16384 bytes", &ingress.IngressControllerArgs{HTTPHeaders: &ingress.HTTPHeadersArgs{Request: []ingress.HeaderAction{{Name: "A", Value: strings.Repeat("a", 16385)}}}}, []string{
			"HTTPHeaders.Request[0].Value: has 16385 bytes; it is 16384 at most"}},
		"parameters of another type": {"the operator would ignore them", &ingress.IngressControllerArgs{Publishing: &ingress.Publishing{LoadBalancerService: &ingress.LoadBalancerPublishing{Type: ingress.NLB, ConnectionIdleTimeout: time.Minute}}}, []string{
			"Publishing.LoadBalancerService.ConnectionIdleTimeout: is of Classic alone; leave it out with NLB"}},
		"addresses": {"one a subnet", &ingress.IngressControllerArgs{Name: "a", Domain: "a.b", Publishing: &ingress.Publishing{LoadBalancerService: &ingress.LoadBalancerPublishing{
			Type: ingress.NLB, SubnetIDs: []pulumi.StringInput{subnets[0], subnets[0], subnets[1]}, ElasticIPAllocationIDs: addresses,
		}}}, []string{"Publishing.LoadBalancerService.SubnetIDs[1]: subnet-0123456789abcdef0 is given twice", "Publishing.LoadBalancerService.ElasticIPAllocationIDs: holds 2; the 3 of SubnetIDs need one each"}},
		"selectors": {"as Kubernetes has them", &ingress.IngressControllerArgs{
			RouteSelector: &ingress.LabelSelector{},
			NamespaceSelector: &ingress.LabelSelector{MatchLabels: map[string]string{"a": "b c"}, MatchExpressions: []ingress.LabelRequirement{
				{Key: "a", Operator: "in"}, {Key: "b", Operator: "In"}, {Key: "c", Operator: "Exists", Values: []string{"x/y"}},
			}},
		}, []string{
			"RouteSelector: is empty, which means all; leave it nil, or name labels",
			`NamespaceSelector.MatchLabels: the value "b c" of key "a" is none that a label takes`,
			`NamespaceSelector.MatchExpressions[0].Operator: "in" is none of In, NotIn, Exists, DoesNotExist`,
			"NamespaceSelector.MatchExpressions[1].Values: is required with In",
			"NamespaceSelector.MatchExpressions[2].Values: cannot be set with Exists, which looks at the key alone",
			`NamespaceSelector.MatchExpressions[2].Values: the value "x/y" of key "c" is none that a label takes`,
		}},
		"TLS": {"profiles and names", &ingress.IngressControllerArgs{
			TLSProfile: &ingress.TLSProfileArgs{Type: "Intermediate", MinVersion: "VersionTLS13"}, DefaultCertificate: pulumi.String("Apps"),
			ClientTLS: &ingress.ClientTLSArgs{Policy: "required", CAConfigMap: "", AllowedSubjectPatterns: []string{"("}},
		}, []string{
			"TLSProfile: sets Ciphers or MinVersion, which Intermediate has already; take Custom",
			`DefaultCertificate: "Apps" is no object's name of lower-case letters, digits, dots and hyphens`,
			`ClientTLS.Policy: "required" is none of Required, Optional`, "ClientTLS.CAConfigMap: is required",
			"ClientTLS.AllowedSubjectPatterns[0]: \"(\" is no regular expression: error parsing regexp: missing closing ): `(`",
		}},
		"custom TLS": {"a custom profile says all", &ingress.IngressControllerArgs{TLSProfile: &ingress.TLSProfileArgs{Type: "Custom", MinVersion: "1.2"}}, []string{
			`TLSProfile.MinVersion: "1.2" is none of VersionTLS10, VersionTLS11, VersionTLS12, VersionTLS13`, "TLSProfile.Ciphers: is required"}},
		"ciphers of TLS 1.2": {"TLS 1.3 has its own", &ingress.IngressControllerArgs{TLSProfile: &ingress.TLSProfileArgs{Type: "Custom", MinVersion: "VersionTLS13", Ciphers: []string{"ECDHE-RSA-AES128-GCM-SHA256", "AES 128"}}}, []string{
			`TLSProfile.Ciphers[1]: "AES 128" is no cipher's name; one looks like ECDHE-RSA-AES128-GCM-SHA256`,
			"TLSProfile.Ciphers: hold none of TLS 1.3, which MinVersion VersionTLS13 needs; add one of TLS_AES_128_GCM_SHA256, TLS_AES_256_GCM_SHA384, TLS_CHACHA20_POLY1305_SHA256, TLS_AES_128_CCM_SHA256, TLS_AES_128_CCM_8_SHA256"}},
		"ciphers of TLS 1.3": {"TLS 1.2 would have none", &ingress.IngressControllerArgs{TLSProfile: &ingress.TLSProfileArgs{Type: "Custom", MinVersion: "VersionTLS12", Ciphers: []string{"TLS_AES_128_GCM_SHA256"}}}, []string{
			"TLSProfile.Ciphers: are of TLS 1.3 alone; add others, or set MinVersion to VersionTLS13"}},
		"headers": {"what the schema refuses", &ingress.IngressControllerArgs{HTTPHeaders: &ingress.HTTPHeadersArgs{
			Forwarded: "append", UniqueIDFormat: "%ci", NameCaseAdjustments: []string{"X Y"},
			Request:  []ingress.HeaderAction{{Name: "Host", Value: "x"}, {Name: "A", Value: "%[res.hdr(A)]"}, {Name: "A"}},
			Response: []ingress.HeaderAction{{}, {Name: "Ä"}},
		}}, []string{
			`HTTPHeaders.Forwarded: "append" is none of Append, Replace, IfNone, Never`, "HTTPHeaders.UniqueIDFormat: needs UniqueIDName", `HTTPHeaders.NameCaseAdjustments[0]: "X Y" is no header's name`,
			"HTTPHeaders.Request[0].Name: Host is kept from actions; the others are strict-transport-security, proxy, host, cookie, set-cookie",
			`HTTPHeaders.Request[1].Value: "%[res.hdr(A)]" is no text and no HAProxy format that the operator takes (%[req.hdr(X)], %[ssl_c_der]; a percent sign is %%)`,
			"HTTPHeaders.Request[2].Name: A is given twice", "HTTPHeaders.Response[0].Name: is required", `HTTPHeaders.Response[1].Name: "Ä" is no header's name`,
		}},
		"logging": {"limits of both ways", &ingress.IngressControllerArgs{AccessLogging: &ingress.AccessLoggingArgs{SyslogAddress: "syslog.example.com", MaxLength: 8192}}, []string{
			`AccessLogging.SyslogAddress: "syslog.example.com" is no IP address`, "AccessLogging.SyslogPort: 0 is no port; it is 1 to 65535", "AccessLogging.MaxLength: 8192 is out of range; it is 480 to 4096 bytes"}},
		"tuning": {"limits of the schema", &ingress.IngressControllerArgs{Tuning: &ingress.TuningArgs{
			ThreadCount: 65, MaxConnections: 1999, HeaderBufferBytes: 16383, HeaderBufferMaxRewriteBytes: 16383, TunnelTimeout: -time.Second, ReloadInterval: 3 * time.Minute,
		}}, []string{
			"Tuning.ThreadCount: 65 is out of range; it is 1 to 64", "Tuning.MaxConnections: 1999 is out of range; it is 2000 to 2000000, or -1",
			"Tuning.HeaderBufferBytes: 16383 is too few; it is 16384 or more", "Tuning.HeaderBufferMaxRewriteBytes: 16383 leaves nothing of the 16383 of HeaderBufferBytes",
			"Tuning.TunnelTimeout: -1s is no timeout; it is more than 0, or 0 for the default", "Tuning.ReloadInterval: 3m0s is out of range; it is 1s to 2m0s",
		}},
		"rewriting": {"the operator's default of the buffer counts", &ingress.IngressControllerArgs{Tuning: &ingress.TuningArgs{HeaderBufferMaxRewriteBytes: 32768}}, []string{
			"Tuning.HeaderBufferMaxRewriteBytes: 32768 leaves nothing of the 32768 of HeaderBufferBytes"}},
		"several": {"all at once", &ingress.IngressControllerArgs{
			Replicas:  pulumi.Int(-1),
			Placement: ingress.Placement{NodeSelector: map[string]string{"a b": ""}, Tolerations: []ingress.Toleration{{Key: "a", Effect: "Never"}}},
		}, []string{
			"Replicas: -1 is no number of routers; it is 0 or more",
			`Placement.NodeSelector: key "a b" is no label's; one looks like node-role.kubernetes.io/infra`,
			`Placement.Tolerations[0].Effect: "Never" is none of NoSchedule, PreferNoSchedule, NoExecute`,
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := "ingress.IngressControllerArgs." + strings.Join(tt.want, "\ningress.IngressControllerArgs.")
			assert.EqualError(t, tt.args.Validate(), all, tt.reason)
			mockstest.Refused(t, controller(tt.args), all, tt.reason)
		})
	}
}
