package ingress

// Scope says from where a load balancer is reached.
type Scope string

const (
	// External is a load balancer with public addresses, in public subnets.
	External Scope = "External"
	// Internal is a load balancer with addresses of its subnets alone.
	Internal Scope = "Internal"
)

// LoadBalancerType is a kind of AWS load balancer, as OpenShift names it.
type LoadBalancerType string

const (
	// NLB is a network load balancer.
	NLB LoadBalancerType = "NLB"
	// Classic is a classic load balancer.
	Classic LoadBalancerType = "Classic"
)

// machineAPI is the name by which the Machine API knows the type (openshift/api machine/v1beta1/types_awsprovider.go).
func (t LoadBalancerType) machineAPI() string {
	if t == Classic {
		return "classic"
	}
	return "network"
}
