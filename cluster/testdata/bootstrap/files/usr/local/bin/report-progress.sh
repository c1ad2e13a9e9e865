#!/usr/bin/env bash
set -euo pipefail

kubeconfig=${1}
while [[ ! -e /opt/openshift/.bootkube.done ]]; do
	sleep 5
done
oc --kubeconfig "${kubeconfig}" create configmap bootstrap --namespace kube-system --from-literal status=complete
