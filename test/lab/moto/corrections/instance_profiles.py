"""Instances of Auto Scaling groups have the instance profile and the type of host name of their launch template, which moto ignores."""
from moto.autoscaling.models import FakeAutoScalingGroup
from moto.ec2.models.instances import Instance

launch = FakeAutoScalingGroup.replace_autoscaling_group_instances
name_of_address = Instance.private_dns.fget


def _launch(self, count_needed, propagated_tags):
    known = {state.instance.id for state in self.instance_states}
    launch(self, count_needed, propagated_tags)
    if not self.launch_template:
        return
    data = self.launch_template.get_version(self.launch_template_version).data
    profile, names = data.get("IamInstanceProfile") or {}, data.get("PrivateDnsNameOptions") or {}
    for state in self.instance_states:
        if state.instance.id in known:
            continue
        state.instance.hostname_type = names.get("HostnameType", "ip-name")
        if profile:
            self.ec2_backend.associate_iam_instance_profile(state.instance.id, profile.get("Name"), profile.get("Arn"))


def _private_dns(self):
    name = name_of_address(self)
    return name if self.hostname_type == "ip-name" else ".".join([self.id, *name.split(".")[1:]])


FakeAutoScalingGroup.replace_autoscaling_group_instances = _launch
Instance.hostname_type = "ip-name"
Instance.private_dns = property(_private_dns)
