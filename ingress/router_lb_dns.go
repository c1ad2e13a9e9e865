package ingress

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/route53"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
)

// cnameTTL is the seconds that a CNAME to a load balancer is kept (openshift/installer upi/aws/cloudformation/02_cluster_infra.yaml).
const cnameTTL = 10

// registerRecords makes the wildcard record in the private zone, and in the public one if the world is to find the
// routes. The ingress operator makes none for routers on the nodes' own ports.
func (b *routerLBBuilder) registerRecords() error {
	if err := b.record("private", b.args.PrivateZoneID); err != nil || b.args.Scope == Internal {
		return err
	}
	return b.record("public", b.args.PublicZoneID)
}

func (b *routerLBBuilder) record(kind string, zoneID pulumi.StringInput) error {
	args := &route53.RecordArgs{ZoneId: zoneID, Name: pulumi.String(wildcard + b.args.Domain)}
	if partition.OfRegion(b.args.region()).HasAliasRecords() {
		args.Type = pulumi.String("A")
		args.Aliases = route53.RecordAliasArray{route53.RecordAliasArgs{
			Name:                 b.loadBalancer.DnsName,
			ZoneId:               b.loadBalancer.ZoneId,
			EvaluateTargetHealth: pulumi.Bool(false),
		}}
	} else {
		args.Type = pulumi.String("CNAME")
		args.Ttl = pulumi.Int(cnameTTL)
		args.Records = pulumi.StringArray{b.loadBalancer.DnsName}
	}
	_, err := route53.NewRecord(b.ctx, b.child(ofLoadBalancer+"-"+kind), args, b.parent)
	return err
}
