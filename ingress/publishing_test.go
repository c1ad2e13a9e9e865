package ingress_test

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
)

type object = map[string]any

var (
	subnets = []pulumi.StringInput{
		pulumi.String("subnet-0123456789abcdef0"),
		pulumi.String("subnet-0123456789abcdef1"),
	}
	addresses = []pulumi.StringInput{
		pulumi.String("eipalloc-0123456789abcdef0"),
		pulumi.String("eipalloc-0123456789abcdef1"),
	}
)

// publishings are all strategies, with the fields that they stand for.
var publishings = map[string]struct {
	reason     string
	publishing ingress.Publishing
	want       object
}{
	"load balancer": {
		reason:     "its type is the cluster's affair",
		publishing: ingress.Publishing{LoadBalancerService: &ingress.LoadBalancerPublishing{}},
		want: object{
			"type": "LoadBalancerService", "loadBalancer": object{"scope": "External", "dnsManagementPolicy": "Managed"},
		},
	},
	"network": {
		reason:     "a type alone",
		publishing: ingress.Publishing{LoadBalancerService: &ingress.LoadBalancerPublishing{Type: ingress.NLB}},
		want: object{
			"type": "LoadBalancerService",
			"loadBalancer": object{"scope": "External", "dnsManagementPolicy": "Managed", "providerParameters": object{
				"type": "AWS", "aws": object{"type": "NLB"},
			}},
		},
	},
	"internal classic": {
		reason: "a private cluster",
		publishing: ingress.Publishing{LoadBalancerService: &ingress.LoadBalancerPublishing{
			Type: ingress.Classic, Scope: ingress.Internal, AllowedCIDRs: []string{"10.0.0.0/8", "2001:db8::/32"}, UnmanagedDNS: true, SubnetIDs: subnets, ConnectionIdleTimeout: 2 * time.Minute,
		}},
		want: object{
			"type": "LoadBalancerService",
			"loadBalancer": object{
				"scope": "Internal", "dnsManagementPolicy": "Unmanaged", "allowedSourceRanges": []any{"10.0.0.0/8", "2001:db8::/32"},
				"providerParameters": object{
					"type": "AWS",
					"aws": object{"type": "Classic", "classicLoadBalancer": object{
						"connectionIdleTimeout": "2m0s", "subnets": object{"ids": []any{"subnet-0123456789abcdef0", "subnet-0123456789abcdef1"}},
					}},
				},
			},
		},
	},
	"network with addresses": {
		reason: "addresses that firewalls know",
		publishing: ingress.Publishing{LoadBalancerService: &ingress.LoadBalancerPublishing{
			Type: ingress.NLB, SubnetIDs: subnets, ElasticIPAllocationIDs: addresses,
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
		reason:     "behind a RouterLB",
		publishing: ingress.Publishing{HostNetwork: &ingress.HostNetworkPublishing{}},
		want: object{
			"type": "HostNetwork", "hostNetwork": object{"protocol": "TCP", "httpPort": int64(80), "httpsPort": int64(443), "statsPort": int64(1936)},
		},
	},
	"other ports": {
		reason: "a second controller on the same nodes",
		publishing: ingress.Publishing{HostNetwork: &ingress.HostNetworkPublishing{
			Ports: ingress.RouterPorts{HTTP: 8080, HTTPS: 8443, Health: 11936}, Protocol: ingress.PROXY,
		}},
		want: object{
			"type": "HostNetwork", "hostNetwork": object{"protocol": "PROXY", "httpPort": int64(8080), "httpsPort": int64(8443), "statsPort": int64(11936)},
		},
	},
	"node port": {
		reason:     "Kubernetes chooses the ports",
		publishing: ingress.Publishing{NodePortService: &ingress.NodePortPublishing{}},
		want: object{
			"type": "NodePortService", "nodePort": object{"protocol": "TCP"},
		},
	},
	"node port with clients": {
		reason:     "a load balancer in front tells",
		publishing: ingress.Publishing{NodePortService: &ingress.NodePortPublishing{Protocol: ingress.PROXY}},
		want: object{
			"type": "NodePortService", "nodePort": object{"protocol": "PROXY"},
		},
	},
	"private with clients": {
		reason:     "another proxy in front tells",
		publishing: ingress.Publishing{Private: &ingress.PrivatePublishing{Protocol: ingress.PROXY}},
		want: object{
			"type": "Private", "private": object{"protocol": "PROXY"},
		},
	},
	"private": {
		reason:     "nobody outside",
		publishing: ingress.Publishing{Private: &ingress.PrivatePublishing{Protocol: ingress.TCP}},
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
			rec := mockstest.Run(
				t,
				controller(&ingress.IngressControllerArgs{Name: "shard", Domain: "a.b", Publishing: &tt.publishing}),
			)
			kubetest.CheckRecorded(t, rec)
			created, _ := kubetest.Recorded(t, rec)
			require.Len(t, created, 1)
			assert.Equal(
				t,
				object{"domain": "a.b", "endpointPublishingStrategy": tt.want},
				created[0]["spec"],
				tt.reason,
			)
		})
	}
}

