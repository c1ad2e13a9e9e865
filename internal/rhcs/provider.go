// Package rhcs registers resources of Red Hat's Terraform provider for OpenShift Cluster Manager, RHCS
// (terraform-redhat/terraform-provider-rhcs), without a generated SDK.
//
// The engine runs the provider below Pulumi's plugin for any Terraform provider: a program tells it by a package
// parameterization which provider and which version, and gives the answer, a package reference, along with each
// resource. Types of resources name their Terraform type in Pulumi's way: rhcs_cluster_rosa_hcp is
// rhcs:index/clusterRosaHcp:ClusterRosaHcp.
//
//	var config struct {
//		pulumi.CustomResourceState
//		EndpointURL pulumi.StringOutput `pulumi:"oidcEndpointUrl"`
//	}
//	err := rhcs.Register(ctx, provider, "RosaOidcConfig", name, pulumi.Map{"managed": pulumi.Bool(true)}, &config)
package rhcs

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// What a zero Provider stands for.
const (
	// DefaultVersion is the release of RHCS whose resources this library knows.
	DefaultVersion = "1.7.7"
	// DefaultPluginVersion is the release of Pulumi's plugin that runs it (pulumi/pulumi-terraform-provider).
	DefaultPluginVersion = "1.1.3"
	// DefaultSource is where that plugin downloads RHCS from.
	DefaultSource = "registry.opentofu.org/terraform-redhat/rhcs"
)

// pluginName is the plugin that serves any Terraform provider, packageName what the parameterized one is called.
const (
	pluginName  = "terraform-provider"
	packageName = "rhcs"
)

// Provider chooses the RHCS provider that resources of OpenShift Cluster Manager are made with. The zero value downloads
// release 1.7.7 from the OpenTofu registry. Give all components of a program the same one: the engine runs one provider
// for each that differs.
//
// Credentials are not part of it. The provider reads them from the stack's configuration (rhcs:token, or rhcs:clientId and
// rhcs:clientSecret) or the environment (RHCS_TOKEN, RHCS_CLIENT_ID, RHCS_CLIENT_SECRET, RHCS_URL).
type Provider struct {
	// Version is the release of RHCS, such as 1.7.7, the default. The component's properties are those of 1.7.7. A change
	// makes a new provider and changes no resource by itself. With Path it is only the name that the engine keeps the
	// provider under.
	Version string
	// Path is the provider's binary on the machine that runs Pulumi, for one without a way to the registry: absolute, or
	// beginning with a dot, and ending in terraform-provider-rhcs. Optional; excludes Source.
	Path string
	// Source is the registry's address of the provider, host, namespace and name, for a mirror. Default
	// registry.opentofu.org/terraform-redhat/rhcs.
	Source string
	// PluginVersion is the release of Pulumi's plugin terraform-provider. Default 1.1.3. Pulumi installs it by itself;
	// pulumi plugin install resource terraform-provider <version> --file <archive> does where it cannot.
	PluginVersion string
}

var (
	release = regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)
	source  = regexp.MustCompile(`^[a-z0-9.-]+(:\d+)?/[0-9A-Za-z_-]+/rhcs$`)
)

// Check notes what the engine or its plugin would refuse.
func (p Provider) Check(problems *check.Problems, path string) {
	full := p.withDefaults()
	for _, version := range []struct{ field, value string }{{"Version", full.Version}, {"PluginVersion", full.PluginVersion}} {
		if !release.MatchString(version.value) {
			problems.Addf(path+"."+version.field, "%q is no release; write three numbers without a v, such as %s", version.value, DefaultVersion)
		}
	}
	switch {
	case p.Path != "" && p.Source != "":
		problems.Addf(path+".Source", "excludes Path: a local binary has no registry")
	case p.Path != "" && !isProviderPath(p.Path):
		problems.Addf(path+".Path", "%q must be absolute or begin with a dot, and end in terraform-provider-rhcs", p.Path)
	case p.Source != "" && !source.MatchString(p.Source):
		problems.Addf(path+".Source", "%q must be a host, a namespace and rhcs, such as %s", p.Source, DefaultSource)
	}
}

// isProviderPath repeats the plugin's own rule (pulumi-terraform-bridge dynamic/parameterize/args.go).
func isProviderPath(path string) bool {
	return (strings.HasPrefix(path, "/") || strings.HasPrefix(path, ".")) && filepath.Base(path) == "terraform-provider-rhcs"
}

func (p Provider) withDefaults() Provider {
	if p.Version == "" {
		p.Version = DefaultVersion
	}
	if p.PluginVersion == "" {
		p.PluginVersion = DefaultPluginVersion
	}
	if p.Source == "" && p.Path == "" {
		p.Source = DefaultSource
	}
	return p
}

// parameters are what the plugin reads from a parameterization (pulumi-terraform-bridge dynamic/parameterize/value.go).
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

func (p Provider) request() (*pulumirpc.RegisterPackageRequest, error) {
	full := p.withDefaults()
	choice := parameters{Remote: &remote{URL: full.Source, Version: full.Version}}
	if full.Path != "" {
		choice = parameters{Local: &local{Path: full.Path}}
	}
	value, err := json.Marshal(choice)
	return &pulumirpc.RegisterPackageRequest{
		Name:             pluginName,
		Version:          full.PluginVersion,
		Parameterization: &pulumirpc.Parameterization{Name: packageName, Version: full.Version, Value: value},
	}, err
}

// Ref returns the engine's reference to the package, which is registered once in a program.
func (p Provider) Ref(ctx *pulumi.Context) (string, error) {
	ref, err := ctx.GetOrRegisterPackageRef(fmt.Sprintf("%s %+v", packageName, p.withDefaults()), p.request)
	if err != nil {
		return "", fmt.Errorf("registering the RHCS provider with Pulumi's plugin %s: %w", pluginName, err)
	}
	return ref, nil
}
