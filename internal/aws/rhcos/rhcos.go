// Package rhcos finds the AMI of Red Hat Enterprise Linux CoreOS for a region in the stream metadata that
// `openshift-install coreos print-stream-json` prints. A release has no AMI for some architectures and regions, such as
// regions that AWS opened recently.
package rhcos

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// stream is the part of the metadata that lists AMIs (coreos/stream-metadata-go stream/stream.go).
type stream struct {
	Stream        string                  `json:"stream"`
	Architectures map[string]architecture `json:"architectures"`
}

type architecture struct {
	Images struct {
		AWS struct {
			Regions map[string]struct {
				Image string `json:"image"`
			} `json:"regions"`
		} `json:"aws"`
	} `json:"images"`
}

// rpmNames are the names of architectures in stream metadata, by their names in Kubernetes.
var rpmNames = map[string]string{"amd64": "x86_64", "arm64": "aarch64"}

// AMI returns the AMI for an architecture in a region. The architecture is amd64 or arm64, or x86_64 or aarch64 as in the
// metadata. The error lists what the metadata contains.
func AMI(streamJSON []byte, architecture, region string) (string, error) {
	var found stream
	if err := json.Unmarshal(streamJSON, &found); err != nil {
		return "", fmt.Errorf("the stream metadata is not valid JSON: %w; use the output of `openshift-install coreos print-stream-json`", err)
	}
	if len(found.Architectures) == 0 {
		return "", errors.New("the stream metadata lists no architectures; use the output of `openshift-install coreos print-stream-json`")
	}
	name := architecture
	if rpmName, ok := rpmNames[architecture]; ok {
		name = rpmName
	}
	images, ok := found.Architectures[name]
	if !ok {
		return "", fmt.Errorf("stream %s has no architecture %q (has %s)", found.Stream, architecture, list(found.Architectures))
	}
	regions := images.Images.AWS.Regions
	if len(regions) == 0 {
		return "", fmt.Errorf("stream %s has no AMIs for %s", found.Stream, architecture)
	}
	image := regions[region].Image
	if image == "" {
		return "", fmt.Errorf("stream %s has no AMI for %s in region %q; copy an AMI from another region and set the copy's ID (regions with an AMI: %s)",
			found.Stream, architecture, region, list(regions))
	}
	return image, nil
}

func list[V any](named map[string]V) string {
	return strings.Join(slices.Sorted(maps.Keys(named)), ", ")
}
