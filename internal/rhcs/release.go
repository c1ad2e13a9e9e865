package rhcs

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/pulumicli"
)

// Defaults of a Release.
const (
	// DefaultVersion is the release of RHCS whose resources this library knows.
	DefaultVersion = "1.7.7"
	// DefaultPluginVersion is the release of Pulumi's plugin that runs it (pulumi/pulumi-terraform-provider).
	DefaultPluginVersion = "1.1.3"
	// DefaultSource is where that plugin downloads RHCS from.
	DefaultSource = "registry.opentofu.org/terraform-redhat/rhcs"
)

const (
	// PluginName is the plugin of this module with RHCS inside (cmd/pulumi-resource-openshift-aws-rhcs).
	PluginName = "openshift-aws-rhcs"
	// dynamicPlugin is Pulumi's plugin that runs any Terraform provider.
	dynamicPlugin = "terraform-provider"
	// packageName is the name of the parameterized package, of both.
	packageName = "rhcs"
)

// Release is a release or a local binary of RHCS. The zero value is DefaultVersion inside this module's plugin, or downloaded from
// DefaultSource where there is none; everything else runs under Pulumi's plugin.
type Release struct {
	Version, Path, Source, PluginVersion string
}

var sourceFormat = check.Pattern("provider address", DefaultSource, `[a-z0-9.-]+(:\d+)?/[0-9A-Za-z_-]+/rhcs`)

// pathFormat is the plugin's rule (pulumi/pulumi-terraform-bridge dynamic/parameterize/args.go).
var pathFormat = check.NewFormat("path of an RHCS binary: absolute or relative with a leading dot, ending in terraform-provider-rhcs",
	"/opt/terraform-provider-rhcs", func(path string) bool {
		return (strings.HasPrefix(path, "/") || strings.HasPrefix(path, ".")) && filepath.Base(path) == "terraform-provider-rhcs"
	})

// Check reports what the engine or its plugin would reject.
func (r Release) Check(p *check.Problems, path check.Path) {
	p.Format(path+".Version", r.Version, check.Version.WithExample(DefaultVersion))
	p.Format(path+".PluginVersion", r.PluginVersion, check.Version.WithExample(DefaultPluginVersion))
	p.Format(path+".Path", r.Path, pathFormat)
	p.Format(path+".Source", r.Source, sourceFormat)
	p.Exclusive(path, "Source", r.Source != "", "Path", r.Path != "")
}

func (r Release) withDefaults() Release {
	r.Version = cmp.Or(r.Version, DefaultVersion)
	r.PluginVersion = cmp.Or(r.PluginVersion, DefaultPluginVersion)
	if r.Source == "" && r.Path == "" {
		r.Source = DefaultSource
	}
	return r
}

// parameters are the values that the plugin reads from a parameterization (pulumi/pulumi-terraform-bridge dynamic/parameterize/value.go).
type parameters struct {
	Remote *remote `json:"remote,omitempty"`
	Local  *local  `json:"local,omitempty"`
}

type remote struct {
	URL     string `json:"url"`
	Version string `json:"version"`
}

type local struct {
	Path string `json:"path"`
}

// request returns the request for the package, where own is the plugin of this module, nil if there is none.
func (r Release) request(own *ownPlugin) (*pulumirpc.RegisterPackageRequest, error) {
	full := r.withDefaults()
	if r == (Release{}) && own != nil {
		return &pulumirpc.RegisterPackageRequest{
			Name: PluginName, Version: own.version, DownloadUrl: own.url,
			Parameterization: &pulumirpc.Parameterization{Name: packageName, Version: full.Version, Value: []byte("{}")},
		}, nil
	}
	chosen := parameters{Remote: &remote{URL: full.Source, Version: full.Version}}
	if full.Path != "" {
		chosen = parameters{Local: &local{Path: full.Path}}
	}
	value, err := json.Marshal(chosen)
	return &pulumirpc.RegisterPackageRequest{
		Name:             dynamicPlugin,
		Version:          full.PluginVersion,
		Parameterization: &pulumirpc.Parameterization{Name: packageName, Version: full.Version, Value: value},
	}, err
}

// ref returns the engine's reference to the package, which a program registers once. It returns a clear error for a CLI that is too old.
func (r Release) ref(ctx *pulumi.Context) (string, error) {
	ref, err := ctx.GetOrRegisterPackageRef(fmt.Sprintf("%s %+v", packageName, r.withDefaults()), func() (*pulumirpc.RegisterPackageRequest, error) {
		if err := pulumicli.Require(ctx); err != nil {
			return nil, err
		}
		own := findOwnPlugin()
		if own == nil && r == (Release{}) && !ctx.DryRun() {
			_ = ctx.Log.Debug(withoutPlugin, nil)
		}
		return r.request(own)
	})
	if err != nil {
		return "", fmt.Errorf("registering the RHCS provider with Pulumi: %w", err)
	}
	return ref, nil
}
