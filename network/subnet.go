package network

import "github.com/pulumi/pulumi/sdk/v3/go/pulumi"

// Subnet is a subnet for machines, load balancers or endpoints, of a Vpc or one that already exists.
type Subnet struct {
	// ID is the subnet's ID, such as subnet-0123456789abcdef0. The IDs of a Vpc's subnets wait for the subnet's routes: a resource that
	// uses the ID is created after the routes and deleted before them.
	ID pulumi.StringInput `check:"required,format=subnet-id"`
	// Zone is the subnet's Availability, Local or Wavelength Zone, such as us-east-2a.
	Zone string `check:"required,format=zone"`
	// CIDR is the subnet's IPv4 CIDR, such as 10.0.0.0/20.
	CIDR string
}
