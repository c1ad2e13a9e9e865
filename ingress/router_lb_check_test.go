package ingress_test

import (
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestRouterLBArgsValidateAccepts(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		change func(*ingress.RouterLBArgs)
	}{
		"required only": {
			reason: "all other fields have defaults",
			change: func(*ingress.RouterLBArgs) {},
		},
		"one zone": {
			reason: "a cluster may have a single zone",
			change: func(a *ingress.RouterLBArgs) { a.Network = a.Network.InZones("us-east-2a") },
		},
		"limits": {
			reason: "an infrastructure ID has up to 27 characters, a name 20, a domain two labels or more, and an idle timeout 6000 " +
				"seconds; the ports are the user's choice",
			change: func(a *ingress.RouterLBArgs) {
				a.InfraID, a.Name, a.Domain = mockstest.LongInfraID, strings.Repeat("a", 20), "a.b"
				a.IdleTimeout, a.HTTPPort, a.HTTPSPort = 6000*time.Second, 443, 80
			},
		},
		"internal with a public zone": {
			reason: "PublicZoneID can stay when Scope changes",
			change: internal,
		},
		"internal only": {
			reason: "an internal load balancer has no public record or subnet, and its clients are the VPC, not its subnets",
			change: func(a *ingress.RouterLBArgs) {
				a.Scope, a.PublicZoneID, a.Network.PublicSubnets = network.Internal, nil, nil
				a.Network.PrivateSubnets[0].CIDR = ""
			},
		},
		"external only": {
			reason: "an external load balancer uses the public subnets, and allows all clients by default",
			change: func(a *ingress.RouterLBArgs) {
				a.Network.PrivateSubnets, a.Network.CIDR, a.Network.PublicSubnets[0].CIDR = nil, "", ""
			},
		},
		"internal with clients": {
			reason: "with AllowedCIDRs, the CIDRs of the VPC are not used",
			change: func(a *ingress.RouterLBArgs) {
				internal(a)
				a.Network.CIDR, a.AllowedCIDRs = "", []string{"10.0.0.0/8"}
			},
		},
		"classic": {reason: "ROSA Classic uses Classic Load Balancers", change: classic},
		"node ports": {
			reason: "the strategy NodePortService uses other ports",
			change: onNodePorts,
		},
		"classic options": {
			reason: "a Classic Load Balancer writes access logs, and its shortest idle timeout is one second",
			change: func(a *ingress.RouterLBArgs) {
				classic(a)
				a.AccessLogs, a.IdleTimeout = &ingress.AccessLogsArgs{Bucket: pulumi.String("logs")}, time.Second
			},
		},
		"private custom domain": {
			reason: "a custom domain needs only one zone",
			change: func(a *ingress.RouterLBArgs) {
				a.CustomDomains = []ingress.CustomDomain{
					{Name: "shop.example.com", PrivateZoneID: pulumi.String("Z1")},
				}
			},
		},
		"edge zones of the other scope": {
			reason: "an external load balancer does not use the private subnets",
			change: func(a *ingress.RouterLBArgs) { a.Network.PrivateSubnets[0].Zone = "us-east-2-chi-1a" },
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			mockstest.Run(t, routerLB(tt.change))
			assert.NoError(t, routerLBArgs(tt.change).Validate(), tt.reason)
		})
	}
}

