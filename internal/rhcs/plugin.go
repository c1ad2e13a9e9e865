package rhcs

import (
	"os/exec"
	"regexp"
	"runtime/debug"
	"slices"
)

// modulePath is this module, and pluginURL where the CLI downloads the plugins of its releases. The CLI replaces the address with that of a
// mirror or a fork by PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES.
const (
	modulePath = "github.com/openshift-aws/pulumi-openshift-aws"
	pluginURL  = "github://api.github.com/openshift-aws/pulumi-openshift-aws"
)

// withoutPlugin is the warning of a program that runs RHCS under Pulumi's plugin because it finds none of this module.
const withoutPlugin = "rhcs: this is no release of " + modulePath + ", and pulumi-resource-" + PluginName + " is not on PATH: RHCS runs " +
	"under Pulumi's plugin " + dynamicPlugin + ", where a cluster whose creation fails or is interrupted is not in the stack"

// ownPlugin is the plugin of this module: a release, which the CLI downloads, or the one on PATH, which has no URL.
type ownPlugin struct{ version, url string }

// unreleased is the version of a plugin that is built in a clone. Without a version the engine would use the one that the stack's provider
// had before.
const unreleased = "0.0.1-dev"

// release is the release of a plugin of components, set by -ldflags "-X .../internal/rhcs.release=1.2.3". A program has the module's.
var release string

// released are the versions of the module that have plugins: neither pseudo-versions nor local changes.
var released = regexp.MustCompile(`^v?(\d+\.\d+\.\d+(?:-(?:alpha|beta|rc)\.\d+)?)$`)

// findOwnPlugin returns the plugin that this program can use; nil for a clone without the binary.
func findOwnPlugin() *ownPlugin {
	info, _ := debug.ReadBuildInfo()
	if version := releaseIn(info); version != "" {
		return &ownPlugin{version, pluginURL}
	}
	if _, err := exec.LookPath("pulumi-resource-" + PluginName); err == nil {
		return &ownPlugin{version: unreleased}
	}
	return nil
}

// releaseIn returns the release of this module in a program, "" if it is none.
func releaseIn(info *debug.BuildInfo) string {
	found := release
	if info != nil && found == "" {
		i := slices.IndexFunc(info.Deps, func(module *debug.Module) bool { return module.Path == modulePath && module.Replace == nil })
		if i >= 0 {
			found = info.Deps[i].Version
		}
	}
	if parts := released.FindStringSubmatch(found); parts != nil {
		return parts[1]
	}
	return ""
}
