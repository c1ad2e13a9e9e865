package ingress_test

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

var (
	subnetIDs = []pulumi.StringInput{
		pulumi.String("subnet-0123456789abcdef0"), pulumi.String("subnet-0123456789abcdef1"),
	}
	addresses = []pulumi.StringInput{
		pulumi.String("eipalloc-0123456789abcdef0"), pulumi.String("eipalloc-0123456789abcdef1"),
	}
)

// publishings are all strategies, with their spec.endpointPublishingStrategy.
var publishings = map[string]struct {
	reason     string
	publishing ingress.PublishingArgs
	want       object
}{
	"load balancer": {
		reason:     "the operator chooses the type",
		publishing: ingress.PublishingArgs{LoadBalancerService: &ingress.LoadBalancerPublishingArgs{}},
		want: object{
			"type": "LoadBalancerService", "loadBalancer": object{"scope": "External", "dnsManagementPolicy": "Managed"},
		},
	},
	"network": {
		reason: "a type needs no parameters",
		publishing: ingress.PublishingArgs{
			LoadBalancerService: &ingress.LoadBalancerPublishingArgs{Type: ingress.NLB},
		},
		want: object{
			"type": "LoadBalancerService",
			"loadBalancer": object{"scope": "External", "dnsManagementPolicy": "Managed", "providerParameters": object{
				"type": "AWS", "aws": object{"type": "NLB"},
			}},
		},
	},
	"internal classic": {
		reason: "a Classic Load Balancer has its own parameters",
		publishing: ingress.PublishingArgs{LoadBalancerService: &ingress.LoadBalancerPublishingArgs{
			Type:                  ingress.Classic,
			Scope:                 network.Internal,
			AllowedCIDRs:          []string{"10.0.0.0/8", "2001:db8::/32"},
			DNSManagementPolicy:   ingress.UnmanagedDNS,
			SubnetIDs:             subnetIDs,
			ConnectionIdleTimeout: 2 * time.Minute,
		}},
		want: object{
			"type": "LoadBalancerService",
			"loadBalancer": object{
				"scope":               "Internal",
				"dnsManagementPolicy": "Unmanaged",
				"allowedSourceRanges": []any{"10.0.0.0/8", "2001:db8::/32"},
				"providerParameters": object{
					"type": "AWS",
					"aws": object{"type": "Classic", "classicLoadBalancer": object{
						"connectionIdleTimeout": "2m0s",
						"subnets":               object{"ids": []any{"subnet-0123456789abcdef0", "subnet-0123456789abcdef1"}},
					}},
				},
			},
		},
	},
	"network with addresses": {
		reason: "an external NLB may have Elastic IPs",
		publishing: ingress.PublishingArgs{LoadBalancerService: &ingress.LoadBalancerPublishingArgs{
			Type: ingress.NLB, SubnetIDs: subnetIDs, ElasticIPAllocationIDs: addresses,
		}},
		want: object{
			"type": "LoadBalancerService",
			"loadBalancer": object{
				"scope": "External", "dnsManagementPolicy": "Managed",
				"providerParameters": object{"type": "AWS", "aws": object{"type": "NLB", "networkLoadBalancer": object{
					"subnets":        object{"ids": []any{"subnet-0123456789abcdef0", "subnet-0123456789abcdef1"}},
					"eipAllocations": []any{"eipalloc-0123456789abcdef0", "eipalloc-0123456789abcdef1"},
				}}},
			},
		},
	},
	"host network": {
		reason:     "the default ports are those of RouterLB",
		publishing: ingress.PublishingArgs{HostNetwork: &ingress.HostNetworkPublishingArgs{}},
		want: object{
			"type": "HostNetwork",
			"hostNetwork": object{
				"protocol": "TCP", "httpPort": int64(80), "httpsPort": int64(443), "statsPort": int64(1936),
			},
		},
	},
	"other ports": {
		reason: "controllers on the same nodes need different ports",
		publishing: ingress.PublishingArgs{HostNetwork: &ingress.HostNetworkPublishingArgs{
			Ports: &ingress.RouterPortsArgs{HTTP: 8080, HTTPS: 8443, Health: 11936}, Protocol: ingress.PROXY,
		}},
		want: object{
			"type": "HostNetwork",
			"hostNetwork": object{
				"protocol": "PROXY", "httpPort": int64(8080), "httpsPort": int64(8443), "statsPort": int64(11936),
			},
		},
	},
	"node port": {
		reason:     "Kubernetes chooses the node ports",
		publishing: ingress.PublishingArgs{NodePortService: &ingress.NodePortPublishingArgs{}},
		want: object{
			"type": "NodePortService", "nodePort": object{"protocol": "TCP"},
		},
	},
	"node port with clients": {
		reason:     "a load balancer may use the PROXY protocol",
		publishing: ingress.PublishingArgs{NodePortService: &ingress.NodePortPublishingArgs{Protocol: ingress.PROXY}},
		want: object{
			"type": "NodePortService", "nodePort": object{"protocol": "PROXY"},
		},
	},
	"private with clients": {
		reason:     "a proxy inside the cluster may use the PROXY protocol",
		publishing: ingress.PublishingArgs{Private: &ingress.PrivatePublishingArgs{Protocol: ingress.PROXY}},
		want: object{
			"type": "Private", "private": object{"protocol": "PROXY"},
		},
	},
	"private": {
		reason:     "a private controller is not exposed",
		publishing: ingress.PublishingArgs{Private: &ingress.PrivatePublishingArgs{Protocol: ingress.TCP}},
		want: object{
			"type": "Private", "private": object{"protocol": "TCP"},
		},
	},
}

func TestPublishing(t *testing.T) {
	t.Parallel()
	for name, tt := range publishings {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := mockstest.Run(t,
				controller(&ingress.IngressControllerArgs{Name: "shard", Domain: "a.b", Publishing: &tt.publishing}),
				withCluster())
			kubetest.CheckRecorded(t, rec)
			created, _ := kubetest.Recorded(t, rec)
			require.Len(t, created, 1)
			spec := created[0]["spec"].(map[string]any)
			assert.Equal(t, "a.b", spec["domain"])
			assert.Equal(t, any(tt.want), spec["endpointPublishingStrategy"], tt.reason)
		})
	}
}
