"""Approves the two CSRs of each instance of the Auto Scaling groups, and nothing else.

It matches a CSR with an EC2 instance that is running, has the cluster's tag, is a member of a known Auto Scaling group (by a tag
that only AWS can set) that does not terminate it, has the requested node name and is new, with the instance's proof if that is
required, and with what it remembers about that instance. Others are left pending, and the log contains the reason. docs/csr-approver.md in the library's
repository is the threat model. The checks follow openshift/cluster-machine-approver pkg/controller/csr_check.go.
"""

import base64
import datetime
import ipaddress
import itertools
import json
import os
import random
import re
import sys
import time

import csr
from cluster import Cluster, Conflict
from ec2 import EC2, instant
from log import TIME, log, now, printable
from memory import Full, Memory, is_contested, new_entry

CLIENT = "kubernetes.io/kube-apiserver-client-kubelet"
SERVING = "kubernetes.io/kubelet-serving"

BOOTSTRAPPER = "system:serviceaccount:openshift-machine-config-operator:node-bootstrapper"
BOOTSTRAPPER_GROUPS = {"system:authenticated", "system:serviceaccounts", "system:serviceaccounts:openshift-machine-config-operator"}
NODE_PREFIX = "system:node:"
NODE_GROUPS = {"system:nodes", "system:authenticated"}
NODE_NAME = re.compile(r"\A[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*\Z")

USAGES = {CLIENT: {"digital signature", "client auth"}, SERVING: {"digital signature", "server auth"}}
OPTIONAL_USAGE = "key encipherment"

# The proof of an instance: the access key, the time, the signature and the session token of a presigned request.
# The key of a role's session begins with ASIA (IAM user guide, "IAM identifiers").
PROOF = re.compile(r"\A(ASIA[A-Z0-9]{12,124}) ([0-9]{8}T[0-9]{6}Z) ([0-9a-f]{64}) ([A-Za-z0-9+/=]{1,4096})\Z")

# The states of instances that boot, serve or wait in a warm pool; the others leave their group or do not run (Amazon EC2 Auto Scaling
# User Guide, "Amazon EC2 Auto Scaling instance lifecycle" and "Use lifecycle hooks with a warm pool").
JOINING = {"Pending", "Pending:Wait", "Pending:Proceed", "InService"}
JOINING |= {"Warmed:Pending", "Warmed:Pending:Wait", "Warmed:Pending:Proceed", "Warmed:Running"}

# The cluster's clock can be behind EC2's.
CLOCK_SKEW = datetime.timedelta(seconds=10)
# A kubelet waits this long for its certificate, then makes a new key and requests another
# (kubernetes/client-go util/certificate/certificate_manager.go, certificateWaitTimeout, release-1.34).
FRESH = datetime.timedelta(minutes=15)
# A kubelet that got no certificate requests the next one after this time at most: its pauses end at 32 seconds (the same file,
# NewManager's Start).
PAUSED = datetime.timedelta(seconds=40)
# A CSR of a kubelet has some 3 KiB.
MAX_SIZE = 16 * 1024
# The texts of skipped CSRs that are kept, so that each is logged once.
MAX_LOGGED = 200

# The seconds between polls without a new CSR, and at least, however many CSRs are created.
INTERVAL = 15
PAUSE = 5
# The CSRs that are kept for the next poll.
MAX_WATCHED = 500
# The liveness probe fails after this time without a poll that succeeded.
MAX_SILENCE = 600
HEARTBEAT = os.environ.get("APPROVER_HEARTBEAT", os.devnull)


class Skip(Exception):
    """The reason why a CSR is not approved."""


class Alert(Skip):
    """A reason that a person should know: an instance that cannot join, or a CSR that may not be the instance's."""

    def __init__(self, instance, reason, event="Skipped"):
        super().__init__(reason)
        self.instance, self.event = instance.id, event


class Candidate:
    """A CSR in the format of a kubelet's, and its instance."""

    def __init__(self, item, node, instance):
        self.item = item
        self.uid = item["metadata"]["uid"]
        self.name = item["metadata"]["name"]
        self.created = created(item)
        self.is_client = item["spec"]["signerName"] == CLIENT
        self.instance = instance
        self.what = "%s certificate of %s" % ("client" if self.is_client else "serving", node)


