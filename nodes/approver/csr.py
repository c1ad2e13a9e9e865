"""Reads a PKCS#10 certificate request, as strictly as Go's crypto/x509 and stricter.

A reader that is more tolerant than the one that signs could be shown another subject than the one that gets signed.
Hence whatever is not in the form that a kubelet writes is refused: unknown attributes and extensions, names of another
kind, doubled parts, bytes that are left over.
"""

import base64
import binascii
import ipaddress

COMMON_NAME = b"\x55\x04\x03"
ORGANIZATION = b"\x55\x04\x0a"
EXTENSION_REQUEST = b"\x2a\x86\x48\x86\xf7\x0d\x01\x09\x0e"
SUBJECT_ALT_NAME = b"\x55\x1d\x11"

INTEGER, BIT_STRING, OCTET_STRING, OBJECT = 0x02, 0x03, 0x04, 0x06
UTF8, PRINTABLE = 0x0C, 0x13
SEQUENCE, SET, ATTRIBUTES = 0x30, 0x31, 0xA0
DNS_NAME, IP_ADDRESS = 0x82, 0x87

BEGIN, END = b"-----BEGIN CERTIFICATE REQUEST-----", b"-----END CERTIFICATE REQUEST-----"


class Malformed(Exception):
    """The request is not one that a kubelet writes."""


class Request:
    """What a certificate request asks for."""

    def __init__(self, common_name, organizations, dns_names, addresses):
        self.common_name = common_name
        self.organizations = organizations
        self.dns_names = dns_names
        self.addresses = addresses


class Reader:
    """Takes one value after another from DER. All lengths are definite and as short as they can be."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def more(self):
        return self.at < len(self.data)

    def peek(self):
        return self.data[self.at] if self.more() else None

    def byte(self):
        if not self.more():
            raise Malformed("it is cut off")
        value = self.data[self.at]
        self.at += 1
        return value

    def take(self, *tags):
        """Returns the tag and the content of the next value, which has one of the tags."""
        tag = self.byte()
        if tag not in tags:
            raise Malformed("it has a value of type 0x%02x where there is none" % tag)
        length = self.byte()
        if length >= 0x80:
            length = self.long_length(length & 0x7F)
        content = self.data[self.at : self.at + length]
        if len(content) != length:
            raise Malformed("it is cut off")
        self.at += length
        return tag, content

    def long_length(self, count):
        length = 0
        for _ in range(count):
            length = length << 8 | self.byte()
        if length < 0x80 or length >> 8 * (count - 1) == 0:
            raise Malformed("it has a length that is longer than need be")
        return length

    def inside(self, tag):
        return Reader(self.take(tag)[1])

    def end(self):
        if self.more():
            raise Malformed("it goes on where it should end")


def parse(text):
    """Returns the Request in a PEM text of bytes, or raises Malformed."""
    text = text.strip()
    if not text.startswith(BEGIN) or not text.endswith(END):
        raise Malformed("it is not one PEM block of a certificate request")
    try:
        der = base64.b64decode(b"".join(text[len(BEGIN) : -len(END)].split()), validate=True)
    except (binascii.Error, ValueError):
        raise Malformed("it is not one PEM block of a certificate request")
    outer = Reader(der)
    signed = outer.inside(SEQUENCE)
    outer.end()
    info = signed.inside(SEQUENCE)
    signed.take(SEQUENCE)
    signed.take(BIT_STRING)
    signed.end()
    if info.take(INTEGER)[1] != b"\x00":
        raise Malformed("it is of an unknown version")
    common_name, organizations = subject(info.inside(SEQUENCE))
    info.take(SEQUENCE)
    dns_names, addresses = [], []
    if info.more():
        dns_names, addresses = alternative_names(info.inside(ATTRIBUTES))
    info.end()
    return Request(common_name, organizations, dns_names, addresses)


def subject(names):
    common_names, organizations = [], []
    while names.more():
        relative = names.inside(SET)
        while relative.more():
            pair = relative.inside(SEQUENCE)
            kind = pair.take(OBJECT)[1]
            value = text_of(pair.take(UTF8, PRINTABLE)[1])
            pair.end()
            if kind == COMMON_NAME:
                common_names.append(value)
            elif kind == ORGANIZATION:
                organizations.append(value)
            else:
                raise Malformed("its subject has a part beside CN and O")
    if len(common_names) != 1:
        raise Malformed("its subject has %d common names" % len(common_names))
    return common_names[0], organizations


def text_of(content):
    try:
        return content.decode("ascii")
    except UnicodeDecodeError:
        raise Malformed("it has a name with characters beyond ASCII")


def alternative_names(attributes):
    """Returns the DNS names and addresses. There is nothing else that a kubelet asks for by attributes."""
    if not attributes.more():
        return [], []
    attribute = attributes.inside(SEQUENCE)
    if attribute.take(OBJECT)[1] != EXTENSION_REQUEST:
        raise Malformed("it has an attribute that is no extension")
    values = attribute.inside(SET)
    attribute.end()
    attributes.end()
    extensions = values.inside(SEQUENCE)
    values.end()
    extension = extensions.inside(SEQUENCE)
    extensions.end()
    if extension.take(OBJECT)[1] != SUBJECT_ALT_NAME:
        raise Malformed("it asks for an extension beside alternative names")
    content = Reader(extension.take(OCTET_STRING)[1])
    extension.end()
    names = content.inside(SEQUENCE)
    content.end()
    dns_names, addresses = [], []
    while names.more():
        if names.peek() not in (DNS_NAME, IP_ADDRESS):
            raise Malformed("it has an alternative name that is neither a DNS name nor an address")
        tag, value = names.take(DNS_NAME, IP_ADDRESS)
        if tag == DNS_NAME:
            dns_names.append(text_of(value).lower())
        else:
            addresses.append(address_of(value))
    return dns_names, addresses


def address_of(content):
    try:
        return str(ipaddress.ip_address(content))
    except ValueError:
        raise Malformed("it has an address of %d bytes" % len(content))
