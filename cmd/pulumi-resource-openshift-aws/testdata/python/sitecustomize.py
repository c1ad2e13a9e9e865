"""Names of semver 3 in semver 2 of Debian 12, which is otherwise what Pulumi's Python SDK needs."""

import semver

if not hasattr(semver, "Version"):
    semver.Version = semver.VersionInfo
