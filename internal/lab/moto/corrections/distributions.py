"""CloudFront distributions keep the cache policy of their default behavior.

moto forgets the policy, and returns ForwardedValues instead, which AWS returns only for behaviors without a policy.
"""
import re

from moto.cloudfront.models import DefaultCacheBehaviour
from moto.cloudfront.responses import CloudFrontResponse

init = DefaultCacheBehaviour.__init__


def _init(self, config):
    init(self, config)
    self.cache_policy_id = config.get("CachePolicyId", "")


def _with_policy(method):
    def respond(self):
        status, headers, body = method(self)
        if re.search("<CachePolicyId>[^<]+</CachePolicyId>", body):
            body = re.sub("(?s)<ForwardedValues>.*?</ForwardedValues>", "", body)
        return status, headers, body

    return respond


DefaultCacheBehaviour.__init__ = _init
for _name in ("create_distribution", "get_distribution", "get_distribution_config", "update_distribution"):
    setattr(CloudFrontResponse, _name, _with_policy(getattr(CloudFrontResponse, _name)))
