package network

import (
	"net"
	"slices"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// EgressProxy is a forward proxy for clusters without other internet access: EC2 instances in public subnets that run squid from
// their distribution's packages. It connects to port 443 only, and with AllowHTTP to port 80, for clients in the VPC only. The
// instances' SSH port is closed unless SSHAllowedCIDRs is set.
//
// Each instance has its own network interface and Elastic IP, which are kept when the instance is replaced: the address of a
// single instance, and the public source addresses of the clusters, are stable. They are released with the component.
type EgressProxy struct {
	pulumi.ResourceState

	// HTTPProxy is the proxy's URL for HTTP requests, such as http://10.0.16.5:3128. Without AllowHTTP the proxy denies requests for
	// http URLs, with status 403. It waits for the instances.
	HTTPProxy pulumi.StringOutput `pulumi:"httpProxy"`
	// HTTPSProxy is the proxy's URL for HTTPS requests. It is the same URL: clients send CONNECT to the proxy without TLS.
	HTTPSProxy pulumi.StringOutput `pulumi:"httpsProxy"`
	// NoProxy lists the CIDRs and hosts that clusters reach without the proxy, in the format of a cluster's noProxy.
	NoProxy []string `pulumi:"noProxy"`
	// PublicIPs are the public source addresses of the clusters, by zone.
	PublicIPs map[string]pulumi.StringOutput `pulumi:"publicIps"`
	// SecurityGroupID is the ID of the instances' security group. It waits for the group's rules.
	SecurityGroupID pulumi.StringOutput `pulumi:"securityGroupId"`
	// Ready are the resources without which clients cannot use the proxy. A cluster that reaches AWS through the proxy alone must be
	// created after them and deleted before them: pass pulumi.DependsOn(proxy.Ready) to its control plane, pools and machine sets.
	Ready []pulumi.Resource
}

// EgressProxyURL returns the URL of an EgressProxy with a [Hostname], which is the same for HTTP and HTTPS requests. It is known
// before the proxy exists, so the install-config.yaml of a cluster can name it.
func EgressProxyURL(hostname string) string {
	return "http://" + net.JoinHostPort(hostname, strconv.Itoa(proxyPort))
}

// proxyName is the format of names with a load balancer. It leaves room for the suffix that Pulumi appends to the names of load balancers
// and target groups, which AWS limits to 32 letters, digits and hyphens.
var proxyName = check.Pattern("name of letters, digits and inner hyphens", "egress", `[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?`).AtMost(21)

// NewEgressProxy registers an EgressProxy.
// With a load balancer, the name has at most 21 characters: letters, digits and inner hyphens.
func NewEgressProxy(ctx *pulumi.Context, name string, args *EgressProxyArgs, opts ...pulumi.ResourceOption) (*EgressProxy, error) {
	return component.Register(ctx, name, args, opts, component.Type[EgressProxyArgs, EgressProxy]{
		Token:   "openshift-aws:network:EgressProxy",
		Lasting: true,
		Check:   func(args *EgressProxyArgs) error { return args.checkName(name) },
		Defaults: func(args *EgressProxyArgs) {
			slices.SortFunc(args.Subnets, func(a, b Subnet) int { return strings.Compare(a.Zone, b.Zone) })
		},
		Children: func(c *component.Builder[EgressProxyArgs, EgressProxy]) error {
			b := &egressProxyBuilder{Builder: c}
			return component.Run(b.registerSecurityGroups, b.registerInstances, b.registerLoadBalancer, b.registerHostname, b.setOutputs)
		},
	})
}

// checkName returns the problem of the component's name, which is in those of the load balancer.
func (a *EgressProxyArgs) checkName(name string) error {
	var p check.Problems
	if a.LoadBalancer {
		p.RequiredFormat("network.NewEgressProxy.name", name, proxyName)
	}
	return p.Err()
}
