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
var operatorsStrategy = object{
	"type":         "LoadBalancerService",
	"loadBalancer": object{"scope": "External", "dnsManagementPolicy": "Managed"},
}

func TestIngressController(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason  string
		args    *ingress.IngressControllerArgs
		created bool
		spec    map[string]any
	}{
		"default": {
			reason: "ROSA Classic's routers",
			args:   &ingress.IngressControllerArgs{Replicas: pulumi.Int(3), Placement: ingress.InfraNodes()},
			spec: map[string]any{
				"replicas": int64(3),
				"nodePlacement": map[string]any{
					"nodeSelector": map[string]any{"matchLabels": map[string]any{"node-role.kubernetes.io/infra": ""}},
					"tolerations": []any{
						map[string]any{
							"key":      "node-role.kubernetes.io/infra",
							"operator": "Exists",
							"effect":   "NoSchedule",
						},
					},
				},
			},
		},
		"replicas": {
			reason: "what is not given stays the cluster's",
			args:   &ingress.IngressControllerArgs{Name: "default", Replicas: pulumi.Int(2)},
			spec: map[string]any{
				"replicas": int64(2),
			},
		},
		"none": {
			reason: "a cluster may go without routes for a while",
			args:   &ingress.IngressControllerArgs{Replicas: pulumi.Int(0)},
			spec: map[string]any{
				"replicas": int64(0),
			},
		},
		"unknown": {
			reason: "a count may come from elsewhere",
			args:   &ingress.IngressControllerArgs{Replicas: pulumi.Int(4).ToIntOutput()},
			spec: map[string]any{
				"replicas": int64(4),
			},
		},
		"selector alone": {
			reason: "nodes without a taint need no toleration",
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
			reason: "workers may be tainted",
			args: &ingress.IngressControllerArgs{
				Placement: ingress.Placement{Tolerations: []ingress.Toleration{{Operator: "Exists"}}},
			},
			spec: map[string]any{
				"nodePlacement": map[string]any{"tolerations": []any{map[string]any{"operator": "Exists"}}},
			},
		},
		"own load balancer": {
			reason: "the settings of a strategy can be changed",
			args: &ingress.IngressControllerArgs{Publishing: &ingress.Publishing{
				LoadBalancerService: &ingress.LoadBalancerPublishing{Scope: ingress.Internal},
			}},
			spec: map[string]any{
				"endpointPublishingStrategy": object{
					"type":         "LoadBalancerService",
					"loadBalancer": object{"scope": "Internal", "dnsManagementPolicy": "Managed"},
				},
			},
		},
		"installed on ports": {
			reason: "as InstallManifest says",
			args: &ingress.IngressControllerArgs{
				InstalledPublishing: ingress.HostNetwork, Publishing: &ingress.Publishing{HostNetwork: &ingress.HostNetworkPublishing{Protocol: ingress.PROXY}},
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
			reason: "what a shard serves is excluded",
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
			reason: "all that has to do with certificates",
			args: &ingress.IngressControllerArgs{
				TLSProfile: &ingress.TLSProfileArgs{
					Type: "Modern",
				}, DefaultCertificate: pulumi.String("apps-certificate").ToStringOutput(),
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
			reason: "ciphers by OpenSSL's names",
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
			reason: "policies and actions",
			args: &ingress.IngressControllerArgs{HTTPHeaders: &ingress.HTTPHeadersArgs{
				Forwarded: "Replace", UniqueIDName: "X-Request-Id", UniqueIDFormat: "%{+X}o %ci:%cp", NameCaseAdjustments: []string{"X-Forwarded-For"},
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
			reason: "limits and timeouts",
			args: &ingress.IngressControllerArgs{Tuning: &ingress.TuningArgs{
				ThreadCount: 8, MaxConnections: -1, HeaderBufferBytes: 32768, HeaderBufferMaxRewriteBytes: 8192, ClientTimeout: 30 * time.Second, ClientFinTimeout: time.Second,
				ServerTimeout: 90 * time.Second, ServerFinTimeout: time.Second, TunnelTimeout: time.Hour, ConnectTimeout: 5 * time.Second,
				TLSInspectDelay: 5 * time.Second, HealthCheckInterval: 10 * time.Second, ReloadInterval: 5 * time.Second,
			}},
			spec: map[string]any{
				"tuningOptions": object{
					"threadCount": int64(
						8,
					), "maxConnections": int64(-1), "headerBufferBytes": int64(32768), "headerBufferMaxRewriteBytes": int64(8192),
					"clientTimeout": "30s", "clientFinTimeout": "1s", "serverTimeout": "1m30s", "serverFinTimeout": "1s", "tunnelTimeout": "1h0m0s", "connectTimeout": "5s",
					"tlsInspectDelay": "5s", "healthCheckInterval": "10s", "reloadInterval": "5s",
				},
			},
		},
		"logs": {
			reason: "by the container beside the router",
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
			reason: "by a server",
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
		"admission": {
			reason: "tenants share hosts",
			args:   &ingress.IngressControllerArgs{RouteAdmission: &ingress.RouteAdmissionArgs{InterNamespace: true}},
			spec: map[string]any{
				"routeAdmission": object{
					"namespaceOwnership": "InterNamespaceAllowed",
					"wildcardPolicy":     "WildcardsDisallowed",
				},
			},
		},
		"wildcards": {
			reason: "one route for all hosts of a domain",
			args:   &ingress.IngressControllerArgs{RouteAdmission: &ingress.RouteAdmissionArgs{Wildcards: true}},
			spec: map[string]any{
				"routeAdmission": object{"namespaceOwnership": "Strict", "wildcardPolicy": "WildcardsAllowed"},
			},
		},
		"further": {
			reason:  "the cluster has none of that name",
			args:    &ingress.IngressControllerArgs{Name: "internal", Domain: "internal.demo.example.com"},
			created: true,
			spec: map[string]any{
				"domain": "internal.demo.example.com", "endpointPublishingStrategy": operatorsStrategy,
			},
		},
		"longest name": {
			reason:  "47 characters",
			args:    &ingress.IngressControllerArgs{Name: strings.Repeat("a", 47), Domain: "a.b"},
			created: true,
			spec: map[string]any{
				"domain": "a.b", "endpointPublishingStrategy": operatorsStrategy,
			},
		},
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
			args.Publishing = &ingress.Publishing{
				LoadBalancerService: &ingress.LoadBalancerPublishing{AutoDelete: automatic},
			}
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
	mockstest.PreviewIsTheUpdate(
		t,
		controller(
			&ingress.IngressControllerArgs{Name: "shard", Domain: "a.b", Replicas: pulumi.Int(1).ToIntOutput()},
		),
	)
}

func TestIngressControllerNameWaits(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		first, err := ingress.NewIngressController(
			ctx,
			"first",
			&ingress.IngressControllerArgs{Replicas: pulumi.Int(2)},
		)
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
	assert.True(
		t,
		rec.Graph().Reaches(
			mockstest.Find(t, rec, "second-ingresscontroller").URN,
			mockstest.Find(t, rec, "first-ingresscontroller").URN,
		),
	)
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
		"nil": {
			reason: "a patch of nothing",
			want: []string{
				`Name: "default" exists in every cluster and nothing is set for it; set Replicas or Placement`,
			},
		},
		"name": {
			reason: "no dots: services are named after it",
			args:   &ingress.IngressControllerArgs{Name: "a.b", Domain: "a.b"},
			want:   []string{`Name: "a.b" is no name of at most 47 lower-case letters, digits and inner hyphens`},
		},
		"long name": {
			reason: "48 characters",
			args:   &ingress.IngressControllerArgs{Name: strings.Repeat("a", 48), Domain: "a.b"},
			want: []string{
				`Name: "` + strings.Repeat(
					"a",
					48,
				) + `" is no name of at most 47 lower-case letters, digits and inner hyphens`,
			},
		},
		"no domain": {
			reason: "it would claim the default one's",
			args:   &ingress.IngressControllerArgs{Name: "internal"},
			want:   []string{"Domain: is required"},
		},
		"domain": {
			reason: "a wildcard is the operator's to add",
			args:   &ingress.IngressControllerArgs{Name: "internal", Domain: "*.example.com"},
			want: []string{
				`Domain: "*.example.com" is no domain of at most 246 lower-case characters, such as internal.demo.example.com`,
			},
		},
		"default domain": {
			reason: "it is fixed at installation",
			args:   &ingress.IngressControllerArgs{Domain: "a.b", Replicas: pulumi.Int(1)},
			want: []string{
				`Domain: "a.b" cannot be set for default after installation; it is spec.domain of Ingress/cluster in the manifests of openshift-install, or make a controller of another name`},
		},
		"nothing set": {
			reason: "an empty setting patches nothing",
			args:   &ingress.IngressControllerArgs{Tuning: &ingress.TuningArgs{}},
			want: []string{
				`Name: "default" exists in every cluster and nothing is set for it; set Replicas or Placement`,
			},
		},
		"strategy": {
			reason: "the operator would ignore it",
			args: &ingress.IngressControllerArgs{
				Publishing: &ingress.Publishing{HostNetwork: &ingress.HostNetworkPublishing{}},
			},
			want: []string{
				"Publishing: HostNetwork cannot be set for default, which was installed with LoadBalancerService; install the cluster with the manifest of ingress.InstallManifest (and say so in InstalledPublishing), or make a controller of another name"},
		},
		"installed strategy": {
			reason: "a slip",
			args:   &ingress.IngressControllerArgs{Replicas: pulumi.Int(1), InstalledPublishing: "NodePort"},
			want: []string{
				`InstalledPublishing: "NodePort" is none of LoadBalancerService, HostNetwork, NodePortService, Private`,
			},
		},
		"two strategies": {
			reason: "one at a time",
			args: &ingress.IngressControllerArgs{
				Name:   "a",
				Domain: "a.b",
				Publishing: &ingress.Publishing{
					HostNetwork: &ingress.HostNetworkPublishing{Protocol: "HTTP"},
					Private:     &ingress.PrivatePublishing{},
				},
			},
			want: []string{
				"Publishing: sets 2 strategies; set one of LoadBalancerService, HostNetwork, NodePortService, Private", `Publishing.HostNetwork.Protocol: "HTTP" is none of TCP, PROXY`},
		},
		"load balancer": {
			reason: "what the schema or the operator refuses",
			args: &ingress.IngressControllerArgs{
				Name:   "a",
				Domain: "a.b",
				Publishing: &ingress.Publishing{LoadBalancerService: &ingress.LoadBalancerPublishing{
					Scope: "Public", Type: "ALB", AllowedCIDRs: []string{"anyone", "10.0.0.1/8"}, SubnetIDs: []pulumi.StringInput{pulumi.String("subnet-1"), nil}, ElasticIPAllocationIDs: addresses, ConnectionIdleTimeout: -time.Minute,
				}},
			},
			want: []string{
				`Publishing.LoadBalancerService.Scope: "Public" is none of External, Internal`, `Publishing.LoadBalancerService.Type: "ALB" is none of NLB, Classic`,
				`Publishing.LoadBalancerService.AllowedCIDRs[0]: "anyone" is no IP range; write one such as 10.0.0.0/16`,
				"Publishing.LoadBalancerService.AllowedCIDRs[1]: 10.0.0.1/8 has host bits set; the range that holds it is 10.0.0.0/8",
				`Publishing.LoadBalancerService.SubnetIDs[0]: "subnet-1" is no id; one looks like subnet-0123456789abcdef0`, "Publishing.LoadBalancerService.SubnetIDs[1]: is required",
				"Publishing.LoadBalancerService.ElasticIPAllocationIDs: need Scope External and Type NLB",
				"Publishing.LoadBalancerService.ConnectionIdleTimeout: -1m0s is no timeout; it is more than 0, or 0 for the default",
			},
		},
		"no type": {
			reason: "parameters are a type's own",
			args: &ingress.IngressControllerArgs{
				Publishing: &ingress.Publishing{
					LoadBalancerService: &ingress.LoadBalancerPublishing{SubnetIDs: subnets},
				},
			},
			want: []string{
				"Publishing.LoadBalancerService.Type: is required with SubnetIDs, ElasticIPAllocationIDs and ConnectionIdleTimeout, which are a type's own; it is NLB or Classic"},
		},
		"no type for a timeout": {
			reason: "so is this one",
			args: &ingress.IngressControllerArgs{
				Publishing: &ingress.Publishing{
					LoadBalancerService: &ingress.LoadBalancerPublishing{ConnectionIdleTimeout: time.Minute},
				},
			},
			want: []string{
				"Publishing.LoadBalancerService.Type: is required with SubnetIDs, ElasticIPAllocationIDs and ConnectionIdleTimeout, which are a type's own; it is NLB or Classic"},
		},
		"many subnets": {
			reason: "the schema takes ten",
			args: &ingress.IngressControllerArgs{
				Publishing: &ingress.Publishing{
					LoadBalancerService: &ingress.LoadBalancerPublishing{
						Type:      ingress.NLB,
						SubnetIDs: make([]pulumi.StringInput, 11),
					},
				},
			},
			want: append(
				[]string{"Publishing.LoadBalancerService.SubnetIDs: holds 11; it is 10 at most"},
				required("Publishing.LoadBalancerService.SubnetIDs", "", 11)...),
		},
		"many connections": {
			reason: "the schema's other limit",
			args:   &ingress.IngressControllerArgs{Tuning: &ingress.TuningArgs{MaxConnections: 2000001}},
			want: []string{
				"Tuning.MaxConnections: 2000001 is out of range; it is 2000 to 2000000, or -1"},
		},
		"long object name": {
			reason: "254 characters",
			args:   &ingress.IngressControllerArgs{DefaultCertificate: pulumi.String(strings.Repeat("a", 254))},
			want: []string{
				`DefaultCertificate: "` + strings.Repeat(
					"a",
					254,
				) + `" is no object's name of lower-case letters, digits, dots and hyphens`},
		},
		"many actions": {
			reason: "the schema takes twenty",
			args: &ingress.IngressControllerArgs{
				HTTPHeaders: &ingress.HTTPHeadersArgs{Response: make([]ingress.HeaderAction, 21)},
			},
			want: append(
				[]string{"HTTPHeaders.Response: holds 21 actions; it is 20 at most"},
				required("HTTPHeaders.Response", ".Name", 21)...),
		},
		"long value": {
			reason: "the schema takes 16384 bytes",
			args: &ingress.IngressControllerArgs{
				HTTPHeaders: &ingress.HTTPHeadersArgs{
					Request: []ingress.HeaderAction{{Name: "A", Value: strings.Repeat("a", 16385)}},
				},
			},
			want: []string{
				"HTTPHeaders.Request[0].Value: has 16385 bytes; it is 16384 at most"},
		},
		"parameters of another type": {
			reason: "the operator would ignore them",
			args: &ingress.IngressControllerArgs{
				Publishing: &ingress.Publishing{
					LoadBalancerService: &ingress.LoadBalancerPublishing{
						Type:                  ingress.NLB,
						ConnectionIdleTimeout: time.Minute,
					},
				},
			},
			want: []string{
				"Publishing.LoadBalancerService.ConnectionIdleTimeout: is of Classic alone; leave it out with NLB"},
		},
		"addresses": {
			reason: "one a subnet",
			args: &ingress.IngressControllerArgs{
				Name:   "a",
				Domain: "a.b",
				Publishing: &ingress.Publishing{LoadBalancerService: &ingress.LoadBalancerPublishing{
					Type: ingress.NLB, SubnetIDs: []pulumi.StringInput{subnets[0], subnets[0], subnets[1]}, ElasticIPAllocationIDs: addresses,
				}},
			},
			want: []string{
				"Publishing.LoadBalancerService.SubnetIDs[1]: subnet-0123456789abcdef0 is given twice",
				"Publishing.LoadBalancerService.ElasticIPAllocationIDs: holds 2; the 3 of SubnetIDs need one each",
			},
		},
		"selectors": {
			reason: "as Kubernetes has them",
			args: &ingress.IngressControllerArgs{
				RouteSelector: &ingress.LabelSelector{},
				NamespaceSelector: &ingress.LabelSelector{
					MatchLabels: map[string]string{"a": "b c"},
					MatchExpressions: []ingress.LabelRequirement{
						{
							Key:      "a",
							Operator: "in",
						}, {Key: "b", Operator: "In"}, {Key: "c", Operator: "Exists", Values: []string{"x/y"}},
					},
				},
			},
			want: []string{
				"RouteSelector: is empty, which means all; leave it nil, or name labels",
				`NamespaceSelector.MatchLabels: the value "b c" of key "a" is none that a label takes`,
				`NamespaceSelector.MatchExpressions[0].Operator: "in" is none of In, NotIn, Exists, DoesNotExist`,
				"NamespaceSelector.MatchExpressions[1].Values: is required with In",
				"NamespaceSelector.MatchExpressions[2].Values: cannot be set with Exists, which looks at the key alone",
				`NamespaceSelector.MatchExpressions[2].Values: the value "x/y" of key "c" is none that a label takes`,
			},
		},
		"TLS": {
			reason: "profiles and names",
			args: &ingress.IngressControllerArgs{
				TLSProfile: &ingress.TLSProfileArgs{
					Type:       "Intermediate",
					MinVersion: "VersionTLS13",
				}, DefaultCertificate: pulumi.String("Apps"),
				ClientTLS: &ingress.ClientTLSArgs{
					Policy:                 "required",
					CAConfigMap:            "",
					AllowedSubjectPatterns: []string{"("},
				},
			},
			want: []string{
				"TLSProfile: sets Ciphers or MinVersion, which Intermediate has already; take Custom",
				`DefaultCertificate: "Apps" is no object's name of lower-case letters, digits, dots and hyphens`,
				`ClientTLS.Policy: "required" is none of Required, Optional`, "ClientTLS.CAConfigMap: is required",
				"ClientTLS.AllowedSubjectPatterns[0]: \"(\" is no regular expression: error parsing regexp: missing closing ): `(`",
			},
		},
		"custom TLS": {
			reason: "a custom profile says all",
			args: &ingress.IngressControllerArgs{
				TLSProfile: &ingress.TLSProfileArgs{Type: "Custom", MinVersion: "1.2"},
			},
			want: []string{
				`TLSProfile.MinVersion: "1.2" is none of VersionTLS10, VersionTLS11, VersionTLS12, VersionTLS13`, "TLSProfile.Ciphers: is required"},
		},
		"ciphers of TLS 1.2": {
			reason: "TLS 1.3 has its own",
			args: &ingress.IngressControllerArgs{
				TLSProfile: &ingress.TLSProfileArgs{
					Type:       "Custom",
					MinVersion: "VersionTLS13",
					Ciphers:    []string{"ECDHE-RSA-AES128-GCM-SHA256", "AES 128"},
				},
			},
			want: []string{
				`TLSProfile.Ciphers[1]: "AES 128" is no cipher's name; one looks like ECDHE-RSA-AES128-GCM-SHA256`,
				"TLSProfile.Ciphers: hold none of TLS 1.3, which MinVersion VersionTLS13 needs; add one of TLS_AES_128_GCM_SHA256, TLS_AES_256_GCM_SHA384, TLS_CHACHA20_POLY1305_SHA256, TLS_AES_128_CCM_SHA256, TLS_AES_128_CCM_8_SHA256"},
		},
		"ciphers of TLS 1.3": {
			reason: "TLS 1.2 would have none",
			args: &ingress.IngressControllerArgs{
				TLSProfile: &ingress.TLSProfileArgs{
					Type:       "Custom",
					MinVersion: "VersionTLS12",
					Ciphers:    []string{"TLS_AES_128_GCM_SHA256"},
				},
			},
			want: []string{
				"TLSProfile.Ciphers: are of TLS 1.3 alone; add others, or set MinVersion to VersionTLS13"},
		},
		"headers": {
			reason: "what the schema refuses",
			args: &ingress.IngressControllerArgs{HTTPHeaders: &ingress.HTTPHeadersArgs{
				Forwarded: "append", UniqueIDFormat: "%ci", NameCaseAdjustments: []string{"X Y"},
				Request: []ingress.HeaderAction{
					{Name: "Host", Value: "x"},
					{Name: "A", Value: "%[res.hdr(A)]"},
					{Name: "A"},
				},
				Response: []ingress.HeaderAction{{}, {Name: "Ä"}},
			}},
			want: []string{
				`HTTPHeaders.Forwarded: "append" is none of Append, Replace, IfNone, Never`, "HTTPHeaders.UniqueIDFormat: needs UniqueIDName", `HTTPHeaders.NameCaseAdjustments[0]: "X Y" is no header's name`,
				"HTTPHeaders.Request[0].Name: Host is kept from actions; the others are strict-transport-security, proxy, host, cookie, set-cookie",
				`HTTPHeaders.Request[1].Value: "%[res.hdr(A)]" is no text and no HAProxy format that the operator takes (%[req.hdr(X)], %[ssl_c_der]; a percent sign is %%)`,
				"HTTPHeaders.Request[2].Name: A is given twice", "HTTPHeaders.Response[0].Name: is required", `HTTPHeaders.Response[1].Name: "Ä" is no header's name`,
			},
		},
		"logging": {
			reason: "limits of both ways",
			args: &ingress.IngressControllerArgs{
				AccessLogging: &ingress.AccessLoggingArgs{SyslogAddress: "syslog.example.com", MaxLength: 8192},
			},
			want: []string{
				`AccessLogging.SyslogAddress: "syslog.example.com" is no IP address`, "AccessLogging.SyslogPort: 0 is no port; it is 1 to 65535", "AccessLogging.MaxLength: 8192 is out of range; it is 480 to 4096 bytes"},
		},
		"tuning": {
			reason: "limits of the schema",
			args: &ingress.IngressControllerArgs{Tuning: &ingress.TuningArgs{
				ThreadCount: 65, MaxConnections: 1999, HeaderBufferBytes: 16383, HeaderBufferMaxRewriteBytes: 16383, TunnelTimeout: -time.Second, ReloadInterval: 3 * time.Minute,
			}},
			want: []string{
				"Tuning.ThreadCount: 65 is out of range; it is 1 to 64", "Tuning.MaxConnections: 1999 is out of range; it is 2000 to 2000000, or -1",
				"Tuning.HeaderBufferBytes: 16383 is too few; it is 16384 or more", "Tuning.HeaderBufferMaxRewriteBytes: 16383 leaves nothing of the 16383 of HeaderBufferBytes",
				"Tuning.TunnelTimeout: -1s is no timeout; it is more than 0, or 0 for the default", "Tuning.ReloadInterval: 3m0s is out of range; it is 1s to 2m0s",
			},
		},
		"rewriting": {
			reason: "the operator's default of the buffer counts",
			args:   &ingress.IngressControllerArgs{Tuning: &ingress.TuningArgs{HeaderBufferMaxRewriteBytes: 32768}},
			want: []string{
				"Tuning.HeaderBufferMaxRewriteBytes: 32768 leaves nothing of the 32768 of HeaderBufferBytes"},
		},
		"several": {
			reason: "all at once",
			args: &ingress.IngressControllerArgs{
				Replicas: pulumi.Int(-1),
				Placement: ingress.Placement{
					NodeSelector: map[string]string{"a b": ""},
					Tolerations:  []ingress.Toleration{{Key: "a", Effect: "Never"}},
				},
			},
			want: []string{
				"Replicas: -1 is no number of routers; it is 0 or more",
				`Placement.NodeSelector: key "a b" is no label's; one looks like node-role.kubernetes.io/infra`,
				`Placement.Tolerations[0].Effect: "Never" is none of NoSchedule, PreferNoSchedule, NoExecute`,
			},
		},
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
