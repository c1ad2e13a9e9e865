package network

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDHCPDomain(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "ec2.internal", (&DHCPOptionsArgs{}).domain("us-east-1"))
	assert.Equal(t, "eu-west-1.compute.internal", (&DHCPOptionsArgs{}).domain("eu-west-1"))
	assert.Equal(t, "corp.example", (&DHCPOptionsArgs{DomainName: "corp.example"}).domain("eu-west-1"))
}
