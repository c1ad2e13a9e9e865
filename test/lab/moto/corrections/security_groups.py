"""Security group rules are as in AWS: one for each source, with an ID, a description and tags.

moto merges rules of the same ports, also when a group is described, loses the description of a source that is a group, returns one ID for
several sources, and rejects rules of a protocol without ports such as ESP (50).
"""
import copy

from moto.ec2.exceptions import (
    EC2ClientError,
    InvalidPermissionDuplicateError,
    InvalidSecurityGroupNotFoundError,
)
from moto.ec2.models.security_groups import SecurityGroup, SecurityGroupBackend, SecurityRule
from moto.ec2.responses.security_groups import SecurityGroups

RULES = """<{{ action }}Response xmlns="http://ec2.amazonaws.com/doc/2016-11-15/">
  <requestId>{{ request_id }}</requestId>
  <return>true</return>
  <securityGroupRuleSet>
    {% for rule in rules %}
    <item>
      <securityGroupRuleId>{{ rule.id }}</securityGroupRuleId>
      <groupId>{{ rule.group_id }}</groupId>
      <groupOwnerId>{{ rule.owner_id }}</groupOwnerId>
      <isEgress>{{ "true" if rule.is_egress else "false" }}</isEgress>
      <ipProtocol>{{ rule.ip_protocol }}</ipProtocol>
      <fromPort>{{ rule.from_port if rule.from_port is not none else -1 }}</fromPort>
      <toPort>{{ rule.to_port if rule.to_port is not none else -1 }}</toPort>
      {% for source in rule.ip_ranges %}
      {% if source.CidrIp %}<cidrIpv4>{{ source.CidrIp }}</cidrIpv4>{% endif %}
      {% if source.CidrIpv6 %}<cidrIpv6>{{ source.CidrIpv6 }}</cidrIpv6>{% endif %}
      {% endfor %}
      {% for source in rule.prefix_list_ids %}<prefixListId>{{ source.PrefixListId }}</prefixListId>{% endfor %}
      {% for source in rule.source_groups %}
      <referencedGroupInfo><groupId>{{ source.GroupId }}</groupId><userId>{{ source.OwnerId }}</userId></referencedGroupInfo>
      {% endfor %}
      {% for source in rule.ip_ranges + rule.prefix_list_ids + rule.source_groups %}
      {% if source.Description %}<description>{{ source.Description | e }}</description>{% endif %}
      {% endfor %}
      <tagSet>
        {% for tag in rule.get_tags() %}<item><key>{{ tag.key | e }}</key><value>{{ tag.value | e }}</value></item>{% endfor %}
      </tagSet>
    </item>
    {% endfor %}
  </securityGroupRuleSet>
</{{ action }}Response>"""

init_rule = SecurityRule.__init__
flatten = SecurityGroup._flattened_rules
describe_rules = SecurityGroupBackend.describe_security_group_rules
delete_security_group = SecurityGroups.delete_security_group
revoke = {egress: getattr(SecurityGroups, f"revoke_security_group_{egress}") for egress in ("ingress", "egress")}


def _init_rule(self, ec2_backend, ip_protocol, group_id, from_port, to_port, *args, **kwargs):
    portless = from_port is None and to_port is None
    init_rule(self, ec2_backend, ip_protocol, group_id, -1 if portless else from_port, -1 if portless else to_port, *args, **kwargs)
    if portless:
        self.from_port = self.to_port = None


def _source(rule):
    """What a rule allows and from where; the description does not tell rules apart."""
    sources = [
        value
        for source in rule.ip_ranges + rule.prefix_list_ids + rule.source_groups
        for key, value in sorted(source.items())
        if key in ("CidrIp", "CidrIpv6", "PrefixListId", "GroupId")
    ]
    return (rule.ip_protocol, rule.from_port, rule.to_port, sources)


def _rules(group, egress):
    return group.egress_rules if egress else group.ingress_rules


def _authorize(egress):
    action = "AuthorizeSecurityGroup" + ("Egress" if egress else "Ingress")

    def authorize(self):
        self.error_on_dryrun()
        added = []
        for request in self._process_rules_from_querystring():
            group = self.ec2_backend.get_security_group_by_name_or_id(request["group_name_or_id"])
            if group is None:
                raise InvalidSecurityGroupNotFoundError(request["group_name_or_id"])
            for sources in _single_sources(self.ec2_backend, request):
                rule = SecurityRule(
                    self.ec2_backend, request["ip_protocol"], group.id, request["from_port"], request["to_port"],
                    is_egress=egress, tags=request["sgrule_tags"], **sources,
                )
                if any(_source(rule) == _source(other) for other in _rules(group, egress)):
                    raise InvalidPermissionDuplicateError()
                _rules(group, egress).append(rule)
                added.append(rule)
        return self.response_template(RULES).render(action=action, rules=added)

    return authorize


