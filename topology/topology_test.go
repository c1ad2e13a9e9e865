package topology

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// object is a resource's properties.
type object = map[string]any

// made is a resource of a state in a test.
func made(token, id string, properties object) object {
	return object{
		"urn": "urn:pulumi:dev::shop::" + token + "::" + id, "type": token, "id": id, "custom": true,
		"inputs": properties, "outputs": properties,
	}
}

func read(t *testing.T, resources ...object) *Topology {
	t.Helper()
	text, err := json.Marshal(object{"version": 3, "deployment": object{"resources": resources}})
	require.NoError(t, err)
	topology, err := Read(text)
	require.NoError(t, err)
	return topology
}

// vpc returns the resources of a VPC with a public and a private subnet in each zone.
func vpc(zones ...string) []object {
	all := []object{
		made("aws:ec2/vpc:Vpc", "vpc-1", object{"cidrBlock": "10.0.0.0/16", "tags": object{"Name": "demo-x7k2p-vpc"}}),
		made("aws:ec2/internetGateway:InternetGateway", "igw-1", object{"vpcId": "vpc-1"}),
		made("aws:ec2/route:Route", "r-1", object{"routeTableId": "rtb-1", "gatewayId": "igw-1"}),
	}
	for i, zone := range zones {
		for j, visibility := range []string{"public", "private"} {
			id := "subnet-" + visibility + "-" + zone
			all = append(all, made("aws:ec2/subnet:Subnet", id, object{
				"vpcId": "vpc-1", "availabilityZone": zone, "cidrBlock": fmt.Sprintf("10.0.%d.0/24", 2*i+j),
			}))
		}
		all = append(all, made("aws:ec2/routeTableAssociation:RouteTableAssociation", "rta-"+zone,
			object{"routeTableId": "rtb-1", "subnetId": "subnet-public-" + zone}))
	}
	return all
}

func machineSet(name, zone, role string, replicas any) object {
	spec := object{"template": object{
		"metadata": object{"labels": object{"machine.openshift.io/cluster-api-machine-role": role}},
		"spec": object{"providerSpec": object{"value": object{
			"instanceType": "r5.xlarge", "subnet": object{"id": "subnet-private-" + zone},
			"placement": object{"availabilityZone": zone},
		}}},
	}}
	if replicas != nil {
		spec["replicas"] = replicas
	}
	return made(machineSetType, name, object{"spec": spec})
}

func TestReadRejects(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason, text, want string
	}{
		"no JSON": {
			reason: "an export is JSON", text: "resources:", want: "not a valid export of a stack: invalid character",
		},
		"another document": {
			reason: "`pulumi preview --json` has no deployment", text: `{"steps": []}`,
			want: "not a valid export of a stack: it has no deployment; pass the output of `pulumi stack export`",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := Read([]byte(tt.text))
			assert.ErrorContains(t, err, tt.want, tt.reason)
		})
	}
}

func TestSubnetsArePublicByTheirRoutes(t *testing.T) {
	t.Parallel()
	topology := read(t, vpc("us-east-2b", "us-east-2a")...)
	require.Len(t, topology.networks, 1)
	n := topology.networks[0]
	assert.Equal(t, []string{"us-east-2a", "us-east-2b"}, n.zones)
	assert.True(t, n.internet)
	assert.Equal(t, []subnet{
		{id: "subnet-public-us-east-2a", zone: "us-east-2a", cidr: "10.0.2.0/24", public: true},
		{id: "subnet-private-us-east-2a", zone: "us-east-2a", cidr: "10.0.3.0/24"},
		{id: "subnet-public-us-east-2b", zone: "us-east-2b", cidr: "10.0.0.0/24", public: true},
		{id: "subnet-private-us-east-2b", zone: "us-east-2b", cidr: "10.0.1.0/24"},
	}, n.subnets)
}

func TestDeletedResourcesAreNotDrawn(t *testing.T) {
	t.Parallel()
	gateway := made("aws:ec2/natGateway:NatGateway", "nat-1", object{"subnetId": "subnet-public-us-east-2a"})
	gateway["delete"] = true
	topology := read(t, append(vpc("us-east-2a"), gateway)...)
	assert.Empty(t, topology.networks[0].items, "a resource that waits for its deletion has been replaced")
}

func TestMachineSets(t *testing.T) {
	t.Parallel()
	topology := read(t, append(vpc("us-east-2a"),
		machineSet("infra", "us-east-2a", "infra", 2), machineSet("worker", "us-east-2a", "worker", nil))...)
	assert.Equal(t, []item{
		{kind: infra, title: "infra machine set", detail: "2 × r5.xlarge", zones: []string{"us-east-2a"}},
		{kind: worker, title: "worker machine set", detail: "autoscaled r5.xlarge", zones: []string{"us-east-2a"}},
	}, topology.networks[0].items)
}

func TestMachineSetsOfAnotherStacksVPC(t *testing.T) {
	t.Parallel()
	topology := read(t, machineSet("infra", "us-east-2a", "infra", 1))
	require.Len(t, topology.networks, 1)
	n := topology.networks[0]
	assert.True(t, n.foreign)
	assert.Equal(t, []string{"us-east-2a"}, n.zones, "machine sets state their zones")
	label, _ := n.label("us-east-2a", false)
	assert.Equal(t, "subnet private-us-east-2a", label, "whether it is public is not known")
	assert.Equal(t, "existing VPC", n.title())
	assert.Equal(t, "us-east-2a", n.zoneTitle("us-east-2a"))
}

