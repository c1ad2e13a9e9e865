"""Lifecycle hooks and warm pools keep what they were made with, and groups can be refreshed.

moto returns a notification target, a role and the reuse policy of a warm pool that nobody set, and has no instance refreshes.
"""
import itertools

from moto.autoscaling import responses
from moto.autoscaling.models import AutoScalingBackend
from moto.autoscaling.responses import AutoScalingResponse

put_hook = AutoScalingResponse.put_lifecycle_hook
delete_group = AutoScalingBackend.delete_auto_scaling_group
refresh_ids = itertools.count(1)

TEMPLATE = """<{{ action }}Response xmlns="http://autoscaling.amazonaws.com/doc/2011-01-01/">
  <{{ action }}Result>%s</{{ action }}Result>
  <ResponseMetadata><RequestId>{{ request_id }}</RequestId></ResponseMetadata>
</{{ action }}Response>"""
STARTED = TEMPLATE % "<InstanceRefreshId>{{ refresh_id }}</InstanceRefreshId>"
REFRESHES = TEMPLATE % """<InstanceRefreshes>
    {% for refresh in refreshes %}
    <member>
      <InstanceRefreshId>{{ refresh }}</InstanceRefreshId>
      <AutoScalingGroupName>{{ group }}</AutoScalingGroupName>
      <Status>Successful</Status>
      <PercentageComplete>100</PercentageComplete>
    </member>
    {% endfor %}
  </InstanceRefreshes>"""
MADE_UP = (
    "<RoleARN>arn:aws:iam::1234567890:role/my-auto-scaling-role</RoleARN>",
    "<NotificationTargetARN>arn:aws:sqs:us-east-1:123456789012:my-queue</NotificationTargetARN>",
)


def _refreshes(backend):
    return backend.__dict__.setdefault("instance_refreshes", {})


def _start_instance_refresh(self):
    refresh_id = f"refresh-{next(refresh_ids)}"
    _refreshes(self.autoscaling_backend).setdefault(self._get_param("AutoScalingGroupName"), []).insert(0, refresh_id)
    return self.response_template(STARTED).render(action="StartInstanceRefresh", refresh_id=refresh_id)


def _describe_instance_refreshes(self):
    group = self._get_param("AutoScalingGroupName")
    refreshes = _refreshes(self.autoscaling_backend).get(group, [])
    return self.response_template(REFRESHES).render(action="DescribeInstanceRefreshes", group=group, refreshes=refreshes)


def _put_lifecycle_hook(self):
    # A result or transition that is not given has AWS's default.
    self.querystring.setdefault("DefaultResult", ["ABANDON"])
    return put_hook(self)


def _delete_auto_scaling_group(self, group_name):
    delete_group(self, group_name)
    _refreshes(self).pop(group_name, None)
    for key in [key for key, hook in self.lifecycle_hooks.items() if hook.as_name == group_name]:
        del self.lifecycle_hooks[key]


AutoScalingResponse.put_lifecycle_hook = _put_lifecycle_hook
AutoScalingResponse.start_instance_refresh = _start_instance_refresh
AutoScalingResponse.describe_instance_refreshes = _describe_instance_refreshes
AutoScalingBackend.delete_auto_scaling_group = _delete_auto_scaling_group
for text in MADE_UP:
    assert text in responses.DESCRIBE_LIFECYCLE_HOOKS_TEMPLATE, text
    responses.DESCRIBE_LIFECYCLE_HOOKS_TEMPLATE = responses.DESCRIBE_LIFECYCLE_HOOKS_TEMPLATE.replace(text, "")
REUSE = ("<InstanceReusePolicy>", "</InstanceReusePolicy>")
groups = responses.DESCRIBE_AUTOSCALING_GROUPS_TEMPLATE
assert all(groups.count(tag) == 1 for tag in REUSE)
groups = groups.replace(REUSE[0], "{% if group.warm_pool.instance_reuse_policy %}" + REUSE[0])
responses.DESCRIBE_AUTOSCALING_GROUPS_TEMPLATE = groups.replace(REUSE[1], REUSE[1] + "{% endif %}")
