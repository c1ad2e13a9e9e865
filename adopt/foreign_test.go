package adopt_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/adopt"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/aws"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// foreign registers the resources of a Terraform module. The names of its resources are their addresses in Terraform.
type foreign struct {
	ctx *pulumi.Context
	vpc *ec2.Vpc
	igw *ec2.InternetGateway
}

var foreignZones = []string{"us-east-2a", "us-east-2b"}

func named(name string) pulumi.StringMap { return pulumi.StringMap{"Name": pulumi.String(name)} }

// at is the address of an instance of a resource.
func at(address string, i int) string { return "module.vpc." + address + "[" + strconv.Itoa(i) + "]" }

func (f *foreign) network(vpc, igw, name string) (err error) {
	f.vpc, err = ec2.NewVpc(f.ctx, vpc, &ec2.VpcArgs{
		CidrBlock: pulumi.String("10.0.0.0/16"), EnableDnsSupport: pulumi.Bool(true), EnableDnsHostnames: pulumi.Bool(true), Tags: named(name),
	})
	if err != nil {
		return err
	}
	f.igw, err = ec2.NewInternetGateway(f.ctx, igw, &ec2.InternetGatewayArgs{VpcId: f.vpc.ID(), Tags: named(name)})
	return err
}

func (f *foreign) subnet(address, association, zone, cidr string, table *ec2.RouteTable, tags pulumi.StringMap) (*ec2.Subnet, error) {
	subnet, err := ec2.NewSubnet(f.ctx, address, &ec2.SubnetArgs{
		VpcId: f.vpc.ID(), AvailabilityZone: pulumi.String(zone), CidrBlock: pulumi.String(cidr), Tags: tags,
	})
	if err != nil {
		return nil, err
	}
	_, err = ec2.NewRouteTableAssociation(f.ctx, association, &ec2.RouteTableAssociationArgs{SubnetId: subnet.ID(), RouteTableId: table.ID()})
	return subnet, err
}

func (f *foreign) table(address, name string) (*ec2.RouteTable, error) {
	return ec2.NewRouteTable(f.ctx, address, &ec2.RouteTableArgs{VpcId: f.vpc.ID(), Tags: named(name)})
}

// nat registers a NAT gateway, and the default route of a table to it.
func (f *foreign) nat(eip, eipName, gateway, route, name string, public *ec2.Subnet, table *ec2.RouteTable) error {
	address, err := ec2.NewEip(f.ctx, eip, &ec2.EipArgs{Domain: pulumi.String("vpc"), Tags: named(eipName)})
	if err != nil {
		return err
	}
	nat, err := ec2.NewNatGateway(f.ctx, gateway, &ec2.NatGatewayArgs{
		AllocationId: address.ID(), SubnetId: public.ID(), Tags: named(name),
	}, pulumi.DependsOn([]pulumi.Resource{f.igw}))
	if err != nil {
		return err
	}
	_, err = ec2.NewRoute(f.ctx, route, &ec2.RouteArgs{
		RouteTableId: table.ID(), DestinationCidrBlock: pulumi.String("0.0.0.0/0"), NatGatewayId: nat.ID(),
	})
	return err
}

// redHatVpc is modules/vpc of terraform-redhat/terraform-rhcs-rosa-hcp v1.7.4 with two zones and its defaults.
func redHatVpc(ctx *pulumi.Context) error {
	f := &foreign{ctx: ctx}
	if err := f.network("module.vpc.aws_vpc.vpc", "module.vpc.aws_internet_gateway.internet_gateway", "shop-vpc"); err != nil {
		return err
	}
	endpoint, err := ec2.NewVpcEndpoint(ctx, "module.vpc.aws_vpc_endpoint.s3", &ec2.VpcEndpointArgs{
		VpcId: f.vpc.ID(), ServiceName: pulumi.String("com.amazonaws.us-east-2.s3"),
	})
	if err != nil {
		return err
	}
	publicTable, err := f.table("module.vpc.aws_route_table.public_route_table", "shop-public")
	if err != nil {
		return err
	}
	for address, route := range map[string]*ec2.RouteArgs{
		"ipv4_egress_route": {DestinationCidrBlock: pulumi.String("0.0.0.0/0")},
		"ipv6_egress_route": {DestinationIpv6CidrBlock: pulumi.String("::/0")},
	} {
		route.RouteTableId, route.GatewayId = publicTable.ID(), f.igw.ID()
		if _, err := ec2.NewRoute(ctx, "module.vpc.aws_route."+address, route); err != nil {
			return err
		}
	}
	for i, zone := range foreignZones {
		table, err := f.table(at("aws_route_table.private_route_table", i), "shop-rtb-private"+strconv.Itoa(i)+"-"+zone)
		if err != nil {
			return err
		}
		_, err = ec2.NewVpcEndpointRouteTableAssociation(ctx, at(
			"aws_vpc_endpoint_route_table_association.private_vpc_endpoint_route_table_association", i),
			&ec2.VpcEndpointRouteTableAssociationArgs{RouteTableId: table.ID(), VpcEndpointId: endpoint.ID()})
		if err != nil {
			return err
		}
		tags := named("shop-subnet-public" + strconv.Itoa(i+1) + "-" + zone)
		tags["kubernetes.io/role/elb"] = pulumi.String("")
		public, err := f.subnet(at("aws_subnet.public_subnet", i), at("aws_route_table_association.public_route_table_association", i),
			zone, []string{"10.0.0.0/20", "10.0.16.0/20"}[i], publicTable, tags)
		if err != nil {
			return err
		}
		tags = named("shop-subnet-private" + strconv.Itoa(i+1) + "-" + zone)
		tags["kubernetes.io/role/internal-elb"] = pulumi.String("")
		_, err = f.subnet(at("aws_subnet.private_subnet", i), at("aws_route_table_association.private_route_table_association", i),
			zone, []string{"10.0.32.0/20", "10.0.48.0/20"}[i], table, tags)
		if err != nil {
			return err
		}
		if err := f.nat(at("aws_eip.eip", i), "shop-eip-"+zone, at("aws_nat_gateway.public_nat_gateway", i), at("aws_route.private_nat", i),
			"shop-nat-public"+strconv.Itoa(i)+"-"+zone, public, table); err != nil {
			return err
		}
	}
	return nil
}

