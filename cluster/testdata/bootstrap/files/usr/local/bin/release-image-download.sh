#!/usr/bin/env bash
set -euo pipefail

release=quay.io/openshift-release-dev/ocp-release:4.16.0-x86_64
until podman pull --quiet "${release}"; do
	echo "${release} cannot be pulled yet"
	sleep 10
done
