package cluster

import (
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// IdentityProviders configures who can log in to the cluster: it patches the list of identity providers of the OAuth object that
// every cluster has, and creates the Secrets and ConfigMaps that the list refers to. It owns the whole list: providers that were
// configured otherwise are replaced. When the component is deleted, the list becomes empty; kubeadmin and the first administrator's
// kubeconfig are not affected.
type IdentityProviders struct {
	pulumi.ResourceState

	// Name is the object's name, cluster. It resolves when the object is patched; the authentication operator then needs some
	// minutes.
	Name pulumi.StringOutput `pulumi:"name"`
}

// NewIdentityProviders registers IdentityProviders. It requires a Kubernetes provider (pulumi.Provider). It returns the problems of
// all invalid arguments, joined, before anything is registered.
func NewIdentityProviders(
	ctx *pulumi.Context, name string, args *IdentityProvidersArgs, opts ...pulumi.ResourceOption,
) (*IdentityProviders, error) {
	values, err := inClusterArgs(ctx, args, opts)
	if err != nil {
		return nil, err
	}
	providers := &IdentityProviders{}
	if err := ctx.RegisterComponentResource("openshift-aws:cluster:IdentityProviders", name, providers, opts...); err != nil {
		return nil, err
	}
	created := refNames{}
	for _, ref := range values.configRefs() {
		if created[ref.name], err = ref.register(ctx, name+"-"+ref.name, pulumi.Parent(providers)); err != nil {
			return nil, err
		}
	}
	object := desiredOAuth(values, created)
	// The spec of a new cluster's OAuth is empty.
	empty := map[string]any{"templates": map[string]any{}}
	if err := registerOwnedField(ctx, name+"-oauth", object, empty, pulumi.Parent(providers)); err != nil {
		return nil, err
	}
	patch, err := kube.Patch(ctx, name+"-oauth", object, pulumi.Parent(providers))
	if err != nil {
		return nil, err
	}
	providers.Name = waitFor(ctx, pulumi.String(clusterObject).ToStringOutput(), patch)
	return providers, ctx.RegisterResourceOutputs(providers, pulumi.Map{"name": providers.Name})
}

// refNames are the names of Secrets and ConfigMaps, each of which resolves when the object exists.
type refNames map[string]pulumi.StringInput

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
)

func (i IdentityProvider) refName(suffix string) string {
	return "idp-" + i.slug() + "-" + suffix
}

// configRefs returns the Secrets and ConfigMaps of all providers.
func (a IdentityProvidersArgs) configRefs() []configRef {
	var refs []configRef
	for _, provider := range a.Providers {
		add := func(suffix, key string, text pulumi.StringInput, secret bool) {
			if text != nil {
				refs = append(refs, configRef{name: provider.refName(suffix), key: key, text: text, secret: secret})
			}
		}
		switch {
		case provider.HTPasswd != nil:
			add(htpasswdSuffix, htpasswdKey, provider.HTPasswd.File, true)
		case provider.OpenID != nil:
			add(clientSecretSuffix, clientSecretKey, provider.OpenID.ClientSecret, true)
			add(caSuffix, caKey, provider.OpenID.CA, false)
		case provider.GitHub != nil:
			add(clientSecretSuffix, clientSecretKey, provider.GitHub.ClientSecret, true)
			add(caSuffix, caKey, provider.GitHub.CA, false)
		case provider.LDAP != nil:
			add(bindPasswordSuffix, bindPasswordKey, provider.LDAP.BindPassword, true)
			add(caSuffix, caKey, provider.LDAP.CA, false)
		}
	}
	return refs
}

