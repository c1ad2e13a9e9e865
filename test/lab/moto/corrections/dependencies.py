"""What is in use cannot be deleted, as in AWS: DependencyViolation. moto deletes it."""
from moto.ec2.exceptions import DependencyViolationError
from moto.ec2.models import EC2Backend
from moto.elb.models import elb_backends
from moto.elbv2.models import elbv2_backends

delete_subnet = EC2Backend.delete_subnet
delete_security_group = EC2Backend.delete_security_group
delete_vpc = EC2Backend.delete_vpc
detach_internet_gateway = EC2Backend.detach_internet_gateway


def _load_balancers(backend):
    for backends in (elb_backends, elbv2_backends):
        yield from backends[backend.account_id][backend.region_name].load_balancers.values()


def _subnet_ids(balancer):
    return [getattr(subnet, "id", subnet) for subnet in balancer.subnets or []]


def _nat_gateways(backend):
    return [gateway for gateway in backend.nat_gateways.values() if gateway.state in ("pending", "available")]


def _delete_subnet(self, subnet_id):
    users = [eni.id for eni in self.enis.values() if eni.subnet.id == subnet_id]
    users += [gateway.id for gateway in _nat_gateways(self) if gateway.subnet_id == subnet_id]
    users += [balancer.name for balancer in _load_balancers(self) if subnet_id in _subnet_ids(balancer)]
    if users:
        raise DependencyViolationError(f"The subnet '{subnet_id}' has dependencies and cannot be deleted: {users}")
    return delete_subnet(self, subnet_id)


def _delete_security_group(self, name=None, group_id=None):
    group = self.get_security_group_by_name_or_id(group_id or name)
    if group is not None and group.name != "default":
        users = [eni.id for eni in self.enis.values() if group.id in [member.id for member in eni.group_set]]
        users += [balancer.name for balancer in _load_balancers(self) if group.id in (balancer.security_groups or [])]
        users += [
            other.id
            for groups in self.groups.values()
            for other in groups.values()
            for rule in other.ingress_rules + other.egress_rules
            if other.id != group.id and group.id in [source.get("GroupId") for source in rule.source_groups]
        ]
        if users:
            raise DependencyViolationError(f"resource {group.id} has a dependent object: {users}")
    return delete_security_group(self, name, group_id)


def _delete_vpc(self, vpc_id):
    users = [group.id for group in self.groups.get(vpc_id, {}).values() if group.name != "default"]
    if users:
        raise DependencyViolationError(f"The vpc '{vpc_id}' has dependencies and cannot be deleted: {users}")
    return delete_vpc(self, vpc_id)


def _detach_internet_gateway(self, internet_gateway_id, vpc_id):
    if any(gateway.vpc_id == vpc_id for gateway in _nat_gateways(self)):
        raise DependencyViolationError(f"Network {vpc_id} has some mapped public address(es). Please unmap those public address(es) before detaching the gateway.")
    return detach_internet_gateway(self, internet_gateway_id, vpc_id)


EC2Backend.delete_subnet = _delete_subnet
EC2Backend.delete_security_group = _delete_security_group
EC2Backend.delete_vpc = _delete_vpc
EC2Backend.detach_internet_gateway = _detach_internet_gateway
