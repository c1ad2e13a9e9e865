package ingress_test

import (
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
					MatchExpressions: []ingress.LabelRequirement{
						{Key: "b", Operator: "In"},
						{Key: "c", Operator: "Exists", Values: []string{"x/y"}},
					},
				},
			},
			Want: []string{
				".RouteSelector: must not be empty, which selects everything; leave it nil or set labels",
				".NamespaceSelector.MatchExpressions[0].Values: required",
				".NamespaceSelector.MatchExpressions[1].Values: must not be set with Exists, which tests only the key",
				".NamespaceSelector.MatchExpressions[1].Values[0]: format",
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
			Reason: "a custom profile has ciphers",
			Args: &ingress.IngressControllerArgs{
				TLSProfile: &ingress.TLSProfileArgs{Type: "Custom", MinVersion: "VersionTLS12"},
			},
			Want: []string{".TLSProfile.Ciphers: required"},
		},
		"no cipher of TLS 1.3": {
			Reason: "the operator does not admit a profile without a cipher of its minimum version",
			Args: &ingress.IngressControllerArgs{
				TLSProfile: &ingress.TLSProfileArgs{
					Type:       "Custom",
					MinVersion: "VersionTLS13",
					Ciphers:    []string{"ECDHE-RSA-AES128-GCM-SHA256"},
				},
			},
			Want: []string{
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
			Reason: "certificates have a CA, and patterns are regular expressions",
			Args: &ingress.IngressControllerArgs{
				ClientTLS: &ingress.ClientTLSArgs{Policy: "Required", AllowedSubjectPatterns: []string{"("}},
			},
			Want: []string{
				".ClientTLS.CAConfigMap: required",
				".ClientTLS.AllowedSubjectPatterns[0]: \"(\" is not a valid regular expression: " +
					"error parsing regexp: missing closing ): `(`",
			},
		},
		"access logging": {
			Reason: "a syslog server has a port",
			Args:   &ingress.IngressControllerArgs{AccessLogging: &ingress.AccessLoggingArgs{SyslogAddress: "192.0.2.10"}},
			Want:   []string{".AccessLogging.SyslogPort: required"},
		},
		"formats": {
			Reason: "a certificate is the name of a Secret",
			Args: &ingress.IngressControllerArgs{
				DefaultCertificate: &ingress.TLSCertificate{SecretName: pulumi.String("Apps")},
			},
			Want: []string{".DefaultCertificate.SecretName: format"},
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
