package ingress_test

import (
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

const nothingSet = ": sets nothing on default, which exists in every cluster; set Replicas, Placement or another field"

func TestIngressControllerArgsValidateRejects(t *testing.T) {
	t.Parallel()
	badPlacement := ingress.Placement{Tolerations: []ingress.Toleration{{}}}
	tests := map[string]struct {
		reason string
		args   *ingress.IngressControllerArgs
		want   []string
	}{
		"nil": {reason: "a patch must have a field", want: []string{nothingSet}},
		"empty headers": {
			reason: "an empty group sets no field",
			args:   &ingress.IngressControllerArgs{HTTPHeaders: &ingress.HTTPHeadersArgs{}},
			want:   []string{nothingSet},
		},
		"no certificates of a CA": {
			reason: "without a request for certificates, nothing verifies them",
			args: &ingress.IngressControllerArgs{ClientTLS: &ingress.ClientTLSArgs{
				Policy: "None", CAConfigMap: "clients", AllowedSubjectPatterns: []string{"^/O=Example"},
			}},
			want: []string{"ClientTLS.CAConfigMap: exclusive", "ClientTLS.AllowedSubjectPatterns: exclusive"},
		},
		"long name": {
			reason: "a name has at most 47 characters",
			args:   &ingress.IngressControllerArgs{Name: strings.Repeat("a", 48), Domain: "a.b"},
			want:   []string{"Name: format"},
		},
		"no domain": {
			reason: "a controller without a domain would conflict with the default one",
			args:   &ingress.IngressControllerArgs{Name: "internal"},
			want:   []string{"Domain: required"},
		},
		"default domain": {
			reason: "the domain of the default controller is set by the installation",
			args:   &ingress.IngressControllerArgs{Domain: "a.b", Replicas: new(1)},
			want: []string{
				"Domain: must not be set for default: its domain is spec.domain of Ingress/cluster in the manifests of " +
					"openshift-install. Use another Name for a controller with this domain",
			},
		},
		"replicas and placement": {
			reason: "all problems are reported together",
			args:   &ingress.IngressControllerArgs{Replicas: new(-1), Placement: badPlacement},
			want:   append([]string{"Replicas: range"}, "Placement"+noTolerationKey),
		},
		"fields of later releases": {
			reason: "the API server of 4.16 knows no subnets of load balancers",
			args: &ingress.IngressControllerArgs{
				OpenShiftVersion: "4.16",
				Publishing: &ingress.PublishingArgs{LoadBalancerService: &ingress.LoadBalancerPublishingArgs{
					Type:                   ingress.NLB,
					SubnetIDs:              []pulumi.StringInput{pulumi.String("subnet-0123456789abcdef0")},
					ElasticIPAllocationIDs: []pulumi.StringInput{pulumi.String("eipalloc-0123456789abcdef0")},
				}},
			},
			want: []string{
				"Publishing.LoadBalancerService.SubnetIDs: " +
					"requires OpenShift 4.17 or later (the cluster's release is 4.16)",
				"Publishing.LoadBalancerService.ElasticIPAllocationIDs: " +
					"requires OpenShift 4.17 or later (the cluster's release is 4.16)",
			},
		},
		"strategy": {
			reason: "the operator ignores another strategy than the installed one",
			args: &ingress.IngressControllerArgs{
				Publishing: &ingress.PublishingArgs{HostNetwork: &ingress.HostNetworkPublishingArgs{}},
			},
			want: []string{
				"Publishing: must be LoadBalancerService, the strategy that default was installed with (got HostNetwork). " +
					"If the cluster was installed with ingress.InstallManifest, set InstalledPublishing to its strategy. " +
					"Otherwise use another Name",
			},
		},
		"selectors": {
			reason: "the API server checks selectors",
			args: &ingress.IngressControllerArgs{
				RouteSelector: &ingress.LabelSelector{},
				NamespaceSelector: &ingress.LabelSelector{
					MatchLabels: map[string]string{"a": "b c"},
					MatchExpressions: []ingress.LabelRequirement{
						{Key: "a", Operator: "in"},
						{Key: "b", Operator: "In"},
						{Key: "c", Operator: "Exists", Values: []string{"x/y"}},
						{},
					},
				},
			},
			want: []string{
				"NamespaceSelector.MatchLabels[a]: format",
				"NamespaceSelector.MatchExpressions[0].Operator: one-of",
				"NamespaceSelector.MatchExpressions[3].Key: required",
				"NamespaceSelector.MatchExpressions[3].Operator: required",
				"RouteSelector: must not be empty, which selects everything; leave it nil or set labels",
				"NamespaceSelector.MatchExpressions[1].Values: required",
				"NamespaceSelector.MatchExpressions[2].Values: must not be set with Exists, which tests only the key",
				"NamespaceSelector.MatchExpressions[2].Values[0]: format",
			},
		},
		"certificate": {
			reason: "the certificate is the name of a Secret",
			args: &ingress.IngressControllerArgs{
				DefaultCertificate: &ingress.TLSCertificate{SecretName: pulumi.String("Apps")},
			},
			want: []string{"DefaultCertificate.SecretName: format"},
		},
		"TLS profile": {
			reason: "only a custom profile has ciphers and a minimum version",
			args: &ingress.IngressControllerArgs{
				TLSProfile: &ingress.TLSProfileArgs{
					Type: "Intermediate", MinVersion: "VersionTLS13", Ciphers: []string{"TLS_AES_128_GCM_SHA256"},
				},
			},
			want: []string{"TLSProfile.Ciphers: needs", "TLSProfile.MinVersion: needs"},
		},
		"custom TLS profile": {
			reason: "a custom profile has ciphers and a minimum version",
			args: &ingress.IngressControllerArgs{
				TLSProfile: &ingress.TLSProfileArgs{Type: "Custom", MinVersion: "1.2"},
			},
			want: []string{"TLSProfile.MinVersion: one-of", "TLSProfile.Ciphers: required"},
		},
		"no cipher of TLS 1.3": {
			reason: "the operator does not admit a profile without a cipher of its minimum version",
			args: &ingress.IngressControllerArgs{
				TLSProfile: &ingress.TLSProfileArgs{
					Type:       "Custom",
					MinVersion: "VersionTLS13",
					Ciphers:    []string{"ECDHE-RSA-AES128-GCM-SHA256", "AES 128", "TLS_RSA"},
				},
			},
			want: []string{
				"TLSProfile.Ciphers[1]: format",
				"TLSProfile.Ciphers[2]: format",
				"TLSProfile.Ciphers: must contain a TLS 1.3 cipher with MinVersion VersionTLS13: TLS_AES_128_GCM_SHA256, " +
					"TLS_AES_256_GCM_SHA384, TLS_CHACHA20_POLY1305_SHA256, TLS_AES_128_CCM_SHA256 or TLS_AES_128_CCM_8_SHA256",
			},
		},
		"only ciphers of TLS 1.3": {
			reason: "the operator does not admit a profile without a cipher of its minimum version",
			args: &ingress.IngressControllerArgs{
				TLSProfile: &ingress.TLSProfileArgs{
					Type:       "Custom",
					MinVersion: "VersionTLS12",
					Ciphers:    []string{"TLS_AES_128_GCM_SHA256"},
				},
			},
			want: []string{
				"TLSProfile.Ciphers: must not contain only TLS 1.3 ciphers; add others, or set MinVersion to VersionTLS13",
			},
		},
		"client TLS": {
			reason: "the schema checks the policy and the patterns",
			args: &ingress.IngressControllerArgs{
				ClientTLS: &ingress.ClientTLSArgs{Policy: "required", AllowedSubjectPatterns: []string{"("}},
			},
			want: []string{
				"ClientTLS.Policy: one-of",
				"ClientTLS.CAConfigMap: required",
				"ClientTLS.AllowedSubjectPatterns[0]: \"(\" is not a valid regular expression: " +
					"error parsing regexp: missing closing ): `(`",
			},
		},
		"access logging": {
			reason: "a syslog server has an IP address and a port, and shorter messages",
			args: &ingress.IngressControllerArgs{
				AccessLogging: &ingress.AccessLoggingArgs{SyslogAddress: "syslog.example.com", MaxLength: 8192},
			},
			want: []string{
				"AccessLogging.SyslogAddress: format", "AccessLogging.SyslogPort: required",
				"AccessLogging.MaxLength: range",
			},
		},
		"syslog zone": {
			reason: "the schema rejects an address with a zone",
			args: &ingress.IngressControllerArgs{
				AccessLogging: &ingress.AccessLoggingArgs{SyslogAddress: "fe80::1%eth0", SyslogPort: 514},
			},
			want: []string{"AccessLogging.SyslogAddress: format"},
		},
		"log format": {
			reason: "a newline would end the line of HAProxy's configuration",
			args: &ingress.IngressControllerArgs{
				AccessLogging: &ingress.AccessLoggingArgs{Format: "%ci\nlog stdout local0"},
			},
			want: []string{"AccessLogging.Format: format"},
		},
		"long timeout": {
			reason: "HAProxy's longest timeout is 2147483647 milliseconds, and the operator shortens longer ones",
			args: &ingress.IngressControllerArgs{Tuning: &ingress.TuningArgs{
				ServerTimeout: 2147483647 * time.Millisecond, TunnelTimeout: 2147483648 * time.Millisecond,
			}},
			want: []string{"Tuning.TunnelTimeout: range"},
		},
		"rewriting": {
			reason: "the operator's default of HeaderBufferBytes applies",
			args:   &ingress.IngressControllerArgs{Tuning: &ingress.TuningArgs{HeaderBufferMaxRewriteBytes: 32768}},
			want: []string{
				"Tuning.HeaderBufferMaxRewriteBytes: must be less than HeaderBufferBytes, 32768 (got 32768)",
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			controllerRejected(t, tt.args, tt.want, tt.reason)
		})
	}
}

// controllerRejected asserts that arguments have exactly the problems, and that nothing is registered with them.
func controllerRejected(t *testing.T, args *ingress.IngressControllerArgs, want []string, reason string) {
	t.Helper()
	err := args.Validate()
	checktest.Equal(t, below("ingress.IngressControllerArgs", want), err, reason)
	rec := mocks.New(withCluster())
	assert.ErrorContains(t, rec.Run(controller(args)), err.Error(), reason)
	for _, resource := range rec.Resources() {
		assert.Equal(t, "pulumi:pulumi:Stack", resource.Type, "%s is registered", resource.URN)
	}
}
