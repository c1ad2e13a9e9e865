"""Parses PKCS#10 certificate requests, more strictly than Go's crypto/x509.

A parser that is more lenient than the signer's could see another subject than the one that is signed. Everything that a
kubelet does not write is therefore rejected: unknown attributes and extensions, other kinds of names, duplicate parts,
trailing data.
"""

import base64
import collections
import hashlib
import ipaddress

COMMON_NAME = b"\x55\x04\x03"
ORGANIZATION = b"\x55\x04\x0a"
EXTENSION_REQUEST = b"\x2a\x86\x48\x86\xf7\x0d\x01\x09\x0e"
SUBJECT_ALT_NAME = b"\x55\x1d\x11"
# The public key of a kubelet: an uncompressed point on P-256 (RFC 5480; kubernetes/client-go
# util/certificate/certificate_manager.go, generateCSR, release-1.34).
P256 = bytes.fromhex("301306072a8648ce3d020106082a8648ce3d03010703420004")

INTEGER, BIT_STRING, OCTET_STRING, OBJECT = 0x02, 0x03, 0x04, 0x06
UTF8, PRINTABLE = 0x0C, 0x13
SEQUENCE, SET, ATTRIBUTES = 0x30, 0x31, 0xA0
DNS_NAME, IP_ADDRESS = 0x82, 0x87

BEGIN, END = b"-----BEGIN CERTIFICATE REQUEST-----", b"-----END CERTIFICATE REQUEST-----"


# The subject, the subject alternative names, and the SHA-256 of the public key of a certificate request.
Request = collections.namedtuple("Request", "common_name organizations dns_names addresses key")


class Reader:
    """Reads DER values in sequence. It only accepts definite lengths in their shortest encoding."""

    def __init__(self, data):
        self.data = data
        self.offset = 0

    def more(self):
        return self.offset < len(self.data)

    def take(self, count):
        content = self.data[self.offset : self.offset + count]
        if len(content) != count:
            raise ValueError("truncated")
        self.offset += count
        return content

    def read(self, *tags):
        """Returns the tag and the content of the next value, which has one of the tags."""
        tag = self.take(1)[0]
        if tag not in tags:
            raise ValueError("unexpected value of type 0x%02x" % tag)
        length = self.take(1)[0]
        if length >= 0x80:
            size = self.take(length & 0x7F)
            length = int.from_bytes(size, "big")
            if length < 0x80 or size[0] == 0:
                raise ValueError("a length is not in its shortest encoding")
        return tag, self.take(length)

    def enter(self, tag):
        return Reader(self.read(tag)[1])

    def only(self, tag):
        """Returns the reader of the one value that is left."""
        inner = self.enter(tag)
        self.expect_end()
        return inner

    def expect_end(self):
        if self.more():
            raise ValueError("trailing data")


def parse(text):
    """Parses a PEM block, or raises ValueError."""
    text = text.strip()
    try:
        if not text.startswith(BEGIN) or not text.endswith(END):
            raise ValueError
        der = base64.b64decode(b"".join(text[len(BEGIN) : -len(END)].split()), validate=True)
    except ValueError:
        raise ValueError("not exactly one PEM block of type CERTIFICATE REQUEST")
    signed = Reader(der).only(SEQUENCE)
    info = signed.enter(SEQUENCE)
    signed.read(SEQUENCE)
    signed.only(BIT_STRING)
    if info.read(INTEGER)[1] != b"\x00":
        raise ValueError("unknown version")
    common_name, organizations = subject(info.enter(SEQUENCE))
    key = info.read(SEQUENCE)[1]
    if not key.startswith(P256) or len(key) != len(P256) + 64:
        raise ValueError("the key is not of the kind ECDSA P-256")
    dns_names, addresses = alternative_names(info.enter(ATTRIBUTES)) if info.more() else ([], [])
    info.expect_end()
    digest = hashlib.sha256(bytes((SEQUENCE, len(key))) + key).hexdigest()
    return Request(common_name, organizations, dns_names, addresses, digest)


def subject(names):
    found = {COMMON_NAME: [], ORGANIZATION: []}
    while names.more():
        relative = names.enter(SET)
        while relative.more():
            pair = relative.enter(SEQUENCE)
            kind = pair.read(OBJECT)[1]
            if kind not in found:
                raise ValueError("the subject has an attribute other than CN and O")
            found[kind].append(pair.read(UTF8, PRINTABLE)[1].decode("ascii"))
            pair.expect_end()
    if len(found[COMMON_NAME]) != 1:
        raise ValueError("the subject has %d common names" % len(found[COMMON_NAME]))
    return found[COMMON_NAME][0], found[ORGANIZATION]


def alternative_names(attributes):
    """Returns the DNS names and IP addresses. A kubelet writes no other attributes."""
    if not attributes.more():
        return [], []
    attribute = attributes.only(SEQUENCE)
    if attribute.read(OBJECT)[1] != EXTENSION_REQUEST:
        raise ValueError("an attribute is not an extension request")
    extension = attribute.only(SET).only(SEQUENCE).only(SEQUENCE)
    if extension.read(OBJECT)[1] != SUBJECT_ALT_NAME:
        raise ValueError("an extension is not subjectAltName")
    names = extension.only(OCTET_STRING).only(SEQUENCE)
    dns_names, addresses = [], []
    while names.more():
        tag, value = names.read(DNS_NAME, IP_ADDRESS)
        if tag == DNS_NAME:
            dns_names.append(value.decode("ascii").lower())
        else:
            addresses.append(str(ipaddress.ip_address(value)))
    return dns_names, addresses
