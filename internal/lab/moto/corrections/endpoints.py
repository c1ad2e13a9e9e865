"""A VPC endpoint's security groups can be changed, and a deleted endpoint is gone.

moto ignores changes of the groups and lists deleted endpoints, so that their deletion never ends.
"""
from moto.ec2.models import EC2Backend
from moto.ec2.responses.vpcs import VPCs

delete_endpoints = EC2Backend.delete_vpc_endpoints
modify_endpoint = VPCs.modify_vpc_endpoint


def _modify_vpc_endpoint(self):
    endpoint = self.ec2_backend.describe_vpc_endpoints([self._get_param("VpcEndpointId")])[0]
    removed = self._get_multi_param("RemoveSecurityGroupId")
    groups = [group for group in endpoint.security_group_ids or [] if group not in removed]
    groups += [group for group in self._get_multi_param("AddSecurityGroupId") if group not in groups]
    endpoint.security_group_ids = groups
    return modify_endpoint(self)


def _delete_vpc_endpoints(self, vpce_ids=None):
    result = delete_endpoints(self, vpce_ids)
    for endpoint in vpce_ids or []:
        self.vpc_end_points.pop(endpoint, None)
    return result


VPCs.modify_vpc_endpoint = _modify_vpc_endpoint
EC2Backend.delete_vpc_endpoints = _delete_vpc_endpoints
