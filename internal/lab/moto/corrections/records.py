"""A record can be created again after it was deleted. moto compares with all changes of the zone, deleted records included."""
from moto.route53.models import Route53Backend

change_records = Route53Backend.change_resource_record_sets


def _change_resource_record_sets(self, zoneid, change_list):
    zone = self.get_hosted_zone(zoneid)
    present = {(record.name.strip("."), record.type_) for record in zone.rrsets}
    for change in list(zone.rr_changes):
        record = change["ResourceRecordSet"]
        if (record["Name"].strip("."), record["Type"]) not in present:
            zone.rr_changes.remove(change)
    return change_records(self, zoneid, change_list)


Route53Backend.change_resource_record_sets = _change_resource_record_sets
