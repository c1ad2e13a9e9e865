package network

import (
	"cmp"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// DHCPOptionsArgs are the DHCP options of a Vpc. A change replaces the options and updates the VPC in place.
//
// AWS limits the IPv4 addresses of a list to 4, and accepts four IPv6 addresses in addition, but operating systems may not (Amazon VPC
// user guide, "Work with DHCP option sets").
type DHCPOptionsArgs struct {
	// DomainName is the domain of host names: one lower-case domain, because nodes of clusters whose options have several
	// domains or capital letters do not join (openshift/installer docs/user/aws/install_upi.md). Defaults to AWS's own:
	// ec2.internal in us-east-1, <region>.compute.internal elsewhere.
	DomainName string `check:"format=dhcp-domain"`
	// DomainNameServers are the IP addresses of at most 4 DNS servers, or AmazonProvidedDNS. Servers other than the VPC's must also
	// resolve the cluster's private hosted zone. Defaults to AmazonProvidedDNS, the VPC's own.
	DomainNameServers []string `check:"count=..4,format=dns-server"`
	// NTPServers are the IP addresses of at most 4 NTP servers. Defaults to none: machines use the Amazon Time Sync Service.
	NTPServers []string `check:"count=..4,format=ip-address"`
}

// amazonDNS is the name of the VPC's own resolver in DHCP options.
const amazonDNS = "AmazonProvidedDNS"

// domain returns DomainName or AWS's own domain (Amazon EC2 API Reference, CreateDhcpOptions).
func (a *DHCPOptionsArgs) domain(region string) string {
	if region == "us-east-1" {
		return cmp.Or(a.DomainName, "ec2.internal")
	}
	return cmp.Or(a.DomainName, region+".compute.internal")
}

func (b *vpcBuilder) registerDHCPOptions() error {
	dhcp := b.Args.DHCP
	if dhcp == nil {
		return nil
	}
	servers := dhcp.DomainNameServers
	if len(servers) == 0 {
		servers = []string{amazonDNS}
	}
	args := &ec2.VpcDhcpOptionsArgs{
		DomainName:        pulumi.String(dhcp.domain(b.Args.region())),
		DomainNameServers: pulumi.ToStringArray(servers),
		Tags:              b.tags("dhcp-options", b.Args.KindTags.DHCPOptions, nil),
	}
	if len(dhcp.NTPServers) > 0 {
		args.NtpServers = pulumi.ToStringArray(dhcp.NTPServers)
	}
	options, err := ec2.NewVpcDhcpOptions(b.Ctx, b.Name+"-dhcp-options", args, b.Parent)
	if err != nil {
		return err
	}
	association, err := ec2.NewVpcDhcpOptionsAssociation(b.Ctx, b.Name+"-dhcp-options-association", &ec2.VpcDhcpOptionsAssociationArgs{
		VpcId:         b.vpc.ID(),
		DhcpOptionsId: options.ID(),
	}, b.Parent)
	b.everySubnetNeeds = append(b.everySubnetNeeds, association)
	return err
}
