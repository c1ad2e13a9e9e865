"""Remembers by instance ID which client certificates were approved and which instances became nodes.

Nodes can be deleted, and the cluster deletes approved CSRs after an hour (kubernetes pkg/controller/certificates/cleaner). Like
the nodeRef of a Machine, an entry is never cleared: instance IDs are not used again. Only when the ConfigMap is full are the
oldest entries of instances dropped that do not run.
"""

import json

from log import TIME

# A ConfigMap has at most 1 MiB; an entry has less than 250 bytes.
MAX_ENTRIES = 4000


class Full(Exception):
    """The ConfigMap is full."""


class Memory:
    """The entries of the ConfigMap. Each has the time of the approval, the name and the UID of the CSR, and whether a node existed."""

    def __init__(self, cluster):
        self.cluster = cluster
        self.path = cluster.namespaced("configmaps/approver-memory")
        self.object = cluster.call("GET", self.path)
        self.entries = {key: json.loads(text) for key, text in (self.object.get("data") or {}).items()}

    def waiting(self):
        """Reports whether an approved instance is not a node yet, which was not reported."""
        return any(not entry["node"] and not entry["reported"] for entry in self.entries.values())

    def save(self, changes, running=()):
        """Adds entries, unless the ConfigMap was changed concurrently."""
        if not changes:
            return
        entries = dict(self.entries, **changes)
        excess = len(entries) - MAX_ENTRIES
        if excess > 0:
            idle = sorted((key for key in entries if key not in running), key=lambda key: entries[key]["time"])
            if len(idle) < excess:
                raise Full("the ConfigMap has no room for more than %d instances" % MAX_ENTRIES)
            for key in idle[:excess]:
                del entries[key]
        data = {key: json.dumps(entry, sort_keys=True) for key, entry in entries.items()}
        self.object = self.cluster.replace(self.path, dict(self.object, data=data))
        self.entries = entries


def new_entry(at, request="", uid="", reported=False):
    # The requestor chooses the name, of up to 253 characters.
    return {"time": at.strftime(TIME), "request": request[:64], "uid": uid, "node": False, "reported": reported}


def is_contested(entry):
    """Reports whether an entry is that of several CSRs at once, of which none was approved."""
    return entry is not None and not entry["node"] and entry.get("uid") == ""
