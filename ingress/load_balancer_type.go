package ingress

// LoadBalancerType is a type of AWS load balancer, as OpenShift names it.
type LoadBalancerType string

const (
	// NLB is a Network Load Balancer.
	NLB LoadBalancerType = "NLB"
	// Classic is a Classic Load Balancer.
	Classic LoadBalancerType = "Classic"
)

// machineAPI returns the Machine API's name of the type (openshift/api machine/v1beta1/types_awsprovider.go).
func (t LoadBalancerType) machineAPI() string {
	if t == Classic {
		return "classic"
	}
	return "network"
}
