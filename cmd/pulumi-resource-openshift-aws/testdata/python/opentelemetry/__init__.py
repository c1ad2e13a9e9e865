"""Stands in for opentelemetry-api, which Debian 12 does not have: Pulumi's Python SDK imports it, and traces only with TRACEPARENT set."""
