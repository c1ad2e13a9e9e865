"""An instance can only be launched with an instance profile that exists and that EC2 sees already, and has a role.

moto launches it with any. A test can delay when others see a role or an instance profile (conditions.py).
"""
from moto.core.utils import utcnow
from moto.ec2.exceptions import EC2ClientError
from moto.ec2.responses.instances import InstanceResponse
from moto.iam.exceptions import IAMNotFoundException
from moto.iam.models import iam_backends
from moto.iam.responses import IamResponse

import conditions

run_instances = InstanceResponse.run_instances
get_role = IamResponse.get_role
get_instance_profile = IamResponse.get_instance_profile


def _visible(entity):
    return conditions.is_visible(entity.name, (utcnow() - entity.create_date).total_seconds())


def _run_instances(self):
    kind = "arn" if self._get_param("IamInstanceProfile.Arn") else "name"
    value = self._get_param("IamInstanceProfile.Arn") or self._get_param("IamInstanceProfile.Name")
    if value:
        profiles = iam_backends[self.current_account][self.partition].get_instance_profiles()
        found = [p for p in profiles if value in (p.name, p.arn) and _visible(p) and all(map(_visible, p.roles))]
        if not found:
            raise EC2ClientError(
                "InvalidParameterValue",
                f"Value ({value}) for parameter iamInstanceProfile.{kind} is invalid. Invalid IAM Instance Profile {kind}",
            )
        if not found[0].roles:
            raise EC2ClientError("InvalidParameterValue", f"IAM Instance Profile {value!r} has no associated IAM Roles")
    return run_instances(self)


def _get_role(self):
    name = self._get_param("RoleName")
    if not _visible(self.backend.get_role(name)):
        raise IAMNotFoundException(f"The role with name {name} cannot be found.")
    return get_role(self)


def _get_instance_profile(self):
    name = self._get_param("InstanceProfileName")
    if not _visible(self.backend.get_instance_profile(name)):
        raise IAMNotFoundException(f"Instance Profile {name} cannot be found.")
    return get_instance_profile(self)


InstanceResponse.run_instances = _run_instances
IamResponse.get_role = _get_role
IamResponse.get_instance_profile = _get_instance_profile
