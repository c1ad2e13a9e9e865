"""A launch template has its own tags, apart from those of what it launches, and a default version that can be changed.

moto returns a template's own tags as tags of what it launches, and has no ModifyLaunchTemplate.
"""
from moto.ec2.models import EC2Backend
from moto.ec2.responses.launch_templates import LaunchTemplates

create_template = EC2Backend.create_launch_template


def _create_launch_template(self, name, description, template_data, tag_spec):
    launched = [t for t in template_data.pop("TagSpecifications", []) if t["ResourceType"] != "launch-template"]
    if launched:
        template_data["TagSpecifications"] = launched
    return create_template(self, name, description, template_data, tag_spec)


def _modify_launch_template(self):
    name, template_id = self._get_param("LaunchTemplateName"), self._get_param("LaunchTemplateId")
    backend = self.ec2_backend
    template = backend.get_launch_template(template_id) if template_id else backend.get_launch_template_by_name(name)
    template.default_version_number = int(self._get_param("SetDefaultVersion"))
    return self.response_template(
        """<ModifyLaunchTemplateResponse xmlns="http://ec2.amazonaws.com/doc/2016-11-15/">
  <requestId>{{ request_id }}</requestId>
  <launchTemplate>
    <launchTemplateId>{{ template.id }}</launchTemplateId>
    <launchTemplateName>{{ template.name }}</launchTemplateName>
    <defaultVersionNumber>{{ template.default_version_number }}</defaultVersionNumber>
    <latestVersionNumber>{{ template.versions | length }}</latestVersionNumber>
  </launchTemplate>
</ModifyLaunchTemplateResponse>"""
    ).render(template=template)


EC2Backend.create_launch_template = _create_launch_template
LaunchTemplates.modify_launch_template = _modify_launch_template