// communityVpc is terraform-aws-modules/terraform-aws-vpc v6.6.0 with two zones, and a NAT gateway for each zone or one for all.
func communityVpc(single bool) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		f := &foreign{ctx: ctx}
		if err := f.network(at("aws_vpc.this", 0), at("aws_internet_gateway.this", 0), "shop"); err != nil {
			return err
		}
		_, err := ec2.NewDefaultSecurityGroup(ctx, at("aws_default_security_group.this", 0), &ec2.DefaultSecurityGroupArgs{
			VpcId: f.vpc.ID(), Tags: named("shop-default"),
		})
		if err != nil {
			return err
		}
		publicTable, err := f.table(at("aws_route_table.public", 0), "shop-public")
		if err != nil {
			return err
		}
		_, err = ec2.NewRoute(ctx, at("aws_route.public_internet_gateway", 0), &ec2.RouteArgs{
			RouteTableId: publicTable.ID(), DestinationCidrBlock: pulumi.String("0.0.0.0/0"), GatewayId: f.igw.ID(),
		})
		if err != nil {
			return err
		}
		var table *ec2.RouteTable
		for i, zone := range foreignZones {
			hasNAT := i == 0 || !single
			if hasNAT {
				if table, err = f.table(at("aws_route_table.private", i), "shop-private-"+zone); err != nil {
					return err
				}
			}
			public, err := f.subnet(at("aws_subnet.public", i), at("aws_route_table_association.public", i), zone,
				"10.0.10"+strconv.Itoa(i+1)+".0/24", publicTable, named("shop-public-"+zone))
			if err != nil {
				return err
			}
			_, err = f.subnet(at("aws_subnet.private", i), at("aws_route_table_association.private", i), zone,
				"10.0."+strconv.Itoa(i+1)+".0/24", table, named("shop-private-"+zone))
			if err != nil {
				return err
			}
			if !hasNAT {
				continue
			}
			if err := f.nat(at("aws_eip.nat", i), "shop-"+zone, at("aws_nat_gateway.this", i), at("aws_route.private_nat_gateway", i),
				"shop-"+zone, public, table); err != nil {
				return err
			}
		}
		return nil
	}
}

// terraformState returns what `terraform show -json` prints of resources whose names are their addresses, and of more.
func terraformState(t *testing.T, resources []adopt.Resource, more ...string) []adopt.Resource {
	t.Helper()
	type object = map[string]any
	var instances []object
	for _, r := range resources {
		known, ok := aws.Resource(r.Type)
		require.True(t, ok, r.Type)
		values := object{"id": r.ID}
		for name, property := range known.Properties {
			values[property.Terraform] = r.Properties[name]
		}
		instances = append(instances, object{
			"mode": "managed", "address": nameOf(r), "type": known.Terraform, "values": values,
		})
	}
	for _, address := range more {
		instances = append(instances, object{"mode": "managed", "address": address, "type": "time_sleep", "values": object{"id": "1"}})
	}
	text, err := json.Marshal(object{"values": object{"root_module": object{"child_modules": []object{{"resources": instances}}}}})
	require.NoError(t, err)
	found, err := adopt.ReadTerraform(strings.NewReader(string(text)))
	require.NoError(t, err)
	return found
}

func nameOf(r adopt.Resource) string { return r.URN[strings.LastIndex(r.URN, "::")+2:] }

// subnets are the CIDRs of the public and the private subnets of foreignZones.
func subnets(cidrs ...string) map[string]network.SubnetCIDRs {
	return map[string]network.SubnetCIDRs{
		foreignZones[0]: {Public: cidrs[0], Private: cidrs[2]}, foreignZones[1]: {Public: cidrs[1], Private: cidrs[3]},
	}
}

