"""Hosted zones and their records are as in Route 53.

- A record can be created again after it was deleted. moto compares with all changes of the zone, deleted records included.
- The ID of a hosted zone begins with Z.
- A second hosted zone with the caller reference of another is rejected (Route 53 API Reference, CreateHostedZone). moto creates it.
- A VPC has one private hosted zone of a name (Route 53 API Reference, ConflictingDomainExists). moto accepts others.
"""
from moto.route53 import models
from moto.route53.exceptions import Route53ClientError
from moto.route53.models import Route53Backend

change_records = Route53Backend.change_resource_record_sets
create_hosted_zone = Route53Backend.create_hosted_zone
associate_vpc = Route53Backend.associate_vpc_with_hosted_zone
create_zone_id = models.create_route53_zone_id


class HostedZoneAlreadyExists(Route53ClientError):
    code = 409

    def __init__(self):
        message = "A hosted zone has already been created with the specified caller reference."
        super().__init__("HostedZoneAlreadyExists", message)


class ConflictingDomainExists(Route53ClientError):
    code = 400

    def __init__(self, vpc, region, zone):
        message = f"The VPC {vpc} in region {region} has already been associated with the hosted zone {zone} with the same domain name."
        super().__init__("ConflictingDomainExists", message)


def reject_conflict(backend, name, vpc, region):
    for zone in backend.zones.values():
        if zone.private_zone and zone.name.strip(".") == name.strip(".") and any(other.get("vpc_id") == vpc for other in zone.vpcs):
            raise ConflictingDomainExists(vpc, region, zone.id)


def _create_hosted_zone(self, name, private_zone, caller_reference=None, vpcid=None, vpcregion=None, **others):
    if any(zone.caller_reference == caller_reference for zone in self.zones.values()):
        raise HostedZoneAlreadyExists
    if vpcid:
        reject_conflict(self, name, vpcid, vpcregion)
    return create_hosted_zone(self, name, private_zone, caller_reference, vpcid=vpcid, vpcregion=vpcregion, **others)


def _associate_vpc(self, zone_id, vpcid, vpcregion):
    reject_conflict(self, self.get_hosted_zone(zone_id).name, vpcid, vpcregion)
    return associate_vpc(self, zone_id, vpcid, vpcregion)


def _change_resource_record_sets(self, zoneid, change_list):
    zone = self.get_hosted_zone(zoneid)
    present = {(record.name.strip("."), record.type_) for record in zone.rrsets}
    for change in list(zone.rr_changes):
        record = change["ResourceRecordSet"]
        if (record["Name"].strip("."), record["Type"]) not in present:
            zone.rr_changes.remove(change)
    return change_records(self, zoneid, change_list)


Route53Backend.create_hosted_zone = _create_hosted_zone
Route53Backend.associate_vpc_with_hosted_zone = _associate_vpc
Route53Backend.change_resource_record_sets = _change_resource_record_sets
models.create_route53_zone_id = lambda: "Z" + create_zone_id()