class Snapshot:
    """The state of the cluster and of EC2 during one poll. Nodes and instances are read if there is a CSR or an entry to check."""

    def __init__(self, config, cluster, ec2):
        self.window = datetime.timedelta(seconds=config["launchWindowSeconds"])
        self.cluster, self.ec2 = cluster, ec2
        self.memory = Memory(cluster)
        self.now = cluster.time
        self.loaded, self.instances, self.nodes, self.claims, self.states = False, [], {}, {}, {}
        # The two newest CSRs of each kind and instance, whatever the number of CSRs.
        self.found = {}
        # The proofs of which STS was not asked yet, with their CSRs, by instance. After that, the errors of STS by proof.
        self.unasked, self.errors = {}, None
        if self.memory.waiting():
            self.load()

    def load(self):
        if not self.loaded:
            self.loaded = True
            self.instances = self.ec2.instances()
            self.nodes = self.cluster.nodes()
            # A kubelet chooses the provider ID of its Node.
            for name, (provider_id, _) in sorted(self.nodes.items()):
                self.claims.setdefault(provider_id.split("/")[-1], []).append(name)

    def instance(self, name):
        named = [instance for instance in self.instances if name in instance.node_names]
        if len(named) != 1:
            raise Skip("%d running instances of the groups have the name %s" % (len(named), name))
        mismatch = self.ec2.mismatch(named[0])
        if mismatch:
            raise Alert(named[0], "instance %s %s" % (named[0].id, mismatch))
        return named[0]

    def node_of(self, instance):
        """Returns the name of an instance's Node, which is one of its own and has its own provider ID; "" if it has none."""
        named = sorted(instance.node_names & set(self.nodes))
        return next((name for name in named if self.nodes[name][0] == instance.provider_id()), "")

    def add(self, item):
        """Adds a CSR that has the format of a kubelet's and an instance, or raises Skip."""
        spec = item["spec"]
        usages = spec.get("usages") or []
        if len(usages) != len(set(usages)) or set(usages) - {OPTIONAL_USAGE} != USAGES[spec["signerName"]]:
            raise Skip("unexpected usages: %s" % ", ".join(usages))
        try:
            request = csr.parse(base64.b64decode(spec["request"]))
        except ValueError as error:
            raise Skip("malformed request: %s" % error)
        name = node_name(request)
        check = check_client if spec["signerName"] == CLIENT else check_serving
        candidate = Candidate(item, name, check(item, request, name, self))
        if candidate.is_client and self.ec2.callers and not self.is_proven(item, request, candidate.instance):
            return
        key = candidate.is_client, candidate.instance.id
        others = [other for other in self.found.get(key, []) if other.uid != candidate.uid]
        self.found[key] = sorted(others + [candidate], key=lambda other: other.created, reverse=True)[:2]

    def is_proven(self, item, request, instance):
        """Reports whether the instance made the key: its role has signed the key's hash. The CSR of a key has one name, so has no copies."""
        metadata = item["metadata"]
        proof = PROOF.match((metadata.get("annotations") or {}).get("openshift-aws/proof", ""))
        if not proof or metadata["name"] != "worker-pool-" + request.key[:40]:
            raise Alert(instance, "the request has no proof of instance %s" % instance.id, "Unproven")
        if proof.group(2) < (self.now - FRESH).strftime("%Y%m%dT%H%M%SZ"):
            raise Skip("the proof of instance %s has expired" % instance.id)
        question = proof.groups() + (request.key,)
        caller = self.ec2.caller(question)
        if caller is None and self.errors is None:
            self.unasked.setdefault(instance.id, {})[question] = item
            return False
        if caller is None:
            raise Skip("STS was not asked about the proof of instance %s: %s" % (instance.id, self.errors[question]))
        if caller not in [role + instance.id for role in self.ec2.callers]:
            raise Alert(instance, "the proof is that of %s, not of instance %s" % (caller or "nobody", instance.id), "Unproven")
        return True

    def verify(self):
        """Asks STS about the proofs, and returns their CSRs. Others can send forged ones without limit, also in the names of many
        instances: the instances have turns, and which proof of an instance is the next one is random."""
        turns = itertools.zip_longest(*(random.sample(list(found.items()), len(found)) for found in self.unasked.values()))
        asked = dict(pair for turn in turns for pair in turn if pair)
        self.errors = self.ec2.ask(list(asked))
        return asked.values()

    def active(self, instance):
        """Returns the entry of an instance for which a client certificate was approved that can still be on its way."""
        entry = self.memory.entries.get(instance.id)
        if entry and instant(entry["time"]) >= instance.launched and self.now - instant(entry["time"]) < FRESH:
            return entry
        return None

    def choose(self, found, changes):
        """Returns the one of the CSRs of a new instance that may be approved, and adds what must be remembered."""
        newest, instance = found[0], found[0].instance
        if self.now - newest.created >= FRESH:
            raise Skip("its kubelet does not wait for it any more")
        if self.states.get(instance.id) not in JOINING:
            state = self.states.get(instance.id, "not there")
            raise Alert(instance, "instance %s cannot join: in Auto Scaling it is %s" % (instance.id, state))
        # Keys that the instance has proven to have made are all its own.
        entry, found = (None, [newest]) if self.ec2.callers else (self.active(instance), found)
        contested = not self.ec2.callers and is_contested(self.memory.entries.get(instance.id))
        same = entry is not None and entry.get("uid") == newest.uid
        if entry and contested:
            raise Alert(instance, "several certificates of instance %s were requested at once before" % instance.id, "Contested")
        if entry and not same and not self.cluster.is_pending(entry["request"], entry.get("uid")):
            reason = "%s was already approved for the same instance, %s, with another key"
            raise Alert(instance, reason % (entry["request"], instance.id))
        if len(found) > 1 and newest.created - found[1].created < FRESH:
            changes[instance.id] = new_entry(self.now, reported=True)
            reason = "it and another request the certificate of instance %s, whose kubelet requests one in 15 minutes"
            raise Alert(instance, reason % instance.id, "Contested")
        # In the pause of its kubelet, somebody else's request would be the only one.
        if len(found) > 1 or contested and self.now - newest.created < PAUSED:
            raise Skip("instance %s may request another one now" % instance.id)
        if not same:
            changes[instance.id] = new_entry(self.now, newest.name, newest.uid)
        return newest


