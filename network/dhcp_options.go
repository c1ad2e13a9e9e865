package network

import (
	"cmp"
	"net/netip"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// DHCPOptionsArgs are the DHCP options of a Vpc. A change replaces the options and updates the VPC in place.
type DHCPOptionsArgs struct {
	// DomainName is the domain of host names: one lower-case domain, because nodes of clusters whose options have several
	// domains or capital letters do not join (openshift/installer docs/user/aws/install_upi.md). Defaults to AWS's own:
	// ec2.internal in us-east-1, <region>.compute.internal elsewhere.
	DomainName string
	// DomainNameServers are the IP addresses of at most 4 DNS servers, or AmazonProvidedDNS. Other servers than the VPC's must
	// resolve the cluster's private hosted zone too. Defaults to AmazonProvidedDNS, the VPC's own.
	DomainNameServers []string
	// NTPServers are the IP addresses of at most 4 NTP servers. Defaults to none: machines use the Amazon Time Sync Service.
	NTPServers []string
}

// amazonDNS is the name of the VPC's own resolver in DHCP options.
const amazonDNS = "AmazonProvidedDNS"

// maxServers is AWS's limit of IPv4 addresses in a DHCP option, here of all its addresses: AWS accepts four IPv6 addresses in addition,
// but operating systems may not (Amazon VPC user guide, "Work with DHCP option sets").
const maxServers = 4

var (
	ntpServer = check.NewFormat("IP address", "10.0.0.2", isIPAddress)
	dnsServer = ntpServer.Or(check.NewFormat(amazonDNS, amazonDNS, func(text string) bool { return text == amazonDNS }))
)

func isIPAddress(text string) bool {
	_, err := netip.ParseAddr(text)
	return err == nil
}

func (a *DHCPOptionsArgs) check(p *check.Problems, path string) {
	if a == nil {
		return
	}
	p.Format(path+".DomainName", a.DomainName, check.DNSSubdomain.WithExample("corp.example.com"))
	p.Count(path+".DomainNameServers", len(a.DomainNameServers), maxServers)
	p.Formats(path+".DomainNameServers", a.DomainNameServers, dnsServer)
	p.Count(path+".NTPServers", len(a.NTPServers), maxServers)
	p.Formats(path+".NTPServers", a.NTPServers, ntpServer)
}

// domain returns DomainName or AWS's own domain (Amazon EC2 API Reference, CreateDhcpOptions).
func (a *DHCPOptionsArgs) domain(region string) string {
	if region == "us-east-1" {
		return cmp.Or(a.DomainName, "ec2.internal")
	}
	return cmp.Or(a.DomainName, region+".compute.internal")
}

func (b *vpcBuilder) registerDHCPOptions() error {
	dhcp := b.args.DHCP
	if dhcp == nil {
		return nil
	}
	servers := dhcp.DomainNameServers
	if len(servers) == 0 {
		servers = []string{amazonDNS}
	}
	args := &ec2.VpcDhcpOptionsArgs{
		DomainName:        pulumi.String(dhcp.domain(b.args.region())),
		DomainNameServers: pulumi.ToStringArray(servers),
		Tags:              b.tags("dhcp-options", b.args.KindTags.DHCPOptions, nil),
	}
	if len(dhcp.NTPServers) > 0 {
		args.NtpServers = pulumi.ToStringArray(dhcp.NTPServers)
	}
	options, err := ec2.NewVpcDhcpOptions(b.ctx, b.name+"-dhcp-options", args, b.parent)
	if err != nil {
		return err
	}
	association, err := ec2.NewVpcDhcpOptionsAssociation(b.ctx, b.name+"-dhcp-options-association", &ec2.VpcDhcpOptionsAssociationArgs{
		VpcId:         b.vpc.ID(),
		DhcpOptionsId: options.ID(),
	}, b.parent)
	b.everySubnetNeeds = append(b.everySubnetNeeds, association)
	return err
}
