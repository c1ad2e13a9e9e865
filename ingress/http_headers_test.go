package ingress_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestHTTPHeadersRejects(t *testing.T) {
	t.Parallel()
	with := func(headers *ingress.HTTPHeadersArgs) *ingress.IngressControllerArgs {
		return &ingress.IngressControllerArgs{Name: "shard", Domain: "a.b", HTTPHeaders: headers}
	}
	checktest.Cases(t, "ingress.IngressControllerArgs.HTTPHeaders", map[string]checktest.Case{
		"actions": {
			Reason: "an action changes a header that is not reserved, once, by a value of its own message",
			Args: with(&ingress.HTTPHeadersArgs{
				Request: []ingress.HeaderAction{
					{Name: "Host", Value: "x"},
					{Name: "A", Value: "%[res.hdr(A)]"},
					{Name: "A"},
				},
				Response: []ingress.HeaderAction{{Name: "B", Value: "%[req.hdr(A)]"}},
			}),
			Want: []string{
				".Request[0].Name: must not be strict-transport-security, proxy, host, cookie or set-cookie (got Host)",
				".Request[1].Value: format",
				".Request[2].Name: duplicate",
				".Response[0].Value: format",
			},
		},
	})
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
