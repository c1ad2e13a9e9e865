"""Calls the Kubernetes API with the pod's service account."""

import email.utils
import json
import os
import ssl
import urllib.error
import urllib.parse
import urllib.request

from log import TIME

TIMEOUT = 20
ACCOUNT = os.environ.get("SERVICE_ACCOUNT_DIR", "/var/run/secrets/kubernetes.io/serviceaccount")
REQUESTS = "/apis/certificates.k8s.io/v1/certificatesigningrequests"

# The number of objects in the program's memory, and of the pages of CSRs that one poll reads after the first.
PAGE = 25
PAGES = 40


class Conflict(Exception):
    """The object was changed concurrently."""


class Cluster:
    """The API calls that the approver is authorized to make."""

    def __init__(self):
        host, port = os.environ["KUBERNETES_SERVICE_HOST"], os.environ["KUBERNETES_SERVICE_PORT"]
        self.base = "https://%s:%s" % ("[%s]" % host if ":" in host else host, port)
        context = ssl.create_default_context(cafile=os.path.join(ACCOUNT, "ca.crt"))
        direct = urllib.request.ProxyHandler({})
        self.opener = urllib.request.build_opener(direct, urllib.request.HTTPSHandler(context=context))
        # Where the next watch begins, and where the next poll continues to read CSRs.
        self.version, self.token = "", ""
        # The API server's time of its last response, by which the ages of CSRs count: they have its time too.
        self.time = None

    def open(self, method, path, body=None):
        # The kubelet rotates the token file.
        with open(os.path.join(ACCOUNT, "token")) as token:
            headers = {"Authorization": "Bearer " + token.read().strip(), "Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data=body, headers=headers, method=method)
        response = self.opener.open(request, timeout=TIMEOUT)
        self.time = email.utils.parsedate_to_datetime(response.headers["Date"])
        return response

    def call(self, method, path, body=None):
        with self.open(method, path, body) as response:
            return json.loads(response.read().decode())

    def page(self, path, token=""):
        """Returns the objects of a page, and its metadata."""
        page = self.call("GET", "%s?%s" % (path, urllib.parse.urlencode({"limit": PAGE, "continue": token})))
        return page["items"], page["metadata"]

    def requests(self):
        """Yields the first page of CSRs, and some more from where the last poll stopped: their number is not limited."""
        items, metadata = self.page(REQUESTS)
        version, resumed = metadata["resourceVersion"], self.token
        yield from items
        token, self.token = resumed or metadata.get("continue", ""), ""
        for _ in range(PAGES if token else 0):
            try:
                items, metadata = self.page(REQUESTS, token)
            except urllib.error.HTTPError as error:
                if error.code != 410:
                    raise
                return  # The token has expired. The next poll begins again.
            yield from items
            token = metadata.get("continue", "")
            if not token:
                break
        self.token = token
        # After all CSRs, the watch continues from there, otherwise from where it ended.
        self.version = self.version if self.version and (token or resumed) else version

    def watch(self, seconds):
        """Yields CSRs as they are created, for some seconds."""
        query = {"watch": "true", "resourceVersion": self.version, "timeoutSeconds": seconds}
        with self.open("GET", REQUESTS + "?" + urllib.parse.urlencode(query)) as response:
            for line in response:
                event = json.loads(line.decode())
                if event["type"] == "ERROR":
                    raise RuntimeError("the watch failed: %s" % event["object"].get("message"))
                self.version = event["object"]["metadata"]["resourceVersion"]
                if event["type"] == "ADDED":
                    yield event["object"]

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
        found, token = {}, None
        while token != "":
            items, metadata = self.page("/api/v1/nodes", token or "")
            for node in items:
                addresses = (node.get("status") or {}).get("addresses") or []
                found[node["metadata"]["name"]] = node["spec"].get("providerID") or "", addresses
            token = metadata.get("continue", "")
        return found

    def namespaced(self, kind):
        with open(os.path.join(ACCOUNT, "namespace")) as namespace:
            return "/api/v1/namespaces/%s/%s" % (namespace.read().strip(), kind)

    def record(self, kind, reason, text, request):
        """Creates an Event of the approver's Deployment: that of a CSR would be in the namespace default, as CSRs have none."""
        path, at = self.namespaced("events"), self.time.strftime(TIME)
        namespace = path.split("/")[-2]
        event = {"apiVersion": "v1", "kind": "Event", "type": kind, "reason": reason, "message": text, "count": 1}
        event["metadata"] = {"generateName": "approver-", "namespace": namespace}
        event["involvedObject"] = {"apiVersion": "apps/v1", "kind": "Deployment", "namespace": namespace, "name": "approver"}
        event.update({"source": {"component": "approver"}, "firstTimestamp": at, "lastTimestamp": at})
        if request:
            event["related"] = {"apiVersion": "certificates.k8s.io/v1", "kind": "CertificateSigningRequest", "name": request}
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
