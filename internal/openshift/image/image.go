// Package image has the formats of references to images.
//
// Valid: registry.example.com/agent:v1.2.3, with format=pinned-image too.
// Invalid: agent:v1.2.3, which has no registry; as pinned-image, a tag latest, behind which the image changes.
package image

import (
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

var (
	// reference follows distribution/reference regexp.go, for images with a registry.
	reference = check.Named("image", check.Pattern("image", "registry.example.com/agent:v1.2.3",
		`[a-zA-Z0-9][a-zA-Z0-9.-]*(:\d+)?(/[a-z0-9]+([._-]+[a-z0-9]+)*)+(:\w[\w.-]{0,127})?(@sha256:[0-9a-f]{64})?`))

	_ = check.Named("pinned-image", check.NewFormat("image with a digest or a tag other than latest", "registry.example.com/agent:v1.2.3", isPinned))
)

// isPinned reports whether an image reference has a digest, or a tag other than latest after its last slash.
func isPinned(image string) bool {
	if !reference.Match(image) {
		return false
	}
	_, tag, tagged := strings.Cut(image[strings.LastIndex(image, "/")+1:], ":")
	return tagged && tag != "latest"
}
