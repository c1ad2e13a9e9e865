package nodes

import (
	_ "embed"
	"encoding/base64"
	"fmt"
)

// identityScript requests the kubelet's first client certificate, with a proof of the instance's identity.
//
//go:embed identity/prove-identity.sh
var identityScript string

const (
	identityPath = "/usr/local/bin/prove-identity"
	identityUnit = "prove-identity.service"

	// The kubelet's unit names the kubeconfig with the node-bootstrapper's token; its certificates are in the kubelet's default folder
	// (openshift/machine-config-operator release-4.16 to release-4.22
	// templates/worker/01-worker-kubelet/_base/units/kubelet.service.yaml). A kubelet with bootstrap kubeconfig and rotation asks its
	// certificate manager, which requests a certificate only if the folder has no valid one (kubernetes/kubernetes release-1.34
	// cmd/kubelet/app/server.go, buildKubeletClientConfig; kubernetes/client-go release-1.34 util/certificate/certificate_manager.go,
	// getCurrentCertificateOrBootstrap).
	bootstrapKubeconfig = "/etc/kubernetes/kubeconfig"
	kubeletCertificates = "/var/lib/kubelet/pki"
)

// addIdentity adds the script and its unit, which the kubelet's unit requires. On its first boot a machine only fetches its
// operating system and boots again (machine-config-daemon-firstboot.service), so the unit runs after that.
func addIdentity(config map[string]any, infraID string) {
	addFile(config, identityPath, 0o755, "data:;base64,"+base64.StdEncoding.EncodeToString([]byte(identityScript)))
	systemd, _ := config["systemd"].(map[string]any)
	if systemd == nil {
		systemd = map[string]any{}
		config["systemd"] = systemd
	}
	units, _ := systemd["units"].([]any)
	systemd["units"] = append(units, map[string]any{
		"name": identityUnit, "enabled": true, "contents": desiredIdentityUnit(infraID),
	})
}

// desiredIdentityUnit returns the unit. KUBELET_NODE_NAME is the name with which the kubelet registers
// (openshift/machine-config-operator release-4.16 to release-4.22 templates/common/aws/units/kubelet-node-env.dropin.yaml).
func desiredIdentityUnit(infraID string) string {
	return fmt.Sprintf(`[Unit]
Description=Prove the identity of this instance for the kubelet's certificate
Wants=network-online.target
After=network-online.target aws-kubelet-nodename.service machine-config-daemon-firstboot.service
Before=kubelet.service

[Service]
Type=oneshot
RemainAfterExit=yes
PrivateTmp=yes
EnvironmentFile=/etc/kubernetes/node.env
ExecStart=/bin/bash -c 'until %s %s %s %s; do sleep 10; done'

[Install]
RequiredBy=kubelet.service
`, identityPath, infraID, bootstrapKubeconfig, kubeletCertificates)
}
