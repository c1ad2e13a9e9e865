"""Describes the instances of Auto Scaling groups, with a role of the approver's own or that of the instance on which it runs."""

import datetime
import functools
import hashlib
import hmac
import ipaddress
import json
import os
import time
import urllib.parse
import urllib.request
import xml.etree.ElementTree as xml

from log import log

TIMEOUT = 20
VERSION = "2016-11-15"
METADATA = os.environ.get("AWS_EC2_METADATA_SERVICE_ENDPOINT", "http://169.254.169.254").rstrip("/")
GROUP_TAG = "aws:autoscaling:groupName"
OWNERS = ["owned", "shared"]
# The time of the attachment with device index 0 (EC2 API Reference, InstanceNetworkInterfaceAttachment).
PRIMARY_ATTACHED = "networkInterfaceSet/item/attachment[deviceIndex='0']/attachTime"

# The instance metadata service is link-local and not reachable through a proxy.
direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Credentials:
    """Temporary credentials, renewed before they expire."""

    def __init__(self, source):
        self.source = source
        self.current = None
        self.expires = 0

    def get(self):
        if time.time() > self.expires - 300:
            self.current = self.source()
            self.expires = instant(self.current["Expiration"]).timestamp()
        return self.current


def instance_credentials():
    """Returns the credentials of the instance's role."""
    token = metadata("PUT", "/latest/api/token", {"X-aws-ec2-metadata-token-ttl-seconds": "60"})
    header = {"X-aws-ec2-metadata-token": token}
    base = "/latest/meta-data/iam/security-credentials/"
    role = metadata("GET", base, header).strip()
    return json.loads(metadata("GET", base + role, header))


def role_credentials(endpoint):
    """Returns the credentials of AWS_ROLE_ARN, for the token of the service account."""
    with open(os.environ["AWS_WEB_IDENTITY_TOKEN_FILE"]) as token:
        fields = {"Action": "AssumeRoleWithWebIdentity", "Version": "2011-06-15", "RoleSessionName": "approver"}
        fields.update({"RoleArn": os.environ["AWS_ROLE_ARN"], "WebIdentityToken": token.read().strip()})
    body = urllib.parse.urlencode(fields).encode()
    with urllib.request.urlopen(endpoint, data=body, timeout=TIMEOUT) as response:
        root = without_namespaces(response.read())
    found = root.find("AssumeRoleWithWebIdentityResult/Credentials")
    credentials = {name: found.findtext(name) for name in ("AccessKeyId", "SecretAccessKey", "Expiration")}
    return dict(credentials, Token=found.findtext("SessionToken"))


def without_namespaces(text):
    root = xml.fromstring(text)
    for element in root.iter():
        element.tag = element.tag.split("}")[-1]
    return root


def metadata(method, path, headers):
    request = urllib.request.Request(METADATA + path, headers=headers, method=method)
    with direct.open(request, timeout=TIMEOUT) as response:
        return response.read().decode()


def instant(text):
    """Parses 2006-01-02T15:04:05Z, with or without fractions of a second."""
    seconds = text.rstrip("Z").split(".")[0]
    return datetime.datetime.strptime(seconds, "%Y-%m-%dT%H:%M:%S").replace(tzinfo=datetime.timezone.utc)


class Instance:
    """An EC2 instance."""

    def __init__(self, element, domains):
        self.id = element.findtext("instanceId", "")
        self.state = element.findtext("instanceState/name", "")
        self.zone = element.findtext("placement/availabilityZone", "")
        self.vpc = element.findtext("vpcId", "")
        # The ARN ends with the path and the name, which is unique in the account (IAM User Guide, IAM and AWS STS quotas).
        self.profile = element.findtext("iamInstanceProfile/arn", "").split("/")[-1]
        self.launched = instant(element.findtext("launchTime", ""))
        # When a stopped instance starts, EC2 changes its launch time. Its primary network interface stays attached.
        self.started = min([self.launched] + [instant(found.text) for found in element.findall(PRIMARY_ATTACHED) if found.text])
        self.tags = {item.findtext("key"): item.findtext("value", "") for item in element.findall("tagSet/item")}
        private_name = element.findtext("privateDnsName", "").lower()
        self.node_names = {private_name} if private_name else set()
        for domain in domains:
            self.node_names.add(private_name.split(".")[0] + "." + domain)
        self.names = set(self.node_names)
        self.addresses = set()
        self.collect(element)

    def collect(self, element):
        for path in ("dnsName", ".//association/publicDnsName"):
            self.names.update(found.text.lower() for found in element.findall(path) if found.text)
        private, ipv6 = "networkInterfaceSet/item/privateIpAddressesSet/item/", "networkInterfaceSet/item/ipv6AddressesSet/item/"
        paths = ("privateIpAddress", "ipAddress", private + "privateIpAddress", private + "association/publicIp")
        for path in paths + (ipv6 + "ipv6Address",):
            self.addresses.update(str(ipaddress.ip_address(found.text)) for found in element.findall(path) if found.text)

    def provider_id(self):
        return "aws:///%s/%s" % (self.zone, self.id)


