"""Approves the two certificate requests of machines of Auto Scaling groups, and nothing else.

The cluster's own approver believes a request if a Machine of the Machine API stands behind it. Here an EC2 instance
does: one that runs, is the cluster's by its tag, is a member of a known Auto Scaling group (a tag that only AWS can
set), bears the name that the request asks for, and started not long before. A request that does not fit is left alone,
for others or for a person, and the log says why.

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

# A clock may be a little behind EC2's.
EARLY = datetime.timedelta(seconds=10)
# As many young requests more than machines are a flood, in which nothing can be told apart.
FLOOD = 100
FLOOD_AGE = datetime.timedelta(hours=1)

INTERVAL = 15
FAILURES = 20


class Leave(Exception):
    """Why a request is not approved."""


class World:
    """What requests are compared with: asked for once a round, and only if there is a request to compare."""

    def __init__(self, config, cluster, ec2):
        self.window = datetime.timedelta(seconds=config["launchWindowSeconds"])
        self.cluster = cluster
        self.ec2 = ec2
        self.requests = {signer: cluster.requests(signer) for signer in (CLIENT, SERVING)}
        self.found = None

    def instances(self):
        if self.found is None:
            self.found = self.ec2.instances()
        return self.found

    def instance(self, name):
        named = [instance for instance in self.instances() if name in instance.node_names]
        if len(named) != 1:
            raise Leave("%d running machines of the groups are named %s" % (len(named), name))
        return named[0]

    def pending(self):
        return [item for signer in (CLIENT, SERVING) for item in self.requests[signer] if is_pending(item)]

    def flooded(self):
        now = datetime.datetime.now(datetime.timezone.utc)
        young = [item for item in self.pending() if now - created(item) < FLOOD_AGE]
        return len(young) > len(self.instances()) + FLOOD


def is_pending(item):
    return not (item.get("status") or {}).get("conditions")


def created(item):
    return instant(item["metadata"]["creationTimestamp"])


def check(item, world):
    """Returns what the request is, or raises Leave."""
    spec = item["spec"]
    signer = spec.get("signerName")
    if signer not in USAGES:
        raise Leave("its signer is %s" % signer)
    usages = spec.get("usages") or []
    if len(usages) != len(set(usages)) or set(usages) - {OPTIONAL_USAGE} != USAGES[signer]:
        raise Leave("its usages are %s" % ", ".join(usages))
    try:
        request = csr.parse(base64.b64decode(spec["request"]))
    except csr.Malformed as fault:
        raise Leave("the certificate request: %s" % fault)
    name = node_name(request)
    if signer == CLIENT:
        check_client(item, request, name, world)
        return "the client certificate of %s" % name
    check_serving(item, request, name, world)
    return "the serving certificate of %s" % name


def node_name(request):
    name = request.common_name[len(NODE_PREFIX) :]
    if not request.common_name.startswith(NODE_PREFIX) or not NODE_NAME.match(name) or len(name) > 253:
        raise Leave("its common name is %r" % request.common_name)
    if request.organizations != ["system:nodes"]:
        raise Leave("its organizations are %s" % request.organizations)
    return name


def check_client(item, request, name, world):
    """A new machine asks by the account that all machines share; only EC2 knows which machine there is."""
    spec = item["spec"]
    groups = spec.get("groups") or []
    if spec.get("username") != BOOTSTRAPPER:
        raise Leave("it is by %s and not by the node-bootstrapper" % spec.get("username"))
    if len(groups) != len(BOOTSTRAPPER_GROUPS) or set(groups) != BOOTSTRAPPER_GROUPS:
        raise Leave("its groups are %s" % ", ".join(groups))
    if request.dns_names or request.addresses:
        raise Leave("a client certificate has no alternative names")
    instance = world.instance(name)
    age = created(item) - instance.launched
    if age < -EARLY:
        raise Leave("it is older than the machine %s" % instance.id)
    if age > world.window:
        raise Leave("the machine %s was launched %s before" % (instance.id, age))
    # A machine may be known by several names. It becomes one node.
    for known in sorted(instance.node_names):
        if world.cluster.node(known) is not None:
            raise Leave("%s is a node already" % known)
    subjects = {NODE_PREFIX + known for known in instance.node_names}
    for other in world.requests[CLIENT]:
        if created(other) >= instance.launched - EARLY and approved_for(other, subjects):
            raise Leave("%s was approved for the same machine" % other["metadata"]["name"])


def approved_for(item, subjects):
    conditions = (item.get("status") or {}).get("conditions") or []
    if not any(condition["type"] == "Approved" for condition in conditions):
        return False
    try:
        return csr.parse(base64.b64decode(item["spec"]["request"])).common_name in subjects
    except csr.Malformed:
        return False


def check_serving(item, request, name, world):
    """A node asks for itself; a certificate for another's address would let it take the other's traffic."""
    spec = item["spec"]
    if spec.get("username") != request.common_name:
        raise Leave("it is by %s for %s" % (spec.get("username"), request.common_name))
    if not NODE_GROUPS <= set(spec.get("groups") or []):
        raise Leave("its groups are %s" % ", ".join(spec.get("groups") or []))
    if not request.dns_names and not request.addresses:
        raise Leave("a serving certificate has alternative names")
    instance = world.instance(name)
    node = world.cluster.node(name)
    if node is None:
        raise Leave("%s is no node yet" % name)
    provider_id = node["spec"].get("providerID")
    if provider_id != instance.provider_id():
        raise Leave("the node is %s and the machine %s" % (provider_id, instance.provider_id()))
    names, addresses = node_addresses(node)
    if set(request.dns_names) != names or set(request.addresses) != addresses:
        raise Leave("its alternative names are not the node's addresses")
    strange = (set(request.dns_names) - instance.names) | (set(request.addresses) - instance.addresses)
    if strange:
        raise Leave("the machine %s does not have %s" % (instance.id, ", ".join(sorted(strange))))


def node_addresses(node):
    names, addresses = set(), set()
    for entry in (node.get("status") or {}).get("addresses") or []:
        if entry["type"] in ("InternalIP", "ExternalIP"):
            addresses.add(str(ipaddress.ip_address(entry["address"])))
        else:
            names.add(entry["address"].lower())
    return names, addresses


class Approver:
    """Looks at the requests round after round, and says each thing once."""

    def __init__(self, config):
        self.config = config
        self.cluster = Cluster()
        self.ec2 = EC2(config)
        self.said = {}

    def round(self):
        world = World(self.config, self.cluster, self.ec2)
        pending = world.pending()
        self.said = {name: text for name, text in self.said.items() if name in {i["metadata"]["name"] for i in pending}}
        if pending and world.flooded():
            self.say("", "left all %d requests: they are many more than the %d machines" % (len(pending), len(world.instances())))
            return
        for item in pending:
            name = item["metadata"]["name"]
            try:
                what = check(item, world)
                item.update(self.approve(item, what))
                self.say(name, "approved %s: %s" % (name, what))
            except Leave as reason:
                self.say(name, "left %s: %s" % (name, reason))
            except Conflict:
                self.say(name, "left %s: it has changed meanwhile" % name)
            except Exception as error:  # One request must not keep the others waiting.
                self.say(name, "left %s: %s: %s" % (name, type(error).__name__, error))

    def approve(self, item, what):
        return self.cluster.approve(
            item,
            {
                "type": "Approved",
                "status": "True",
                "reason": "WorkerPoolApprove",
                "message": "A machine of a known Auto Scaling group asks for %s" % what,
                "lastUpdateTime": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            },
        )

    def say(self, name, text):
        if self.said.get(name) != text:
            self.said[name] = text
            log(text)


def log(text):
    print(datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"), text, flush=True)


def main():
    with open(os.environ["APPROVER_CONFIG"]) as text:
        approver = Approver(json.load(text))
    if "--once" in sys.argv:
        approver.round()
        return
    failures = 0
    while True:
        try:
            approver.round()
            failures = 0
        except Exception as error:
            failures += 1
            log("a round failed: %s: %s" % (type(error).__name__, error))
            if failures >= FAILURES:
                sys.exit(1)
        time.sleep(INTERVAL)


if __name__ == "__main__":
    main()
