package nodes

import (
	"fmt"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcos"
)

// AMI returns the ID of the RHCOS image for a region and an architecture (amd64 or x86_64, arm64 or aarch64). The stream is
// the output of `openshift-install coreos print-stream-json`, of the installer of the cluster's release; a running cluster has
// it under the key stream in the ConfigMap coreos-bootimages in openshift-machine-config-operator.
//
// The error lists the available architectures, or the regions of the architecture. For a region without an image, copy an
// image yourself, as the installer does.
func AMI(stream []byte, region, architecture string) (string, error) {
	image, err := rhcos.AMI(stream, architecture, region)
	if err != nil {
		return "", fmt.Errorf("nodes.AMI: %w", err)
	}
	return image, nil
}
