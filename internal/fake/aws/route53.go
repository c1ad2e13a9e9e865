package aws

import (
	"fmt"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

const (
	recordType = "aws:route53/record:Record"
	zoneType   = "aws:route53/zone:Zone"
)

var route53Types = types{
	"route53/Record": {id: "{zoneId}_{name}_{type}{_setIdentifier}", after: record, autoName: &schema.AutoName{}},
	"route53/Zone": {
		id: "Z{upper:17}", idAlso: "zoneId", service: "route53", arn: "hostedzone/{id}", after: zone, sharedName: true, rejectCreation: rejectSecondZone,
		users: []users{{
			by: "zoneId", of: references("route53/Record zoneId"), unless: "forceDestroy",
			rejection: "HostedZoneNotEmpty: The specified hosted zone contains non-required resource record sets and so cannot be deleted. (%s)",
		}},
	},
	"route53/ZoneAssociation": {id: "{zoneId}:{vpcId}"},
}

// record: the FQDN is the name, completed with the zone's name.
func record(o *outputs) {
	fqdn := strings.TrimSuffix(o.text("name"), ".")
	domain := strings.TrimSuffix(property.Text(o.lookup(zoneType, o.text("zoneId")), "name"), ".")
	if domain != "" && fqdn != domain && !strings.HasSuffix(fqdn, "."+domain) {
		fqdn = strings.TrimPrefix(fqdn+"."+domain, ".")
	}
	o.set("fqdn", fqdn)
}

// rejectSecondZone returns AWS's error if a VPC of a private zone has another one of the same name (Amazon Route 53 API Reference,
// CreateHostedZone).
func rejectSecondZone(records fake.Records, created fake.Record) error {
	vpcs := texts(created.Outputs, []string{"vpcs", "vpcId"})
	for _, record := range records {
		if record.Token != zoneType || record.Text("name") != created.Text("name") {
			continue
		}
		for _, vpc := range texts(record.Outputs, []string{"vpcs", "vpcId"}) {
			if slices.Contains(vpcs, vpc) {
				return fmt.Errorf("creating Route53 Hosted Zone (%s): ConflictingDomainExists: The VPC %s has already been associated with "+
					"the hosted zone %s with the same domain name", created.Text("name"), vpc, record.ID)
			}
		}
	}
	return nil
}

func zone(o *outputs) {
	var servers []any
	for i, domain := range []string{"com", "net", "org", "co.uk"} {
		servers = append(servers, fmt.Sprintf("ns-%d.awsdns-%02d.%s", 512*i+int(o.Digest("ns")[i]), o.Digest("dns")[i]%64, domain))
	}
	o.set("nameServers", servers)
	o.set("primaryNameServer", servers[0])
}
