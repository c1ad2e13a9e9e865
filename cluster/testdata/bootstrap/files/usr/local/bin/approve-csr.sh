#!/usr/bin/env bash
set -euo pipefail

kubeconfig=${1}
while [[ ! -e /opt/openshift/.bootkube.done ]]; do
	echo "requests are looked at every 20 seconds until the bootstrap is done"
	oc --kubeconfig "${kubeconfig}" get certificatesigningrequests --no-headers 2>/dev/null |
		awk '/Pending/ {print $1}' |
		xargs --no-run-if-empty oc --kubeconfig "${kubeconfig}" adm certificate approve || true
	sleep 20
done
