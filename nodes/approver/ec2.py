"""Describes the instances of Auto Scaling groups and their states, with a role of the approver's own or that of the instance on which
it runs, and asks STS who signed the proof of an instance."""

import concurrent.futures
import datetime
import hashlib
import hmac
import ipaddress
import json
import os
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
import xml.etree.ElementTree as xml

from log import log

TIMEOUT = 20
# The number of instances of a call (Amazon EC2 Auto Scaling API Reference, DescribeAutoScalingInstances).
MAX_IDS = 50
METADATA = os.environ.get("AWS_EC2_METADATA_SERVICE_ENDPOINT", "http://169.254.169.254").rstrip("/")
GROUP_TAG = "aws:autoscaling:groupName"
OWNERS = ["owned", "shared"]
ADDRESSES = ("privateIpAddress", "ipAddress", "publicIp", "ipv6Address")
# The time of the attachment with device index 0 (EC2 API Reference, InstanceNetworkInterfaceAttachment).
PRIMARY_ATTACHED = "networkInterfaceSet/item/attachment[deviceIndex='0']/attachTime"

# The header of a proof, and the size that no response of STS has.
PROOF_HEADER = "x-openshift-aws-proof"
MAX_RESPONSE = 64 * 1024
# STS is asked about proofs for so many seconds of a poll, by so many threads: 1,000 proofs at 200 ms each. What it has said is
# remembered for as long as a proof is valid.
PROOF_SECONDS, PROOF_THREADS, PROOF_TIMEOUT, PROOF_VALID = 10, 20, 5, 900

# The instance metadata service is link-local and not reachable through a proxy.
direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        """STS does not redirect: what another host says is no proof."""


def verified_opener():
    """Returns an opener for many calls: reading the CAs takes longer than a call."""
    return urllib.request.build_opener(NoRedirect, urllib.request.HTTPSHandler(context=ssl.create_default_context()))


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
        self.zone, self.vpc = element.findtext("placement/availabilityZone", ""), element.findtext("vpcId", "")
        # The ARN ends with the path and the name, which is unique in the account (IAM User Guide, IAM and AWS STS quotas).
        self.profile = element.findtext("iamInstanceProfile/arn", "").split("/")[-1]
        self.launched = instant(element.findtext("launchTime", ""))
        # When a stopped instance starts, EC2 changes its launch time. Its primary network interface stays attached.
        self.started = min([self.launched] + [instant(found.text) for found in element.findall(PRIMARY_ATTACHED) if found.text])
        self.tags = {item.findtext("key"): item.findtext("value", "") for item in element.findall("tagSet/item")}
        self.name = element.findtext("privateDnsName", "").lower()
        self.host = self.name.split(".")[0]
        self.node_names = {self.name} if self.name else set()
        self.node_names.update(self.host + "." + domain for domain in domains)
        texts = [(found.tag, found.text) for found in element.iter() if found.text]
        self.names = self.node_names | {text.lower() for tag, text in texts if tag in ("dnsName", "publicDnsName")}
        self.addresses = {str(ipaddress.ip_address(text)) for tag, text in texts if tag in ADDRESSES}

    def provider_id(self):
        return "aws:///%s/%s" % (self.zone, self.id)