func TestZonesThatAreNotKnown(t *testing.T) {
	t.Parallel()
	topology := read(t, made("aws:autoscaling/group:Group", "spot", object{"vpcZoneIdentifiers": []any{"subnet-1"}}))
	require.Len(t, topology.networks, 1)
	assert.Equal(t, "zone not known", topology.networks[0].zoneTitle("subnet-1"), "nothing states the zone of the subnet")
	assert.Contains(t, topology.Mermaid(), `subgraph vpc0_zone0 ["zone not known"]`)
	assert.NotContains(t, string(topology.SVG()), ">subnet-1<")
}

func TestSubnetsOfAnExistingVPC(t *testing.T) {
	t.Parallel()
	topology := read(t, made("openshift-aws:network:ExistingVpc", "existing", object{
		"vpcId": "vpc-0123456789abcdef0", "cidr": "10.0.0.0/16",
		"publicSubnets":  []any{object{"id": "subnet-1", "zone": "us-east-2a"}},
		"privateSubnets": []any{object{"id": "subnet-private-us-east-2a", "zone": "us-east-2a"}},
	}), machineSet("infra", "us-east-2a", "infra", 1))
	require.Len(t, topology.networks, 1, "the machine set is in a subnet of the VPC")
	assert.Regexp(t, `class="vpc foreign"[^>]*/>\s*<text[^>]*class="label"[^>]*>existing VPC<`, string(topology.SVG()), "the legend")
	assert.NotContains(t, string(read(t, vpc("us-east-2a")...).SVG()), "existing VPC")
	n := topology.networks[0]
	assert.Equal(t, "existing VPC 10.0.0.0/16", n.title())
	assert.Equal(t, []string{"us-east-2a"}, n.zones, "both subnets are in one zone")
	assert.Len(t, n.items, 1)
	public, _ := n.label("us-east-2a", true)
	private, _ := n.label("us-east-2a", false)
	assert.Equal(t, []string{"public subnet 1", "private subnet private-us-east-2a"}, []string{public, private})
}

func TestInitialMachinePoolsAreDrawnOnce(t *testing.T) {
	t.Parallel()
	cluster := made("rhcs:index/clusterRosaHcp:ClusterRosaHcp", "c1", object{
		"replicas": 2, "computeMachineType": "m5.xlarge", "private": true,
		"awsSubnetIds": []any{"subnet-public-us-east-2a", "subnet-private-us-east-2a"},
	})
	pool := made(hcpPoolType, "workers-0", object{
		"cluster": "c1", "name": "workers-0", "replicas": 2, "subnetId": "subnet-private-us-east-2a",
		"awsNodePool": object{"instanceType": "m5.xlarge"},
	})
	titles := func(resources ...object) (titles []string) {
		for _, it := range read(t, append(vpc("us-east-2a"), resources...)...).networks[0].items {
			titles = append(titles, it.title)
		}
		return titles
	}
	const router = "router load balancer :80 :443"
	assert.Equal(t, []string{router, "workers (default machine pools)"}, titles(cluster))
	assert.Equal(t, []string{router, "machine pool workers-0"}, titles(cluster, pool))
}

// TestWhoMayReachLoadBalancersOfROSA: the stack has no security groups of what the service creates.
func TestWhoMayReachLoadBalancersOfROSA(t *testing.T) {
	t.Parallel()
	for token, want := range map[string][]string{
		"rhcs:index/clusterRosaHcp:ClusterRosaHcp": {"router load balancer :80 :443 from any address :80 :443"},
		"rhcs:index/clusterRosaClassic:ClusterRosaClassic": {
			"API load balancer :6443 from any address :6443", "router load balancer :80 :443 from any address :80 :443",
		},
	} {
		for _, private := range []bool{false, true} {
			var reached []string
			for _, it := range read(t, append(vpc("us-east-2a"), made(token, "c1", object{
				"replicas": 2, "private": private, "awsSubnetIds": []any{"subnet-public-us-east-2a", "subnet-private-us-east-2a"},
			}))...).networks[0].items {
				for _, from := range it.sources {
					reached = append(reached, it.title+" from "+from.name+" "+from.ports)
				}
			}
			if private {
				assert.Empty(t, reached, token)
			} else {
				assert.Equal(t, want, reached, token)
			}
		}
	}
}

func TestPictureIsTheSameInEveryOrder(t *testing.T) {
	t.Parallel()
	resources := append(vpc("us-east-2a", "us-east-2b"),
		machineSet("a", "us-east-2a", "infra", 1), machineSet("b", "us-east-2b", "worker", 1))
	reversed := make([]object, 0, len(resources))
	for i := range resources {
		reversed = append(reversed, resources[len(resources)-1-i])
	}
	assert.Equal(t, string(read(t, resources...).SVG()), string(read(t, reversed...).SVG()))
}

func TestTextsAreEscaped(t *testing.T) {
	t.Parallel()
	resources := vpc("us-east-2a")
	resources[0]["outputs"] = object{"cidrBlock": "10.0.0.0/16", "tags": object{"Name": `<b>&"x"`}}
	topology := read(t, resources...)
	assert.Contains(t, string(topology.SVG()), "&lt;b&gt;&amp;&#34;x&#34;")
	assert.NotContains(t, string(topology.SVG()), "<b>")
	assert.NotContains(t, topology.Mermaid(), `"x"`)
}

func TestSecretsAreNotDrawn(t *testing.T) {
	t.Parallel()
	resources := vpc("us-east-2a")
	secret := object{"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "ciphertext": "v1:hush"}
	resources[0]["outputs"] = object{"cidrBlock": secret}
	resources[0]["inputs"] = object{"cidrBlock": secret}
	assert.NotContains(t, string(read(t, resources...).SVG()), "hush")
}
