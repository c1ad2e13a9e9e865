"""Records the operations that a program calls, by the access key of its requests.

    GET /lab/actions/ACCESS-KEY   ["ec2:CreateVpc", ...]   sorted, each once
"""
import io
import json
import re
import threading
import urllib.parse

import botocore.session

calls = {}
lock = threading.Lock()
credential = re.compile(r"Credential=([^/]+)/\d+/[^/]+/([^/]+)/aws4_request")


def middleware(application):
    """Records each signed request, and passes it on."""

    def record(environ, start_response):
        path = environ["PATH_INFO"].split("/")[1:]
        if path[:2] == ["lab", "actions"] and len(path) == 3:
            with lock:
                text = json.dumps(sorted(calls.get(path[2], ())))
            start_response("200 OK", [("Content-Type", "application/json")])
            return [text.encode()]
        signed = credential.search(environ.get("HTTP_AUTHORIZATION", ""))
        if signed:
            key, service = signed.groups()
            name = operation(service, environ)
            with lock:
                calls.setdefault(key, set()).add(f"{service}:{name}")
        return application(environ, start_response)

    return record


def operation(service, environ):
    """The operation of a request: JSON protocols name it in a header, query protocols in the body, REST by method and path."""
    if target := environ.get("HTTP_X_AMZ_TARGET"):
        return target.rsplit(".", 1)[-1]
    if "x-www-form-urlencoded" in environ.get("CONTENT_TYPE", ""):
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        environ["wsgi.input"] = io.BytesIO(body)
        if action := urllib.parse.parse_qs(body.decode()).get("Action"):
            return action[0]
    query = urllib.parse.parse_qs(environ.get("QUERY_STRING", ""), keep_blank_values=True)
    if name := query.get("Action") or query.get("x-id"):
        return name[0]
    return rest_operation(service, environ["REQUEST_METHOD"], environ["PATH_INFO"], query)


def rest_operation(service, method, path, query):
    """The operation of a REST request with the most parameters of the query in its URI."""
    best, most = f"{method} {path}", -1
    for name, wanted_method, pattern, parameters in rest_operations(service):
        # The SDK for Go puts the trailing slash of a bucket differently.
        if method != wanted_method or not (pattern.fullmatch(path) or pattern.fullmatch(path.rstrip("/"))):
            continue
        matches = all(key in query and (not value or value in query[key]) for key, value in parameters.items())
        if matches and len(parameters) > most:
            best, most = name, len(parameters)
    return best


models = {}


def rest_operations(service):
    if service not in models:
        found = []
        model = botocore.session.get_session().get_service_model(service)
        for name in model.operation_names:
            if model.operation_model(name).deprecated:
                continue
            http = model.operation_model(name).http
            path, _, query = http["requestUri"].partition("?")
            parameters = {key: value for key, value in urllib.parse.parse_qsl(query, keep_blank_values=True)}
            pattern = "".join(
                part if not part.startswith("{") else ".+" if part.endswith("+}") else "[^/]+"
                for part in re.split(r"({[^}]+})", path)
            )
            found.append((name, http["method"], re.compile(pattern.rstrip("/") + "/?"), parameters))
        models[service] = found
    return models[service]