func desiredOAuth(args IdentityProvidersArgs, refs refNames) kube.Object {
	providers := make([]any, len(args.Providers))
	for i, provider := range args.Providers {
		providers[i] = provider.entry(refs)
	}
	spec := map[string]any{"identityProviders": providers}
	tokens := map[string]any{}
	if args.AccessTokenMaxAge != 0 {
		tokens["accessTokenMaxAgeSeconds"] = int(args.AccessTokenMaxAge / time.Second)
	}
	if args.AccessTokenInactivityTimeout != 0 {
		tokens["accessTokenInactivityTimeout"] = args.AccessTokenInactivityTimeout.String()
	}
	if len(tokens) > 0 {
		spec["tokenConfig"] = tokens
	}
	return kube.Object{APIVersion: configAPI, Kind: "OAuth", Name: clusterObject, Fields: map[string]any{"spec": spec}}
}

// entry returns the provider's entry in the list.
func (i IdentityProvider) entry(refs refNames) map[string]any {
	entry := map[string]any{"name": i.Name, "mappingMethod": "claim"}
	if i.MappingMethod != "" {
		entry["mappingMethod"] = i.MappingMethod
	}
	switch {
	case i.HTPasswd != nil:
		entry["type"] = "HTPasswd"
		entry["htpasswd"] = map[string]any{"fileData": refs.reference(i.refName(htpasswdSuffix))}
	case i.OpenID != nil:
		entry["type"], entry["openID"] = "OpenID", i.openID(refs)
	case i.GitHub != nil:
		entry["type"], entry["github"] = "GitHub", i.gitHub(refs)
	case i.LDAP != nil:
		entry["type"], entry["ldap"] = "LDAP", i.ldap(refs)
	}
	return entry
}

func (i IdentityProvider) openID(refs refNames) map[string]any {
	claims := i.OpenID.Claims.withDefaults()
	block := map[string]any{
		"clientID":     i.OpenID.ClientID,
		"clientSecret": refs.reference(i.refName(clientSecretSuffix)),
		"issuer":       i.OpenID.Issuer,
		"claims": nonEmptyLists(map[string][]string{
			"preferredUsername": claims.PreferredUsername,
			"name":              claims.Name,
			"email":             claims.Email,
			"groups":            claims.Groups,
		}),
	}
	if len(i.OpenID.ExtraScopes) > 0 {
		block["extraScopes"] = anyList(i.OpenID.ExtraScopes)
	}
	i.addCA(block, refs, i.OpenID.CA)
	return block
}

func (i IdentityProvider) gitHub(refs refNames) map[string]any {
	block := nonEmptyLists(map[string][]string{"organizations": i.GitHub.Organizations, "teams": i.GitHub.Teams})
	block["clientID"] = i.GitHub.ClientID
	block["clientSecret"] = refs.reference(i.refName(clientSecretSuffix))
	if i.GitHub.Hostname != "" {
		block["hostname"] = i.GitHub.Hostname
	}
	i.addCA(block, refs, i.GitHub.CA)
	return block
}

func (i IdentityProvider) ldap(refs refNames) map[string]any {
	attributes := i.LDAP.Attributes.withDefaults()
	block := map[string]any{
		"url":      i.LDAP.URL,
		"insecure": i.LDAP.Insecure,
		"attributes": nonEmptyLists(map[string][]string{
			"id":                attributes.ID,
			"preferredUsername": attributes.PreferredUsername,
			"name":              attributes.Name,
			"email":             attributes.Email,
		}),
	}
	if i.LDAP.BindDN != "" {
		block["bindDN"] = i.LDAP.BindDN
		block["bindPassword"] = refs.reference(i.refName(bindPasswordSuffix))
	}
	i.addCA(block, refs, i.LDAP.CA)
	return block
}

func (i IdentityProvider) addCA(block map[string]any, refs refNames, ca pulumi.StringInput) {
	if ca != nil {
		block["ca"] = refs.reference(i.refName(caSuffix))
	}
}

// nonEmptyLists returns the lists that are not empty, in the form of a manifest.
func nonEmptyLists(values map[string][]string) map[string]any {
	fields := map[string]any{}
	for key, list := range values {
		if len(list) > 0 {
			fields[key] = anyList(list)
		}
	}
	return fields
}
