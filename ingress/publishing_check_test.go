package ingress_test

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

func TestPublishingRejects(t *testing.T) {
	t.Parallel()
	typeIsRequired := "LoadBalancerService.Type: is required with SubnetIDs, ElasticIPAllocationIDs and " +
		"ConnectionIdleTimeout; must be NLB or Classic"
	tests := map[string]struct {
		reason       string
		publishing   *ingress.PublishingArgs
		loadBalancer *ingress.LoadBalancerPublishingArgs
		want         []string
	}{
		"two strategies": {
			reason: "a controller has one strategy",
			publishing: &ingress.PublishingArgs{
				HostNetwork: &ingress.HostNetworkPublishingArgs{}, Private: &ingress.PrivatePublishingArgs{},
			},
			want: []string{": exclusive"},
		},
		"subnets without a type": {
			reason:       "subnets are parameters of a type",
			loadBalancer: &ingress.LoadBalancerPublishingArgs{SubnetIDs: subnetIDs},
			want:         []string{typeIsRequired},
		},
		"timeout without a type": {
			reason:       "the idle timeout is a parameter of a type",
			loadBalancer: &ingress.LoadBalancerPublishingArgs{ConnectionIdleTimeout: time.Minute},
			want:         []string{typeIsRequired},
		},
		"timeout of an NLB": {
			reason: "the operator ignores the idle timeout of an NLB",
			loadBalancer: &ingress.LoadBalancerPublishingArgs{
				Type: ingress.NLB, ConnectionIdleTimeout: time.Minute,
			},
			want: []string{
				"LoadBalancerService.ConnectionIdleTimeout: is not supported by NLB; use Classic or remove it",
			},
		},
		"long timeout": {
			reason: "AWS keeps an idle connection of a Classic Load Balancer for at most 4000 seconds",
			loadBalancer: &ingress.LoadBalancerPublishingArgs{
				Type: ingress.Classic, ConnectionIdleTimeout: 4001 * time.Second,
			},
			want: []string{"LoadBalancerService.ConnectionIdleTimeout: range"},
		},
		"short IDs": {
			reason: "the schema rejects IDs of 8 digits, and a CIDR with host bits",
			loadBalancer: &ingress.LoadBalancerPublishingArgs{
				Type:         ingress.NLB,
				AllowedCIDRs: []string{"10.0.0.1/8"},
				SubnetIDs:    []pulumi.StringInput{pulumi.String("subnet-01234567")},
			},
			want: []string{"LoadBalancerService.AllowedCIDRs[0]: format", "LoadBalancerService.SubnetIDs[0]: format"},
		},
		"addresses of an internal load balancer": {
			reason: "an Elastic IP is public",
			loadBalancer: &ingress.LoadBalancerPublishingArgs{
				Type: ingress.NLB, Scope: network.Internal, SubnetIDs: subnetIDs, ElasticIPAllocationIDs: addresses,
			},
			want: []string{"LoadBalancerService.ElasticIPAllocationIDs: requires Type NLB and Scope External"},
		},
		"addresses": {
			reason: "each subnet needs one Elastic IP",
			loadBalancer: &ingress.LoadBalancerPublishingArgs{
				Type:                   ingress.NLB,
				SubnetIDs:              []pulumi.StringInput{subnetIDs[0], subnetIDs[0], subnetIDs[1]},
				ElasticIPAllocationIDs: addresses,
			},
			want: []string{
				"LoadBalancerService.SubnetIDs[1]: duplicate",
				"LoadBalancerService.ElasticIPAllocationIDs: must have one element for each of the 3 SubnetIDs (has 2)",
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			publishing := tt.publishing
			if publishing == nil {
				publishing = &ingress.PublishingArgs{LoadBalancerService: tt.loadBalancer}
			}
			args := &ingress.IngressControllerArgs{Name: "shard", Domain: "a.b", Publishing: publishing}
			controllerRejected(t, args, below("Publishing", tt.want), tt.reason)
		})
	}
}
