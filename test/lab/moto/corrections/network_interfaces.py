"""Network interfaces follow their instance as in AWS.

- An instance has the security groups of its primary interface. moto lists none if the instance was launched with an interface.
- An interface that was made for an instance is deleted with it unless the launch says otherwise; one that existed before stays.
- The primary interface is attached when its instance is launched. moto says 2015.
- An interface that stays is detached when its instance is terminated. moto keeps it attached, and then rejects to detach it.
"""
from moto.ec2.models.instances import Instance
from moto.ec2.responses import instances as instance_responses

prep_nics = Instance.prep_nics
terminate = Instance.terminate


def _dynamic_group_list(self):
    if self.security_groups or not self.nics:
        return self.security_groups
    return list(self.nics[0].group_set)


def _prep_nics(self, nic_spec, *args, **kwargs):
    given = {
        int(nic["DeviceIndex"]): nic.get("DeleteOnTermination") == "true"
        for nic in nic_spec
        if "NetworkInterfaceId" in nic or "DeleteOnTermination" in nic
    }
    prep_nics(self, nic_spec, *args, **kwargs)
    for index, nic in self.nics.items():
        nic.delete_on_termination = given.get(index, True)


def _terminate(self):
    state = terminate(self)
    for nic in self.nics.values():
        nic.instance = nic.attachment_id = nic.attach_time = None
        nic.status = "available"
    return state


Instance.dynamic_group_list = property(_dynamic_group_list)
Instance.prep_nics = _prep_nics
Instance.terminate = _terminate
for template in ("EC2_RUN_INSTANCES", "EC2_DESCRIBE_INSTANCES"):
    text = getattr(instance_responses, template)
    always = "<attachTime>2015-01-01T00:00:00Z</attachTime>\n                  <deleteOnTermination>true</deleteOnTermination>"
    assert always in text, template
    given = always.replace("2015-01-01T00:00:00Z", "{{ instance.launch_time }}")
    given = given.replace(">true<", ">{{ 'true' if nic.delete_on_termination else 'false' }}<")
    setattr(instance_responses, template, text.replace(always, given))
