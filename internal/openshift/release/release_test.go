package release_test

import (
	"testing"

	"github.com/blang/semver"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestFeatureIn(t *testing.T) {
	t.Parallel()
	for version, tt := range map[string]struct {
		reason string
		want   bool
	}{
		"":     {reason: "a program need not state the release", want: true},
		"next": {reason: "a malformed release is reported by its own field", want: true},
		"4.9":  {reason: "versions are compared as numbers", want: false},
		"4.18": {reason: "the release before the first one does not have it", want: false},
		"4.19": {reason: "the first release has it", want: true},
		"4.20": {reason: "later releases have it", want: true},
		"5.0":  {reason: "the next major version has it", want: true},
	} {
		assert.Equal(t, tt.want, release.Feature("4.19").In(version), tt.reason)
	}
}

func TestFeatureCheck(t *testing.T) {
	t.Parallel()
	var p check.Problems
	release.KubeletLabels.Check(&p, "a.B", false, "4.18")
	release.KubeletLabels.Check(&p, "a.C", true, "4.18")
	checktest.Equal(t, []string{"a.C: requires OpenShift 4.19 or later (the cluster's release is 4.18)"}, p.Err())
}

// FuzzFeatureIn compares any text with the features: a later minor version of a release with a feature has it, too.
func FuzzFeatureIn(f *testing.F) {
	for _, version := range []string{"", "4.18", "4.22", "5.0", "next", "4.18-rc.1", "4.99999999999999999999"} {
		f.Add(version)
	}
	f.Fuzz(func(t *testing.T, version string) {
		for _, feature := range []release.Feature{release.PlacementGroupPartition, release.VolumeThroughput} {
			var p check.Problems
			feature.Check(&p, "a.B", true, version)
			assert.Equal(t, feature.In(version), p.Err() == nil)
			if !check.MinorVersion.Match(version) {
				assert.True(t, feature.In(version), "a malformed release is reported by its own field")
			}
		}
	})
}

func TestIsNewer(t *testing.T) {
	t.Parallel()
	for version, tt := range map[string]struct {
		reason string
		want   bool
	}{
		"":             {reason: "a program need not state the release", want: false},
		"next":         {reason: "a malformed release is reported by its own field", want: false},
		"4.22":         {reason: "the newest release is known", want: false},
		"4.22.99":      {reason: "a patch release changes no table", want: false},
		"4.23":         {reason: "the next release is not known", want: true},
		"4.23.0-rc.1":  {reason: "a candidate has what its release has", want: true},
		"5.0":          {reason: "the next major version is later", want: true},
		"4.9999999999": {reason: "versions are compared as numbers", want: true},
	} {
		assert.Equal(t, tt.want, release.IsNewer(version), tt.reason)
	}
	assert.Empty(t, release.Warning("4.22"))
	assert.Contains(t, release.Warning("4.23.1"), "OpenShift 4.23.1 is newer than")
}

func TestOrderOfReleases(t *testing.T) {
	t.Parallel()
	version := func(text string) semver.Version { return semver.MustParse(text + ".0") }
	for _, tt := range []struct {
		older, newer, next string
		inChannel, behind  bool
	}{
		{"4.18", "4.18", "4.18", true, false},
		{"4.18", "4.19", "4.19", true, false},
		{"4.18", "4.21", "4.19", true, true},
		{"4.21", "5.0", "4.22", false, false},
		{"4.22", "5.0", "5.0", true, false},
		{"4.23", "5.0", "5.0", true, false},
		{"4.22", "5.1", "5.0", true, false},
		{"4.22", "5.2", "5.0", true, true},
		{"5.0", "5.1", "5.1", true, false},
	} {
		older, newer := version(tt.older), version(tt.newer)
		assert.Equal(t, version(tt.next), release.Next(older, newer), "%s to %s", tt.older, tt.newer)
		assert.Equal(t, tt.inChannel, release.InChannel(older, newer), "%s in the channel of %s", tt.older, tt.newer)
		assert.Equal(t, tt.behind, release.Behind(older, newer, 2), "%s two behind %s", tt.older, tt.newer)
		if tt.older != tt.newer {
			assert.False(t, release.InChannel(newer, older), "%s in the channel of %s", tt.newer, tt.older)
		}
	}
}
