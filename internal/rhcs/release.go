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

// PluginName is the plugin with RHCS inside (cmd/pulumi-resource-openshift-aws-rhcs).
const PluginName = "openshift-aws-rhcs"

// pluginName is the plugin that serves any Terraform provider, packageName the name of the parameterized package.
const (
	pluginName  = "terraform-provider"
	packageName = "rhcs"
)

// Release is a release or a local binary of RHCS. The zero value is DefaultVersion, downloaded from DefaultSource.
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

// parameters are what the plugin reads from a parameterization (pulumi/pulumi-terraform-bridge dynamic/parameterize/value.go).
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

func (r Release) request() (*pulumirpc.RegisterPackageRequest, error) {
	full := r.withDefaults()
	chosen := parameters{Remote: &remote{URL: full.Source, Version: full.Version}}
	if full.Path != "" {
		chosen = parameters{Local: &local{Path: full.Path}}
	}
	value, err := json.Marshal(chosen)
	return &pulumirpc.RegisterPackageRequest{
		Name:             pluginName,
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
		return r.request()
	})
	if err != nil {
		return "", fmt.Errorf("registering the RHCS provider with Pulumi's plugin %s: %w", pluginName, err)
	}
	return ref, nil
}
