#!/usr/bin/env bash
set -euo pipefail

# A rehearsal: the order of a bootstrap with the images of a release left out.
steps=(cvo-bootstrap api-bootstrap auth-api-bootstrap config-bootstrap cco-bootstrap mco-bootstrap etcd-bootstrap cvo-overrides)
mkdir --parents /opt/openshift/done
for step in "${steps[@]}"; do
	if [[ -e "/opt/openshift/done/${step}" ]]; then
		echo "${step} is done"
		continue
	fi
	echo "${step}"
	touch "/opt/openshift/done/${step}"
done

until curl --silent --fail --insecure "https://api-int.@DOMAIN@:6443/readyz" >/dev/null; do
	echo "https://api-int.@DOMAIN@:6443 does not answer yet"
	sleep 5
done
until curl --silent --fail --insecure "https://api-int.@DOMAIN@:22623/healthz" >/dev/null; do
	echo "the machine config server does not answer yet"
	sleep 5
done
touch /opt/openshift/.bootkube.done
