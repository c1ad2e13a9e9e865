"""Writes the log."""

import datetime

TIME = "%Y-%m-%dT%H:%M:%SZ"


def now():
    return datetime.datetime.now(datetime.timezone.utc)


def printable(text):
    """Replaces line breaks and the like: a node chooses its names, and must not write entries of its own."""
    return "".join(character if character.isprintable() else "?" for character in text)


def log(text):
    print(now().strftime(TIME), printable(text), flush=True)