func TestRouterLBArgsValidateRejects(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, "ingress.RouterLBArgs", map[string]checktest.Case{
		"nothing public": {
			Reason: "an external load balancer is in public subnets, and has a record in a public zone",
			Args:   routerLBArgs(func(a *ingress.RouterLBArgs) { a.Network.PublicSubnets, a.PublicZoneID = nil, nil }),
			Want:   []string{".Network.PublicSubnets: required", ".PublicZoneID: required"},
		},
		"another region": {
			Reason: "a load balancer is in one region",
			Args:   routerLBArgs(func(a *ingress.RouterLBArgs) { a.Network.PublicSubnets[1].Zone = "us-west-2a" }),
			Want: []string{
				".Network.PublicSubnets[1].Zone: must be in us-east-2, like the other subnets (got us-west-2a)",
			},
		},
		"edge zones": {
			Reason: "a load balancer cannot use Local Zone and Wavelength Zone subnets",
			Args: routerLBArgs(func(a *ingress.RouterLBArgs) {
				internal(a)
				edge := []network.Subnet{
					{ID: pulumi.String("subnet-0123456789abcdef2"), Zone: "us-east-2-chi-1a"},
					{ID: pulumi.String("subnet-0123456789abcdef3"), Zone: "us-east-2-wl1-chi-wlz-1"},
				}
				a.Network.PrivateSubnets = append(a.Network.PrivateSubnets, edge...)
			}),
			Want: []string{
				".Network.PrivateSubnets[2].Zone: " + edgeZoneProblem("us-east-2-chi-1a"),
				".Network.PrivateSubnets[3].Zone: " + edgeZoneProblem("us-east-2-wl1-chi-wlz-1"),
			},
		},
		"one subnet in two zones": {
			Reason: "a subnet is in one zone",
			Args:   routerLBArgs(func(a *ingress.RouterLBArgs) { a.Network.PublicSubnets[1].ID = a.Network.PublicSubnets[0].ID }),
			Want:   []string{".Network.PublicSubnets[1].ID: duplicate"},
		},
		"same zone": {
			Reason: "a load balancer has at most one subnet per zone",
			Args:   routerLBArgs(func(a *ingress.RouterLBArgs) { a.Network.PublicSubnets[1].Zone = "us-east-2b" }),
			Want:   []string{".Network.PublicSubnets[1].Zone: duplicate"},
		},
		"no clients": {
			Reason: "an empty list is not the default",
			Args:   routerLBArgs(func(a *ingress.RouterLBArgs) { a.AllowedCIDRs = []string{} }),
			Want: []string{
				".AllowedCIDRs: must not be empty, which allows no client; leave it nil for the default or set CIDRs",
			},
		},
		"internal without CIDR": {
			Reason: "AllowedCIDRs defaults to the CIDRs of the VPC",
			Args: routerLBArgs(func(a *ingress.RouterLBArgs) {
				internal(a)
				a.Network.CIDR, a.Network.SecondaryCIDRs = "", []string{"10.1.0.0"}
			}),
			Want: []string{".Network.CIDR: required", ".Network.SecondaryCIDRs[0]: format"},
		},
		"name of the API": {
			Reason: "the names of a cluster's load balancers are unique",
			Args:   routerLBArgs(func(a *ingress.RouterLBArgs) { a.Name = "int" }),
			Want:   []string{".Name: must not be ext or int, the names of the API's load balancers (got int)"},
		},
		"same port": {
			Reason: "listeners have different ports, as those of a router",
			Args: routerLBArgs(func(a *ingress.RouterLBArgs) {
				a.HTTPPort, a.RouterPorts = 443, &ingress.RouterPortsArgs{HTTP: 443}
			}),
			Want: []string{".HTTPSPort: duplicate", ".RouterPorts.HTTPS: duplicate"},
		},
		"health port": {
			Reason: "a router listens on three different ports",
			Args:   routerLBArgs(func(a *ingress.RouterLBArgs) { a.RouterPorts = &ingress.RouterPortsArgs{Health: 443} }),
			Want:   []string{".RouterPorts.Health: duplicate"},
		},
		"port in use": {
			Reason: "the kubelet has its port on every node, and a router with it cannot start",
			Args:   routerLBArgs(func(a *ingress.RouterLBArgs) { a.RouterPorts = &ingress.RouterPortsArgs{HTTP: 10250, Health: 9100} }),
			Want: []string{
				".RouterPorts.HTTP: must not be 10250, the port of the kubelet on every node",
				".RouterPorts.Health: must not be 9100, the port of node-exporter on every node",
			},
		},
		"short idle timeout": {
			Reason: "the minimum of an NLB is 60 seconds",
			Args:   routerLBArgs(func(a *ingress.RouterLBArgs) { a.IdleTimeout = 59 * time.Second }),
			Want:   []string{".IdleTimeout: range"},
		},
		"long idle timeout": {
			Reason: "the maximum of a Classic Load Balancer is 4000 seconds",
			Args:   routerLBArgs(func(a *ingress.RouterLBArgs) { classic(a); a.IdleTimeout = 4001 * time.Second }),
			Want:   []string{".IdleTimeout: range"},
		},
		"deletion protection": {
			Reason: "a Classic Load Balancer has no deletion protection",
			Args:   routerLBArgs(func(a *ingress.RouterLBArgs) { classic(a); a.DeletionProtection = true }),
			Want: []string{
				".DeletionProtection: is not supported by Classic; use NLB, or pulumi.Protect on the component",
			},
		},
		"access logs": {
			Reason: "an NLB logs only TLS listeners",
			Args: routerLBArgs(func(a *ingress.RouterLBArgs) {
				a.AccessLogs = &ingress.AccessLogsArgs{Bucket: pulumi.String("logs"), Prefix: "/apps", Interval: 10 * time.Minute}
			}),
			Want: []string{
				".AccessLogs: has no effect with NLB, which logs only TLS listeners; use Classic, or " +
					"IngressControllerArgs.AccessLogging",
				`.AccessLogs.Prefix: must not begin or end with a slash (got "/apps")`,
				".AccessLogs.Interval: must be 5m or 1h (got 10m)",
			},
		},
		"custom domains": {
			Reason: "a custom domain has a name and a zone",
			Args: routerLBArgs(func(a *ingress.RouterLBArgs) {
				a.CustomDomains = []ingress.CustomDomain{
					{Name: "*.apps.demo.example.com", PublicZoneID: pulumi.String("Z1")},
					{Name: "a.b"},
					{Name: "a.b", PublicZoneID: pulumi.String("Z1")},
				}
			}),
			Want: []string{
				".CustomDomains[0].Name: duplicate",
				".CustomDomains[1]: must set PublicZoneID, PrivateZoneID or both",
				".CustomDomains[2].Name: duplicate",
			},
		},
		"one zone for both": {
			Reason: "a zone has a name only once",
			Args: routerLBArgs(func(a *ingress.RouterLBArgs) {
				a.PrivateZoneID = a.PublicZoneID
				a.CustomDomains = []ingress.CustomDomain{
					{Name: "a.b", PublicZoneID: pulumi.String("Z1"), PrivateZoneID: pulumi.String("Z1")},
				}
			}),
			Want: []string{
				".PublicZoneID: must not be the private zone, which would get the record twice (got Z0PUBLIC)",
				".CustomDomains[0].PublicZoneID: must not be the private zone, which would get the record twice (got Z1)",
			},
		},
	})
}

// edgeZoneProblem returns the problem of a subnet in a Local Zone or Wavelength Zone.
func edgeZoneProblem(zone string) string {
	return "must be an Availability Zone, because load balancers do not support Local Zones and Wavelength Zones; " +
		"select zones by Network.InZones (got " + zone + ")"
}
