// Package network makes the networks that OpenShift clusters run in.
//
// A network is a [Vpc], or an [ExistingVpc] where somebody has made it already. Both give the same outputs: the VPC's id
// and lists of [Subnet], which the other packages take. Subnets that are known by their ids alone can be written down as
// such a list too.
//
//	self-managed cluster    Vpc or ExistingVpc, SecurityGroups
//	ROSA                    Vpc or ExistingVpc; the service makes the groups
//	ROSA, private           and PrivateLinkAccess, for whoever is not in the VPC
//	no way out              VpcArgs.NAT None with Endpoints, or EgressProxy
//
// Addresses are planned before anything is made: [VpcArgs.SubnetPlan] tells them, and [ClusterNetwork] checks the ranges of machines,
// services and pods against each other.
//
// Order is part of the outputs. The id of a subnet waits for its routes and the id of a group for its rules: what is
// given one is made after them, and goes before them. So nothing needs pulumi.DependsOn.
//
// A zone's name is the key of whatever it has. A zone that is added or removed touches no other zone.
package network