// TestForeignVpcs adopts the VPCs of Terraform modules, by their states, as docs/adopt.md says.
func TestForeignVpcs(t *testing.T) {
	t.Parallel()
	off := false
	const tables = "module.vpc.aws_route_table."
	for _, test := range []struct {
		module  string
		program pulumi.RunFunc
		args    network.VpcArgs
		// ids are the addresses of what differs in its name alone, by the name in the program.
		ids   map[string]string
		allow []string
		more  string
		// rejected is a part of the error, imported the number of resources, and left what is not in the program.
		rejected string
		imported int
		left     []string
	}{
		{
			module: "terraform-rhcs-rosa-hcp", program: redHatVpc,
			args: network.VpcArgs{
				RestrictDefaultSecurityGroup: &off, Subnets: subnets("10.0.0.0/20", "10.0.16.0/20", "10.0.32.0/20", "10.0.48.0/20"),
			},
			ids: map[string]string{
				"shop-rt-public": tables + "public_route_table", "shop-rt-private-us-east-2a": tables + "private_route_table[0]",
				"shop-rt-private-us-east-2b": tables + "private_route_table[1]",
			},
			allow: []string{"*.tags.*", "*-s3.routeTableIds*"}, more: "module.vpc.time_sleep.vpc_resources_wait", imported: 21,
			left: []string{
				"module.vpc.aws_route.ipv6_egress_route", "module.vpc.time_sleep.vpc_resources_wait",
				at("aws_vpc_endpoint_route_table_association.private_vpc_endpoint_route_table_association", 0),
				at("aws_vpc_endpoint_route_table_association.private_vpc_endpoint_route_table_association", 1),
			},
		},
		{
			module: "terraform-aws-vpc, one_nat_gateway_per_az", program: communityVpc(false),
			args: network.VpcArgs{Subnets: subnets("10.0.101.0/24", "10.0.102.0/24", "10.0.1.0/24", "10.0.2.0/24")},
			ids: map[string]string{
				"shop-rt-public": tables + "public[0]", "shop-rt-private-us-east-2a": tables + "private[0]",
				"shop-rt-private-us-east-2b": tables + "private[1]",
				"shop-eip-us-east-2a":        at("aws_eip.nat", 0), "shop-eip-us-east-2b": at("aws_eip.nat", 1),
			},
			allow: []string{"*.tags.*", "aws:ec2/vpcEndpoint:VpcEndpoint:shop-s3"}, imported: 21,
		},
		{
			module: "terraform-aws-vpc, single_nat_gateway", program: communityVpc(true),
			args: network.VpcArgs{
				NAT: network.NATSingle, NATZone: foreignZones[0], Subnets: subnets("10.0.101.0/24", "10.0.102.0/24", "10.0.1.0/24", "10.0.2.0/24"),
			},
			ids: map[string]string{
				"shop-rt-public": tables + "public[0]", "shop-rt-private-us-east-2a": tables + "private[0]",
				"shop-rt-private-us-east-2b": tables + "private[0]",
			},
			allow: []string{"*"}, rejected: "is the import ID of 2 resources",
		},
	} {
		t.Run(test.module, func(t *testing.T) {
			t.Parallel()
			e := create(t, test.program)
			before, ids := e.account(t), map[adopt.Key]string{}
			for _, r := range e.resources {
				for name, address := range test.ids {
					if nameOf(r) == address {
						ids[adopt.Key{Type: r.Type, Name: name}] = r.ID
					}
				}
			}
			var more []string
			if test.more != "" {
				more = []string{test.more}
			}
			opts := adopt.Options{Existing: terraformState(t, e.resources, more...), IDs: ids}
			test.args.Zones = foreignZones
			e.program = func(ctx *pulumi.Context) error {
				args := test.args
				_, err := network.NewVpc(ctx, "shop", &args)
				return err
			}
			_, err := e.adopt(t, opts, nil)
			require.ErrorIs(t, err, adopt.ErrRejected, "names differ")
			assert.Equal(t, before, e.account(t))
			opts.Allow = test.allow
			report, err := e.adopt(t, opts, nil)
			if test.rejected != "" {
				require.ErrorContains(t, err, test.rejected)
				assert.Equal(t, before, e.account(t))
				return
			}
			require.NoError(t, err)
			assert.Len(t, report.Imported, test.imported)
			assert.Len(t, report.Terraform, test.imported, "the addresses that Terraform must forget")
			left := map[string]bool{}
			for _, line := range report.Left {
				address, _, _ := strings.Cut(line, " ")
				left[address] = true
			}
			assert.ElementsMatch(t, test.left, slices.Collect(maps.Keys(left)))
			after, err := e.box(t, nil).Up(t.Context())
			require.NoError(t, err)
			for _, step := range after.Steps { // The first update adds the tag of the stack to what the adoption has not changed.
				if step.Op != "same" {
					assert.Equal(t, []string{`tags["openshift-aws"]`}, step.Diffs, step.URN)
				}
			}
		})
	}
}
