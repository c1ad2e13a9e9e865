"""A region can have quotas of vCPUs, addresses and load balancers (conditions.py), which Service Quotas returns. moto has only those of VPCs."""
from moto.ec2.exceptions import EC2ClientError
from moto.ec2.models import EC2Backend
from moto.ec2.models.instance_types import INSTANCE_TYPES
from moto.ec2.responses.instances import InstanceResponse
from moto.elb.exceptions import ELBClientError as ClassicError
from moto.elb.models import ELBBackend
from moto.elbv2.exceptions import ELBClientError
from moto.elbv2.models import ELBv2Backend
from moto.servicequotas.models import ServiceQuotasBackend

import conditions

run_instances = InstanceResponse.run_instances
allocate_address = EC2Backend.allocate_address
create_classic = ELBBackend.create_load_balancer
create_balancer = ELBv2Backend.create_load_balancer
get_service_quota = ServiceQuotasBackend.get_service_quota

CODES = {"L-1216C47A": "vcpus", "L-0263D0A3": "addresses", "L-69A177A2": "loadBalancers"}
UNLIMITED = 1000


def _vcpus(instance_type):
    return INSTANCE_TYPES.get(instance_type, {}).get("VCpuInfo", {}).get("DefaultVCpus", 0)


def _run_instances(self):
    limit = conditions.quota(self.ec2_backend.region_name, "vcpus")
    if limit is not None:
        running = [
            instance.instance_type
            for reservation in self.ec2_backend.reservations.values()
            for instance in reservation.instances
            if instance.state in ("pending", "running")
        ]
        wanted = _vcpus(self._get_param("InstanceType")) * int(self._get_param("MaxCount", if_none="1"))
        if sum(map(_vcpus, running)) + wanted > limit:
            raise EC2ClientError(
                "VcpuLimitExceeded",
                f"You have requested more vCPU capacity than your current vCPU limit of {limit} allows for the instance bucket that the specified instance type belongs to.",
            )
    return run_instances(self)


def _allocate_address(self, *args, **kwargs):
    limit = conditions.quota(self.region_name, "addresses")
    if limit is not None and len(self.describe_addresses()) >= limit:
        raise EC2ClientError("AddressLimitExceeded", "The maximum number of addresses has been reached.")
    return allocate_address(self, *args, **kwargs)


def _get_service_quota(self, service_code, quota_code):
    if service_code == "vpc":
        return get_service_quota(self, service_code, quota_code)
    limit = conditions.quota(self.region_name, CODES.get(quota_code))
    return {"ServiceCode": service_code, "QuotaCode": quota_code, "Value": float(UNLIMITED if limit is None else limit)}


def _limited(create, reject):
    def limited(self, *args, **kwargs):
        limit = conditions.quota(self.region_name, "loadBalancers")
        if limit is not None and len(self.load_balancers) >= limit:
            raise reject
        return create(self, *args, **kwargs)

    return limited


InstanceResponse.run_instances = _run_instances
ServiceQuotasBackend.get_service_quota = _get_service_quota
EC2Backend.allocate_address = _allocate_address
ELBBackend.create_load_balancer = _limited(
    create_classic, ClassicError("TooManyAccessPoints", "The quota for the number of load balancers has been reached.")
)
ELBv2Backend.create_load_balancer = _limited(
    create_balancer, ELBClientError("TooManyLoadBalancers", "You have reached the limit on the number of load balancers.")
)
