package nodes

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// streamMetadata is the part of the CoreOS stream metadata that lists AMIs (coreos/stream-metadata-go stream/stream.go).
type streamMetadata struct {
	Architectures map[string]struct {
		Images struct {
			AWS struct {
				Regions map[string]struct {
					Image string `json:"image"`
				} `json:"regions"`
			} `json:"aws"`
		} `json:"images"`
	} `json:"architectures"`
}

// streamArchitectures are the stream's names of architectures, by Kubernetes' names and by its own.
var streamArchitectures = map[string]string{
	"amd64": "x86_64", "x86_64": "x86_64",
	"arm64": "aarch64", "aarch64": "aarch64",
}

// AMI returns the ID of the RHCOS image for a region and an architecture (amd64 or x86_64, arm64 or aarch64). The stream is
// the output of `openshift-install coreos print-stream-json`, of the installer of the cluster's release; a running cluster has
// it under the key stream in the ConfigMap coreos-bootimages in openshift-machine-config-operator.
//
// The error lists the available architectures, or the regions of the architecture. For a region without an image, copy an
// image yourself, as the installer does.
func AMI(stream []byte, region, architecture string) (string, error) {
	var metadata streamMetadata
	if err := json.Unmarshal(stream, &metadata); err != nil {
		return "", fmt.Errorf("nodes.AMI: the stream is not valid JSON; use the output of `openshift-install coreos print-stream-json`: %w", err)
	}
	name, known := streamArchitectures[architecture]
	if !known {
		return "", fmt.Errorf("nodes.AMI: the architecture must be amd64 or arm64 (got %q)", architecture)
	}
	images, found := metadata.Architectures[name]
	if !found || len(images.Images.AWS.Regions) == 0 {
		return "", fmt.Errorf("nodes.AMI: the stream has no AWS image of architecture %s; it has images for %s", name, listed(awsArchitectures(metadata)))
	}
	image := images.Images.AWS.Regions[region].Image
	if image == "" {
		return "", fmt.Errorf("nodes.AMI: the stream has no image of architecture %s in region %q; it has images in %s",
			name, region, listed(slices.Sorted(maps.Keys(images.Images.AWS.Regions))))
	}
	return image, nil
}

func awsArchitectures(metadata streamMetadata) []string {
	var all []string
	for name, architecture := range metadata.Architectures {
		if len(architecture.Images.AWS.Regions) > 0 {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
