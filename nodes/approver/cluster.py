"""Calls the Kubernetes API with the pod's service account."""

import json
import os
import ssl
import urllib.error
import urllib.parse
import urllib.request

TIMEOUT = 20
ACCOUNT = os.environ.get("SERVICE_ACCOUNT_DIR", "/var/run/secrets/kubernetes.io/serviceaccount")
REQUESTS = "/apis/certificates.k8s.io/v1/certificatesigningrequests"


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

    def requests(self, signer):
        """Returns all CSRs of a signer."""
        found, token = [], ""
        while True:
            query = {"fieldSelector": "spec.signerName=" + signer, "limit": "500", "continue": token}
            page = self.call("GET", REQUESTS + "?" + urllib.parse.urlencode(query))
            found.extend(page["items"])
            token = page["metadata"].get("continue", "")
            if not token:
                return found

    def node(self, name):
        """Returns a node by its name, or None."""
        try:
            return self.call("GET", "/api/v1/nodes/" + urllib.parse.quote(name, safe=""))
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return None
            raise

    def approve(self, request, condition):
        """Adds the condition Approved. It raises Conflict if the CSR was changed since it was read."""
        status = dict(request.get("status") or {})
        status["conditions"] = list(status.get("conditions") or []) + [condition]
        name = urllib.parse.quote(request["metadata"]["name"], safe="")
        try:
            return self.call("PUT", "%s/%s/approval" % (REQUESTS, name), dict(request, status=status))
        except urllib.error.HTTPError as error:
            if error.code == 409:
                raise Conflict()
            raise
