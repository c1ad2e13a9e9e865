"""Instances have the IOPS and throughput of their volumes, and metadata options, as they were launched.

moto ignores IOPS and throughput in the block devices of an instance, so an io1 root volume is rejected, and has no metadata options.
"""
import threading

from moto.ec2.models.instances import Instance, InstanceBackend
from moto.ec2.responses import instances as instance_responses
from moto.ec2.responses.instances import InstanceResponse

METADATA_DEFAULTS = {
    "HttpTokens": "optional",
    "HttpPutResponseHopLimit": "1",
    "HttpEndpoint": "enabled",
    "HttpProtocolIpv6": "disabled",
    "InstanceMetadataTags": "disabled",
}
METADATA_XML = """<metadataOptions>
            <state>applied</state>
            <httpTokens>{{ instance.metadata_options["HttpTokens"] }}</httpTokens>
            <httpPutResponseHopLimit>{{ instance.metadata_options["HttpPutResponseHopLimit"] }}</httpPutResponseHopLimit>
            <httpEndpoint>{{ instance.metadata_options["HttpEndpoint"] }}</httpEndpoint>
            <httpProtocolIpv6>{{ instance.metadata_options["HttpProtocolIpv6"] }}</httpProtocolIpv6>
            <instanceMetadataTags>{{ instance.metadata_options["InstanceMetadataTags"] }}</instanceMetadataTags>
          </metadataOptions>"""

launch = threading.local()
parse_mapping = InstanceResponse._parse_block_device_mapping
respond_run = InstanceResponse.run_instances
backend_run = InstanceBackend.run_instances


def _parse_block_device_mapping(self):
    mappings = parse_mapping(self)
    for mapping, raw in zip(mappings, self._get_list_prefix("BlockDeviceMapping")):
        mapping["Ebs"]["Throughput"] = raw.get("ebs._throughput")
    return mappings


def _metadata_options(response, prefix):
    return {k: v for k in METADATA_DEFAULTS if (v := response._get_param(prefix + k))}


def _respond_run(self):
    launch.metadata = _metadata_options(self, "MetadataOptions.")
    try:
        return respond_run(self)
    finally:
        launch.metadata = {}


def _backend_run(self, *args, **kwargs):
    launch.devices = {m["DeviceName"]: m["Ebs"] for m in kwargs.get("block_device_mappings") or []}
    try:
        reservation = backend_run(self, *args, **kwargs)
    finally:
        launch.devices = {}
    for instance in reservation.instances:
        instance.metadata_options = {**METADATA_DEFAULTS, **getattr(launch, "metadata", {})}
    return reservation


def _modify_instance_metadata_options(self):
    instance = self.ec2_backend.get_instance(self._get_param("InstanceId"))
    instance.metadata_options = {**instance.metadata_options, **_metadata_options(self, "")}
    return self.response_template(
        """<ModifyInstanceMetadataOptionsResponse xmlns="http://ec2.amazonaws.com/doc/2016-11-15/">
  <requestId>59dbff89-35bd-4eac-99ed-be587EXAMPLE</requestId>
  <instanceId>{{ instance.id }}</instanceId>"""
        + METADATA_XML.replace("metadataOptions>", "instanceMetadataOptions>")
        + "</ModifyInstanceMetadataOptionsResponse>"
    ).render(instance=instance)


def _add_block_device(
    self, size, device_path, snapshot_id=None, encrypted=False, delete_on_termination=False, kms_key_id=None, volume_type=None
):
    ebs = getattr(launch, "devices", {}).get(device_path, {})
    volume = self.ec2_backend.create_volume(
        size=size,
        zone_name=self._placement.zone,
        snapshot_id=snapshot_id,
        encrypted=encrypted,
        kms_key_id=kms_key_id,
        volume_type=volume_type,
        iops=int(ebs["Iops"]) if ebs.get("Iops") else None,
        throughput=int(ebs["Throughput"]) if ebs.get("Throughput") else None,
    )
    self.ec2_backend.attach_volume(volume.id, self.id, device_path, delete_on_termination)


Instance.metadata_options = METADATA_DEFAULTS
Instance.add_block_device = _add_block_device
InstanceBackend.run_instances = _backend_run
InstanceResponse._parse_block_device_mapping = _parse_block_device_mapping
InstanceResponse.run_instances = _respond_run
InstanceResponse.modify_instance_metadata_options = _modify_instance_metadata_options
for template in ("EC2_RUN_INSTANCES", "EC2_DESCRIBE_INSTANCES"):
    text = getattr(instance_responses, template)
    assert "<hypervisor>xen</hypervisor>" in text, template
    setattr(instance_responses, template, text.replace("<hypervisor>xen</hypervisor>", "<hypervisor>xen</hypervisor>" + METADATA_XML))
