package network

import (
	"fmt"
	"net/netip"
	"regexp"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// DHCPOptionsArgs are what a Vpc's machines learn by DHCP. A change makes new options, which the VPC takes in place.
type DHCPOptionsArgs struct {
	// DomainName completes short host names and ends the machines' own. Default: AWS's, ec2.internal in us-east-1 and
	// <region>.compute.internal elsewhere. It is one lower-case domain: nodes of clusters whose
	// options held several names, or capitals, did not join (openshift/installer docs/user/aws/install_upi.md).
	DomainName string
	// DomainNameServers are addresses of at most 4 DNS servers. Default: the VPC's own (AmazonProvidedDNS). Others must resolve
	// the cluster's private hosted zone too.
	DomainNameServers []string
	// NTPServers are addresses of at most 4 time servers. Default: none by DHCP; machines use Amazon's.
	NTPServers []string
}

// amazonDNS names the VPC's own resolver in DHCP options.
const amazonDNS = "AmazonProvidedDNS"

// maxServers is what a DHCP option holds (Amazon VPC user guide, "DHCP option sets").
const maxServers = 4

var domainName = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$`)

func (a *DHCPOptionsArgs) check(p *check.Problems, path string) {
	if a == nil {
		return
	}
	if a.DomainName != "" && !domainName.MatchString(a.DomainName) {
		p.Addf(path+".DomainName", "%q is no domain; write one lower-case name such as corp.example.com", a.DomainName)
	}
	checkServers(p, path+".DomainNameServers", a.DomainNameServers, amazonDNS)
	checkServers(p, path+".NTPServers", a.NTPServers, "")
}

func checkServers(p *check.Problems, path string, servers []string, known string) {
	if len(servers) > maxServers {
		p.Addf(path, "has %d servers; AWS takes %d", len(servers), maxServers)
	}
	for i, server := range servers {
		if _, err := netip.ParseAddr(server); err != nil && (known == "" || server != known) {
			p.Addf(fmt.Sprintf("%s[%d]", path, i), "%q is no IP address; write one such as 10.0.0.2", server)
		}
	}
}

// domain is AWS's own unless another one is given (Amazon VPC user guide, "DHCP option sets").
func (a *DHCPOptionsArgs) domain(region string) string {
	switch {
	case a.DomainName != "":
		return a.DomainName
	case region == "us-east-1":
		return "ec2.internal"
	default:
		return region + ".compute.internal"
	}
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
		DomainName:        pulumi.String(dhcp.domain(b.region())),
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
