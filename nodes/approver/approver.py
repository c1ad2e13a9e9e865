"""Approves the two CSRs of each instance of the Auto Scaling groups, and nothing else.

The cluster's own approver matches a CSR with a Machine of the Machine API. This one matches it with an EC2 instance that
is running, has the cluster's tag, is a member of a known Auto Scaling group (by a tag that only AWS can set), has the
requested node name and was launched recently, and with what it remembers about that instance. All other CSRs are left
pending, for other approvers or an administrator, and the log contains the reason. docs/csr-approver.md in the library's
repository is the threat model.

The checks follow openshift/cluster-machine-approver pkg/controller/csr_check.go.
"""

import base64
import datetime
import ipaddress
import json
import os
import re
import sys
import time

import csr
from cluster import Cluster, Conflict
from ec2 import EC2, instant
from log import TIME, log, now, printable
from memory import Full, Memory

CLIENT = "kubernetes.io/kube-apiserver-client-kubelet"
SERVING = "kubernetes.io/kubelet-serving"

BOOTSTRAPPER = "system:serviceaccount:openshift-machine-config-operator:node-bootstrapper"
BOOTSTRAPPER_GROUPS = {
    "system:serviceaccounts:openshift-machine-config-operator",
    "system:serviceaccounts",
    "system:authenticated",
}
NODE_PREFIX = "system:node:"
NODE_GROUPS = {"system:nodes", "system:authenticated"}
NODE_NAME = re.compile(r"\A[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*\Z")

USAGES = {CLIENT: {"digital signature", "client auth"}, SERVING: {"digital signature", "server auth"}}
OPTIONAL_USAGE = "key encipherment"

# The cluster's clock can be behind EC2's.
CLOCK_SKEW = datetime.timedelta(seconds=10)
# A kubelet waits this long for its certificate, then makes a new key and requests another
# (kubernetes/client-go util/certificate/certificate_manager.go, certificateWaitTimeout).
FRESH = datetime.timedelta(minutes=15)
# If there are this many more fresh pending CSRs than instances and nodes, none is approved.
MAX_EXCESS = 100

INTERVAL = 15
# The liveness probe fails after this time without a poll that succeeded.
MAX_SILENCE = 600
HEARTBEAT = os.environ.get("APPROVER_HEARTBEAT", "")


class Skip(Exception):
    """The reason why a CSR is not approved."""


class Alert(Skip):
    """A reason that a person should know: an instance that cannot join, or a CSR that may not be the instance's."""

    def __init__(self, instance, reason):
        super().__init__(reason)
        self.instance = instance


class Snapshot:
    """The state of the cluster and of EC2 during one poll. EC2 is only queried if there is a pending CSR."""

    def __init__(self, config, cluster, ec2):
        self.window = datetime.timedelta(seconds=config["launchWindowSeconds"])
        self.now = now()
        self.cluster = cluster
        self.ec2 = ec2
        self.memory = Memory(cluster)
        # The newest first: a kubelet has the key of its newest request only.
        found = cluster.requests(CLIENT, self.is_fresh) + cluster.requests(SERVING, self.is_fresh)
        self.pending = sorted(found, key=created, reverse=True)
        self.instances = ec2.instances() if self.pending else []
        self.nodes = cluster.nodes() if self.pending or self.memory.waiting() else {}
        self.node_of = {provider_id.split("/")[-1]: name for name, (provider_id, _) in self.nodes.items() if provider_id}

    def is_fresh(self, item):
        return not (item.get("status") or {}).get("conditions") and self.now - created(item) < FRESH

    def instance(self, name):
        named = [instance for instance in self.instances if name in instance.node_names]
        if len(named) != 1:
            raise Skip("%d running instances of the groups have the name %s" % (len(named), name))
        mismatch = self.ec2.mismatch(named[0])
        if mismatch:
            raise Alert(named[0].id, "instance %s %s" % (named[0].id, mismatch))
        return named[0]

    def overloaded(self):
        return len(self.pending) > max(len(self.instances), len(self.nodes)) + MAX_EXCESS

    def remember(self, changes):
        self.memory.save(changes, {instance.id for instance in self.instances})


def created(item):
    return instant(item["metadata"]["creationTimestamp"])


def check(item, snapshot):
    """Returns the kind of the requested certificate, its node, its key's hash and the instance, or raises Skip."""
    spec = item["spec"]
    signer = spec.get("signerName")
    if signer not in USAGES:
        raise Skip("unexpected signer: %s" % signer)
    usages = spec.get("usages") or []
    if len(usages) != len(set(usages)) or set(usages) - {OPTIONAL_USAGE} != USAGES[signer]:
        raise Skip("unexpected usages: %s" % ", ".join(usages))
    try:
        request = csr.parse(base64.b64decode(spec["request"]))
    except csr.Malformed as error:
        raise Skip("malformed request: %s" % error)
    name = node_name(request)
    if signer == CLIENT:
        return "client", name, request.key, check_client(item, request, name, snapshot)
    return "serving", name, request.key, check_serving(item, request, name, snapshot)


