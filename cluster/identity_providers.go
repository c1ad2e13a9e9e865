package cluster

import (
	"fmt"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// IdentityProviders are who may log in to the cluster: the list of identity providers of the OAuth object that every cluster has,
// and the secrets and certificates that the list refers to. The list is owned as a whole: providers that were set by
// another hand are replaced. When the component goes, the list is empty again; kubeadmin and the first administrator's kubeconfig
// are not part of it.
type IdentityProviders struct {
	pulumi.ResourceState

	// Name is the object's name, cluster, once it is changed. The authentication operator then needs some minutes.
	Name pulumi.StringOutput `pulumi:"name"`
}

// NewIdentityProviders registers IdentityProviders. It takes the cluster's Kubernetes provider by pulumi.Provider. Wrong
// arguments are reported together, as by Validate, before anything is registered.
func NewIdentityProviders(
	ctx *pulumi.Context, name string, args *IdentityProvidersArgs, opts ...pulumi.ResourceOption,
) (*IdentityProviders, error) {
	if args == nil {
		args = &IdentityProvidersArgs{}
	}
	if err := args.Validate(); err != nil {
		return nil, err
	}
	providers := &IdentityProviders{}
	if err := ctx.RegisterComponentResource("openshift-aws:cluster:IdentityProviders", name, providers, opts...); err != nil {
		return nil, err
	}
	kept := keptNames{}
	for _, text := range args.keptTexts() {
		made, err := text.keep(ctx, name+"-"+text.name, pulumi.Parent(providers))
		if err != nil {
			return nil, err
		}
		kept[text.name] = made
	}
	object := desiredOAuth(*args, kept)
	// A new cluster's spec is empty.
	if err := anchor(ctx, name+"-oauth", object, map[string]any{"templates": map[string]any{}}, pulumi.Parent(providers)); err != nil {
		return nil, err
	}
	made, err := kube.Patch(ctx, name+"-oauth", object, pulumi.Parent(providers))
	if err != nil {
		return nil, err
	}
	providers.Name = waitFor(ctx, pulumi.String(clusterObject).ToStringOutput(), made)
	return providers, ctx.RegisterResourceOutputs(providers, pulumi.Map{"name": providers.Name})
}

// keptNames are the names of the objects that hold texts, each once its object is there.
type keptNames map[string]pulumi.StringInput

// reference is how a provider names such an object.
func (k keptNames) reference(name string) map[string]any {
	if made, ok := k[name]; ok {
		return map[string]any{"name": made}
	}
	return map[string]any{"name": name}
}

// The ends of the names of the objects that hold a provider's texts, and the keys in them
// (openshift/api config/v1/types_oauth.go).
const (
	htpasswdEnd, htpasswdKey         = "htpasswd", "htpasswd"
	clientSecretEnd, clientSecretKey = "client-secret", "clientSecret"
	bindPasswordEnd, bindPasswordKey = "bind-password", "bindPassword"
	authorityEnd, authorityKey       = "ca", "ca.crt"
)

func (i IdentityProvider) keptName(end string) string {
	return "idp-" + i.slug() + "-" + end
}

// keptTexts are the secrets and certificates of all providers.
func (a IdentityProvidersArgs) keptTexts() []keptText {
	var texts []keptText
	for _, provider := range a.Providers {
		add := func(end, key string, text pulumi.StringInput, secret bool) {
			if text != nil {
				texts = append(texts, keptText{name: provider.keptName(end), key: key, text: text, secret: secret})
			}
		}
		switch {
		case provider.HTPasswd != nil:
			add(htpasswdEnd, htpasswdKey, provider.HTPasswd.File, true)
		case provider.OpenID != nil:
			add(clientSecretEnd, clientSecretKey, provider.OpenID.ClientSecret, true)
			add(authorityEnd, authorityKey, provider.OpenID.CA, false)
		case provider.GitHub != nil:
			add(clientSecretEnd, clientSecretKey, provider.GitHub.ClientSecret, true)
			add(authorityEnd, authorityKey, provider.GitHub.CA, false)
		case provider.LDAP != nil:
			add(bindPasswordEnd, bindPasswordKey, provider.LDAP.BindPassword, true)
			add(authorityEnd, authorityKey, provider.LDAP.CA, false)
		}
	}
	return texts
}

func desiredOAuth(args IdentityProvidersArgs, kept keptNames) kube.Object {
	providers := make([]any, len(args.Providers))
	for i, provider := range args.Providers {
		providers[i] = provider.entry(kept)
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

// entry is the provider's place in the list.
func (i IdentityProvider) entry(kept keptNames) map[string]any {
	entry := map[string]any{"name": i.Name, "mappingMethod": "claim"}
	if i.MappingMethod != "" {
		entry["mappingMethod"] = i.MappingMethod
	}
	switch {
	case i.HTPasswd != nil:
		entry["type"] = "HTPasswd"
		entry["htpasswd"] = map[string]any{"fileData": kept.reference(i.keptName(htpasswdEnd))}
	case i.OpenID != nil:
		entry["type"], entry["openID"] = "OpenID", i.openID(kept)
	case i.GitHub != nil:
		entry["type"], entry["github"] = "GitHub", i.gitHub(kept)
	case i.LDAP != nil:
		entry["type"], entry["ldap"] = "LDAP", i.ldap(kept)
	}
	return entry
}

func (i IdentityProvider) openID(kept keptNames) map[string]any {
	block := map[string]any{
		"clientID":     i.OpenID.ClientID,
		"clientSecret": kept.reference(i.keptName(clientSecretEnd)),
		"issuer":       i.OpenID.Issuer,
		"claims": lists(map[string][]string{
			"preferredUsername": orDefault(i.OpenID.PreferredUsername, "preferred_username"),
			"name":              orDefault(i.OpenID.FullName, "name"),
			"email":             orDefault(i.OpenID.Email, "email"),
			"groups":            i.OpenID.Groups,
		}),
	}
	if len(i.OpenID.ExtraScopes) > 0 {
		block["extraScopes"] = texts(i.OpenID.ExtraScopes)
	}
	i.addAuthority(block, kept, i.OpenID.CA)
	return block
}

func (i IdentityProvider) gitHub(kept keptNames) map[string]any {
	block := lists(map[string][]string{"organizations": i.GitHub.Organizations, "teams": i.GitHub.Teams})
	block["clientID"] = i.GitHub.ClientID
	block["clientSecret"] = kept.reference(i.keptName(clientSecretEnd))
	if i.GitHub.Hostname != "" {
		block["hostname"] = i.GitHub.Hostname
	}
	i.addAuthority(block, kept, i.GitHub.CA)
	return block
}

func (i IdentityProvider) ldap(kept keptNames) map[string]any {
	block := map[string]any{
		"url":      i.LDAP.URL,
		"insecure": i.LDAP.Insecure,
		"attributes": lists(map[string][]string{
			"id":                orDefault(i.LDAP.ID, "dn"),
			"preferredUsername": orDefault(i.LDAP.PreferredUsername, "uid"),
			"name":              orDefault(i.LDAP.FullName, "cn"),
			"email":             i.LDAP.Email,
		}),
	}
	if i.LDAP.BindDN != "" {
		block["bindDN"] = i.LDAP.BindDN
		block["bindPassword"] = kept.reference(i.keptName(bindPasswordEnd))
	}
	i.addAuthority(block, kept, i.LDAP.CA)
	return block
}

func (i IdentityProvider) addAuthority(block map[string]any, kept keptNames, authority pulumi.StringInput) {
	if authority != nil {
		block["ca"] = kept.reference(i.keptName(authorityEnd))
	}
}

// lists holds the lists that are not empty.
func lists(values map[string][]string) map[string]any {
	fields := map[string]any{}
	for key, list := range values {
		if len(list) > 0 {
			fields[key] = texts(list)
		}
	}
	return fields
}

func orDefault(values []string, otherwise string) []string {
	if len(values) == 0 {
		return []string{otherwise}
	}
	return values
}

// kinds counts the blocks that are set.
func (i IdentityProvider) kinds() int {
	count := 0
	for _, set := range []bool{i.HTPasswd != nil, i.OpenID != nil, i.LDAP != nil, i.GitHub != nil} {
		if set {
			count++
		}
	}
	return count
}

func providerPath(index int) string {
	return fmt.Sprintf("cluster.IdentityProvidersArgs.Providers[%d].", index)
}
