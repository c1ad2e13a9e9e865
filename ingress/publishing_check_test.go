package ingress_test

import (
	"testing"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestPublishingRejects(t *testing.T) {
	t.Parallel()
	typeIsRequired := ".LoadBalancerService.Type: is required with SubnetIDs, ElasticIPAllocationIDs and " +
		"ConnectionIdleTimeout; must be NLB or Classic"
	with := func(publishing *ingress.PublishingArgs) *ingress.IngressControllerArgs {
		return &ingress.IngressControllerArgs{Name: "shard", Domain: "a.b", Publishing: publishing}
	}
	balancer := func(args ingress.LoadBalancerPublishingArgs) *ingress.IngressControllerArgs {
		return with(&ingress.PublishingArgs{LoadBalancerService: &args})
	}
	checktest.Cases(t, "ingress.IngressControllerArgs.Publishing", map[string]checktest.Case{
		"two strategies": {
			Reason: "a controller has one strategy",
			Args: with(&ingress.PublishingArgs{
				HostNetwork: &ingress.HostNetworkPublishingArgs{}, Private: &ingress.PrivatePublishingArgs{},
			}),
			Want: []string{": exclusive"},
		},
		"subnets without a type": {
			Reason: "subnets are parameters of a type",
			Args:   balancer(ingress.LoadBalancerPublishingArgs{SubnetIDs: subnetIDs}),
			Want:   []string{typeIsRequired},
		},
		"timeout without a type": {
			Reason: "the idle timeout is a parameter of a type",
			Args:   balancer(ingress.LoadBalancerPublishingArgs{ConnectionIdleTimeout: time.Minute}),
			Want:   []string{typeIsRequired},
		},
		"timeout of an NLB": {
			Reason: "the operator ignores the idle timeout of an NLB",
			Args: balancer(ingress.LoadBalancerPublishingArgs{
				Type: ingress.NLB, ConnectionIdleTimeout: time.Minute,
			}),
			Want: []string{
				".LoadBalancerService.ConnectionIdleTimeout: is not supported by NLB; use Classic or remove it",
			},
		},
		"addresses of an internal load balancer": {
			Reason: "an Elastic IP is public",
			Args: balancer(ingress.LoadBalancerPublishingArgs{
				Type: ingress.NLB, Scope: network.Internal, SubnetIDs: subnetIDs, ElasticIPAllocationIDs: addresses,
			}),
			Want: []string{".LoadBalancerService.ElasticIPAllocationIDs: requires Type NLB and Scope External"},
		},
		"addresses": {
			Reason: "each subnet needs one Elastic IP",
			Args: balancer(ingress.LoadBalancerPublishingArgs{
				Type:                   ingress.NLB,
				SubnetIDs:              subnetIDs[:1],
				ElasticIPAllocationIDs: addresses,
			}),
			Want: []string{".LoadBalancerService.ElasticIPAllocationIDs: must have one element for each of the 1 SubnetIDs (has 2)"},
		},
	})
}
