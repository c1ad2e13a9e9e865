"""Asks EC2 about the machines of Auto Scaling groups, with the credentials of the machine that this runs on."""

import datetime
import hashlib
import hmac
import ipaddress
import json
import os
import time
import urllib.parse
import urllib.request
import xml.etree.ElementTree as xml

TIMEOUT = 20
VERSION = "2016-11-15"
METADATA = os.environ.get("AWS_EC2_METADATA_SERVICE_ENDPOINT", "http://169.254.169.254").rstrip("/")
GROUP_TAG = "aws:autoscaling:groupName"

# The metadata service is on the machine: no proxy knows the way to it.
direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Credentials:
    """The temporary credentials of the machine's role, renewed before they end."""

    def __init__(self):
        self.current = None
        self.ends = 0

    def get(self):
        if time.time() > self.ends - 300:
            token = metadata("PUT", "/latest/api/token", {"X-aws-ec2-metadata-token-ttl-seconds": "60"})
            header = {"X-aws-ec2-metadata-token": token}
            base = "/latest/meta-data/iam/security-credentials/"
            role = metadata("GET", base, header).strip()
            self.current = json.loads(metadata("GET", base + role, header))
            self.ends = instant(self.current["Expiration"]).timestamp()
        return self.current


def metadata(method, path, headers):
    request = urllib.request.Request(METADATA + path, headers=headers, method=method)
    with direct.open(request, timeout=TIMEOUT) as response:
        return response.read().decode()


def instant(text):
    """Reads 2006-01-02T15:04:05Z, with or without fractions of a second."""
    seconds = text.rstrip("Z").split(".")[0]
    return datetime.datetime.strptime(seconds, "%Y-%m-%dT%H:%M:%S").replace(tzinfo=datetime.timezone.utc)


class Instance:
    """A machine as EC2 knows it."""

    def __init__(self, element, domains):
        self.id = element.findtext("instanceId", "")
        self.state = element.findtext("instanceState/name", "")
        self.zone = element.findtext("placement/availabilityZone", "")
        self.launched = instant(element.findtext("launchTime", ""))
        self.tags = {item.findtext("key"): item.findtext("value", "") for item in element.findall("tagSet/item")}
        own = element.findtext("privateDnsName", "").lower()
        self.node_names = {own} if own else set()
        for domain in domains:
            self.node_names.add(own.split(".")[0] + "." + domain)
        self.names = set(self.node_names)
        self.addresses = set()
        self.learn(element)

    def learn(self, element):
        for path in ("dnsName", ".//association/publicDnsName"):
            self.names.update(found.text.lower() for found in element.findall(path) if found.text)
        interfaces = "networkInterfaceSet/item/"
        for path in (
            "privateIpAddress",
            "ipAddress",
            interfaces + "privateIpAddressesSet/item/privateIpAddress",
            interfaces + "privateIpAddressesSet/item/association/publicIp",
            interfaces + "ipv6AddressesSet/item/ipv6Address",
        ):
            self.addresses.update(str(ipaddress.ip_address(found.text)) for found in element.findall(path) if found.text)

    def provider_id(self):
        return "aws:///%s/%s" % (self.zone, self.id)


class EC2:
    """The one call that is needed: which machines run in the groups."""

    def __init__(self, config):
        self.endpoint = config["endpoint"]
        self.region = config["region"]
        self.domains = config["nodeDomains"]
        self.groups = config["groups"]
        self.cluster_tag = "kubernetes.io/cluster/" + config["infraID"]
        self.credentials = Credentials()

    def instances(self):
        """Returns the running machines of the groups and the cluster. The filters spare traffic; the answer is checked."""
        filters = {"instance-state-name": ["running"], "tag-key": [self.cluster_tag], "tag:" + GROUP_TAG: self.groups}
        found, token = [], None
        while True:
            page, token = self.describe(filters, token)
            found.extend(instance for instance in page if self.belongs(instance))
            if not token:
                return found

    def belongs(self, instance):
        return (
            instance.state == "running"
            and instance.tags.get(self.cluster_tag) in ("owned", "shared")
            and instance.tags.get(GROUP_TAG) in self.groups
        )

    def describe(self, filters, token):
        fields = {"Action": "DescribeInstances", "Version": VERSION}
        if token:
            fields["NextToken"] = token
        for number, name in enumerate(sorted(filters), 1):
            fields["Filter.%d.Name" % number] = name
            for position, value in enumerate(filters[name], 1):
                fields["Filter.%d.Value.%d" % (number, position)] = value
        body = urllib.parse.urlencode(sorted(fields.items())).encode()
        headers = sign(self.credentials.get(), self.region, self.endpoint, body, datetime.datetime.now(datetime.timezone.utc))
        request = urllib.request.Request(self.endpoint, data=body, headers=headers, method="POST")
        with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
            root = xml.fromstring(response.read())
        for element in root.iter():
            element.tag = element.tag.split("}")[-1]
        instances = [Instance(item, self.domains) for item in root.findall("reservationSet/item/instancesSet/item")]
        return instances, root.findtext("nextToken")


def sign(credentials, region, endpoint, body, now):
    """Returns the headers of a request that is signed by Signature Version 4 (AWS General Reference)."""
    url = urllib.parse.urlsplit(endpoint)
    moment = now.strftime("%Y%m%dT%H%M%SZ")
    scope = "/".join((moment[:8], region, "ec2", "aws4_request"))
    headers = {
        "content-type": "application/x-www-form-urlencoded; charset=utf-8",
        "host": url.netloc,
        "x-amz-date": moment,
        "x-amz-security-token": credentials["Token"],
    }
    signed = ";".join(sorted(headers))
    canonical = ["POST", url.path or "/", ""]
    canonical += ["%s:%s" % (name, headers[name]) for name in sorted(headers)]
    canonical += ["", signed, hashlib.sha256(body).hexdigest()]
    digest = hashlib.sha256("\n".join(canonical).encode()).hexdigest()
    key = ("AWS4" + credentials["SecretAccessKey"]).encode()
    for part in scope.split("/"):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    text = "\n".join(("AWS4-HMAC-SHA256", moment, scope, digest))
    signature = hmac.new(key, text.encode(), hashlib.sha256).hexdigest()
    headers["authorization"] = "AWS4-HMAC-SHA256 Credential=%s/%s, SignedHeaders=%s, Signature=%s" % (
        credentials["AccessKeyId"],
        scope,
        signed,
        signature,
    )
    return headers