def is_waited_for(item, at):
    """Reports whether a kubelet can be waiting for a CSR, or can be pausing after it."""
    pending = item["spec"].get("signerName") in USAGES and not (item.get("status") or {}).get("conditions")
    return pending and at - created(item) < FRESH + PAUSED and len(json.dumps(item)) <= MAX_SIZE


def created(item):
    return instant(item["metadata"]["creationTimestamp"])


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
    check_new(instance, created(item), snapshot)
    return instance


def check_new(instance, requested, snapshot):
    """Checks that the instance neither is nor was a node, and that it requests its certificate in time."""
    entry = snapshot.memory.entries.get(instance.id)
    if snapshot.node_of(instance):
        raise Alert(instance, "instance %s: %s is already a node" % (instance.id, snapshot.node_of(instance)))
    for claimant in snapshot.claims.get(instance.id, []):
        raise Alert(instance, "node %s claims to be instance %s" % (claimant, instance.id), "Claimed")
    # An instance can have several names, but only one node. The node of a terminated instance can have the same name.
    for known in sorted(instance.node_names & set(snapshot.nodes)):
        raise Skip("%s is already a node" % known)
    if entry and entry["node"]:
        raise Alert(instance, "instance %s was a node before, which was deleted" % instance.id)
    age = requested - instance.started
    # Requests of others do not use up the time of an instance that requested in time.
    if age > snapshot.window and not is_contested(entry):
        raise Alert(instance, "instance %s was launched %s before the request" % (instance.id, age))


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
        raise Alert(instance, "the node has provider ID %s, the instance has %s" % (provider_id, instance.provider_id()))
    names, addresses = by_kind(addresses)
    if set(request.dns_names) != names or set(request.addresses) != addresses:
        raise Skip("the subject alternative names are not the node's addresses")
    foreign = (set(request.dns_names) - instance.names) | (set(request.addresses) - instance.addresses)
    if foreign:
        raise Alert(instance, "instance %s does not have %s" % (instance.id, ", ".join(sorted(foreign))))
    return instance


def by_kind(entries):
    """Returns the names and the IP addresses of a node."""
    addresses = [entry["address"] for entry in entries if entry["type"] in ("InternalIP", "ExternalIP")]
    names = {entry["address"].lower() for entry in entries if entry["type"] not in ("InternalIP", "ExternalIP")}
    return names, {str(ipaddress.ip_address(address)) for address in addresses}


