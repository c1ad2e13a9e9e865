"""Resource shares have associations, tags and permissions. moto has shares alone, and returns all of them whichever ARNs are asked for."""
import json

from moto.ram import urls
from moto.ram.exceptions import UnknownResourceException
from moto.ram.models import ResourceAccessManagerBackend, ResourceShare
from moto.ram.responses import ResourceAccessManagerResponse

init = ResourceShare.__init__
describe = ResourceShare.describe
get_resource_shares = ResourceAccessManagerBackend.get_resource_shares

PRINCIPAL, RESOURCE = "PRINCIPAL", "RESOURCE"


def _init(self, account_id, region, **kwargs):
    init(self, account_id, region, **kwargs)
    self.tags = {tag["key"]: tag.get("value", "") for tag in kwargs.get("tags", [])}


def _describe(self):
    return {**describe(self), "tags": [{"key": key, "value": value} for key, value in self.tags.items()]}


def _get_resource_shares(self, **kwargs):
    found = get_resource_shares(self, **kwargs)["resourceShares"]
    arns = kwargs.get("resourceShareArns") or [share["resourceShareArn"] for share in found]
    return {"resourceShares": [share for share in found if share["resourceShareArn"] in arns]}


def _share(backend, arn):
    for share in backend.resource_shares:
        if share.arn == arn and share.status == "ACTIVE":
            return share
    raise UnknownResourceException(f"ResourceShare {arn} could not be found.")


def _association(share, kind, entity):
    return {
        "associatedEntity": entity, "associationType": kind, "external": kind == PRINCIPAL, "resourceShareArn": share.arn,
        "resourceShareName": share.name, "status": "ASSOCIATED",
    }


def _changed(share, principals, resources):
    associations = [_association(share, PRINCIPAL, one) for one in principals] + [_association(share, RESOURCE, one) for one in resources]
    return json.dumps({"resourceShareAssociations": associations})


def _associate(self):
    share, params = _share(self.ram_backend, self._get_param("resourceShareArn")), self.request_params
    principals, resources = params.get("principals", []), params.get("resourceArns", [])
    share.add_principals(principals)
    share.add_resources(resources)
    return _changed(share, principals, resources)


def _disassociate(self):
    share, params = _share(self.ram_backend, self._get_param("resourceShareArn")), self.request_params
    principals, resources = params.get("principals", []), params.get("resourceArns", [])
    share.principals = [one for one in share.principals if one not in principals]
    share.resource_arns = [one for one in share.resource_arns if one not in resources]
    return _changed(share, principals, resources)


def _get_associations(self):
    params = self.request_params
    kind, entity = params["associationType"], params.get("principal") or params.get("resourceArn")
    found = []
    for share in self.ram_backend.resource_shares:
        if share.status == "ACTIVE" and share.arn in params.get("resourceShareArns", [share.arn]):
            entities = share.principals if kind == PRINCIPAL else share.resource_arns
            found += [_association(share, kind, one) for one in entities if entity in (None, one)]
    return json.dumps({"resourceShareAssociations": found})


def _tag(self):
    share = _share(self.ram_backend, self._get_param("resourceShareArn"))
    share.tags.update({tag["key"]: tag.get("value", "") for tag in self.request_params["tags"]})
    return "{}"


def _untag(self):
    share = _share(self.ram_backend, self._get_param("resourceShareArn"))
    for key in self.request_params["tagKeys"]:
        share.tags.pop(key, None)
    return "{}"


ResourceShare.__init__ = _init
ResourceShare.describe = _describe
ResourceAccessManagerBackend.get_resource_shares = _get_resource_shares
for _name, _handler in {
    "associate_resource_share": _associate,
    "disassociate_resource_share": _disassociate,
    "get_resource_share_associations": _get_associations,
    "list_resource_share_permissions": lambda self: '{"permissions": []}',
    "tag_resource": _tag,
    "untag_resource": _untag,
}.items():
    setattr(ResourceAccessManagerResponse, _name, _handler)
    urls.url_paths["{0}/" + _name.replace("_", "") + "/?$"] = ResourceAccessManagerResponse.dispatch
