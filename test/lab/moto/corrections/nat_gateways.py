"""The network interface of a NAT gateway is deleted with it. moto keeps it, so the gateway's subnet would stay in use."""
from moto.ec2.models import EC2Backend

delete_nat_gateway = EC2Backend.delete_nat_gateway


def _delete_nat_gateway(self, nat_gateway_id):
    gateway = delete_nat_gateway(self, nat_gateway_id)
    self.enis.pop(gateway._eni.id, None)
    return gateway


EC2Backend.delete_nat_gateway = _delete_nat_gateway
