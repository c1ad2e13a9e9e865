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
		"as it is":       {"the usual case", func(*ingress.RouterLBArgs) {}},
		"one zone":       {"a single-zone cluster", func(a *ingress.RouterLBArgs) { a.Subnets = a.Subnets[:1] }},
		"longest id":     {"27 characters", func(a *ingress.RouterLBArgs) { a.InfraID = mockstest.LongInfraID }},
		"public zone":    {"it can stay when the scope changes", internal},
		"no public zone": {"an internal load balancer needs none", func(a *ingress.RouterLBArgs) { a.Scope, a.PublicZoneID = ingress.Internal, nil }},
		"no ranges":      {"an external one does not look at them", func(a *ingress.RouterLBArgs) { a.Subnets[0].CIDR = "" }},
		"own ranges": {"so does an internal one that names its clients", func(a *ingress.RouterLBArgs) {
			internal(a)
			a.Subnets[0].CIDR, a.AllowedCIDRs = "", []string{"10.0.0.0/8"}
		}},
		"one address":  {"a /32 is a range", func(a *ingress.RouterLBArgs) { a.AllowedCIDRs = []string{"203.0.113.7/32"} }},
		"short domain": {"two labels", func(a *ingress.RouterLBArgs) { a.Domain = "a.b" }},
		"output":       {"what is not known yet is not empty", func(a *ingress.RouterLBArgs) { a.VpcID = pulumi.String("vpc-0").ToStringOutput() }},
		"classic":      {"ROSA Classic's default", classic},
		"node ports":   {"the strategy NodePortService", onNodePorts},
		"logs": {"a classic one writes them", func(a *ingress.RouterLBArgs) {
			classic(a)
			a.AccessLogs = &ingress.AccessLogsArgs{Bucket: pulumi.String("logs")}
		}},
		"longest idle": {"each type has its limits", func(a *ingress.RouterLBArgs) { a.IdleTimeout = 6000 * time.Second }},
		"one second":   {"each type has its limits", func(a *ingress.RouterLBArgs) { classic(a); a.IdleTimeout = time.Second }},
		"other ports":  {"443 may be the plain one, if anybody wants it", func(a *ingress.RouterLBArgs) { a.HTTPPort, a.HTTPSPort = 443, 80 }},
		"longest name": {"20 characters", func(a *ingress.RouterLBArgs) { a.Name = strings.Repeat("a", 20) }},
		"one zone's name": {"a custom domain may be private alone", func(a *ingress.RouterLBArgs) {
			a.CustomDomains = []ingress.CustomDomain{{Name: "shop.example.com", PrivateZoneID: pulumi.String("Z1")}}
		}},
		"local zone": {"it belongs to its region", func(a *ingress.RouterLBArgs) { a.Subnets[0].Zone = "us-east-2-chi-1a" }},
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
		"nil": {"all that is missing is told at once", nil, []string{
			"InfraID: is required", "Domain: is required", "VpcID: is required", "Subnets: is required",
			"NodeSecurityGroupID: is required", "PrivateZoneID: is required", "PublicZoneID: is required",
		}},
		"infra id":       {"28 characters do not fit", set(func(a *ingress.RouterLBArgs) { a.InfraID = mockstest.LongInfraID + "x" }), []string{`InfraID: "production-frankfurt1-x7k2px" has 28 characters; at most 27 fit the names of load balancers`}},
		"upper case":     {"Route 53 would turn it into lower case", set(func(a *ingress.RouterLBArgs) { a.Domain = "Demo.example.com" }), []string{`Domain: "Demo.example.com" is no domain of at most 246 lower-case characters, such as demo.example.com`}},
		"wildcard":       {"apps is the component's to add", set(func(a *ingress.RouterLBArgs) { a.Domain = "*.apps.demo.example.com" }), []string{`Domain: "*.apps.demo.example.com" is no domain of at most 246 lower-case characters, such as demo.example.com`}},
		"final dot":      {"DNS would take it, OpenShift not", set(func(a *ingress.RouterLBArgs) { a.Domain = "example.com." }), []string{`Domain: "example.com." is no domain of at most 246 lower-case characters, such as demo.example.com`}},
		"one label":      {"no zone is called com", set(func(a *ingress.RouterLBArgs) { a.Domain = "demo" }), []string{`Domain: "demo" is no domain of at most 246 lower-case characters, such as demo.example.com`}},
		"long domain":    {"the wildcard would not fit", set(func(a *ingress.RouterLBArgs) { a.Domain = strings.Repeat("a.", 123) + "a" }), []string{`Domain: "` + strings.Repeat("a.", 123) + `a" is no domain of at most 246 lower-case characters, such as demo.example.com`}},
		"scope":          {"it is spelt as OpenShift does", set(func(a *ingress.RouterLBArgs) { a.Scope = "public" }), []string{`Scope: "public" is none of External, Internal`}},
		"empty VPC":      {"a typed empty text is no id", set(func(a *ingress.RouterLBArgs) { a.VpcID = pulumi.String("") }), []string{"VpcID: is required"}},
		"subnet id":      {"nothing stands in no subnet", subnet(network.Subnet{Zone: "us-east-2a"}), []string{"Subnets[1].ID: is required"}},
		"no zone":        {"the region is read from it", subnet(network.Subnet{ID: id}), []string{"Subnets[1].Zone: is required"}},
		"a region":       {"a zone has a letter", subnet(network.Subnet{ID: id, Zone: "us-east-2"}), []string{`Subnets[1].Zone: "us-east-2" is no zone; one looks like us-east-2a`}},
		"another region": {"a load balancer is in one", subnet(network.Subnet{ID: id, Zone: "us-east-1a"}), []string{"Subnets[1].Zone: us-east-1a is not in us-east-2, as other subnets are"}},
		"same zone":      {"AWS refuses it", subnet(network.Subnet{ID: id, Zone: "us-east-2b"}), []string{"Subnets[1].Zone: us-east-2b is given twice; a load balancer takes one subnet a zone"}},
		"nobody":         {"empty is not the same as nil", allow([]string{}...), []string{"AllowedCIDRs: is empty, so nobody would be let in; leave it nil for the default, or name ranges"}},
		"an address":     {"a range has a mask", allow("203.0.113.7"), []string{`AllowedCIDRs[0]: "203.0.113.7" is no IPv4 range; write one such as 10.0.0.0/16`}},
		"IPv6":           {"the load balancer has IPv4 alone", allow("::/0"), []string{`AllowedCIDRs[0]: "::/0" is no IPv4 range; write one such as 10.0.0.0/16`}},
		"host bits":      {"AWS stores the range without them", allow("10.0.0.0/8", "203.0.113.7/24"), []string{"AllowedCIDRs[1]: 203.0.113.7/24 has host bits set; the range that holds it is 203.0.113.0/24"}},
		"twice":          {"AWS refuses a second rule", allow("10.0.0.0/8", "10.0.0.0/8"), []string{"AllowedCIDRs[1]: 10.0.0.0/8 is given twice"}},
		"empty range":    {"a setting that was not there", allow(""), []string{"AllowedCIDRs[0]: is required"}},
		"internal": {"the subnets' ranges stand for the clients'", set(func(a *ingress.RouterLBArgs) { internal(a); a.Subnets[0].CIDR = "" }),
			[]string{"Subnets[0].CIDR: is required"}},
		"type":        {"it is spelt as OpenShift does", set(func(a *ingress.RouterLBArgs) { a.Type = "network" }), []string{`Type: "network" is none of NLB, Classic`}},
		"name":        {"it is part of a load balancer's name", set(func(a *ingress.RouterLBArgs) { a.Name = "Shard_2" }), []string{`Name: "Shard_2" is no name of at most 20 lower-case letters, digits and inner hyphens`}},
		"API's name":  {"two of one name", set(func(a *ingress.RouterLBArgs) { a.Name = "int" }), []string{`Name: "int" is the name of one of the API's load balancers; choose another, such as internal`}},
		"long name":   {"21 characters", set(func(a *ingress.RouterLBArgs) { a.Name = strings.Repeat("a", 21) }), []string{`Name: "aaaaaaaaaaaaaaaaaaaaa" is no name of at most 20 lower-case letters, digits and inner hyphens`}},
		"apps domain": {"the wildcard is the component's to add", set(func(a *ingress.RouterLBArgs) { a.AppsDomain = "*.shard.example.com" }), []string{`AppsDomain: "*.shard.example.com" is no domain of at most 251 lower-case characters, such as internal.demo.example.com`}},
		"port":        {"there are 65535", set(func(a *ingress.RouterLBArgs) { a.HTTPSPort = 65536 }), []string{"HTTPSPort: 65536 is no port; it is 1 to 65535"}},
		"one port":    {"a listener each", set(func(a *ingress.RouterLBArgs) { a.HTTPPort = 443 }), []string{"HTTPSPort: 443 is HTTPPort, too; each needs its own"}},
		"router ports": {"a router listens three times", set(func(a *ingress.RouterLBArgs) { a.RouterPorts = ingress.RouterPorts{HTTP: 443, Health: -1} }), []string{
			"RouterPorts.Health: -1 is no port; it is 1 to 65535", "RouterPorts: 443, 443 and -1 are not three ports; each needs its own"}},
		"short idle": {"the limit of network load balancers", set(func(a *ingress.RouterLBArgs) { a.IdleTimeout = 59 * time.Second }), []string{"IdleTimeout: 59s is out of the range of NLB; it is 60 to 6000 whole seconds"}},
		"long idle":  {"the limit of classic ones", set(func(a *ingress.RouterLBArgs) { classic(a); a.IdleTimeout = 4001 * time.Second }), []string{"IdleTimeout: 1h6m41s is out of the range of Classic; it is 1 to 4000 whole seconds"}},
		"protection": {"AWS would not protect it", set(func(a *ingress.RouterLBArgs) { classic(a); a.DeletionProtection = pulumi.Bool(true) }), []string{"DeletionProtection: is not there with Classic; take NLB, or pulumi.Protect for the component"}},
		"logs": {"AWS would take it and write nothing", set(func(a *ingress.RouterLBArgs) {
			a.AccessLogs = &ingress.AccessLogsArgs{Prefix: "/apps", Interval: 10 * time.Minute}
		}), []string{
			"AccessLogs: would stay empty with NLB, which logs TLS listeners alone; take Classic, or IngressControllerArgs.AccessLogging",
			"AccessLogs.Bucket: is required", `AccessLogs.Prefix: "/apps" begins or ends with a slash; AWS sets them itself`, "AccessLogs.Interval: 10m0s is none of 5m0s, 1h0m0s"}},
		"targets": {"keys are part of names", set(func(a *ingress.RouterLBArgs) {
			a.AutoScalingGroupNames = map[string]pulumi.StringInput{"us east": pulumi.String("workers")}
			a.InstanceIDs = map[string]pulumi.StringInput{"a": nil}
		}), []string{`AutoScalingGroupNames: key "us east" is part of a resource's name: lower-case letters, digits and inner hyphens`, `InstanceIDs["a"]: is required`}},
		"custom domains": {"records need a name and a zone", set(func(a *ingress.RouterLBArgs) {
			a.CustomDomains = []ingress.CustomDomain{{Name: "*.apps.demo.example.com", PublicZoneID: pulumi.String("Z1")}, {Name: "shop", PublicZoneID: pulumi.String("Z1")}, {Name: "a.b"}, {Name: "a.b", PublicZoneID: pulumi.String("Z1")}}
		}), []string{"CustomDomains[0].Name: *.apps.demo.example.com leads to the load balancer already",
			`CustomDomains[1].Name: "shop" is no name such as shop.example.com or *.shop.example.com`, "CustomDomains[2]: has no zone; set PublicZoneID, PrivateZoneID or both",
			"CustomDomains[3].Name: a.b leads to the load balancer already"}},
		"node group":   {"the nodes would not let the load balancer in", set(func(a *ingress.RouterLBArgs) { a.NodeSecurityGroupID = nil }), []string{"NodeSecurityGroupID: is required"}},
		"private zone": {"the cluster's own operators look there", set(func(a *ingress.RouterLBArgs) { a.PrivateZoneID = nil }), []string{"PrivateZoneID: is required"}},
		"public zone":  {"the world looks there", set(func(a *ingress.RouterLBArgs) { a.PublicZoneID = pulumi.String("") }), []string{"PublicZoneID: is required"}},
		"tag":          {"OpenShift's own", set(func(a *ingress.RouterLBArgs) { a.Tags = pulumi.StringMap{"openshift.io/x": pulumi.String("y")} }), []string{`Tags: key "openshift.io/x" is in a namespace that OpenShift keeps for itself (kubernetes.io, openshift.io)`}},
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
