"""A subnet is found by the association of its IPv6 CIDR. moto does not know the filter."""
from moto.ec2.models.subnets import Subnet

get_filter_value = Subnet.get_filter_value


def _get_filter_value(self, filter_name, method_name=None):
    if filter_name == "ipv6-cidr-block-association.association-id":
        return [
            association for association, cidr in self.ipv6_cidr_block_associations.items() if cidr["ipv6CidrBlockState"] == "associated"
        ]
    return get_filter_value(self, filter_name, method_name)


Subnet.get_filter_value = _get_filter_value
