package network

import "github.com/pulumi/pulumi/sdk/v3/go/pulumi"

// Subnet is a subnet that machines, load balancers or endpoints can be put into: one that a Vpc made, or one of the user's own.
type Subnet struct {
	// ID is the subnet's id, such as subnet-0123456789abcdef0. The ids that a Vpc gives wait for the subnet's routes,
	// so whatever uses one is made after them and goes before them.
	ID pulumi.StringInput
	// Zone is the availability zone, such as us-east-2a.
	Zone string
	// CIDR is the subnet's IPv4 range, such as 10.0.0.0/20.
	CIDR string
}