def node_name(request):
    name = request.common_name[len(NODE_PREFIX) :]
    if not request.common_name.startswith(NODE_PREFIX) or not NODE_NAME.match(name) or len(name) > 253:
        raise Skip("unexpected common name: %r" % request.common_name)
    if request.organizations != ["system:nodes"]:
        raise Skip("unexpected organizations: %s" % request.organizations)
    return name


def check_client(item, request, name, snapshot):
    """Checks the request of a new instance. All instances use the same account, so only EC2 can identify the instance."""
    spec = item["spec"]
    groups = spec.get("groups") or []
    if spec.get("username") != BOOTSTRAPPER:
        raise Skip("requested by %s, not by the node-bootstrapper" % spec.get("username"))
    if len(groups) != len(BOOTSTRAPPER_GROUPS) or set(groups) != BOOTSTRAPPER_GROUPS:
        raise Skip("unexpected groups: %s" % ", ".join(groups))
    if request.dns_names or request.addresses:
        raise Skip("a client certificate must not have subject alternative names")
    instance = snapshot.instance(name)
    if created(item) < instance.launched - CLOCK_SKEW:
        raise Skip("requested before the launch of instance %s" % instance.id)
    check_first(item, request, instance, snapshot)
    age = created(item) - instance.launched
    if age > snapshot.window:
        raise Alert(instance.id, "instance %s was launched %s before the request" % (instance.id, age))
    return instance


def check_first(item, request, instance, snapshot):
    """Checks that the instance neither is nor was a node, and that no certificate was approved for another key it waits with."""
    if instance.id in snapshot.node_of:
        raise Alert(instance.id, "instance %s: %s is already a node" % (instance.id, snapshot.node_of[instance.id]))
    # An instance can have several names, but only one node. The node of a terminated instance can have the same name.
    for known in sorted(instance.node_names & set(snapshot.nodes)):
        raise Skip("%s is already a node" % known)
    entry = snapshot.memory.get(instance.id)
    if entry is None:
        return
    if entry["node"]:
        raise Alert(instance.id, "instance %s was a node before, which was deleted" % instance.id)
    approved = instant(entry["time"])
    if entry["key"] != request.key and approved >= instance.launched and snapshot.now - approved < FRESH:
        reason = "%s was already approved for the same instance, %s, with another key" % (entry["request"], instance.id)
        raise Alert(instance.id, reason) if created(item) > approved else Skip(reason)


def check_serving(item, request, name, snapshot):
    """Checks the request of a node. With a certificate for another node's address it could impersonate that node."""
    spec = item["spec"]
    if spec.get("username") != request.common_name:
        raise Skip("requested by %s for %s" % (spec.get("username"), request.common_name))
    if not NODE_GROUPS <= set(spec.get("groups") or []):
        raise Skip("unexpected groups: %s" % ", ".join(spec.get("groups") or []))
    if not request.dns_names and not request.addresses:
        raise Skip("a serving certificate must have subject alternative names")
    instance = snapshot.instance(name)
    if name not in snapshot.nodes:
        raise Skip("%s is not a node yet" % name)
    provider_id, addresses = snapshot.nodes[name]
    if provider_id != instance.provider_id():
        reason = "the node has provider ID %s, the instance has %s" % (provider_id, instance.provider_id())
        raise Alert(instance.id, reason)
    names, addresses = by_kind(addresses)
    if set(request.dns_names) != names or set(request.addresses) != addresses:
        raise Skip("the subject alternative names are not the node's addresses")
    foreign = (set(request.dns_names) - instance.names) | (set(request.addresses) - instance.addresses)
    if foreign:
        raise Alert(instance.id, "instance %s does not have %s" % (instance.id, ", ".join(sorted(foreign))))
    return instance


def by_kind(entries):
    """Returns the names and the IP addresses of a node."""
    names, addresses = set(), set()
    for entry in entries:
        if entry["type"] in ("InternalIP", "ExternalIP"):
            addresses.add(str(ipaddress.ip_address(entry["address"])))
        else:
            names.add(entry["address"].lower())
    return names, addresses


