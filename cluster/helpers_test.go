package cluster

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// inCluster allows components to use the default Kubernetes provider.
var inCluster = mocks.Config(map[string]string{"kubernetes:context": "admin"})

// rejection is a set of invalid arguments and their problems without the common path. The message * matches any
// message: those of other packages are tested there.
type rejection struct {
	reason string
	args   interface{ Validate() error }
	want   []string
}

func testRejections(t *testing.T, path string, tests map[string]rejection) {
	t.Helper()
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := checktest.Problems(tt.args.Validate())
			var want []string
			for i, problem := range tt.want {
				problem = path + problem
				anyMessage, ok := strings.CutSuffix(problem, "*")
				if ok && i < len(got) && strings.HasPrefix(got[i], anyMessage) {
					problem = got[i]
				}
				want = append(want, problem)
			}
			assert.Equal(t, want, got, tt.reason)
		})
	}
}

// keyPair is a certificate whose values are known after the check of the arguments.
func keyPair() *TLSCertificate {
	return &TLSCertificate{
		Certificate: pulumi.String(certificate).ToStringOutput(),
		PrivateKey:  pulumi.String("of the certificate").ToStringOutput(),
	}
}
