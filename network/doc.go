// Package network registers the networks that OpenShift clusters run in.
//
// A network is a [Vpc], or an [ExistingVpc] for a VPC that already exists. Both embed [Network], which other components accept:
// the VPC's ID, its CIDRs, and lists of [Subnet]. Subnets whose IDs are known can also be listed by hand.
//
//	self-managed cluster    Vpc or ExistingVpc, SecurityGroups
//	ROSA                    Vpc or ExistingVpc; ROSA creates the security groups
//	ROSA, private           PrivateLinkAccess as well, for clients outside of the VPC
//	no internet access      VpcArgs.NAT None with Endpoints, or EgressProxy
//	no access from outside  JumpHost, for administrators
//
// Addresses are planned before anything is registered: [VpcArgs.SubnetPlan] returns them.
//
// Outputs carry their dependencies. The ID of a subnet waits for the subnet's routes, and the ID of a security group for its rules:
// a resource that uses the ID is created after them and deleted before them. No program needs pulumi.DependsOn for that.
//
// Resources of a zone are named after the zone. Adding or removing a zone does not change the resources of other zones.
package network
