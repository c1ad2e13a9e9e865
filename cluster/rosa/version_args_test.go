package rosa

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestVersionArgsValidate(t *testing.T) {
	t.Parallel()
	version := func(v VersionArgs) *HCPArgs { return testHCP(func(a *HCPArgs) { a.Version = &v }) }
	checkValidations(t, map[string]validation{
		"oldest": {
			reason: "the library supports OpenShift 4.16 and later",
			args:   version(VersionArgs{Version: "4.16.0", Channel: "stable-4.16"}),
		},
		"too old": {
			reason: "4.15 is older than the library supports",
			args:   version(VersionArgs{Version: "4.15.59", Channel: "stable-4.9"}),
			want: []string{
				"rosa.HCPArgs.Version.Version: must be 4.16 or later (got 4.15.59)",
				"rosa.HCPArgs.Version.Channel: must be 4.16 or later (got 4.9)",
			},
		},
		"classic too old": {
			reason: "Classic has the same releases",
			args:   testClassic(func(a *ClassicArgs) { a.Version = &VersionArgs{Version: "3.18.0"} }),
			want:   []string{"rosa.ClassicArgs.Version.Version: must be 4.16 or later (got 3.18.0)"},
		},
		"channel of the next minor version": {
			reason: "the channel is changed before the release",
			args:   version(VersionArgs{Version: "4.18.5", Channel: "stable-4.19"}),
		},
		"channel of an older minor version": {
			reason: "stable-4.18 has no release of 4.19",
			args:   version(VersionArgs{Version: "4.19.5", Channel: "stable-4.18"}),
			want: []string{
				"rosa.HCPArgs.Version.Channel: stable-4.18 does not have 4.19.5; must be of 4.19 or a later minor version",
			},
		},
		"candidate": {
			reason: "a release candidate is a release",
			args:   version(VersionArgs{Version: "4.19.0-rc.2", ChannelGroup: ChannelCandidate}),
		},
		"next major": {
			reason: "5.0 is later than 4.22",
			args:   version(VersionArgs{Version: "5.0.1", Channel: "stable-5.0", AcknowledgeUpgradeTo: "5.0"}),
		},
		"OCM's ID": {
			reason: "the provider adds the prefix of OCM's IDs",
			args:   version(VersionArgs{Version: "openshift-v4.18.5"}),
			want:   []string{"rosa.HCPArgs.Version.Version: must not begin with openshift-v; use 4.18.5"},
		},
	})
}

// FuzzVersionArgs checks any release and channel: those without a problem are not older than the oldest.
func FuzzVersionArgs(f *testing.F) {
	f.Add("4.18.5", "stable-4.18", "4.19")
	f.Add("openshift-v4.18.5", "eus-4.2", "5.0.0")
	f.Add("4.16.0-rc.1", "fast-4.99999999999999999999", "")
	f.Fuzz(func(t *testing.T, version, channel, gate string) {
		args := testHCP(func(a *HCPArgs) {
			a.Version = &VersionArgs{Version: version, Channel: channel, AcknowledgeUpgradeTo: gate}
		})
		if args.Validate() != nil {
			return
		}
		assert.True(t, version == "" || release.Oldest.In(release.Minor(version)), version)
		_, minor, _ := strings.Cut(channel, "-")
		assert.True(t, channel == "" || release.Oldest.In(minor), channel)
	})
}

func TestNewerRelease(t *testing.T) {
	t.Parallel()
	for name, args := range map[string]func(v *VersionArgs) componentArgs{
		"hcp":     func(v *VersionArgs) componentArgs { return testHCP(func(a *HCPArgs) { a.Version = v }) },
		"classic": func(v *VersionArgs) componentArgs { return testClassic(func(a *ClassicArgs) { a.Version = v }) },
	} {
		program := func(version string) pulumi.RunFunc {
			return func(ctx *pulumi.Context) error { return register(ctx, args(&VersionArgs{Version: version})) }
		}
		assert.Empty(t, mockstest.Warnings(t, program("4.22.9")), name)
		warnings := mockstest.Warnings(t, program("4.23.1"))
		require.Len(t, warnings, 1, name)
		assert.Contains(t, warnings[0], "OpenShift 4.23.1 is newer than this version of the library, which treats it as 4.22", name)
	}
}
