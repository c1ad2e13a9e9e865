package ingress_test

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

const nothingSet = ": sets nothing on default, which exists in every cluster; set Replicas, Placement or another field"

func TestIngressControllerArgsValidateRejects(t *testing.T) {
	t.Parallel()
	badPlacement := ingress.Placement{Tolerations: []ingress.Toleration{{}}}
	checktest.Cases(t, "ingress.IngressControllerArgs", map[string]checktest.Case{
		"nil": {
			Reason: "a patch must have a field",
			Args:   (*ingress.IngressControllerArgs)(nil),
			Want:   []string{nothingSet},
		},
		"empty headers": {
			Reason: "an empty group sets no field",
			Args:   &ingress.IngressControllerArgs{HTTPHeaders: &ingress.HTTPHeadersArgs{}},
			Want:   []string{nothingSet},
		},
		"no certificates of a CA": {
			Reason: "without a request for certificates, nothing verifies them",
			Args: &ingress.IngressControllerArgs{ClientTLS: &ingress.ClientTLSArgs{
				Policy: "None", CAConfigMap: "clients", AllowedSubjectPatterns: []string{"^/O=Example"},
			}},
			Want: []string{".ClientTLS.CAConfigMap: exclusive", ".ClientTLS.AllowedSubjectPatterns: exclusive"},
		},
		"long name": {
			Reason: "a name has at most 47 characters",
			Args:   &ingress.IngressControllerArgs{Name: strings.Repeat("a", 48), Domain: "a.b"},
			Want:   []string{".Name: format"},
		},
		"no domain": {
			Reason: "a controller without a domain would conflict with the default one",
			Args:   &ingress.IngressControllerArgs{Name: "internal"},
			Want:   []string{".Domain: required"},
		},
		"default domain": {
			Reason: "the domain of the default controller is set by the installation",
			Args:   &ingress.IngressControllerArgs{Domain: "a.b", Replicas: new(1)},
			Want: []string{
				".Domain: must not be set for default: its domain is spec.domain of Ingress/cluster in the manifests of " +
					"openshift-install. Use another Name for a controller with this domain",
			},
		},
		"replicas and placement": {
			Reason: "all problems are reported together",
			Args:   &ingress.IngressControllerArgs{Placement: badPlacement},
			Want:   []string{".Placement" + noTolerationKey},
		},
		"fields of later releases": {
			Reason: "the API server of 4.16 knows no subnets of load balancers",
			Args: &ingress.IngressControllerArgs{
				OpenShiftVersion: "4.16",
				Publishing: &ingress.PublishingArgs{LoadBalancerService: &ingress.LoadBalancerPublishingArgs{
					Type:                   ingress.NLB,
					SubnetIDs:              []pulumi.StringInput{pulumi.String("subnet-0123456789abcdef0")},
					ElasticIPAllocationIDs: []pulumi.StringInput{pulumi.String("eipalloc-0123456789abcdef0")},
				}},
			},
			Want: []string{
				".Publishing.LoadBalancerService.SubnetIDs: " +
					"requires OpenShift 4.17 or later (the cluster's release is 4.16)",
				".Publishing.LoadBalancerService.ElasticIPAllocationIDs: " +
					"requires OpenShift 4.17 or later (the cluster's release is 4.16)",
			},
		},
		"strategy": {
			Reason: "the operator ignores another strategy than the installed one",
			Args: &ingress.IngressControllerArgs{
				Publishing: &ingress.PublishingArgs{HostNetwork: &ingress.HostNetworkPublishingArgs{}},
			},
			Want: []string{
				".Publishing: must be LoadBalancerService, the strategy that default was installed with (got HostNetwork). " +
					"If the cluster was installed with ingress.InstallManifest, set InstalledPublishing to its strategy. " +
					"Otherwise use another Name",
			},
		},
		"selectors": {
			Reason: "the API server checks selectors",
			Args: &ingress.IngressControllerArgs{
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
			Want: []string{
				".NamespaceSelector.MatchLabels[a]: format",
				".NamespaceSelector.MatchExpressions[0].Operator: one-of",
				".NamespaceSelector.MatchExpressions[3].Key: required",
				".NamespaceSelector.MatchExpressions[3].Operator: required",
				".RouteSelector: must not be empty, which selects everything; leave it nil or set labels",
				".NamespaceSelector.MatchExpressions[1].Values: required",
				".NamespaceSelector.MatchExpressions[2].Values: must not be set with Exists, which tests only the key",
				".NamespaceSelector.MatchExpressions[2].Values[0]: format",
			},
		},
		"TLS profile": {
			Reason: "only a custom profile has ciphers and a minimum version",
			Args: &ingress.IngressControllerArgs{
				TLSProfile: &ingress.TLSProfileArgs{
					Type: "Intermediate", MinVersion: "VersionTLS13", Ciphers: []string{"TLS_AES_128_GCM_SHA256"},
				},
			},
			Want: []string{".TLSProfile.Ciphers: needs", ".TLSProfile.MinVersion: needs"},
		},
		"custom TLS profile": {
			Reason: "a custom profile has ciphers and a minimum version",
			Args: &ingress.IngressControllerArgs{
				TLSProfile: &ingress.TLSProfileArgs{Type: "Custom", MinVersion: "1.2"},
			},
			Want: []string{".TLSProfile.MinVersion: one-of", ".TLSProfile.Ciphers: required"},
		},
		"no cipher of TLS 1.3": {
			Reason: "the operator does not admit a profile without a cipher of its minimum version",
			Args: &ingress.IngressControllerArgs{
				TLSProfile: &ingress.TLSProfileArgs{
					Type:       "Custom",
					MinVersion: "VersionTLS13",
					Ciphers:    []string{"ECDHE-RSA-AES128-GCM-SHA256", "AES 128", "TLS_RSA"},
				},
			},
			Want: []string{
				".TLSProfile.Ciphers[1]: format",
				".TLSProfile.Ciphers[2]: format",
				".TLSProfile.Ciphers: must contain a TLS 1.3 cipher with MinVersion VersionTLS13: TLS_AES_128_GCM_SHA256, " +
					"TLS_AES_256_GCM_SHA384, TLS_CHACHA20_POLY1305_SHA256, TLS_AES_128_CCM_SHA256 or TLS_AES_128_CCM_8_SHA256",
			},
		},
		"only ciphers of TLS 1.3": {
			Reason: "the operator does not admit a profile without a cipher of its minimum version",
			Args: &ingress.IngressControllerArgs{
				TLSProfile: &ingress.TLSProfileArgs{
					Type:       "Custom",
					MinVersion: "VersionTLS12",
					Ciphers:    []string{"TLS_AES_128_GCM_SHA256"},
				},
			},
			Want: []string{
				".TLSProfile.Ciphers: must not contain only TLS 1.3 ciphers; add others, or set MinVersion to VersionTLS13",
			},
		},
		"client TLS": {
			Reason: "the schema checks the policy and the patterns",
			Args: &ingress.IngressControllerArgs{
				ClientTLS: &ingress.ClientTLSArgs{Policy: "required", AllowedSubjectPatterns: []string{"("}},
			},
			Want: []string{
				".ClientTLS.Policy: one-of",
				".ClientTLS.CAConfigMap: required",
				".ClientTLS.AllowedSubjectPatterns[0]: \"(\" is not a valid regular expression: " +
					"error parsing regexp: missing closing ): `(`",
			},
		},
		"access logging": {
			Reason: "a syslog server has an IP address and a port, and shorter messages",
			Args: &ingress.IngressControllerArgs{
				AccessLogging: &ingress.AccessLoggingArgs{SyslogAddress: "syslog.example.com", MaxLength: 8192},
			},
			Want: []string{
				".AccessLogging.SyslogAddress: format", ".AccessLogging.SyslogPort: required",
				".AccessLogging.MaxLength: range",
			},
		},
		"syslog zone": {
			Reason: "the schema rejects an address with a zone",
			Args: &ingress.IngressControllerArgs{
				AccessLogging: &ingress.AccessLoggingArgs{SyslogAddress: "fe80::1%eth0", SyslogPort: 514},
			},
			Want: []string{".AccessLogging.SyslogAddress: format"},
		},
		"formats": {
			Reason: "a certificate is the name of a Secret, a newline would end the line of HAProxy's configuration, " +
				"and its longest timeout is 2147483647 milliseconds",
			Args: &ingress.IngressControllerArgs{
				DefaultCertificate: &ingress.TLSCertificate{SecretName: pulumi.String("Apps")},
				AccessLogging:      &ingress.AccessLoggingArgs{Format: "%ci\nlog stdout local0"},
			},
			Want: []string{".AccessLogging.Format: format", ".DefaultCertificate.SecretName: format"},
		},
		"rewriting": {
			Reason: "the operator's default of HeaderBufferBytes applies",
			Args:   &ingress.IngressControllerArgs{Tuning: &ingress.TuningArgs{HeaderBufferMaxRewriteBytes: 32768}},
			Want: []string{
				".Tuning.HeaderBufferMaxRewriteBytes: must be less than HeaderBufferBytes, 32768 (got 32768)",
			},
		},
	})
}
