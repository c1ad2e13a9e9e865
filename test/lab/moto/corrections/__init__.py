"""Corrections of moto, a module for each subject. Each replaces methods of moto's classes when it is imported."""
import importlib


def apply():
    """Import every correction."""
    for name in (
        "auto_scaling",
        "buckets",
        "dependencies",
        "distributions",
        "endpoints",
        "instance_profiles",
        "instances",
        "identities",
        "launch_templates",
        "lifecycle_actions",
        "managed_policies",
        "nat_gateways",
        "network_interfaces",
        "quotas",
        "records",
        "resource_shares",
        "security_groups",
        "subnets",
        "tagging",
    ):
        importlib.import_module(f"{__name__}.{name}")
