package nodes_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

const stream = `{
  "stream": "rhcos-4.18",
  "metadata": {"last-modified": "2025-01-01T00:00:00Z"},
  "architectures": {
    "aarch64": {"artifacts": {}, "images": {"aws": {"regions": {
      "us-east-2": {"release": "418.94", "image": "ami-arm"}
    }}}},
    "s390x": {"artifacts": {}, "images": {}},
    "x86_64": {"artifacts": {}, "images": {"aws": {"regions": {
      "us-east-2": {"release": "418.94", "image": "ami-east"},
      "eu-central-1": {"release": "418.94", "image": "ami-frankfurt"}
    }}}}
  }
}`

func TestAMI(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		reason, stream, region, architecture, want, fault string
	}{
		"kubernetes' name": {
			reason:       "Kubernetes' names of architectures are valid",
			stream:       stream,
			region:       "eu-central-1",
			architecture: "amd64",
			want:         "ami-frankfurt",
		},
		"the stream's name": {
			reason:       "the stream's names of architectures are valid",
			stream:       stream,
			region:       "us-east-2",
			architecture: "x86_64",
			want:         "ami-east",
		},
		"graviton": {
			reason:       "each architecture has its own image",
			stream:       stream,
			region:       "us-east-2",
			architecture: "arm64",
			want:         "ami-arm",
		},
		"graviton, RPM": {
			reason:       "both names of arm64 are valid",
			stream:       stream,
			region:       "us-east-2",
			architecture: "aarch64",
			want:         "ami-arm",
		},
		"other region": {
			reason:       "the error lists the regions with an image",
			stream:       stream,
			region:       "us-gov-west-1",
			architecture: "amd64",
			fault: `nodes.AMI: the stream has no image of architecture x86_64 in region "us-gov-west-1"; ` +
				"it has images in eu-central-1, us-east-2",
		},
		"no graviton there": {
			reason:       "the error lists the regions of the architecture only",
			stream:       stream,
			region:       "eu-central-1",
			architecture: "arm64",
			fault: `nodes.AMI: the stream has no image of architecture aarch64 in region "eu-central-1"; ` +
				"it has images in us-east-2",
		},
		"mainframe": {
			reason:       "AWS has no s390x instances",
			stream:       stream,
			region:       "us-east-2",
			architecture: "s390x",
			fault:        `nodes.AMI: the architecture must be amd64 or arm64 (got "s390x")`,
		},
		"one architecture": {
			reason:       "the error lists the architectures with an image",
			stream:       `{"architectures":{"x86_64":{"images":{"aws":{"regions":{"r":{"image":"i"}}}}}}}`,
			region:       "us-east-2",
			architecture: "arm64",
			fault:        "nodes.AMI: the stream has no AWS image of architecture aarch64; it has images for x86_64",
		},
		"another JSON": {
			reason:       "any JSON object is decoded",
			stream:       `{}`,
			region:       "us-east-2",
			architecture: "amd64",
			fault:        "nodes.AMI: the stream has no AWS image of architecture x86_64; it has images for none",
		},
		"a path, not content": {
			reason:       "the argument is the content of the file, not its path",
			stream:       "rhcos.json",
			region:       "us-east-2",
			architecture: "amd64",
			fault: "nodes.AMI: the stream is not valid JSON; use the output of `openshift-install coreos print-stream-json`: " +
				"invalid character 'r' looking for beginning of value",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := nodes.AMI([]byte(tt.stream), tt.region, tt.architecture)
			assert.Equal(t, tt.want, got, tt.reason)
			if tt.fault == "" {
				assert.NoError(t, err, tt.reason)
				return
			}
			assert.EqualError(t, err, tt.fault, tt.reason)
		})
	}
}