class Approver:
    """Polls for CSRs, logs each decision once, and records an Event of those that a person should know."""

    def __init__(self, config):
        self.config = config
        self.cluster = Cluster()
        self.ec2 = EC2(config)
        self.logged = {}
        self.alerts = {}

    def poll(self):
        snapshot = Snapshot(self.config, self.cluster, self.ec2)
        names = {item["metadata"]["name"] for item in snapshot.pending} | {""}
        self.logged = {name: text for name, text in self.logged.items() if name in names}
        self.alerts = {key: at for key, at in self.alerts.items() if snapshot.now - at < FRESH}
        self.follow_up(snapshot)
        if snapshot.overloaded():
            reason = "skipped all %d requests: too many for %d instances" % (len(snapshot.pending), len(snapshot.instances))
            self.log_once("", reason)
            self.alert("Overloaded", "", reason)
            return
        self.logged.pop("", None)
        for item in snapshot.pending:
            name = item["metadata"]["name"]
            try:
                self.decide(item, snapshot)
            except Skip as reason:
                text = "skipped %s: %s" % (name, reason)
                self.log_once(name, text)
                if isinstance(reason, Alert):
                    self.alert("Skipped", reason.instance, text, name)
            except Full as error:
                self.log_once(name, "skipped %s: %s" % (name, error))
                self.alert("Full", "", str(error))
            except Conflict:
                self.log_once(name, "skipped %s: it was changed concurrently" % name)
            except Exception as error:  # One CSR must not block the others.
                self.log_once(name, "skipped %s: %s: %s" % (name, type(error).__name__, error))

    def follow_up(self, snapshot):
        """Remembers the instances that are nodes, and reports approved ones that did not become nodes in time."""
        changes, late = {}, []
        for instance_id, entry in snapshot.memory.entries.items():
            if entry["node"]:
                continue
            if instance_id in snapshot.node_of:
                changes[instance_id] = dict(entry, node=True)
            elif not entry["reported"] and snapshot.now - instant(entry["time"]) >= FRESH:
                changes[instance_id] = dict(entry, reported=True)
                late.append((instance_id, entry["request"]))
        for instance in snapshot.instances:
            if instance.id in snapshot.node_of and snapshot.memory.get(instance.id) is None:
                changes[instance.id] = new_entry(snapshot, node=True)
        snapshot.remember(changes)
        for instance_id, request in late:
            text = "instance %s is not a node 15 minutes after %s was approved: the certificate may have gone to someone else"
            log(text % (instance_id, request))
            self.alert("NoNode", instance_id, text % (instance_id, request), request)

    def decide(self, item, snapshot):
        """Approves a CSR, or raises Skip. What is approved is remembered before, so that it is never forgotten."""
        name = item["metadata"]["name"]
        kind, node, key, instance = check(item, snapshot)
        if kind == "client":
            snapshot.remember({instance.id: new_entry(snapshot, request=name, key=key)})
        what = "%s certificate of %s" % (kind, node)
        self.approve(item, what)
        text = "approved %s: %s, instance %s" % (name, what, instance.id)
        self.log_once(name, text)
        self.event("Normal", "Approved", text, name)

    def approve(self, item, what):
        return self.cluster.approve(
            item,
            {
                "type": "Approved",
                "status": "True",
                "reason": "WorkerPoolApprove",
                "message": "An instance of a known Auto Scaling group requests the %s" % what,
                "lastUpdateTime": now().strftime(TIME),
            },
        )

    def log_once(self, name, text):
        if self.logged.get(name) != text:
            self.logged[name] = text
            log(text)

    def alert(self, reason, instance, text, request=""):
        """Records a warning, at most one in 15 minutes for an instance: CSRs can be created without limit."""
        if (reason, instance) not in self.alerts:
            self.alerts[reason, instance] = now()
            self.event("Warning", reason, text, request)

    def event(self, kind, reason, text, request):
        """Records an Event of the approver's Deployment. It is best effort: the log has the same text."""
        try:
            self.cluster.record(kind, reason, printable(text)[:1024], request)
        except Exception as error:
            log("no Event was recorded: %s: %s" % (type(error).__name__, error))


def new_entry(snapshot, request="", key="", node=False):
    # The requestor chooses the name, of up to 253 characters.
    return {"time": snapshot.now.strftime(TIME), "request": request[:64], "key": key, "node": node, "reported": False}


def beat():
    if HEARTBEAT:
        with open(HEARTBEAT, "w"):
            pass


def main():
    if "--alive" in sys.argv:
        sys.exit(time.time() - os.path.getmtime(HEARTBEAT) > MAX_SILENCE)
    with open(os.environ["APPROVER_CONFIG"]) as text:
        approver = Approver(json.load(text))
    if "--once" in sys.argv:
        approver.poll()
        return
    beat()
    while True:
        try:
            approver.poll()
            beat()
        except Exception as error:
            log("poll failed: %s: %s" % (type(error).__name__, error))
        time.sleep(INTERVAL)


if __name__ == "__main__":
    main()
