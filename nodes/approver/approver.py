"""Approves the two CSRs of each instance of the Auto Scaling groups, and nothing else.

The cluster's own approver matches a CSR with a Machine of the Machine API. This one matches it with an EC2 instance that
is running, has the cluster's tag, is a member of a known Auto Scaling group (by a tag that only AWS can set), has the
requested node name and was launched recently. All other CSRs are left pending, for other approvers or an administrator,
and the log contains the reason.

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
# If there are this many more fresh pending CSRs than instances, none is approved.
MAX_EXCESS = 100

INTERVAL = 15
MAX_FAILURES = 20


class Skip(Exception):
    """The reason why a CSR is not approved."""


class Snapshot:
    """The state of the cluster and of EC2 during one poll. EC2 is only queried if there is a pending CSR."""

    def __init__(self, config, cluster, ec2):
        self.window = datetime.timedelta(seconds=config["launchWindowSeconds"])
        self.cluster = cluster
        self.ec2 = ec2
        self.requests = {signer: cluster.requests(signer) for signer in (CLIENT, SERVING)}
        self.cached = None

    def instances(self):
        if self.cached is None:
            self.cached = self.ec2.instances()
        return self.cached

    def instance(self, name):
        named = [instance for instance in self.instances() if name in instance.node_names]
        if len(named) != 1:
            raise Skip("%d running instances of the groups have the name %s" % (len(named), name))
        return named[0]

    def pending(self):
        """Returns the pending CSRs that a kubelet still waits for, newest first: only the newest is for a key that still exists."""
        now = datetime.datetime.now(datetime.timezone.utc)
        requests = self.requests[CLIENT] + self.requests[SERVING]
        return sorted((item for item in requests if is_pending(item) and now - created(item) < FRESH), key=created, reverse=True)


def is_pending(item):
    return not (item.get("status") or {}).get("conditions")


def created(item):
    return instant(item["metadata"]["creationTimestamp"])


def check(item, snapshot):
    """Returns a description of the requested certificate, or raises Skip."""
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
        check_client(item, request, name, snapshot)
        return "client certificate of %s" % name
    check_serving(item, request, name, snapshot)
    return "serving certificate of %s" % name


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
    age = created(item) - instance.launched
    if age < -CLOCK_SKEW:
        raise Skip("requested before the launch of instance %s" % instance.id)
    if age > snapshot.window:
        raise Skip("instance %s was launched %s before the request" % (instance.id, age))
    # An instance can have several names, but only one node.
    for known in sorted(instance.node_names):
        if snapshot.cluster.node(known) is not None:
            raise Skip("%s is already a node" % known)
    subjects = {NODE_PREFIX + known for known in instance.node_names}
    for other in snapshot.requests[CLIENT]:
        if created(other) >= instance.launched - CLOCK_SKEW and approved_for(other, subjects):
            raise Skip("%s was already approved for the same instance" % other["metadata"]["name"])


def approved_for(item, subjects):
    conditions = (item.get("status") or {}).get("conditions") or []
    if not any(condition["type"] == "Approved" for condition in conditions):
        return False
    try:
        return csr.parse(base64.b64decode(item["spec"]["request"])).common_name in subjects
    except csr.Malformed:
        return False


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
    node = snapshot.cluster.node(name)
    if node is None:
        raise Skip("%s is not a node yet" % name)
    provider_id = node["spec"].get("providerID")
    if provider_id != instance.provider_id():
        raise Skip("the node has provider ID %s, the instance has %s" % (provider_id, instance.provider_id()))
    names, addresses = node_addresses(node)
    if set(request.dns_names) != names or set(request.addresses) != addresses:
        raise Skip("the subject alternative names are not the node's addresses")
    foreign = (set(request.dns_names) - instance.names) | (set(request.addresses) - instance.addresses)
    if foreign:
        raise Skip("instance %s does not have %s" % (instance.id, ", ".join(sorted(foreign))))


def node_addresses(node):
    names, addresses = set(), set()
    for entry in (node.get("status") or {}).get("addresses") or []:
        if entry["type"] in ("InternalIP", "ExternalIP"):
            addresses.add(str(ipaddress.ip_address(entry["address"])))
        else:
            names.add(entry["address"].lower())
    return names, addresses


class Approver:
    """Polls for CSRs, and logs each decision once."""

    def __init__(self, config):
        self.config = config
        self.cluster = Cluster()
        self.ec2 = EC2(config)
        self.logged = {}

    def poll(self):
        snapshot = Snapshot(self.config, self.cluster, self.ec2)
        pending = snapshot.pending()
        names = {item["metadata"]["name"] for item in pending}
        self.logged = {name: text for name, text in self.logged.items() if name in names}
        if pending and len(pending) > len(snapshot.instances()) + MAX_EXCESS:
            self.log_once("", "skipped all %d requests: too many for %d instances" % (len(pending), len(snapshot.instances())))
            return
        for item in pending:
            name = item["metadata"]["name"]
            try:
                what = check(item, snapshot)
                item.update(self.approve(item, what))
                self.log_once(name, "approved %s: %s" % (name, what))
            except Skip as reason:
                self.log_once(name, "skipped %s: %s" % (name, reason))
            except Conflict:
                self.log_once(name, "skipped %s: it was changed concurrently" % name)
            except Exception as error:  # One CSR must not block the others.
                self.log_once(name, "skipped %s: %s: %s" % (name, type(error).__name__, error))

    def approve(self, item, what):
        return self.cluster.approve(
            item,
            {
                "type": "Approved",
                "status": "True",
                "reason": "WorkerPoolApprove",
                "message": "An instance of a known Auto Scaling group requests the %s" % what,
                "lastUpdateTime": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            },
        )

    def log_once(self, name, text):
        if self.logged.get(name) != text:
            self.logged[name] = text
            log(text)


def log(text):
    print(datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"), text, flush=True)


def main():
    with open(os.environ["APPROVER_CONFIG"]) as text:
        approver = Approver(json.load(text))
    if "--once" in sys.argv:
        approver.poll()
        return
    failures = 0
    while True:
        try:
            approver.poll()
            failures = 0
        except Exception as error:
            failures += 1
            log("poll failed: %s: %s" % (type(error).__name__, error))
            if failures >= MAX_FAILURES:
                sys.exit(1)
        time.sleep(INTERVAL)


if __name__ == "__main__":
    main()
