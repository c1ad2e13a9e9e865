package cluster

import (
	"maps"
	"regexp"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// RosaRegistryArgs say which image registries a cluster with a hosted control plane takes images from. Changes are made in place;
// machines restart one after another.
type RosaRegistryArgs struct {
	// AllowedRegistries are the only registries that images come from, with *. before a domain for all below it. Excludes
	// BlockedRegistries. The registries that the platform needs are always allowed.
	AllowedRegistries []string
	// BlockedRegistries are registries that no image comes from.
	BlockedRegistries []string
	// InsecureRegistries are registries that are reached without TLS, or with a certificate that nobody signed.
	InsecureRegistries []string
	// AllowedForImport are the registries that users who are no administrators may import images from. Default: all.
	AllowedForImport []RosaImportRegistryArgs
	// TrustedCAs are certificates in PEM form by the host name of the registry, with .. before a port: registry.example.com..5000.
	TrustedCAs map[string]string
	// PlatformAllowlistID is the id of OCM's list of registries that the platform needs. Default: OCM's choice, which every cluster
	// is born with: the provider sends another one with the next update.
	PlatformAllowlistID string
}

// RosaImportRegistryArgs name a registry that images may be imported from.
type RosaImportRegistryArgs struct {
	// DomainName is the registry's domain, with *. before it for all below. Required.
	DomainName string
	// Insecure tells that the registry is reached without TLS.
	Insecure bool
}

var rosaRegistry = regexp.MustCompile(`^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d+)?(/[a-z0-9._/:@-]+)?$`)

func (r *RosaRegistryArgs) check(p *check.Problems, path string) {
	if r == nil {
		return
	}
	if len(r.AllowedRegistries) > 0 && len(r.BlockedRegistries) > 0 {
		p.Addf(path+".BlockedRegistries", "is set and AllowedRegistries is too; choose one: what is not allowed is blocked")
	}
	for _, list := range []struct {
		name string
		all  []string
	}{{"AllowedRegistries", r.AllowedRegistries}, {"BlockedRegistries", r.BlockedRegistries}, {"InsecureRegistries", r.InsecureRegistries}} {
		for _, registry := range list.all {
			if !rosaRegistry.MatchString(registry) {
				p.Addf(path+"."+list.name, "%q is no registry; write one such as quay.io, *.example.com or quay.io/team", registry)
			}
		}
	}
	for i, registry := range r.AllowedForImport {
		p.Required(rosaIndex(path+".AllowedForImport", i)+".DomainName", registry.DomainName)
	}
	for _, host := range slices.Sorted(maps.Keys(r.TrustedCAs)) {
		rosaCheckBundle(p, path+".TrustedCAs["+host+"]", r.TrustedCAs[host])
	}
}

func (r *RosaRegistryArgs) inputs() pulumi.Input {
	if r == nil {
		return nil
	}
	sources := rosaGiven(pulumi.Map{
		"allowedRegistries":  rosaTexts(r.AllowedRegistries),
		"blockedRegistries":  rosaTexts(r.BlockedRegistries),
		"insecureRegistries": rosaTexts(r.InsecureRegistries),
	})
	fields := pulumi.Map{
		// An object even of nothing: the provider cannot read a null here (provider/registry_config/state.go).
		"registrySources":     sources,
		"additionalTrustedCa": rosaTextMap(r.TrustedCAs),
		"platformAllowlistId": rosaText(r.PlatformAllowlistID),
	}
	if len(r.AllowedForImport) > 0 {
		list := pulumi.Array{}
		for _, registry := range r.AllowedForImport {
			// OCM answers with both, so that a missing one would be a change in every run.
			list = append(list, pulumi.Map{"domainName": pulumi.String(registry.DomainName), "insecure": pulumi.Bool(registry.Insecure)})
		}
		fields["allowedRegistriesForImports"] = list
	}
	return rosaObject(fields)
}
