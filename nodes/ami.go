package nodes

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// streamMetadata is the part of the CoreOS stream metadata that names AMIs (coreos/stream-metadata-go stream/stream.go).
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

// streamArchitectures are the stream's names, by Kubernetes' and by its own.
var streamArchitectures = map[string]string{
	"amd64": "x86_64", "x86_64": "x86_64",
	"arm64": "aarch64", "aarch64": "aarch64",
}

// AMI returns the id of the RHCOS image for a region and an architecture (amd64 or x86_64, arm64 or aarch64). The stream
// is what `openshift-install coreos print-stream-json` prints, of the installer of the cluster's release; a running
// cluster has it under the key stream in the ConfigMap coreos-bootimages of openshift-machine-config-operator.
//
// The error tells what there is: the architectures, or the regions of the architecture. To a region without an image,
// copy one yourself, as the installer does.
func AMI(stream []byte, region, architecture string) (string, error) {
	var metadata streamMetadata
	if err := json.Unmarshal(stream, &metadata); err != nil {
		return "", fmt.Errorf("nodes.AMI: the stream is no JSON of `openshift-install coreos print-stream-json`: %w", err)
	}
	name, known := streamArchitectures[architecture]
	if !known {
		return "", fmt.Errorf("nodes.AMI: %q is no architecture of AWS; it is amd64 or arm64", architecture)
	}
	images, found := metadata.Architectures[name]
	if !found || len(images.Images.AWS.Regions) == 0 {
		return "", fmt.Errorf("nodes.AMI: the stream has no AWS image of architecture %s; it has some of %s", name, listed(awsArchitectures(metadata)))
	}
	image := images.Images.AWS.Regions[region].Image
	if image == "" {
		return "", fmt.Errorf("nodes.AMI: the stream has no image of architecture %s in region %q; it has some in %s",
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
