package ingress_test

import (
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

func TestRouterLBArgsThatAreLegal(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		change func(*ingress.RouterLBArgs)
	}{
		"as it is": {reason: "the usual case", change: func(*ingress.RouterLBArgs) {}},
		"one zone": {
			reason: "a single-zone cluster",
			change: func(a *ingress.RouterLBArgs) { a.Subnets = a.Subnets[:1] },
		},
		"longest id": {
			reason: "27 characters",
			change: func(a *ingress.RouterLBArgs) { a.InfraID = mockstest.LongInfraID },
		},
		"public zone": {reason: "it can stay when the scope changes", change: internal},
		"no public zone": {
			reason: "an internal load balancer needs none",
			change: func(a *ingress.RouterLBArgs) { a.Scope, a.PublicZoneID = ingress.Internal, nil },
		},
		"no ranges": {
			reason: "an external one does not look at them",
			change: func(a *ingress.RouterLBArgs) { a.Subnets[0].CIDR = "" },
		},
		"own ranges": {
			reason: "so does an internal one that names its clients",
			change: func(a *ingress.RouterLBArgs) {
				internal(a)
				a.Subnets[0].CIDR, a.AllowedCIDRs = "", []string{"10.0.0.0/8"}
			},
		},
		"one address": {
			reason: "a /32 is a range",
			change: func(a *ingress.RouterLBArgs) { a.AllowedCIDRs = []string{"203.0.113.7/32"} },
		},
		"short domain": {reason: "two labels", change: func(a *ingress.RouterLBArgs) { a.Domain = "a.b" }},
		"output": {
			reason: "what is not known yet is not empty",
			change: func(a *ingress.RouterLBArgs) { a.VpcID = pulumi.String("vpc-0").ToStringOutput() },
		},
		"classic":    {reason: "ROSA Classic's default", change: classic},
		"node ports": {reason: "the strategy NodePortService", change: onNodePorts},
		"logs": {
			reason: "a classic one writes them",
			change: func(a *ingress.RouterLBArgs) {
				classic(a)
				a.AccessLogs = &ingress.AccessLogsArgs{Bucket: pulumi.String("logs")}
			},
		},
		"longest idle": {
			reason: "each type has its limits",
			change: func(a *ingress.RouterLBArgs) { a.IdleTimeout = 6000 * time.Second },
		},
		"one second": {
			reason: "each type has its limits",
			change: func(a *ingress.RouterLBArgs) { classic(a); a.IdleTimeout = time.Second },
		},
		"other ports": {
			reason: "443 may be the plain one, if anybody wants it",
			change: func(a *ingress.RouterLBArgs) { a.HTTPPort, a.HTTPSPort = 443, 80 },
		},
		"longest name": {
			reason: "20 characters",
			change: func(a *ingress.RouterLBArgs) { a.Name = strings.Repeat("a", 20) },
		},
		"one zone's name": {
			reason: "a custom domain may be private alone",
			change: func(a *ingress.RouterLBArgs) {
				a.CustomDomains = []ingress.CustomDomain{
					{Name: "shop.example.com", PrivateZoneID: pulumi.String("Z1")},
				}
			},
		},
		"local zone": {
			reason: "it belongs to its region",
			change: func(a *ingress.RouterLBArgs) { a.Subnets[0].Zone = "us-east-2-chi-1a" },
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

func TestRouterLBArgsThatAreRefused(t *testing.T) {
	t.Parallel()
	set := func(change func(*ingress.RouterLBArgs)) *ingress.RouterLBArgs { return routerLBArgs(change) }
	allow := func(cidrs ...string) *ingress.RouterLBArgs {
		return set(func(a *ingress.RouterLBArgs) { a.AllowedCIDRs = cidrs })
	}
	subnet := func(subnet network.Subnet) *ingress.RouterLBArgs {
		return set(func(a *ingress.RouterLBArgs) { a.Subnets[1] = subnet })
	}
	id := pulumi.String("subnet-0")
	tests := map[string]struct {
		reason string
		args   *ingress.RouterLBArgs
		want   []string
	}{
		"nil": {
			reason: "all that is missing is told at once",
			want: []string{
				"InfraID: is required", "Domain: is required", "VpcID: is required", "Subnets: is required",
				"NodeSecurityGroupID: is required", "PrivateZoneID: is required", "PublicZoneID: is required",
			},
		},
		"infra id": {
			reason: "28 characters do not fit",
			args:   set(func(a *ingress.RouterLBArgs) { a.InfraID = mockstest.LongInfraID + "x" }),
			want: []string{
				`InfraID: "production-frankfurt1-x7k2px" has 28 characters; at most 27 fit the names of load balancers`,
			},
		},
		"upper case": {
			reason: "Route 53 would turn it into lower case",
			args:   set(func(a *ingress.RouterLBArgs) { a.Domain = "Demo.example.com" }),
			want: []string{
				`Domain: "Demo.example.com" is no domain of at most 246 lower-case characters, such as demo.example.com`,
			},
		},
		"wildcard": {
			reason: "apps is the component's to add",
			args:   set(func(a *ingress.RouterLBArgs) { a.Domain = "*.apps.demo.example.com" }),
			want: []string{
				`Domain: "*.apps.demo.example.com" is no domain of at most 246 lower-case characters, such as demo.example.com`,
			},
		},
		"final dot": {
			reason: "DNS would take it, OpenShift not",
			args:   set(func(a *ingress.RouterLBArgs) { a.Domain = "example.com." }),
			want: []string{
				`Domain: "example.com." is no domain of at most 246 lower-case characters, such as demo.example.com`,
			},
		},
		"one label": {
			reason: "no zone is called com",
			args:   set(func(a *ingress.RouterLBArgs) { a.Domain = "demo" }),
			want: []string{
				`Domain: "demo" is no domain of at most 246 lower-case characters, such as demo.example.com`,
			},
		},
		"long domain": {
			reason: "the wildcard would not fit",
			args:   set(func(a *ingress.RouterLBArgs) { a.Domain = strings.Repeat("a.", 123) + "a" }),
			want: []string{
				`Domain: "` + strings.Repeat(
					"a.",
					123,
				) + `a" is no domain of at most 246 lower-case characters, such as demo.example.com`,
			},
		},
		"scope": {
			reason: "it is spelt as OpenShift does",
			args:   set(func(a *ingress.RouterLBArgs) { a.Scope = "public" }),
			want:   []string{`Scope: "public" is none of External, Internal`},
		},
		"empty VPC": {
			reason: "a typed empty text is no id",
			args:   set(func(a *ingress.RouterLBArgs) { a.VpcID = pulumi.String("") }),
			want:   []string{"VpcID: is required"},
		},
		"subnet id": {
			reason: "nothing stands in no subnet",
			args:   subnet(network.Subnet{Zone: "us-east-2a"}),
			want:   []string{"Subnets[1].ID: is required"},
		},
		"no zone": {
			reason: "the region is read from it",
			args:   subnet(network.Subnet{ID: id}),
			want:   []string{"Subnets[1].Zone: is required"},
		},
		"a region": {
			reason: "a zone has a letter",
			args:   subnet(network.Subnet{ID: id, Zone: "us-east-2"}),
			want:   []string{`Subnets[1].Zone: "us-east-2" is no zone; one looks like us-east-2a`},
		},
		"another region": {
			reason: "a load balancer is in one",
			args:   subnet(network.Subnet{ID: id, Zone: "us-east-1a"}),
			want:   []string{"Subnets[1].Zone: us-east-1a is not in us-east-2, as other subnets are"},
		},
		"same zone": {
			reason: "AWS refuses it",
			args:   subnet(network.Subnet{ID: id, Zone: "us-east-2b"}),
			want:   []string{"Subnets[1].Zone: us-east-2b is given twice; a load balancer takes one subnet a zone"},
		},
		"nobody": {
			reason: "empty is not the same as nil",
			args:   allow([]string{}...),
			want: []string{
				"AllowedCIDRs: is empty, so nobody would be let in; leave it nil for the default, or name ranges",
			},
		},
		"an address": {
			reason: "a range has a mask",
			args:   allow("203.0.113.7"),
			want:   []string{`AllowedCIDRs[0]: "203.0.113.7" is no IPv4 range; write one such as 10.0.0.0/16`},
		},
		"IPv6": {
			reason: "the load balancer has IPv4 alone",
			args:   allow("::/0"),
			want:   []string{`AllowedCIDRs[0]: "::/0" is no IPv4 range; write one such as 10.0.0.0/16`},
		},
		"host bits": {
			reason: "AWS stores the range without them",
			args:   allow("10.0.0.0/8", "203.0.113.7/24"),
			want: []string{
				"AllowedCIDRs[1]: 203.0.113.7/24 has host bits set; the range that holds it is 203.0.113.0/24",
			},
		},
		"twice": {
			reason: "AWS refuses a second rule",
			args:   allow("10.0.0.0/8", "10.0.0.0/8"),
			want:   []string{"AllowedCIDRs[1]: 10.0.0.0/8 is given twice"},
		},
		"empty range": {
			reason: "a setting that was not there",
			args:   allow(""),
			want:   []string{"AllowedCIDRs[0]: is required"},
		},
		"internal": {
			reason: "the subnets' ranges stand for the clients'",
			args:   set(func(a *ingress.RouterLBArgs) { internal(a); a.Subnets[0].CIDR = "" }),
			want:   []string{"Subnets[0].CIDR: is required"},
		},
		"type": {
			reason: "it is spelt as OpenShift does",
			args:   set(func(a *ingress.RouterLBArgs) { a.Type = "network" }),
			want:   []string{`Type: "network" is none of NLB, Classic`},
		},
		"name": {
			reason: "it is part of a load balancer's name",
			args:   set(func(a *ingress.RouterLBArgs) { a.Name = "Shard_2" }),
			want:   []string{`Name: "Shard_2" is no name of at most 20 lower-case letters, digits and inner hyphens`},
		},
		"API's name": {
			reason: "two of one name",
			args:   set(func(a *ingress.RouterLBArgs) { a.Name = "int" }),
			want: []string{
				`Name: "int" is the name of one of the API's load balancers; choose another, such as internal`,
			},
		},
		"long name": {
			reason: "21 characters",
			args:   set(func(a *ingress.RouterLBArgs) { a.Name = strings.Repeat("a", 21) }),
			want: []string{
				`Name: "aaaaaaaaaaaaaaaaaaaaa" is no name of at most 20 lower-case letters, digits and inner hyphens`,
			},
		},
		"apps domain": {
			reason: "the wildcard is the component's to add",
			args:   set(func(a *ingress.RouterLBArgs) { a.AppsDomain = "*.shard.example.com" }),
			want: []string{
				`AppsDomain: "*.shard.example.com" is no domain of at most 251 lower-case characters, such as internal.demo.example.com`,
			},
		},
		"port": {
			reason: "there are 65535",
			args:   set(func(a *ingress.RouterLBArgs) { a.HTTPSPort = 65536 }),
			want:   []string{"HTTPSPort: 65536 is no port; it is 1 to 65535"},
		},
		"one port": {
			reason: "a listener each",
			args:   set(func(a *ingress.RouterLBArgs) { a.HTTPPort = 443 }),
			want:   []string{"HTTPSPort: 443 is HTTPPort, too; each needs its own"},
		},
		"router ports": {
			reason: "a router listens three times",
			args:   set(func(a *ingress.RouterLBArgs) { a.RouterPorts = ingress.RouterPorts{HTTP: 443, Health: -1} }),
			want: []string{
				"RouterPorts.Health: -1 is no port; it is 1 to 65535", "RouterPorts: 443, 443 and -1 are not three ports; each needs its own"},
		},
		"short idle": {
			reason: "the limit of network load balancers",
			args:   set(func(a *ingress.RouterLBArgs) { a.IdleTimeout = 59 * time.Second }),
			want:   []string{"IdleTimeout: 59s is out of the range of NLB; it is 60 to 6000 whole seconds"},
		},
		"long idle": {
			reason: "the limit of classic ones",
			args:   set(func(a *ingress.RouterLBArgs) { classic(a); a.IdleTimeout = 4001 * time.Second }),
			want:   []string{"IdleTimeout: 1h6m41s is out of the range of Classic; it is 1 to 4000 whole seconds"},
		},
		"protection": {
			reason: "AWS would not protect it",
			args:   set(func(a *ingress.RouterLBArgs) { classic(a); a.DeletionProtection = pulumi.Bool(true) }),
			want: []string{
				"DeletionProtection: is not there with Classic; take NLB, or pulumi.Protect for the component",
			},
		},
		"logs": {
			reason: "AWS would take it and write nothing",
			args: set(func(a *ingress.RouterLBArgs) {
				a.AccessLogs = &ingress.AccessLogsArgs{Prefix: "/apps", Interval: 10 * time.Minute}
			}),
			want: []string{
				"AccessLogs: would stay empty with NLB, which logs TLS listeners alone; take Classic, or IngressControllerArgs.AccessLogging",
				"AccessLogs.Bucket: is required", `AccessLogs.Prefix: "/apps" begins or ends with a slash; AWS sets them itself`, "AccessLogs.Interval: 10m0s is none of 5m0s, 1h0m0s"},
		},
		"targets": {
			reason: "keys are part of names",
			args: set(func(a *ingress.RouterLBArgs) {
				a.AutoScalingGroupNames = map[string]pulumi.StringInput{"us east": pulumi.String("workers")}
				a.InstanceIDs = map[string]pulumi.StringInput{"a": nil}
			}),
			want: []string{
				`AutoScalingGroupNames: key "us east" is part of a resource's name: lower-case letters, digits and inner hyphens`,
				`InstanceIDs["a"]: is required`,
			},
		},
		"custom domains": {
			reason: "records need a name and a zone",
			args: set(func(a *ingress.RouterLBArgs) {
				a.CustomDomains = []ingress.CustomDomain{
					{Name: "*.apps.demo.example.com", PublicZoneID: pulumi.String("Z1")},
					{Name: "shop", PublicZoneID: pulumi.String("Z1")},
					{Name: "a.b"},
					{Name: "a.b", PublicZoneID: pulumi.String("Z1")},
				}
			}),
			want: []string{"CustomDomains[0].Name: *.apps.demo.example.com leads to the load balancer already",
				`CustomDomains[1].Name: "shop" is no name such as shop.example.com or *.shop.example.com`, "CustomDomains[2]: has no zone; set PublicZoneID, PrivateZoneID or both",
				"CustomDomains[3].Name: a.b leads to the load balancer already"},
		},
		"node group": {
			reason: "the nodes would not let the load balancer in",
			args:   set(func(a *ingress.RouterLBArgs) { a.NodeSecurityGroupID = nil }),
			want:   []string{"NodeSecurityGroupID: is required"},
		},
		"private zone": {
			reason: "the cluster's own operators look there",
			args:   set(func(a *ingress.RouterLBArgs) { a.PrivateZoneID = nil }),
			want:   []string{"PrivateZoneID: is required"},
		},
		"public zone": {
			reason: "the world looks there",
			args:   set(func(a *ingress.RouterLBArgs) { a.PublicZoneID = pulumi.String("") }),
			want:   []string{"PublicZoneID: is required"},
		},
		"tag": {
			reason: "OpenShift's own",
			args: set(
				func(a *ingress.RouterLBArgs) { a.Tags = pulumi.StringMap{"openshift.io/x": pulumi.String("y")} },
			),
			want: []string{
				`Tags: key "openshift.io/x" is in a namespace that OpenShift keeps for itself (kubernetes.io, openshift.io)`,
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var want []string
			for _, problem := range tt.want {
				want = append(want, "ingress.RouterLBArgs."+problem)
			}
			all := strings.Join(want, "\n")
			assert.EqualError(t, tt.args.Validate(), all, tt.reason)
			mockstest.Refused(t, func(ctx *pulumi.Context) error {
				_, err := ingress.NewRouterLB(ctx, "main", tt.args)
				return err
			}, all, tt.reason)
		})
	}
}
