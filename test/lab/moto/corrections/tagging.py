"""The tagging API lists what exists under its ARN, and tags are deleted with their resource.

moto lists terminated instances, and puts ec2: before the type in ARNs of EC2. It keeps the tags of deleted load balancers, listeners, target
groups and buckets by their ARNs, which it makes from the names alone: a new one of the same name had the tags of the deleted one.
"""
from moto.elbv2.models import ELBv2Backend
from moto.resourcegroupstaggingapi.models import ResourceGroupsTaggingAPIBackend
from moto.s3.models import S3Backend

get_resources = ResourceGroupsTaggingAPIBackend._get_resources_generator
delete_load_balancer = ELBv2Backend.delete_load_balancer
delete_bucket = S3Backend.delete_bucket


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


def _delete_load_balancer(self, arn):
    balancer = self.load_balancers.get(arn)
    delete_load_balancer(self, arn)
    for deleted in [arn, *(balancer.listeners if balancer else ())]:
        self.tagging_service.delete_all_tags_for_resource(deleted)


def _with_tags(delete):
    def delete_with_tags(self, arn):
        deleted = delete(self, arn)
        self.tagging_service.delete_all_tags_for_resource(arn)
        return deleted

    return delete_with_tags


def _delete_bucket(self, bucket_name):
    deleted = delete_bucket(self, bucket_name)
    if deleted:
        self.tagger.delete_all_tags_for_resource(deleted.arn)
    return deleted


ELBv2Backend.delete_load_balancer = _delete_load_balancer
ELBv2Backend.delete_listener = _with_tags(ELBv2Backend.delete_listener)
ELBv2Backend.delete_target_group = _with_tags(ELBv2Backend.delete_target_group)
S3Backend.delete_bucket = _delete_bucket
