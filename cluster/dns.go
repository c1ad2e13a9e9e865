package cluster

import (
	"fmt"
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/lb"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/route53"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
)

// cnameTTL is the TTL, in seconds, of a CNAME to a load balancer (openshift/installer
// upi/aws/cloudformation/02_cluster_infra.yaml).
const cnameTTL = 10

// internalHost is the first label of the name by which the kubelets reach the API.
const internalHost = "api-int"

const (
	// soaTTL is the TTL, in seconds, of the private zone's SOA record: Route 53's own value.
	soaTTL = 900
	// negativeTTL is how long, in seconds, resolvers cache that a name does not exist.
	negativeTTL = 60
)

// apiRecord is one name of the API in one zone.
type apiRecord struct {
	// host is the first label of the name.
	host string
	// public selects the user's public zone instead of the cluster's private zone.
	public bool
	// loadBalancer is the name of the load balancer that the record points to.
	loadBalancer string
}

// planRecords returns the API's names. api-int is never in the public zone: machines fetch their Ignition from it
// (openshift/installer upi/aws/cloudformation/02_cluster_infra.yaml).
func planRecords(args ControlPlaneArgs) []apiRecord {
	records := []apiRecord{
		{host: "api", loadBalancer: internalLB},
		{host: internalHost, loadBalancer: internalLB},
	}
	if args.external() {
		records = append(records, apiRecord{host: "api", public: true, loadBalancer: externalLB})
	}
	return records
}

// registerPrivateZone registers the cluster's private zone unless PrivateZoneID is set, and returns the zone's ID.
func (b *controlPlaneBuilder) registerPrivateZone() (pulumi.StringOutput, error) {
	if b.PrivateZoneID != nil {
		return b.PrivateZoneID.ToStringOutput(), nil
	}
	// OpenShift finds the zone by exactly the tags that ownedTags sets (openshift/installer pkg/asset/manifests/dns.go).
	zone, err := route53.NewZone(b.Ctx, b.child("private"), &route53.ZoneArgs{
		Name: pulumi.String(b.Install.Domain),
		Vpcs: route53.ZoneVpcArray{route53.ZoneVpcArgs{VpcId: b.Network.ID}},
		// The ingress operator creates records here and is deleted before it could remove them.
		ForceDestroy: pulumi.Bool(true),
		Tags:         b.ownedTags(b.Install.InfraID + "-int"),
		// Users associate more VPCs by route53.ZoneAssociation; the provider would remove associations that are not listed here.
	}, b.options(append(b.onAPIPath[:len(b.onAPIPath):len(b.onAPIPath)], pulumi.IgnoreChanges([]string{"vpcs"}))...)...)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	return zone.ZoneId, b.lowerNegativeTTL(zone)
}

// lowerNegativeTTL cuts the zone's negative-caching TTL from 15 minutes to 1: machines look up api-int before its record exists,
// and again until it does (openshift/installer pkg/infrastructure/aws/clusterapi/dns.go).
func (b *controlPlaneBuilder) lowerNegativeTTL(zone *route53.Zone) error {
	_, err := route53.NewRecord(b.Ctx, b.child("private", "soa"), &route53.RecordArgs{
		ZoneId:         zone.ZoneId,
		Name:           pulumi.String(b.Install.Domain),
		Type:           pulumi.String("SOA"),
		Ttl:            pulumi.Int(soaTTL),
		Records:        pulumi.StringArray{zone.PrimaryNameServer.ApplyT(soaRecord).(pulumi.StringOutput)},
		AllowOverwrite: pulumi.Bool(true),
	}, b.options(pulumi.RetainOnDelete(true))...) // Route 53 deletes the SOA record with the zone only.
	return err
}

// soaRecord returns Route 53's SOA record of a zone with the shorter negative-caching TTL.
func soaRecord(server string) string {
	return fmt.Sprintf("%s. awsdns-hostmaster.amazon.com. 1 7200 900 1209600 %d", strings.TrimSuffix(server, "."), negativeTTL)
}

// registerRecords registers the private zone and the API's records.
func (b *controlPlaneBuilder) registerRecords() error {
	private, err := b.registerPrivateZone()
	if err != nil {
		return err
	}
	for _, plan := range planRecords(b.ControlPlaneArgs) {
		zoneID, kind, provider := pulumi.StringInput(private), "private", b.PrivateZoneProvider
		if plan.public {
			zoneID, kind, provider = b.PublicZoneID, "public", b.PublicZoneProvider
		}
		target := b.loadBalancers[plan.loadBalancer].loadBalancer
		args := recordArgs(partition.OfRegion(b.Install.Region), plan.host+"."+b.Install.Domain, target)
		args.ZoneId = zoneID
		opts := providerOption(provider)
		if plan.host == internalHost {
			opts = append(opts, b.onAPIPath...)
		}
		record, err := route53.NewRecord(b.Ctx, b.child(kind, plan.host), args, b.options(opts...)...)
		if err != nil {
			return err
		}
		b.apiPath = append(b.apiPath, record)
	}
	b.Component.PrivateZoneID = private
	return nil
}

// providerOption returns the option for an explicit provider; none without one.
func providerOption(provider pulumi.ProviderResource) []pulumi.ResourceOption {
	if provider == nil {
		return nil
	}
	return []pulumi.ResourceOption{pulumi.Provider(provider)}
}

func recordArgs(p partition.Partition, name string, target *lb.LoadBalancer) *route53.RecordArgs {
	if !p.HasAliasRecords() {
		return &route53.RecordArgs{
			Name:    pulumi.String(name),
			Type:    pulumi.String("CNAME"),
			Ttl:     pulumi.Int(cnameTTL),
			Records: pulumi.StringArray{target.DnsName},
		}
	}
	return &route53.RecordArgs{
		Name: pulumi.String(name),
		Type: pulumi.String("A"),
		Aliases: route53.RecordAliasArray{route53.RecordAliasArgs{
			Name:                 target.DnsName,
			ZoneId:               target.ZoneId,
			EvaluateTargetHealth: pulumi.Bool(false),
		}},
	}
}
