// Package rhcos finds the image of Red Hat Enterprise Linux CoreOS for a region in the stream metadata that
// `openshift-install coreos print-stream-json` prints.
//
// Valid: the printed text, amd64, us-east-2. Invalid: an architecture that the release has no image for; a region into
// which Red Hat copies none, such as one that was opened lately.
package rhcos

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// stream is the part of the metadata that names AWS's images (coreos/stream-metadata-go stream/stream.go).
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

// The stream names architectures as RPM does, Kubernetes as Go does.
var rpmNames = map[string]string{"amd64": "x86_64", "arm64": "aarch64"}

// AMI returns the image of an architecture in a region. The architecture is amd64 or arm64, or x86_64 or aarch64 as the
// metadata itself has it. The error tells what the metadata does hold.
func AMI(streamJSON []byte, architecture, region string) (string, error) {
	var found stream
	if err := json.Unmarshal(streamJSON, &found); err != nil {
		return "", fmt.Errorf("the stream metadata is damaged JSON (%w); `openshift-install coreos print-stream-json` prints it", err)
	}
	if len(found.Architectures) == 0 {
		return "", errors.New("the text holds no architectures; `openshift-install coreos print-stream-json` prints stream metadata")
	}
	name := architecture
	if rpmName, ok := rpmNames[architecture]; ok {
		name = rpmName
	}
	images, ok := found.Architectures[name]
	if !ok {
		return "", fmt.Errorf("stream %s has no architecture %q; it has %s", found.Stream, architecture, list(found.Architectures))
	}
	regions := images.Images.AWS.Regions
	if len(regions) == 0 {
		return "", fmt.Errorf("stream %s has no images of %s for AWS", found.Stream, architecture)
	}
	image := regions[region].Image
	if image == "" {
		return "", fmt.Errorf("stream %s has no image of %s in region %q; copy one of another region into it and name the copy; there are images in %s",
			found.Stream, architecture, region, list(regions))
	}
	return image, nil
}

func list[V any](named map[string]V) string {
	return strings.Join(slices.Sorted(maps.Keys(named)), ", ")
}
