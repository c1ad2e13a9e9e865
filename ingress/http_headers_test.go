package ingress_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
)

func TestHTTPHeadersRejects(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason  string
		headers *ingress.HTTPHeadersArgs
		want    []string
	}{
		"unique ID format": {
			reason:  "the schema rejects a percent sign that begins no format",
			headers: &ingress.HTTPHeadersArgs{UniqueIDName: "X-ID", UniqueIDFormat: "100%"},
			want:    []string{"UniqueIDFormat: format"},
		},
		"unique ID format of two lines": {
			reason:  "the schema rejects control characters",
			headers: &ingress.HTTPHeadersArgs{UniqueIDName: "X-ID", UniqueIDFormat: "%ci\n%cp"},
			want:    []string{"UniqueIDFormat: format"},
		},
		"long names": {
			reason: "the schema allows 255 bytes in actions and 1024 elsewhere",
			headers: &ingress.HTTPHeadersArgs{
				NameCaseAdjustments: []string{strings.Repeat("a", 1024), strings.Repeat("a", 1025)},
				Request:             []ingress.HeaderAction{{Name: strings.Repeat("a", 255)}, {Name: strings.Repeat("a", 256)}},
			},
			want: []string{"NameCaseAdjustments[1]: format", "Request[1].Name: format"},
		},
		"actions": {
			reason: "an action changes a header that is not reserved, once, by a value of its own message",
			headers: &ingress.HTTPHeadersArgs{
				Request: []ingress.HeaderAction{
					{Name: "Host", Value: "x"},
					{Name: "A", Value: "%[res.hdr(A)]"},
					{Name: "A"},
				},
				Response: []ingress.HeaderAction{{}, {Name: "Ä"}, {Name: "B", Value: "%[req.hdr(A)]"}},
			},
			want: []string{
				"Response[0].Name: required",
				"Response[1].Name: format",
				"Request[0].Name: must not be strict-transport-security, proxy, host, cookie or set-cookie (got Host)",
				"Request[1].Value: format",
				"Request[2].Name: duplicate",
				"Response[2].Value: format",
			},
		},
		"long value": {
			reason: "the schema allows 16384 bytes",
			headers: &ingress.HTTPHeadersArgs{
				Request: []ingress.HeaderAction{{Name: "A", Value: strings.Repeat("a", 16385)}},
			},
			want: []string{"Request[0].Value: range"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := &ingress.IngressControllerArgs{Name: "shard", Domain: "a.b", HTTPHeaders: tt.headers}
			controllerRejected(t, args, below("HTTPHeaders", tt.want), tt.reason)
		})
	}
}

// FuzzIngressControllerArgs checks any text of an ingress controller: without a problem, it has the operator's form.
func FuzzIngressControllerArgs(f *testing.F) {
	f.Add("apps.example.com", "X-ID", "%{+X}o %ci:%cp_%[src]", "%[res.hdr(Location),lower]", `^/CN=a$`, "192.0.2.1",
		"%ci [%t]")
	f.Add("apps", "X Y", "%", "%[req.hdr(X)", "(", "::1%eth0", "\n")
	f.Add("-.", "\xff", "%[a(", "%%%", "[[:x:]]", "", "%{")
	f.Fuzz(func(t *testing.T, domain, name, format, value, pattern, address, log string) {
		args := ingress.IngressControllerArgs{
			Name: "shard", Domain: domain,
			HTTPHeaders: &ingress.HTTPHeadersArgs{
				UniqueIDName: name, UniqueIDFormat: format,
				Response: []ingress.HeaderAction{{Name: name, Value: value}},
			},
			ClientTLS: &ingress.ClientTLSArgs{
				Policy: "Required", CAConfigMap: name, AllowedSubjectPatterns: []string{pattern},
			},
			AccessLogging: &ingress.AccessLoggingArgs{SyslogAddress: address, SyslogPort: 514, Format: log},
		}
		if args.Validate() == nil {
			assert.NotContains(t, format+value+log, "\n")
		}
	})
}
