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
		"kubernetes' name":    {"as everywhere in this library", stream, "eu-central-1", "amd64", "ami-frankfurt", ""},
		"the stream's name":   {"as in the stream", stream, "us-east-2", "x86_64", "ami-east", ""},
		"graviton":            {"another image", stream, "us-east-2", "arm64", "ami-arm", ""},
		"graviton, RPM":       {"the same", stream, "us-east-2", "aarch64", "ami-arm", ""},
		"other region":        {"the error lists the regions", stream, "us-gov-west-1", "amd64", "", `nodes.AMI: the stream has no image of architecture x86_64 in region "us-gov-west-1"; it has some in eu-central-1, us-east-2`},
		"no graviton there":   {"of the architecture alone", stream, "eu-central-1", "arm64", "", `nodes.AMI: the stream has no image of architecture aarch64 in region "eu-central-1"; it has some in us-east-2`},
		"mainframe":           {"none on AWS", stream, "us-east-2", "s390x", "", `nodes.AMI: "s390x" is no architecture of AWS; it is amd64 or arm64`},
		"one architecture":    {"the error lists the others", `{"architectures":{"x86_64":{"images":{"aws":{"regions":{"r":{"image":"i"}}}}}}}`, "us-east-2", "arm64", "", "nodes.AMI: the stream has no AWS image of architecture aarch64; it has some of x86_64"},
		"another JSON":        {"a manifest, for instance", `{}`, "us-east-2", "amd64", "", "nodes.AMI: the stream has no AWS image of architecture x86_64; it has some of none"},
		"a path, not content": {"a slip", "rhcos.json", "us-east-2", "amd64", "", "nodes.AMI: the stream is no JSON of `openshift-install coreos print-stream-json`: invalid character 'r' looking for beginning of value"},
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
