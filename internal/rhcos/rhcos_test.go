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
		"Kubernetes's name": {
			reason:       "what a node's label says",
			architecture: "amd64",
			region:       "us-east-2",
			want:         "ami-0b2",
		},
		"RPM's name": {
			reason:       "what the metadata says",
			architecture: "x86_64",
			region:       "us-east-2",
			want:         "ami-0b2",
		},
		"Graviton": {
			reason:       "an image for each architecture",
			architecture: "arm64",
			region:       "us-east-2",
			want:         "ami-0a2",
		},
		"Graviton, RPM's": {
			reason:       "what the metadata says",
			architecture: "aarch64",
			region:       "us-east-1",
			want:         "ami-0a1",
		},
		"another partition": {
			reason:       "regions of all partitions are in one list",
			architecture: "amd64",
			region:       "us-gov-west-1",
			want:         "ami-0b3",
		},
		"region of one alone": {
			reason:       "architectures have regions of their own",
			architecture: "arm64",
			region:       "us-east-1",
			want:         "ami-0a1",
		},
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
		"no text": {
			reason:       "a file that was not written",
			architecture: "amd64",
			region:       "us-east-2",
			want:         "the stream metadata is damaged JSON (unexpected end of JSON input); " + printed + " it",
		},
		"another JSON": {
			reason:       "metadata.json in its place",
			text:         `{"infraID": "demo"}`,
			architecture: "amd64",
			region:       "us-east-2",
			want:         "the text holds no architectures; " + printed + " stream metadata",
		},
		"unknown architecture": {
			reason:       "a slip",
			text:         metadata,
			architecture: "amd",
			region:       "us-east-2",
			want:         `stream rhel-9.6 has no architecture "amd"; it has aarch64, s390x, x86_64`,
		},
		"not on AWS": {
			reason:       "a mainframe",
			text:         metadata,
			architecture: "s390x",
			region:       "us-east-2",
			want:         "stream rhel-9.6 has no images of s390x for AWS",
		},
		"unknown region": {
			reason:       "nothing was copied there",
			text:         metadata,
			architecture: "arm64",
			region:       "eu-west-1",
			want:         `stream rhel-9.6 has no image of arm64 in region "eu-west-1"; copy one of another region into it and name the copy; there are images in us-east-1, us-east-2`,
		},
		"region without image": {
			reason:       "an entry without a value",
			text:         metadata,
			architecture: "amd64",
			region:       "eu-none-1",
			want:         `stream rhel-9.6 has no image of amd64 in region "eu-none-1"; copy one of another region into it and name the copy; there are images in eu-none-1, us-east-2, us-gov-west-1`,
		},
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
		image, err := AMI(
			rapid.SliceOf(rapid.Byte()).Draw(r, "text"),
			rapid.String().Draw(r, "architecture"),
			rapid.String().Draw(r, "region"),
		)
		if (err == nil) != (image != "") {
			r.Fatalf("image %q, error %v", image, err)
		}
	})
}
