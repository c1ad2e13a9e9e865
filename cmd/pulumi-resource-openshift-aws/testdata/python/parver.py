"""Stands in for parver, which Debian 12 does not have, as far as a generated SDK reads its own release."""

from packaging import version


class Version:
    def __init__(self, text):
        self._version = version.Version(text)

    @classmethod
    def parse(cls, text):
        return cls(text)

    def __getattr__(self, name):
        if name in ("pre_tag", "pre"):
            tag, number = self._version.pre or (None, None)
            return tag if name == "pre_tag" else number
        return getattr(self._version, name)
