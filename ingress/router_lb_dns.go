package ingress

import (
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/route53"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
)

// cnameTTL is the seconds that a CNAME to a load balancer is kept (openshift/installer upi/aws/cloudformation/02_cluster_infra.yaml).
const cnameTTL = 10

// registerRecords makes the wildcard record in the private zone, and in the public one if the world is to find the
// routes; then those of the custom domains. The ingress operator makes none for routers on the nodes' own ports.
func (b *routerLBBuilder) registerRecords() error {
	routes := CustomDomain{Name: wildcard + b.args.AppsDomain, PublicZoneID: b.args.PublicZoneID, PrivateZoneID: b.args.PrivateZoneID}
	if err := b.recordsOf(routes, ""); err != nil {
		return err
	}
	for _, custom := range b.args.CustomDomains {
		// No name of a host holds an underscore.
		if err := b.recordsOf(custom, "-"+strings.ReplaceAll(custom.Name, "*", "_")); err != nil {
			return err
		}
	}
	return nil
}

func (b *routerLBBuilder) recordsOf(host CustomDomain, key string) error {
	if host.PrivateZoneID != nil {
		if err := b.record("private"+key, host.Name, host.PrivateZoneID); err != nil {
			return err
		}
	}
	if host.PublicZoneID == nil || b.args.Scope == Internal {
		return nil
	}
	return b.record("public"+key, host.Name, host.PublicZoneID)
}

func (b *routerLBBuilder) record(what, host string, zoneID pulumi.StringInput) error {
	args := &route53.RecordArgs{ZoneId: zoneID, Name: pulumi.String(host)}
	if partition.OfRegion(b.args.region()).HasAliasRecords() {
		args.Type = pulumi.String("A")
		args.Aliases = route53.RecordAliasArray{route53.RecordAliasArgs{
			Name:                 b.balancer.dnsName,
			ZoneId:               b.balancer.zoneID,
			EvaluateTargetHealth: pulumi.Bool(false),
		}}
	} else {
		args.Type = pulumi.String("CNAME")
		args.Ttl = pulumi.Int(cnameTTL)
		args.Records = pulumi.StringArray{b.balancer.dnsName}
	}
	_, err := route53.NewRecord(b.ctx, b.child(ofLoadBalancer+"-"+what), args, b.parent)
	return err
}
