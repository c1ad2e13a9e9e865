"""Bucket policies are evaluated for requests by TLS, and versioned buckets can be emptied.

- The emulator is reached without TLS, AWS always with it: statements that deny requests without TLS do not apply. moto ignores conditions,
  so such a statement would deny every request.
- A statement that denies all but some principals does not apply if the lab's user is one of them.
- An action or resource may be a list of one. moto recognizes the permission to write access logs in the other form only, and fails on a
  principal that is not a map.
- A versioned bucket that has a delete marker can be emptied.
"""
import json

from moto.s3.models import FakeBucket, FakeDeleteMarker

get_permission = FakeBucket.get_permission
log_permissions = FakeBucket._log_permissions_enabled_policy


def _only_without_tls(statement):
    condition = statement.get("Condition", {}).get("Bool", {}).get("aws:SecureTransport")
    return condition in ("false", ["false"], False)


def _excepts_the_user(statement):
    excepted = statement.get("Condition", {}).get("ArnNotEquals", {}).get("aws:PrincipalArn", [])
    return any(arn.endswith(":user/moto") for arn in ([excepted] if isinstance(excepted, str) else excepted))


def _statements(policy):
    statements = json.loads(policy)["Statement"]
    return statements if isinstance(statements, list) else [statements]


class _WithPolicy:
    """A bucket with another policy."""

    def __init__(self, bucket, statements):
        self._bucket = bucket
        self.policy = json.dumps({"Version": "2012-10-17", "Statement": statements}).encode() if statements else None

    def __getattr__(self, name):
        return getattr(self._bucket, name)


def _get_permission(self, action, resource):
    if self.policy is None:
        return get_permission(self, action, resource)
    applying = [s for s in _statements(self.policy) if not _only_without_tls(s) and not _excepts_the_user(s)]
    return get_permission(_WithPolicy(self, applying), action, resource)


def _single(value):
    if isinstance(value, list):
        return _single(value[0]) if len(value) == 1 else value
    if isinstance(value, dict):
        return {key: _single(item) for key, item in value.items()}
    return value


def _log_permissions(target_bucket, target_prefix):
    if not target_bucket.policy:
        return False
    named = [_single(s) for s in _statements(target_bucket.policy) if isinstance(s.get("Principal"), dict)]
    return log_permissions(_WithPolicy(target_bucket, named), target_prefix)


FakeBucket.get_permission = _get_permission
FakeBucket._log_permissions_enabled_policy = staticmethod(_log_permissions)
FakeDeleteMarker.dispose = lambda self, garbage=False: None
