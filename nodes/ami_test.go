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
    "aarch64": {"artifacts": {}, "images": {"aws": {"regions": {"us-east-2": {"release": "418.94", "image": "ami-arm"}}}}},
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
			reason:       "as everywhere in this library",
			stream:       stream,
			region:       "eu-central-1",
			architecture: "amd64",
			want:         "ami-frankfurt",
		},
		"the stream's name": {
			reason:       "as in the stream",
			stream:       stream,
			region:       "us-east-2",
			architecture: "x86_64",
			want:         "ami-east",
		},
		"graviton": {
			reason:       "another image",
			stream:       stream,
			region:       "us-east-2",
			architecture: "arm64",
			want:         "ami-arm",
		},
		"graviton, RPM": {
			reason:       "the same",
			stream:       stream,
			region:       "us-east-2",
			architecture: "aarch64",
			want:         "ami-arm",
		},
		"other region": {
			reason:       "the error lists the regions",
			stream:       stream,
			region:       "us-gov-west-1",
			architecture: "amd64",
			fault:        `nodes.AMI: the stream has no image of architecture x86_64 in region "us-gov-west-1"; it has some in eu-central-1, us-east-2`,
		},
		"no graviton there": {
			reason:       "of the architecture alone",
			stream:       stream,
			region:       "eu-central-1",
			architecture: "arm64",
			fault:        `nodes.AMI: the stream has no image of architecture aarch64 in region "eu-central-1"; it has some in us-east-2`,
		},
		"mainframe": {
			reason:       "none on AWS",
			stream:       stream,
			region:       "us-east-2",
			architecture: "s390x",
			fault:        `nodes.AMI: "s390x" is no architecture of AWS; it is amd64 or arm64`,
		},
		"one architecture": {
			reason:       "the error lists the others",
			stream:       `{"architectures":{"x86_64":{"images":{"aws":{"regions":{"r":{"image":"i"}}}}}}}`,
			region:       "us-east-2",
			architecture: "arm64",
			fault:        "nodes.AMI: the stream has no AWS image of architecture aarch64; it has some of x86_64",
		},
		"another JSON": {
			reason:       "a manifest, for instance",
			stream:       `{}`,
			region:       "us-east-2",
			architecture: "amd64",
			fault:        "nodes.AMI: the stream has no AWS image of architecture x86_64; it has some of none",
		},
		"a path, not content": {
			reason:       "a slip",
			stream:       "rhcos.json",
			region:       "us-east-2",
			architecture: "amd64",
			fault:        "nodes.AMI: the stream is no JSON of `openshift-install coreos print-stream-json`: invalid character 'r' looking for beginning of value",
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
