"""Conditions of the emulated account that a test switches on: quotas of a region, and IAM that is consistent only after a while.

    PUT /lab/quotas/REGION   {"vcpus": 8, "addresses": 5, "loadBalancers": 1}   what is left out has no limit
    PUT /lab/iam-delays      {"NAME-PREFIX": SECONDS}                          roles and instance profiles with such names
"""
import json

quotas = {}
iam_delays = {}


def quota(region, kind):
    """The limit of a region; None without one."""
    return quotas.get(region, {}).get(kind)


def is_visible(name, age):
    """Whether other calls see a role or an instance profile of an age in seconds."""
    return all(age >= seconds for prefix, seconds in iam_delays.items() if name.startswith(prefix))


def middleware(application):
    """Answers requests below /lab, and passes all others on."""

    def answer(environ, start_response):
        path = environ["PATH_INFO"].split("/")[1:]
        if path[0] != "lab":
            return application(environ, start_response)
        value = json.loads(environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0)))
        if path[1:] == ["iam-delays"]:
            iam_delays.clear()
            iam_delays.update(value)
        elif len(path) == 3 and path[1] == "quotas":
            quotas[path[2]] = value
        else:
            start_response("404 Not Found", [])
            return [b""]
        start_response("204 No Content", [])
        return [b""]

    return answer
