package rosa

import (
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// RegistryArgs restrict the image registries of a cluster with a hosted control plane. Changes are applied in place; the machines restart
// one after another.
type RegistryArgs struct {
	// AllowedRegistries are the only registries from which images are pulled; *. before a domain includes its subdomains. The registries
	// that the platform needs are always allowed. Excludes BlockedRegistries. Defaults to all.
	AllowedRegistries []string
	// BlockedRegistries are registries from which no image is pulled. Defaults to none.
	BlockedRegistries []string
	// InsecureRegistries are registries without TLS, or with an untrusted certificate. Defaults to none.
	InsecureRegistries []string
	// AllowedForImport are the registries from which non-admin users can import images. Defaults to all.
	AllowedForImport []ImportRegistry
	// TrustedCAs are certificates in PEM format by host name of the registry, with .. before a port: registry.example.com..5000.
	// Defaults to none.
	TrustedCAs map[string]string
	// PlatformAllowlistID is the ID of OCM's list of registries that the platform needs. Defaults to the list that OCM chooses for every
	// cluster; the provider sends another one with the next update.
	PlatformAllowlistID string
}

// ImportRegistry is a registry from which images can be imported.
type ImportRegistry struct {
	// DomainName is the domain of the registry; *. before it includes its subdomains. Required.
	DomainName string
	// Insecure reports whether the registry has no TLS. Defaults to false.
	Insecure bool
}

func (r *RegistryArgs) check(p *check.Problems, path string) {
	if r == nil {
		return
	}
	p.Exclusive(path, "BlockedRegistries", len(r.BlockedRegistries) > 0, "AllowedRegistries", len(r.AllowedRegistries) > 0)
	p.Formats(path+".AllowedRegistries", r.AllowedRegistries, registry)
	p.Formats(path+".BlockedRegistries", r.BlockedRegistries, registry)
	p.Formats(path+".InsecureRegistries", r.InsecureRegistries, registry)
	for i, each := range r.AllowedForImport {
		p.Required(check.Index(path+".AllowedForImport", i)+".DomainName", each.DomainName)
	}
	for _, host := range slices.Sorted(maps.Keys(r.TrustedCAs)) {
		// The hosts are keys of a ConfigMap, which cannot have a colon.
		p.RequiredFormat(check.Key(path+".TrustedCAs", host), host, trustedHost)
		checkCertificates(p, check.Key(path+".TrustedCAs", host), r.TrustedCAs[host])
	}
}

func (r *RegistryArgs) inputs() pulumi.Input {
	if r == nil {
		return nil
	}
	fields := pulumi.Map{
		// Always an object: the provider cannot read null here (terraform-provider-rhcs provider/registry_config/state.go).
		"registrySources": withoutNil(pulumi.Map{
			"allowedRegistries":  texts(r.AllowedRegistries),
			"blockedRegistries":  texts(r.BlockedRegistries),
			"insecureRegistries": texts(r.InsecureRegistries),
		}),
		"additionalTrustedCa": textMap(r.TrustedCAs),
		"platformAllowlistId": text(r.PlatformAllowlistID),
	}
	if len(r.AllowedForImport) > 0 {
		list := pulumi.Array{}
		for _, each := range r.AllowedForImport {
			// OCM returns both fields: an omitted one would be a change in every update.
			list = append(list, pulumi.Map{"domainName": pulumi.String(each.DomainName), "insecure": pulumi.Bool(each.Insecure)})
		}
		fields["allowedRegistriesForImports"] = list
	}
	return object(fields)
}
