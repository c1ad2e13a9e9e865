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
		"amd64": {
			reason:       "Kubernetes' name of x86_64",
			architecture: "amd64",
			region:       "us-east-2",
			want:         "ami-0b2",
		},
		"x86_64": {
			reason:       "the metadata's own name",
			architecture: "x86_64",
			region:       "us-east-2",
			want:         "ami-0b2",
		},
		"arm64": {
			reason:       "Kubernetes' name of aarch64",
			architecture: "arm64",
			region:       "us-east-2",
			want:         "ami-0a2",
		},
		"aarch64": {
			reason:       "the metadata's own name",
			architecture: "aarch64",
			region:       "us-east-1",
			want:         "ami-0a1",
		},
		"another partition": {
			reason:       "the metadata lists regions of all partitions",
			architecture: "amd64",
			region:       "us-gov-west-1",
			want:         "ami-0b3",
		},
		"region of one architecture": {
			reason:       "architectures are published in different regions",
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
	const use = "; use the output of `openshift-install coreos print-stream-json`"
	const copied = "; copy an AMI from another region and set the copy's ID (regions with an AMI: "
	tests := map[string]struct {
		reason                     string
		text, architecture, region string
		want                       string
	}{
		"empty": {
			reason:       "the command failed and left an empty file",
			architecture: "amd64",
			region:       "us-east-2",
			want:         "the stream metadata is not valid JSON: unexpected end of JSON input" + use,
		},
		"other JSON": {
			reason:       "metadata.json of the install directory is not stream metadata",
			text:         `{"infraID": "demo"}`,
			architecture: "amd64",
			region:       "us-east-2",
			want:         "the stream metadata lists no architectures" + use,
		},
		"unknown architecture": {
			reason:       "the error lists the architectures of the stream",
			text:         metadata,
			architecture: "amd",
			region:       "us-east-2",
			want:         `stream rhel-9.6 has no architecture "amd" (has aarch64, s390x, x86_64)`,
		},
		"not on AWS": {
			reason:       "s390x is not an AWS architecture",
			text:         metadata,
			architecture: "s390x",
			region:       "us-east-2",
			want:         "stream rhel-9.6 has no AMIs for s390x",
		},
		"unknown region": {
			reason:       "the error lists the regions of the architecture",
			text:         metadata,
			architecture: "arm64",
			region:       "eu-west-1",
			want: `stream rhel-9.6 has no AMI for arm64 in region "eu-west-1"` + copied +
				"us-east-1, us-east-2)",
		},
		"region without an AMI": {
			reason:       "an empty AMI ID is not an AMI",
			text:         metadata,
			architecture: "amd64",
			region:       "eu-none-1",
			want: `stream rhel-9.6 has no AMI for amd64 in region "eu-none-1"` + copied +
				"eu-none-1, us-east-2, us-gov-west-1)",
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
		image, err := AMI(rapid.SliceOf(rapid.Byte()).Draw(r, "text"), rapid.String().Draw(r, "architecture"),
			rapid.String().Draw(r, "region"))
		if (err == nil) != (image != "") {
			r.Fatalf("image %q, error %v", image, err)
		}
	})
}

// FuzzAMI reads any stream metadata: the result is an AMI of the text or an error.
func FuzzAMI(f *testing.F) {
	f.Add([]byte(metadata), "amd64", "us-east-2")
	f.Add([]byte(`{"architectures": {"x86_64": {"images": {"aws": null}}}}`), "x86_64", "us-east-2")
	f.Add([]byte(`{"architectures": []}`), "arm64", "")
	f.Add([]byte(`null`), "", "")
	f.Fuzz(func(t *testing.T, text []byte, architecture, region string) {
		ami, err := AMI(text, architecture, region)
		assert.Equal(t, err == nil, ami != "")
	})
}