class EC2:
    """The EC2 API client for the running instances of the groups."""

    def __init__(self, config):
        self.region = config["region"]
        self.endpoints = {"ec2": config["endpoint"], "autoscaling": config["autoscalingEndpoint"]}
        self.domains = config["nodeDomains"]
        self.groups, self.vpc, self.profiles = config["groups"], config["vpc"], config["instanceProfiles"]
        self.cluster_tag = "kubernetes.io/cluster/" + config["infraID"]
        self.sts, self.infra_id, self.callers = config["stsEndpoint"], config["infraID"], config["provenCallers"]
        self.unredirected, self.answers = None, {}
        self.temporary, self.expires = None, 0

    def credentials(self):
        """Returns temporary credentials, renewed before they expire."""
        if time.time() > self.expires - 300:
            self.temporary = role_credentials(self.sts) if "AWS_ROLE_ARN" in os.environ else instance_credentials()
            self.expires = instant(self.temporary["Expiration"]).timestamp()
        return self.temporary

    def instances(self):
        """Returns the running instances of the groups and the cluster. The filters reduce the response, which is checked again."""
        # A call has at most 200 values of filters, so the groups are not among them.
        fields = {"Action": "DescribeInstances", "Version": "2016-11-15", "Filter.1.Name": "instance-state-name"}
        fields.update({"Filter.1.Value.1": "running", "Filter.2.Name": "tag-key", "Filter.2.Value.1": GROUP_TAG})
        fields.update({"Filter.3.Name": "tag:" + self.cluster_tag, "Filter.3.Value.1": OWNERS[0], "Filter.3.Value.2": OWNERS[1]})
        found, token = [], None
        while token != "":
            root = self.call("ec2", dict(fields, NextToken=token) if token else fields)
            for item in root.findall("reservationSet/item/instancesSet/item"):
                try:
                    found.append(Instance(item, self.domains))
                except ValueError as error:  # One instance must not block the others.
                    log("skipped instance %s: %s" % (item.findtext("instanceId"), error))
            token = root.findtext("nextToken", "")
        return list(filter(self.is_member, found))

    def states(self, ids):
        """Returns the lifecycle states of instances in the groups, by their IDs: EC2 does not know which of them terminate."""
        found = {}
        for start in range(0, len(ids), MAX_IDS):
            fields = {"Action": "DescribeAutoScalingInstances", "Version": "2011-01-01"}
            fields.update(("InstanceIds.member.%d" % number, key) for number, key in enumerate(ids[start : start + MAX_IDS], 1))
            for member in self.call("autoscaling", fields).findall("*/AutoScalingInstances/member"):
                if member.findtext("AutoScalingGroupName") in self.groups:
                    found[member.findtext("InstanceId")] = member.findtext("LifecycleState")
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
        # The certificates of a terminated instance are valid for the one that gets its address, and thereby its name.
        if instance.host != instance.id:
            return "has the name %s, which a later instance can have too" % instance.name
        return ""

    def call(self, service, fields):
        body, endpoint = urllib.parse.urlencode(sorted(fields.items())).encode(), self.endpoints[service]
        headers = sign(self.credentials(), self.region, service, endpoint, body, datetime.datetime.now(datetime.timezone.utc))
        request = urllib.request.Request(endpoint, data=body, headers=headers, method="POST")
        with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
            return without_namespaces(response.read())

    def caller(self, question):
        """Returns the ARN of who signed a proof, as STS has said; "" if STS does not know who, None if it has not said."""
        return self.answers.get(digest(question), (None, None))[0]

    def ask(self, questions):
        """Asks STS about proofs, as many as there is time for, and returns why it was not asked about others."""
        start, errors = time.monotonic(), {}
        self.answers = {key: answer for key, answer in self.answers.items() if start - answer[1] < PROOF_VALID}
        self.unredirected = verified_opener() if questions else None

        def ask(question):
            try:
                if time.monotonic() - start > PROOF_SECONDS:
                    raise RuntimeError("there were too many others")
                self.answers[digest(question)] = self.signer(*question), start
            except Exception as error:
                errors[question] = "%s: %s" % (type(error).__name__, error)

        with concurrent.futures.ThreadPoolExecutor(PROOF_THREADS) as pool:
            list(pool.map(ask, questions))
        return errors

    def signer(self, key_id, at, signature, token, key):
        """Returns the ARN of who signed a proof for the hash of a key, and for this cluster; "" if STS does not know who.

        Only these values are the proof's own: what is requested, of whom, and the signed header are the same for all.
        """
        scope = "%s/%s/%s/sts/aws4_request" % (key_id, at[:8], self.region)
        query = {"Action": "GetCallerIdentity", "Version": "2011-06-15", "X-Amz-Algorithm": "AWS4-HMAC-SHA256"}
        query.update({"X-Amz-Credential": scope, "X-Amz-Date": at, "X-Amz-Expires": 900, "X-Amz-Signature": signature})
        query.update({"X-Amz-Security-Token": token, "X-Amz-SignedHeaders": "host;" + PROOF_HEADER})
        headers = {PROOF_HEADER: "%s:%s" % (self.infra_id, key)}
        request = urllib.request.Request(self.sts + "/?" + urllib.parse.urlencode(query), headers=headers)
        try:
            with self.unredirected.open(request, timeout=PROOF_TIMEOUT) as response:
                return without_namespaces(response.read(MAX_RESPONSE)).findtext("GetCallerIdentityResult/Arn", "")
        except urllib.error.HTTPError as error:
            if error.code == 403:
                return ""
            raise


def digest(question):
    return hashlib.sha256(" ".join(question).encode()).digest()


def sign(credentials, region, service, endpoint, body, now):
    """Returns the headers of a request with Signature Version 4 (AWS General Reference)."""
    url = urllib.parse.urlsplit(endpoint)
    timestamp = now.strftime("%Y%m%dT%H%M%SZ")
    scope = "/".join((timestamp[:8], region, service, "aws4_request"))
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
