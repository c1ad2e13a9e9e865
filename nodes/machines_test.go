package nodes_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

const stream = `{"stream": "rhel-9.6", "architectures": {"x86_64": {"images": {"aws": {"regions": {
  "us-east-2": {"image": "ami-east"}
}}}}}}`

func TestAMI(t *testing.T) {
	t.Parallel()
	image, err := nodes.AMI([]byte(stream), "us-east-2", "amd64")
	require.NoError(t, err)
	assert.Equal(t, "ami-east", image)

	_, err = nodes.AMI([]byte(stream), "us-east-1", "amd64")
	assert.ErrorContains(t, err, `nodes.AMI: stream rhel-9.6 has no AMI for amd64 in region "us-east-1"`)
}
