"""CloudFront distributions keep the cache policy of their default behavior and the access controls of their origins.

moto forgets both, and returns ForwardedValues instead of the policy, which AWS returns only for behaviors without one.
"""
import re

from moto.cloudfront.models import DefaultCacheBehaviour, Origin
from moto.cloudfront.responses import CloudFrontResponse

init_behavior = DefaultCacheBehaviour.__init__
init_origin = Origin.__init__


def _init_behavior(self, config):
    init_behavior(self, config)
    self.cache_policy_id = config.get("CachePolicyId", "")


def _init_origin(self, origin):
    init_origin(self, origin)
    self.access_control = origin.get("OriginAccessControlId") or ""


def _complete(method):
    def respond(self):
        status, headers, body = method(self)
        if re.search("<CachePolicyId>[^<]+</CachePolicyId>", body):
            body = re.sub("(?s)<ForwardedValues>.*?</ForwardedValues>", "", body)
        for distribution in self.backend.distributions.values():
            for origin in distribution.distribution_config.origins:
                domain = f"<DomainName>{origin.domain_name}</DomainName>"
                body = body.replace(domain, f"{domain}<OriginAccessControlId>{origin.access_control}</OriginAccessControlId>")
        return status, headers, body

    return respond


DefaultCacheBehaviour.__init__ = _init_behavior
Origin.__init__ = _init_origin
for _name in ("create_distribution", "get_distribution", "get_distribution_config", "update_distribution"):
    setattr(CloudFrontResponse, _name, _complete(getattr(CloudFrontResponse, _name)))
