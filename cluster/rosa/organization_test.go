package rosa

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestDNSDomainOfClassic(t *testing.T) {
	t.Parallel()
	hosted := mockstest.Find(t, run(t, &DNSDomainArgs{}), "main-domain")
	assert.Equal(t, "hcp", hosted.Inputs["clusterArch"])
	classic := mockstest.Find(t, run(t, &DNSDomainArgs{Classic: true}), "main-domain")
	assert.NotContains(t, classic.Inputs, "clusterArch", "OCM's default is Classic")
}

func TestOCMRoleLink(t *testing.T) {
	t.Parallel()
	role := pulumi.String("arn:aws:iam::123456789012:role/ManagedOpenShift-OCM-Role-1")
	link := mockstest.Find(t, run(t, &OCMRoleLinkArgs{RoleARN: role}), "main-link")
	assert.Equal(t, string(role), link.Inputs["roleArn"])
	assert.True(t, link.Options.DeleteBeforeReplace, "an organization has one link for an account")
}
