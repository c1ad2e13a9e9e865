"""Instances of Auto Scaling groups have the instance profile of their launch template, which moto ignores."""
from moto.autoscaling.models import FakeAutoScalingGroup

launch = FakeAutoScalingGroup.replace_autoscaling_group_instances


def _launch(self, count_needed, propagated_tags):
    known = {state.instance.id for state in self.instance_states}
    launch(self, count_needed, propagated_tags)
    if not self.launch_template:
        return
    profile = self.launch_template.get_version(self.launch_template_version).data.get("IamInstanceProfile") or {}
    for state in self.instance_states:
        if profile and state.instance.id not in known:
            self.ec2_backend.associate_iam_instance_profile(state.instance.id, profile.get("Name"), profile.get("Arn"))


FakeAutoScalingGroup.replace_autoscaling_group_instances = _launch
