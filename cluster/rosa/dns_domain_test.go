package rosa

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
)

func TestDNSDomainOfClassic(t *testing.T) {
	t.Parallel()
	hosted := mockstest.Find(t, run(t, &DNSDomainArgs{}), "main-domain")
	assert.Equal(t, "hcp", hosted.Inputs["clusterArch"])
	classic := mockstest.Find(t, run(t, &DNSDomainArgs{Classic: true}), "main-domain")
	assert.NotContains(t, classic.Inputs, "clusterArch", "OCM's default is Classic")
}
