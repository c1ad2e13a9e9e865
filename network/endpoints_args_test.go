package network

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEndpointPresets(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []string{"ec2", "elasticloadbalancing", "kms", "sts"}, EndpointsPrivate.Services())
	assert.Equal(t, []string{"ec2", "ecr.api", "ecr.dkr", "kms", "sts"}, EndpointsZeroEgress.Services())
	assert.Equal(t, []string{"ec2messages", "ssm", "ssmmessages"}, EndpointsSSM.Services())
	assert.Empty(t, EndpointPreset("none").Services())
	assert.Equal(t, []string{"ec2", "elasticloadbalancing", "kms", "logs", "sts"},
		(&EndpointsArgs{Presets: []EndpointPreset{EndpointsPrivate}, Services: []string{"logs", "ec2"}}).services())
}
