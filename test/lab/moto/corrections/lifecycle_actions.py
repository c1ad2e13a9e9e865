"""Termination hooks delay terminations: an instance of a group with a hook stays in the state Terminating:Wait until its lifecycle
action is completed. There is no timeout.

moto terminates the instance at once, and cannot complete lifecycle actions.
"""
from moto.autoscaling.exceptions import ValidationError
from moto.autoscaling.models import AutoScalingBackend
from moto.autoscaling.responses import AutoScalingResponse

TERMINATING = "autoscaling:EC2_INSTANCE_TERMINATING"
WAITING = "Terminating:Wait"

terminate_instance = AutoScalingBackend.terminate_instance
delete_group = AutoScalingBackend.delete_auto_scaling_group

COMPLETED = """<CompleteLifecycleActionResponse xmlns="http://autoscaling.amazonaws.com/doc/2011-01-01/">
  <CompleteLifecycleActionResult/>
  <ResponseMetadata><RequestId>{{ request_id }}</RequestId></ResponseMetadata>
</CompleteLifecycleActionResponse>"""


def _has_hook(backend, group_name, hook_name=None):
    return any(
        hook.as_name == group_name and hook.transition == TERMINATING and hook_name in (None, hook.name)
        for hook in backend.lifecycle_hooks.values()
    )


def _end(backend, group, states):
    """Terminates instances that are waiting. They are removed first, so that the group does not replace them."""
    group.instance_states = [state for state in group.instance_states if state not in states]
    if states:
        backend.ec2_backend.terminate_instances([state.instance.id for state in states])


def _terminate_instance(self, instance_id, should_decrement):
    for group in self.autoscaling_groups.values():
        for state in group.instance_states:
            if state.instance.id == instance_id and _has_hook(self, group.name):
                size = group.desired_capacity
                state.lifecycle_state = WAITING
                group.set_desired_capacity(size - 1 if should_decrement else size)
                return state, size, group.desired_capacity
    return terminate_instance(self, instance_id, should_decrement)


def _complete_lifecycle_action(self):
    backend, instance_id = self.autoscaling_backend, self._get_param("InstanceId")
    group = backend.autoscaling_groups.get(self._get_param("AutoScalingGroupName"))
    states = [s for s in group.instance_states if s.instance.id == instance_id and s.lifecycle_state == WAITING] if group else []
    if not states or not _has_hook(backend, group.name, self._get_param("LifecycleHookName")):
        raise ValidationError(f"No active Lifecycle Action found with instance ID {instance_id}")
    _end(backend, group, states)
    return self.response_template(COMPLETED).render()


def _delete_auto_scaling_group(self, group_name):
    group = self.autoscaling_groups.get(group_name)
    if group:
        _end(self, group, [state for state in group.instance_states if state.lifecycle_state == WAITING])
    delete_group(self, group_name)


AutoScalingBackend.terminate_instance = _terminate_instance
AutoScalingBackend.delete_auto_scaling_group = _delete_auto_scaling_group
AutoScalingResponse.complete_lifecycle_action = _complete_lifecycle_action