class EC2:
    """The EC2 API client for the running instances of the groups."""

    def __init__(self, config):
        self.endpoint = config["endpoint"]
        self.region = config["region"]
        self.domains = config["nodeDomains"]
        self.groups = config["groups"]
        self.vpc = config["vpc"]
        self.profiles = config["instanceProfiles"]
        self.cluster_tag = "kubernetes.io/cluster/" + config["infraID"]
        assume = functools.partial(role_credentials, config["stsEndpoint"])
        self.credentials = Credentials(assume if "AWS_ROLE_ARN" in os.environ else instance_credentials)

    def instances(self):
        """Returns the running instances of the groups and the cluster. The filters reduce the response, which is checked again."""
        # A call has at most 200 values of filters, so the groups are not among them.
        filters = {"instance-state-name": ["running"], "tag:" + self.cluster_tag: OWNERS, "tag-key": [GROUP_TAG]}
        found, token = [], None
        while True:
            page, token = self.describe(filters, token)
            found.extend(instance for instance in page if self.is_member(instance))
            if not token:
                return found

    def is_member(self, instance):
        tags = instance.tags
        return instance.state == "running" and tags.get(self.cluster_tag) in OWNERS and tags.get(GROUP_TAG) in self.groups

    def mismatch(self, instance):
        """Returns how a member differs from the instances of the pool; "" if it does not."""
        if self.vpc and instance.vpc != self.vpc:
            return "is in VPC %s, not in %s" % (instance.vpc, self.vpc)
        if self.profiles and instance.profile not in self.profiles:
            return "has instance profile %s, not %s" % (instance.profile or "none", " or ".join(self.profiles))
        return ""

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
            root = without_namespaces(response.read())
        instances = []
        for item in root.findall("reservationSet/item/instancesSet/item"):
            try:
                instances.append(Instance(item, self.domains))
            except ValueError as error:  # One instance must not block the others.
                log("skipped instance %s: %s" % (item.findtext("instanceId"), error))
        return instances, root.findtext("nextToken")


def sign(credentials, region, endpoint, body, now):
    """Returns the headers of a request with Signature Version 4 (AWS General Reference)."""
    url = urllib.parse.urlsplit(endpoint)
    timestamp = now.strftime("%Y%m%dT%H%M%SZ")
    scope = "/".join((timestamp[:8], region, "ec2", "aws4_request"))
    headers = {
        "content-type": "application/x-www-form-urlencoded; charset=utf-8",
        "host": url.netloc,
        "x-amz-date": timestamp,
        "x-amz-security-token": credentials["Token"],
    }
    signed = ";".join(sorted(headers))
    lines = ["%s:%s" % (name, headers[name]) for name in sorted(headers)]
    canonical = ["POST", url.path or "/", ""] + lines + ["", signed, hashlib.sha256(body).hexdigest()]
    digest = hashlib.sha256("\n".join(canonical).encode()).hexdigest()
    key = ("AWS4" + credentials["SecretAccessKey"]).encode()
    for part in scope.split("/"):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    text = "\n".join(("AWS4-HMAC-SHA256", timestamp, scope, digest))
    signature = hmac.new(key, text.encode(), hashlib.sha256).hexdigest()
    authorization = "AWS4-HMAC-SHA256 Credential=%s/%s, SignedHeaders=%s, Signature=%s"
    headers["authorization"] = authorization % (credentials["AccessKeyId"], scope, signed, signature)
    return headers
