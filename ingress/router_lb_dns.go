package ingress

import (
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/route53"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// cnameTTL is the TTL of a CNAME record in seconds (openshift/installer upi/aws/cloudformation/02_cluster_infra.yaml).
const cnameTTL = 10

// registerRecords registers the wildcard record of the routes in the private zone and, with network.External, in the public
// zone; then the records of the custom domains. The ingress operator creates no records for HostNetwork and NodePortService.
func (b *routerLBBuilder) registerRecords() error {
	if err := b.registerDomain(b.args.routes(), ""); err != nil {
		return err
	}
	for _, custom := range b.args.CustomDomains {
		// A host name cannot contain an underscore, so the keys stay unique.
		if err := b.registerDomain(custom, "-"+strings.ReplaceAll(custom.Name, "*", "_")); err != nil {
			return err
		}
	}
	return nil
}

// routes returns the wildcard record of the routes as a custom domain.
func (a *RouterLBArgs) routes() CustomDomain {
	return CustomDomain{
		Name:                wildcard + a.AppsDomain,
		PublicZoneID:        a.PublicZoneID,
		PublicZoneProvider:  a.PublicZoneProvider,
		PrivateZoneID:       a.PrivateZoneID,
		PrivateZoneProvider: a.PrivateZoneProvider,
	}
}

func (b *routerLBBuilder) registerDomain(domain CustomDomain, key string) error {
	if domain.PrivateZoneID != nil {
		if err := b.registerRecord("private"+key, domain.Name, domain.PrivateZoneID, domain.PrivateZoneProvider); err != nil {
			return err
		}
	}
	if domain.PublicZoneID == nil || b.args.Scope == network.Internal {
		return nil
	}
	return b.registerRecord("public"+key, domain.Name, domain.PublicZoneID, domain.PublicZoneProvider)
}

// registerRecord registers a record with the zone's provider; with the component's if that is nil.
func (b *routerLBBuilder) registerRecord(what, host string, zoneID pulumi.StringInput, provider pulumi.ProviderResource) error {
	opts := []pulumi.ResourceOption{b.Parent}
	if provider != nil {
		opts = append(opts, pulumi.Provider(provider))
	}
	_, err := route53.NewRecord(b.Ctx, b.child(loadBalancerGroup+"-"+what), b.desiredRecord(host, zoneID), opts...)
	return err
}

// desiredRecord returns an alias record, or a CNAME record in partitions without alias records.
func (b *routerLBBuilder) desiredRecord(host string, zoneID pulumi.StringInput) *route53.RecordArgs {
	args := &route53.RecordArgs{ZoneId: zoneID, Name: pulumi.String(host)}
	if partition.OfRegion(b.args.region()).HasAliasRecords() {
		args.Type = pulumi.String("A")
		args.Aliases = route53.RecordAliasArray{route53.RecordAliasArgs{
			Name:                 b.loadBalancer.dnsName,
			ZoneId:               b.loadBalancer.zoneID,
			EvaluateTargetHealth: pulumi.Bool(false),
		}}
		return args
	}
	args.Type = pulumi.String("CNAME")
	args.Ttl = pulumi.Int(cnameTTL)
	args.Records = pulumi.StringArray{b.loadBalancer.dnsName}
	return args
}
