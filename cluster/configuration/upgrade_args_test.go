package configuration

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestUpgradeArgsRejected(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, "configuration.UpgradeArgs", map[string]checktest.Case{
		"nothing": {
			Reason: "a patch without fields changes nothing",
			Args:   &UpgradeArgs{},
			Want:   []string{": must set at least one of Channel, Version, Image and Upstream"},
		},
		"formats": {
			Reason: "each field has its form; a tag can become another image",
			Args:   &UpgradeArgs{Channel: "nightly-4.18"},
			Want:   []string{".Channel: format"},
		},
		"odd eus": {
			Reason: "extended update support is for even minor versions",
			Args:   &UpgradeArgs{Channel: "eus-4.17"},
			Want:   []string{".Channel: eus-4.17 does not exist: eus channels are for even minor versions only"},
		},
		"another channel": {
			Reason: "a channel does not offer later minor versions",
			Args:   &UpgradeArgs{Channel: "stable-4.17", Version: "4.18.2"},
			Want:   []string{".Version: 4.18.2 is not in channel stable-4.17"},
		},
		"a channel of 5": {
			Reason: "4.21 does not lead to 5.0",
			Args:   &UpgradeArgs{Channel: "stable-5.0", Version: "4.21.9"},
			Want:   []string{".Version: 4.21.9 is not in channel stable-5.0"},
		},
		"acknowledgments": {
			Reason: "each is a gate of the cluster's release or an earlier one",
			Args: &UpgradeArgs{Version: "4.19.2", AdminAcks: []string{
				"ack-4.17-x-in-4.18", "ack-4.18-kube-1.32-api-removals-in-4.19", "ack-4.18-kube-1.32-api-removals-in-4.19",
				"ack-4.19-admissionregistration-v1beta1-api-removals-in-4.20", "kube-1.32", "ack-4.18-a b",
			}},
			Want: []string{
				".AdminAcks[4]: format", ".AdminAcks[5]: format", ".AdminAcks[2]: duplicate",
				`.AdminAcks[3]: "ack-4.19-admissionregistration-v1beta1-api-removals-in-4.20" has no effect on an upgrade to ` +
					"4.19.2: it is for upgrades from 4.19 to the next minor version",
			},
		},
		"update service": {
			Reason: "the channels of an update service can have any name",
			Args:   &UpgradeArgs{Channel: "tested", Upstream: pulumi.String("https://updates.example.com")},
		},
		"paused pools": {
			Reason: "an upgrade includes the control plane; keys are the names of the pools",
			Args: &UpgradeArgs{
				Version: "4.18.12",
				PausedPools: map[string]pulumi.StringInput{
					"master": pulumi.String("master"), "worker": pulumi.String("infra"), "x": nil,
				},
			},
			Want: []string{
				".PausedPools[master]: must not be paused: an upgrade does not complete without it",
				`.PausedPools[worker]: must be the name of the same pool (got "infra")`,
				".PausedPools[x]: required",
			},
		},
		"wait for a channel": {
			Reason: "a channel alone upgrades nothing",
			Args:   &UpgradeArgs{Channel: "fast-4.18", Wait: &WaitArgs{}},
			Want:   []string{".Kubeconfig: required", ".Wait: needs"},
		},
	})
}

// FuzzUpgradeArgs checks any channel and version: those without a problem are compared with each other.
func FuzzUpgradeArgs(f *testing.F) {
	f.Add("stable-4.18", "4.18.12", "")
	f.Add("eus-4.16", "", digest)
	f.Add("eus-4.99999999999999999999", "4.18.99999999999999999999", "quay.io/a@sha256:0")
	f.Add("eus-4.99999999999999999999", "", "")
	f.Add("stable-", "4.18", ":")
	f.Fuzz(func(t *testing.T, channel, version, image string) {
		args := UpgradeArgs{Channel: channel, Version: version, Image: image}
		if err := args.Validate(); err != nil || channel == "" {
			return
		}
		_, minor, ok := parseChannel(channel)
		assert.True(t, ok, "a valid channel has a minor version")
		if release, known := check.Release(version); known {
			assert.LessOrEqual(t, release.Minor, minor.Minor)
		}
	})
}
