"""A VPC endpoint's security groups, subnets and route tables can be changed, and a deleted endpoint is gone.

moto ignores changes of the groups, keeps removed subnets, changes neither network interfaces nor routes with the lists of subnets and
route tables (so that an endpoint with a new route table cannot be deleted), and lists deleted endpoints, so that their deletion never
ends.
"""
from moto.ec2.models import EC2Backend
from moto.ec2.responses.vpcs import VPCs
from moto.ec2.utils import random_private_ip

delete_endpoints = EC2Backend.delete_vpc_endpoints
modify_endpoint = VPCs.modify_vpc_endpoint


def _modify_vpc_endpoint(self):
    endpoint = self.ec2_backend.describe_vpc_endpoints([self._get_param("VpcEndpointId")])[0]
    removed = self._get_multi_param("RemoveSecurityGroupId")
    groups = [group for group in endpoint.security_group_ids or [] if group not in removed]
    groups += [group for group in self._get_multi_param("AddSecurityGroupId") if group not in groups]
    endpoint.security_group_ids = groups
    _change_subnets(self.ec2_backend, endpoint, self._get_multi_param("AddSubnetId"), self._get_multi_param("RemoveSubnetId"))
    _change_routes(self.ec2_backend, endpoint, self._get_multi_param("AddRouteTableId"), self._get_multi_param("RemoveRouteTableId"))
    return modify_endpoint(self)


def _change_subnets(backend, endpoint, added, removed):
    for subnet in added:
        endpoint.network_interface_ids.append(backend.create_network_interface(subnet, random_private_ip()).id)
    endpoint.subnet_ids = [subnet for subnet in endpoint.subnet_ids or [] if subnet not in removed]
    for interface in [backend.enis[interface] for interface in endpoint.network_interface_ids or []]:
        if interface.subnet.id in removed:
            endpoint.network_interface_ids.remove(interface.id)
            del backend.enis[interface.id]


def _change_routes(backend, endpoint, added, removed):
    for table in added:
        backend.create_route(table, None, gateway_id=endpoint.id, destination_prefix_list_id=endpoint.destination_prefix_list_id)
    for table in removed:
        backend.delete_route(table, endpoint.destination_prefix_list_id)


def _delete_vpc_endpoints(self, vpce_ids=None):
    result = delete_endpoints(self, vpce_ids)
    for endpoint in vpce_ids or []:
        self.vpc_end_points.pop(endpoint, None)
    return result


VPCs.modify_vpc_endpoint = _modify_vpc_endpoint
EC2Backend.delete_vpc_endpoints = _delete_vpc_endpoints
