#!/usr/bin/env bash
set -euo pipefail

mkdir --parents /etc/crio/crio.conf.d
printf '[crio.image]\npause_image_auth_file = "/var/lib/kubelet/config.json"\n' >/etc/crio/crio.conf.d/00-pause.conf
