package configuration

import (
	"cmp"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// IdentityProviders configures who can log in to the cluster: it patches the list of identity providers of the OAuth object that
// every cluster has, and creates the Secrets and ConfigMaps that the list refers to. It owns the whole list: if an administrator has
// configured providers, the update fails and names who; add them to the program, and remove them from the object. It has no effect
// together with an ExternalOIDC. When the component is deleted, the list becomes empty; kubeadmin and the first administrator's
// kubeconfig are not affected.
type IdentityProviders struct {
	pulumi.ResourceState

	// Name is the object's name, cluster. It resolves when the object is patched; the authentication operator then needs some
	// minutes.
	Name pulumi.StringOutput `pulumi:"name"`
}

// NewIdentityProviders registers IdentityProviders. It requires a Kubernetes provider (pulumi.Provider).
func NewIdentityProviders(
	ctx *pulumi.Context, name string, args *IdentityProvidersArgs, opts ...pulumi.ResourceOption,
) (*IdentityProviders, error) {
	return component.Register(ctx, name, args, opts, component.Type[IdentityProvidersArgs, IdentityProviders]{
		Token:     "openshift-aws:configuration:IdentityProviders",
		InCluster: true,
		Children: func(b *component.Builder[IdentityProvidersArgs, IdentityProviders]) error {
			refs, err := registerRefs(b.Base, b.Args.configRefs())
			if err != nil {
				return err
			}
			// The spec of a new cluster's OAuth is empty. The field has no effect any more (openshift/api release-4.16
			// config/v1/types_oauth.go).
			retaining := kube.PatchRetaining(map[string]any{"tokenConfig": map[string]any{"accessTokenInactivityTimeoutSeconds": 0}})
			return kube.RegisterObject(b.Base, &b.Component.Name, "oauth", desiredOAuth(*b.Args, refs), retaining)
		},
	})
}

// refNames are the names of Secrets and ConfigMaps, each of which resolves when the object exists.
type refNames map[string]pulumi.StringInput

// registerRefs registers the Secrets and ConfigMaps of a component.
func registerRefs(b *component.Base, refs []configRef) (refNames, error) {
	names := refNames{}
	for _, ref := range refs {
		var err error
		if names[ref.name], err = ref.register(b.Ctx, b.Name+"-"+ref.name, b.Parent); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// reference returns a provider's reference to an object.
func (r refNames) reference(name string) map[string]any {
	if created, ok := r[name]; ok {
		return map[string]any{"name": created}
	}
	return map[string]any{"name": name}
}

// The suffixes of the names of a provider's Secrets and ConfigMaps, and the keys in them (openshift/api config/v1/types_oauth.go).
const (
	htpasswdSuffix, htpasswdKey         = "htpasswd", "htpasswd"
	clientSecretSuffix, clientSecretKey = "client-secret", "clientSecret"
	bindPasswordSuffix, bindPasswordKey = "bind-password", "bindPassword"
	caSuffix, caKey                     = "ca", "ca.crt"
	clientCertificateSuffix             = "client-certificate"
)

// providerArgs are the arguments of one kind of identity provider.
type providerArgs interface {
	// configRefs returns the Secrets and ConfigMaps; their names are suffixes.
	configRefs() []configRef
	// block returns the provider's fields. The function returns a reference to one of configRefs.
	block(reference func(suffix string) map[string]any) map[string]any
}

// providerKind is one kind of identity provider: its field in IdentityProvider, and its type and field in the API.
type providerKind struct {
	field, kind, key string
	set              bool
	args             providerArgs
}

func (i IdentityProvider) kinds() []providerKind {
	return []providerKind{
		{"HTPasswd", "HTPasswd", "htpasswd", i.HTPasswd != nil, i.HTPasswd},
		{"OpenID", "OpenID", "openID", i.OpenID != nil, (*openID)(i.OpenID)},
		{"LDAP", "LDAP", "ldap", i.LDAP != nil, (*ldap)(i.LDAP)},
		{"GitHub", "GitHub", "github", i.GitHub != nil, (*gitHub)(i.GitHub)},
		{"GitLab", "GitLab", "gitlab", i.GitLab != nil, (*gitLab)(i.GitLab)},
		{"Google", "Google", "google", i.Google != nil, (*google)(i.Google)},
		{"RequestHeader", "RequestHeader", "requestHeader", i.RequestHeader != nil, i.RequestHeader},
		{"BasicAuth", "BasicAuth", "basicAuth", i.BasicAuth != nil, i.BasicAuth},
		{"Keystone", "Keystone", "keystone", i.Keystone != nil, i.Keystone},
	}
}

// selected returns the kind that is set. Validate requires exactly one.
func (i IdentityProvider) selected() providerKind {
	kinds := i.kinds()
	return kinds[slices.IndexFunc(kinds, func(kind providerKind) bool { return kind.set })]
}

func (i IdentityProvider) refName(suffix string) string {
	return "idp-" + i.slug() + "-" + suffix
}

// configRefs returns the Secrets and ConfigMaps of all providers.
func (a IdentityProvidersArgs) configRefs() []configRef {
	var refs []configRef
	for _, provider := range a.Providers {
		for _, ref := range provider.selected().args.configRefs() {
			ref.name = provider.refName(ref.name)
			refs = append(refs, ref)
		}
	}
	if a.Templates != nil {
		ref := configRef{name: loginTemplates, secretType: kube.Opaque, texts: map[string]pulumi.StringInput{}}
		for _, page := range a.Templates.pages() {
			ref.texts[page.key] = page.text
		}
		refs = append(refs, ref)
	}
	return refs
}

// loginTemplates is the name of the Secret of all pages.
const loginTemplates = "oauth-templates"

// loginPage is a page of OAuth: its argument, its field in the API, its key in a Secret, and its text (openshift/api
// config/v1/types_oauth.go).
type loginPage struct {
	argument, field, key string
	text                 pulumi.StringInput
}

// pages returns the pages that are set.
func (l *LoginTemplatesArgs) pages() []loginPage {
	return slices.DeleteFunc([]loginPage{
		{"Login", "login", "login.html", l.Login},
		{"ProviderSelection", "providerSelection", "providers.html", l.ProviderSelection},
		{"Error", "error", "errors.html", l.Error},
	}, func(page loginPage) bool { return page.text == nil })
}

// oneText is a Secret, or a ConfigMap if secretType is empty, with one key.
func oneText(suffix, secretType, key string, text pulumi.StringInput) configRef {
	return configRef{name: suffix, secretType: secretType, texts: map[string]pulumi.StringInput{key: text}}
}

// caRefs returns the ConfigMap of a CA, if there is one.
func caRefs(ca pulumi.StringInput) []configRef {
	if ca == nil {
		return nil
	}
	return []configRef{oneText(caSuffix, "", caKey, ca)}
}

// clientRefs returns the Secret of an OAuth client and the ConfigMap of its server's CA.
func clientRefs(secret, ca pulumi.StringInput) []configRef {
	return append([]configRef{oneText(clientSecretSuffix, kube.Opaque, clientSecretKey, secret)}, caRefs(ca)...)
}

func desiredOAuth(args IdentityProvidersArgs, refs refNames) kube.Object {
	providers := make([]any, len(args.Providers))
	for i, provider := range args.Providers {
		providers[i] = provider.entry(refs)
	}
	fields := kube.Fields(args)
	argument.Put(fields, "spec.identityProviders", providers)
	if args.Templates != nil {
		templates := map[string]any{}
		for _, page := range args.Templates.pages() {
			templates[page.field] = refs.reference(loginTemplates)
		}
		argument.Put(fields, "spec.templates", templates)
	}
	return kube.Object{APIVersion: kube.ConfigAPI, Kind: "OAuth", Name: kube.ClusterObject, Fields: fields}
}

// entry returns the provider's entry in the list.
func (i IdentityProvider) entry(refs refNames) map[string]any {
	selected := i.selected()
	entry := map[string]any{
		"name": i.Name, "mappingMethod": cmp.Or(i.MappingMethod, claimMapping), "type": selected.kind,
		selected.key: selected.args.block(func(suffix string) map[string]any { return refs.reference(i.refName(suffix)) }),
	}
	return entry
}
