package network

// Scope is who can reach an API server, a router or a load balancer.
type Scope string

const (
	// External is reachable from the internet.
	External Scope = "External"
	// Internal is reachable from the VPC and the networks connected to it.
	Internal Scope = "Internal"
)