func TestInstallManifest(t *testing.T) {
	t.Parallel()
	for name, tt := range publishings {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			manifest, err := ingress.InstallManifest(tt.publishing)
			require.NoError(t, err)
			assert.Equal(t, "manifests/cluster-ingress-default-ingresscontroller.yaml", manifest.Path)
			got := object{}
			require.NoError(t, yaml.UnmarshalStrict([]byte(manifest.Content), &got))
			kubetest.Check(t, got)
			text, err := yaml.Marshal(object{
				"apiVersion": "operator.openshift.io/v1",
				"kind":       "IngressController",
				"metadata":   object{"name": "default", "namespace": "openshift-ingress-operator"},
				"spec":       object{"endpointPublishingStrategy": tt.want},
			})
			require.NoError(t, err)
			assert.YAMLEq(t, string(text), manifest.Content, tt.reason)
		})
	}
	automatic, err := ingress.InstallManifest(
		ingress.Publishing{LoadBalancerService: &ingress.LoadBalancerPublishing{AutoDelete: true}},
	)
	require.NoError(t, err)
	assert.Contains(t, automatic.Content, "ingress.operator.openshift.io/auto-delete-load-balancer: \"\"")
}

func TestInstallManifestRefuses(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason     string
		publishing ingress.Publishing
		want       string
	}{
		"none": {
			reason:     "the operator's default needs no manifest",
			publishing: ingress.Publishing{},
			want:       "ingress.Publishing: sets 0 strategies; set one of LoadBalancerService, HostNetwork, NodePortService, Private",
		},
		"output": {
			reason: "nothing is there yet",
			publishing: ingress.Publishing{
				LoadBalancerService: &ingress.LoadBalancerPublishing{
					Type:      ingress.NLB,
					SubnetIDs: []pulumi.StringInput{pulumi.String("x").ToStringOutput()},
				},
			},
			want: "ingress.Publishing: holds an output, which is not known before the installation; write the id itself",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			manifest, err := ingress.InstallManifest(tt.publishing)
			assert.EqualError(t, err, tt.want, tt.reason)
			assert.Empty(t, manifest)
		})
	}
}

// TestStrategyAndDomainReplaceAController because the operator takes no change of either, and the name is taken while
// the former controller is there.
//
// A change is seen at a path, so the strategy is written even where it is the operator's choice: one that is added to a
// controller without one would be no change of its type.
func TestStrategyAndDomainReplaceAController(t *testing.T) {
	t.Parallel()
	shard := mockstest.Find(
		t,
		mockstest.Run(t, controller(&ingress.IngressControllerArgs{Name: "shard", Domain: "a.b"})),
		"main-ingresscontroller",
	)
	assert.Equal(t, []string{"spec.domain", "spec.endpointPublishingStrategy.type"}, shard.Options.ReplaceOnChanges)
	assert.True(t, shard.Options.DeleteBeforeReplace)
	patch := mockstest.Find(
		t,
		mockstest.Run(t, controller(&ingress.IngressControllerArgs{Replicas: pulumi.Int(2)})),
		"main-ingresscontroller",
	)
	assert.Empty(t, patch.Options.ReplaceOnChanges, "the default controller is nobody's to delete")
}
