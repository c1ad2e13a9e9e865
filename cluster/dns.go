package cluster

import (
	"fmt"
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/lb"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/route53"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
)

// cnameTTL is the seconds that a CNAME to a load balancer is kept (openshift/installer upi/aws/cloudformation/02_cluster_infra.yaml).
const cnameTTL = 10

// The seconds that the private zone's SOA record is kept, which is Route 53's own number, and that a name is taken for missing.
const (
	soaTTL  = 900
	missTTL = 60
)

// apiRecord is one name of the API in one zone.
type apiRecord struct {
	// host is the first label of the name.
	host string
	// public tells the user's zone from the cluster's private one.
	public bool
	// door is the door that the name leads to.
	door string
}

// planRecords returns the API's names. api-int never stands in the public zone: machines boot through it
// (openshift/installer upi/aws/cloudformation/02_cluster_infra.yaml).
func planRecords(args ControlPlaneArgs) []apiRecord {
	records := []apiRecord{
		{host: "api", door: internalDoor},
		{host: "api-int", door: internalDoor},
	}
	if args.external() {
		records = append(records, apiRecord{host: "api", public: true, door: externalDoor})
	}
	return records
}

// privateZone returns the id of the zone that was given, or of one that it makes.
func (b *builder) privateZone() (pulumi.StringOutput, error) {
	if b.PrivateZoneID != nil {
		return b.PrivateZoneID.ToStringOutput(), nil
	}
	// OpenShift finds the zone by exactly the tags that ownedTags sets (openshift/installer pkg/asset/manifests/dns.go).
	zone, err := route53.NewZone(b.ctx, b.child("private"), &route53.ZoneArgs{
		Name: pulumi.String(b.Install.Domain),
		Vpcs: route53.ZoneVpcArray{route53.ZoneVpcArgs{VpcId: b.VpcID}},
		// The ingress operator writes records of its own here and is gone before it could remove them.
		ForceDestroy: pulumi.Bool(true),
		Tags:         b.ownedTags(b.Install.InfraID + "-int"),
	}, b.options(
		// Users associate further VPCs by resources of their own; the provider would dissolve what does not stand here.
		pulumi.IgnoreChanges([]string{"vpcs"}))...)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	return zone.ZoneId, b.shortenMisses(zone)
}

// shortenMisses has the VPC's resolver forget after a minute, instead of 15, that a name does not exist: machines ask for api-int before
// its load balancer and its record are there, and again until they are (openshift/installer pkg/infrastructure/aws/clusterapi/dns.go).
func (b *builder) shortenMisses(zone *route53.Zone) error {
	_, err := route53.NewRecord(b.ctx, b.child("private", "soa"), &route53.RecordArgs{
		ZoneId:         zone.ZoneId,
		Name:           pulumi.String(b.Install.Domain),
		Type:           pulumi.String("SOA"),
		Ttl:            pulumi.Int(soaTTL),
		Records:        pulumi.StringArray{zone.PrimaryNameServer.ApplyT(startOfAuthority).(pulumi.StringOutput)},
		AllowOverwrite: pulumi.Bool(true),
	}, b.options(pulumi.RetainOnDelete(true))...) // Every zone has one; it goes with the zone.
	return err
}

// startOfAuthority is the record that Route 53 gives a zone, with a minute in the last place.
func startOfAuthority(server string) string {
	return fmt.Sprintf("%s. awsdns-hostmaster.amazon.com. 1 7200 900 1209600 %d", strings.TrimSuffix(server, "."), missTTL)
}

// newRecords makes the private zone, unless it was given, and all records, and returns the zone's id.
func (b *builder) newRecords(doors madeDoors) (pulumi.StringOutput, error) {
	private, err := b.privateZone()
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	for _, plan := range planRecords(b.ControlPlaneArgs) {
		zoneID, kind, provider := pulumi.StringInput(private), "private", b.PrivateZoneProvider
		if plan.public {
			zoneID, kind, provider = b.PublicZoneID, "public", b.PublicZoneProvider
		}
		args := recordArgs(partition.OfRegion(b.Install.Region), plan.host+"."+b.Install.Domain, doors[plan.door].loadBalancer)
		args.ZoneId = zoneID
		record, err := route53.NewRecord(b.ctx, b.child(kind, plan.host), args, b.options(through(provider)...)...)
		if err != nil {
			return pulumi.StringOutput{}, err
		}
		b.made = append(b.made, record)
	}
	return private, nil
}

// through makes a resource through another provider than its parent's, if there is one.
func through(provider pulumi.ProviderResource) []pulumi.ResourceOption {
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