def _single_sources(backend, request):
    for cidr in request["ip_ranges"]:
        yield {"ip_ranges": [cidr], "source_groups": [], "prefix_list_ids": []}
    for prefix_list in request["prefix_list_ids"]:
        yield {"ip_ranges": [], "source_groups": [], "prefix_list_ids": [prefix_list]}
    for group in request["source_groups"]:
        if backend.get_security_group_by_name_or_id(group.get("GroupId") or group.get("GroupName")) is None:
            raise InvalidSecurityGroupNotFoundError(group.get("GroupId") or group.get("GroupName"))
        yield {"ip_ranges": [], "source_groups": [{"OwnerId": backend.account_id, **group}], "prefix_list_ids": []}


def _find(backend, rule_id):
    """The rule of an ID, and the list that it is in."""
    for groups in backend.groups.values():
        for group in groups.values():
            for rules in (group.ingress_rules, group.egress_rules):
                for rule in rules:
                    if rule.id == rule_id:
                        return rule, rules
    raise EC2ClientError("InvalidSecurityGroupRuleId.NotFound", f"The security group rule ID '{rule_id}' does not exist")


def _describe_rules(self):
    ids = self._get_multi_param("SecurityGroupRuleId")
    if ids:
        rules = [_find(self.ec2_backend, rule_id)[0] for rule_id in ids]
    else:
        rules = describe_rules(self.ec2_backend, self._get_param("GroupId"), [], self._filters_from_querystring())
    return self.response_template(RULES).render(action="DescribeSecurityGroupRules", rules=rules)


def _modify_rules(self):
    for change in self._get_multi_param("SecurityGroupRule"):
        rule, _ = _find(self.ec2_backend, change["SecurityGroupRuleId"])
        wanted = change["SecurityGroupRule"]
        description = {"Description": wanted["Description"]} if wanted.get("Description") else {}
        rule.ip_ranges = [{key: wanted[name], **description} for key, name in (("CidrIp", "CidrIpv4"), ("CidrIpv6", "CidrIpv6")) if wanted.get(name)]
        rule.prefix_list_ids = [{"PrefixListId": wanted["PrefixListId"], **description}] if wanted.get("PrefixListId") else []
        group = wanted.get("ReferencedGroupId")
        rule.source_groups = [{"GroupId": group, "OwnerId": self.ec2_backend.account_id, **description}] if group else []
        rule.ip_protocol = wanted["IpProtocol"]
        rule.from_port, rule.to_port = (int(wanted[port]) if wanted.get(port) not in (None, "") else None for port in ("FromPort", "ToPort"))
    return self.response_template(RULES).render(action="ModifySecurityGroupRules", rules=[])


def _revoke(direction):
    def handler(self):
        ids = self._get_multi_param("SecurityGroupRuleId")
        if not ids:
            return revoke[direction](self)
        for rule_id in ids:
            rule, rules = _find(self.ec2_backend, rule_id)
            rules.remove(rule)
        return self.response_template(RULES).render(action=f"RevokeSecurityGroup{direction.capitalize()}", rules=[])

    return handler


def _delete_security_group(self):
    """EC2 deletes the default group of a VPC with the VPC only."""
    group = self.ec2_backend.get_security_group_by_name_or_id(self._get_param("GroupId") or self._get_param("GroupName"))
    if group is not None and group.name == "default":
        raise EC2ClientError("CannotDelete", f'the specified group: "{group.id}" name: "default" cannot be deleted by a user')
    return delete_security_group(self)


SecurityRule.__init__ = _init_rule
SecurityGroup._flattened_rules = lambda self, rules: flatten(self, copy.deepcopy(rules))
SecurityGroups.authorize_security_group_ingress = _authorize(egress=False)
SecurityGroups.authorize_security_group_egress = _authorize(egress=True)
SecurityGroups.describe_security_group_rules = _describe_rules
SecurityGroups.modify_security_group_rules = _modify_rules
SecurityGroups.revoke_security_group_ingress = _revoke("ingress")
SecurityGroups.revoke_security_group_egress = _revoke("egress")
SecurityGroups.delete_security_group = _delete_security_group
