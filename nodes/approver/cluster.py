"""Calls the Kubernetes API with the pod's service account."""

import json
import os
import ssl
import urllib.error
import urllib.parse
import urllib.request

from log import TIME, now

TIMEOUT = 20
ACCOUNT = os.environ.get("SERVICE_ACCOUNT_DIR", "/var/run/secrets/kubernetes.io/serviceaccount")
REQUESTS = "/apis/certificates.k8s.io/v1/certificatesigningrequests"
MEMORY = "approver-memory"

# The number of objects in the program's memory.
PAGE = 25


class Conflict(Exception):
    """The object was changed concurrently."""


class Cluster:
    """The API calls that the approver is authorized to make."""

    def __init__(self):
        host, port = os.environ["KUBERNETES_SERVICE_HOST"], os.environ["KUBERNETES_SERVICE_PORT"]
        self.base = "https://%s:%s" % ("[%s]" % host if ":" in host else host, port)
        context = ssl.create_default_context(cafile=os.path.join(ACCOUNT, "ca.crt"))
        self.opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context)
        )

    def call(self, method, path, body=None):
        # The kubelet rotates the token file.
        with open(os.path.join(ACCOUNT, "token")) as token:
            headers = {"Authorization": "Bearer " + token.read().strip(), "Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data=body, headers=headers, method=method)
        with self.opener.open(request, timeout=TIMEOUT) as response:
            return json.loads(response.read().decode())

    def pages(self, path, **query):
        token = ""
        while True:
            query.update({"limit": PAGE, "continue": token})
            page = self.call("GET", path + "?" + urllib.parse.urlencode(query))
            yield page["items"]
            token = page["metadata"].get("continue", "")
            if not token:
                return

    def requests(self, signers):
        """Yields the CSRs of some signers."""
        for signer in signers:
            for items in self.pages(REQUESTS, fieldSelector="spec.signerName=" + signer):
                yield from items

    def is_pending(self, name, uid):
        """Reports whether a CSR exists that has neither been approved nor denied."""
        try:
            found = self.call("GET", "%s/%s" % (REQUESTS, urllib.parse.quote(name, safe="")))
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return False
            raise
        return found["metadata"]["uid"] == uid and not (found.get("status") or {}).get("conditions")

    def nodes(self):
        """Returns the provider ID and the addresses of each node, by its name."""
        return {
            node["metadata"]["name"]: (node["spec"].get("providerID") or "", (node.get("status") or {}).get("addresses") or [])
            for items in self.pages("/api/v1/nodes")
            for node in items
        }

    def namespaced(self, kind):
        with open(os.path.join(ACCOUNT, "namespace")) as namespace:
            return "/api/v1/namespaces/%s/%s" % (namespace.read().strip(), kind)

    def memory(self):
        return self.call("GET", self.namespaced("configmaps/" + MEMORY))

    def save_memory(self, config_map):
        return self.replace(self.namespaced("configmaps/" + MEMORY), config_map)

    def record(self, kind, reason, text, request):
        """Creates an Event of the approver's Deployment: that of a CSR would be in the namespace default, as CSRs have none."""
        path, at = self.namespaced("events"), now().strftime(TIME)
        namespace = path.split("/")[-2]
        event = {
            "apiVersion": "v1",
            "kind": "Event",
            "metadata": {"generateName": "approver-", "namespace": namespace},
            "involvedObject": {"apiVersion": "apps/v1", "kind": "Deployment", "namespace": namespace, "name": "approver"},
            "type": kind,
            "reason": reason,
            "message": text,
            "source": {"component": "approver"},
            "firstTimestamp": at,
            "lastTimestamp": at,
            "count": 1,
        }
        if request:
            related = {"apiVersion": "certificates.k8s.io/v1", "kind": "CertificateSigningRequest", "name": request}
            event["related"] = related
        self.call("POST", path, event)

    def approve(self, request, condition):
        """Adds the condition Approved. It raises Conflict if the CSR was changed since it was read."""
        status = dict(request.get("status") or {})
        status["conditions"] = list(status.get("conditions") or []) + [condition]
        name = urllib.parse.quote(request["metadata"]["name"], safe="")
        return self.replace("%s/%s/approval" % (REQUESTS, name), dict(request, status=status))

    def replace(self, path, body):
        """Replaces an object. It raises Conflict if the object was changed since it was read."""
        try:
            return self.call("PUT", path, body)
        except urllib.error.HTTPError as error:
            if error.code == 409:
                raise Conflict("%s was changed concurrently" % body["metadata"]["name"])
            raise
