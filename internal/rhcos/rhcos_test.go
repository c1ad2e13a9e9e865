package rhcos

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

const metadata = `{
  "stream": "rhel-9.6",
  "metadata": {"last-modified": "2026-01-15T10:00:00Z"},
  "architectures": {
    "aarch64": {
      "artifacts": {"aws": {"release": "9.6.20260112-0"}},
      "images": {"aws": {"regions": {
        "us-east-1": {"release": "9.6.20260112-0", "image": "ami-0a1"},
        "us-east-2": {"release": "9.6.20260112-0", "image": "ami-0a2"}}}}},
    "s390x": {"artifacts": {}},
    "x86_64": {
      "images": {"aws": {"regions": {
        "us-east-2": {"release": "9.6.20260112-0", "image": "ami-0b2"},
        "us-gov-west-1": {"release": "9.6.20260112-0", "image": "ami-0b3"},
        "eu-none-1": {"release": "9.6.20260112-0"}}}}}
  }
}`

func TestAMI(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason               string
		architecture, region string
		want                 string
	}{
		"Kubernetes's name":   {"what a node's label says", "amd64", "us-east-2", "ami-0b2"},
		"RPM's name":          {"what the metadata says", "x86_64", "us-east-2", "ami-0b2"},
		"Graviton":            {"an image for each architecture", "arm64", "us-east-2", "ami-0a2"},
		"Graviton, RPM's":     {"what the metadata says", "aarch64", "us-east-1", "ami-0a1"},
		"another partition":   {"regions of all partitions are in one list", "amd64", "us-gov-west-1", "ami-0b3"},
		"region of one alone": {"architectures have regions of their own", "arm64", "us-east-1", "ami-0a1"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := AMI([]byte(metadata), tt.architecture, tt.region)
			assert.NoError(t, err)
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}

func TestNoAMI(t *testing.T) {
	t.Parallel()
	const printed = "`openshift-install coreos print-stream-json` prints"
	tests := map[string]struct {
		reason                     string
		text, architecture, region string
		want                       string
	}{
		"no text":              {"a file that was not written", "", "amd64", "us-east-2", "the stream metadata is damaged JSON (unexpected end of JSON input); " + printed + " it"},
		"another JSON":         {"metadata.json in its place", `{"infraID": "demo"}`, "amd64", "us-east-2", "the text holds no architectures; " + printed + " stream metadata"},
		"unknown architecture": {"a slip", metadata, "amd", "us-east-2", `stream rhel-9.6 has no architecture "amd"; it has aarch64, s390x, x86_64`},
		"not on AWS":           {"a mainframe", metadata, "s390x", "us-east-2", "stream rhel-9.6 has no images of s390x for AWS"},
		"unknown region":       {"nothing was copied there", metadata, "arm64", "eu-west-1", `stream rhel-9.6 has no image of arm64 in region "eu-west-1"; copy one of another region into it and name the copy; there are images in us-east-1, us-east-2`},
		"region without image": {"an entry without a value", metadata, "amd64", "eu-none-1", `stream rhel-9.6 has no image of amd64 in region "eu-none-1"; copy one of another region into it and name the copy; there are images in eu-none-1, us-east-2, us-gov-west-1`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := AMI([]byte(tt.text), tt.architecture, tt.region)
			assert.EqualError(t, err, tt.want, tt.reason)
			assert.Empty(t, got)
		})
	}
}

func TestAnyTextIsAnImageOrAnError(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		image, err := AMI(rapid.SliceOf(rapid.Byte()).Draw(r, "text"), rapid.String().Draw(r, "architecture"), rapid.String().Draw(r, "region"))
		if (err == nil) != (image != "") {
			r.Fatalf("image %q, error %v", image, err)
		}
	})
}