class Approver:
    """Watches and polls CSRs, logs each decision once, and records an Event of those that a person should know."""

    def __init__(self, config):
        self.config = config
        self.cluster, self.ec2 = Cluster(), EC2(config)
        # The texts that the last poll and this one logged, by the name of the CSR.
        self.logged, self.logging = {}, {}
        self.alerts = {}
        # The CSRs of the last poll that may be of new instances: in a flood, no list may contain them again.
        self.kept = []

    def wait(self):
        """Returns the CSRs that are created for PAUSE; if there are none, the next one or none after INTERVAL."""
        found = []
        for seconds, limit in (PAUSE, MAX_WATCHED), (INTERVAL - PAUSE, 1):
            for item in self.cluster.watch(seconds):
                found += [item] if is_waited_for(item, self.cluster.time) else []
                if len(found) == limit:
                    break
            if found:
                break
        time.sleep(PAUSE if len(found) == MAX_WATCHED else 0)
        return found

    def poll(self, watched=()):
        snapshot = Snapshot(self.config, self.cluster, self.ec2)
        self.logged, self.logging = self.logging, {}
        self.alerts = {key: at for key, at in self.alerts.items() if snapshot.now - at < FRESH}
        for item in itertools.chain(self.kept, watched, self.cluster.requests()):
            if is_waited_for(item, snapshot.now):
                snapshot.load()
                self.attempt([item], snapshot.add, item)
        for item in snapshot.verify():
            self.attempt([item], snapshot.add, item)
        if self.cluster.token:
            self.alert("Flooded", "", "the cluster has so many CSRs that a poll does not read all of them")
        snapshot.states = self.ec2.states([instance_id for is_client, instance_id in snapshot.found if is_client])
        changes, late = self.follow_up(snapshot)
        chosen, self.kept = [], []
        for (is_client, _), found in snapshot.found.items():
            if not is_client:
                chosen += [candidate for candidate in found if snapshot.now - candidate.created < FRESH]
            elif self.attempt([other.item for other in found], snapshot.choose, found, changes):
                chosen.append(found[0])
            else:
                self.kept += [candidate.item for candidate in found]
        # An approval is remembered before, so that it is never forgotten.
        try:
            snapshot.memory.save(changes, {instance.id for instance in snapshot.instances})
        except (Full, Conflict) as error:
            self.alert(type(error).__name__, "", "no client certificate is approved: %s" % error)
            chosen, late = [candidate for candidate in chosen if not candidate.is_client], []
        for instance_id, request in late:
            text = "instance %s is not a node 15 minutes after %s was approved: the certificate may have gone to someone else"
            self.alert("NoNode", instance_id, text % (instance_id, request), request)
        for candidate in chosen:
            self.attempt([candidate.item], self.approve, candidate)

    def attempt(self, items, step, *args):
        """Runs a step for CSRs, which must not block the others. It logs why the step failed."""
        reason = None
        try:
            return step(*args) or True
        except Skip as error:
            reason, text = error, str(error)
        except Conflict:
            text = "it was changed concurrently"
        except Exception as error:
            text = "%s: %s" % (type(error).__name__, error)
        for item in items:
            name = item["metadata"]["name"]
            self.log_once(name, "skipped %s: %s" % (name, text))
            if isinstance(reason, Alert):
                self.alert(reason.event, reason.instance, "skipped %s: %s" % (name, text), name)
        return False

    def follow_up(self, snapshot):
        """Returns what must be remembered of instances that are nodes, and the approved ones that did not become nodes in time."""
        changes, late = {}, []
        for instance in snapshot.instances:
            entry = snapshot.memory.entries.get(instance.id) or new_entry(snapshot.now)
            if snapshot.node_of(instance) and not entry["node"]:
                changes[instance.id] = dict(entry, node=True)
        for instance_id, entry in snapshot.memory.entries.items():
            waiting = not entry["node"] and not entry["reported"] and instance_id not in changes
            if waiting and snapshot.now - instant(entry["time"]) >= FRESH:
                changes[instance_id] = dict(entry, reported=True)
                late.append((instance_id, entry["request"]))
        return changes, late

    def approve(self, candidate):
        condition = {"type": "Approved", "status": "True", "reason": "WorkerPoolApprove", "lastUpdateTime": now().strftime(TIME)}
        condition["message"] = "An instance of a known Auto Scaling group requests the %s" % candidate.what
        self.cluster.approve(candidate.item, condition)
        text = "approved %s: %s, instance %s" % (candidate.name, candidate.what, candidate.instance.id)
        log(text)
        self.event("Normal", "Approved", text, candidate.name)

    def log_once(self, name, text):
        """Logs a text that the last poll has not logged. The number of texts is limited, because that of CSRs is not."""
        if len(self.logging) < MAX_LOGGED:
            self.logging[name] = text = text[:1024]
            if self.logged.get(name) != text:
                log(text)

    def alert(self, reason, instance, text, request=""):
        """Records a warning, at most one in 15 minutes for an instance: CSRs can be created without limit."""
        if (reason, instance) not in self.alerts:
            self.alerts[reason, instance] = self.cluster.time
            if self.logging.get(request) != text[:1024]:
                log(text)
            self.event("Warning", reason, text, request)

    def event(self, kind, reason, text, request):
        """Records an Event of the approver's Deployment. It is best effort: the log has the same text."""
        try:
            self.cluster.record(kind, reason, printable(text)[:1024], request)
        except Exception as error:
            log("no Event was recorded: %s: %s" % (type(error).__name__, error))


def main():
    if "--alive" in sys.argv:
        sys.exit(time.time() - os.path.getmtime(HEARTBEAT) > MAX_SILENCE)
    approver = Approver(json.loads(os.environ["APPROVER_CONFIG"]))
    if "--once" in sys.argv:
        approver.poll()
        return
    watched = []
    open(HEARTBEAT, "w").close()
    while True:
        try:
            approver.poll(watched)
            open(HEARTBEAT, "w").close()
            watched = approver.wait()
        except Exception as error:
            log("poll failed: %s: %s" % (type(error).__name__, error))
            watched, approver.cluster.version = [], ""
            time.sleep(INTERVAL)


if __name__ == "__main__":
    main()
