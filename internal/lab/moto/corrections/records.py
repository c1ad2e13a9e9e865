"""Hosted zones and their records are as in Route 53.

- A record can be created again after it was deleted. moto compares with all changes of the zone, deleted records included.
- The ID of a hosted zone begins with Z.
"""
from moto.route53 import models
from moto.route53.models import Route53Backend

change_records = Route53Backend.change_resource_record_sets
create_zone_id = models.create_route53_zone_id


def _change_resource_record_sets(self, zoneid, change_list):
    zone = self.get_hosted_zone(zoneid)
    present = {(record.name.strip("."), record.type_) for record in zone.rrsets}
    for change in list(zone.rr_changes):
        record = change["ResourceRecordSet"]
        if (record["Name"].strip("."), record["Type"]) not in present:
            zone.rr_changes.remove(change)
    return change_records(self, zoneid, change_list)


Route53Backend.change_resource_record_sets = _change_resource_record_sets
models.create_route53_zone_id = lambda: "Z" + create_zone_id()
