"""The tagging API lists what exists under its ARN. moto lists terminated instances, and puts ec2: before the type in ARNs of EC2."""
from moto.resourcegroupstaggingapi.models import ResourceGroupsTaggingAPIBackend

get_resources = ResourceGroupsTaggingAPIBackend._get_resources_generator


def _get_resources(self, *args, **kwargs):
    gone = {
        instance.id
        for reservation in self.ec2_backend.reservations.values()
        for instance in reservation.instances
        if instance.state == "terminated"
    }
    for resource in get_resources(self, *args, **kwargs):
        arn = resource["ResourceARN"]
        head, found, tail = arn.rpartition(":ec2:")
        if found and "/" in tail and head.count(":") == 4:
            arn = f"{head}:{tail}"
        if arn.rpartition("/")[2] not in gone:
            yield {**resource, "ResourceARN": arn}


ResourceGroupsTaggingAPIBackend._get_resources_generator = _get_resources
