package rosa

import (
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/tlscert"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// RegistryArgs restrict the image registries of a cluster with a hosted control plane. Changes are applied in place; the machines restart
// one after another.
type RegistryArgs struct {
	// AllowedRegistries are the only registries from which images are pulled; *. before a domain includes its subdomains. The registries
	// that the platform needs are always allowed. Excludes BlockedRegistries. Defaults to all.
	AllowedRegistries []string `rhcs:"registrySources.allowedRegistries" check:"format=rosa-registry"`
	// BlockedRegistries are registries from which no image is pulled. Defaults to none.
	BlockedRegistries []string `rhcs:"registrySources.blockedRegistries" check:"format=rosa-registry,not=AllowedRegistries"`
	// InsecureRegistries are registries without TLS, or with an untrusted certificate. Defaults to none.
	InsecureRegistries []string `rhcs:"registrySources.insecureRegistries" check:"format=rosa-registry"`
	// AllowedForImport are the registries from which non-admin users can import images. Defaults to all.
	AllowedForImport []ImportRegistry `rhcs:"allowedRegistriesForImports"`
	// TrustedCAs are certificates in PEM format by host name of the registry, with .. before a port: registry.example.com..5000.
	// Defaults to none.
	TrustedCAs map[string]string `rhcs:"additionalTrustedCa" check:"keys=rosa-trusted-host"`
	// PlatformAllowlistID is the ID of OCM's list of registries that the platform needs. Defaults to the list that OCM chooses for every
	// cluster; the provider sends another one with the next update.
	PlatformAllowlistID string `rhcs:"platformAllowlistId"`
}

// ImportRegistry is a registry from which images can be imported.
type ImportRegistry struct {
	// DomainName is the domain of the registry; *. before it includes its subdomains. Required.
	DomainName string `rhcs:"domainName" check:"required"`
	// Insecure reports whether the registry has no TLS. Defaults to false.
	Insecure bool `rhcs:"insecure,zero"`
}

func (r *RegistryArgs) check(p *check.Problems, path check.Path) {
	for _, host := range slices.Sorted(maps.Keys(r.TrustedCAs)) {
		tlscert.CheckCertificates(p, check.Key(path+".TrustedCAs", host), pulumi.String(r.TrustedCAs[host]))
	}
}

// addTo adds registrySources, which the provider cannot read if it is null (terraform-provider-rhcs provider/registry_config/state.go).
func (r *RegistryArgs) addTo(inputs rhcs.Properties) {
	config, isSet := inputs["registryConfig"].(map[string]any)
	if isSet && config["registrySources"] == nil {
		config["registrySources"] = map[string]any{}
	}
}
