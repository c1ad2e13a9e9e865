package configuration

import (
	"maps"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/tlscert"
)

func (h *HTPasswdArgs) configRefs() []configRef {
	return []configRef{oneText(htpasswdSuffix, kube.Opaque, htpasswdKey, h.File)}
}

func (h *HTPasswdArgs) block(reference func(string) map[string]any) map[string]any {
	return map[string]any{"fileData": reference(htpasswdSuffix)}
}

// openID and the types below are the shared arguments with their objects and fields in OpenShift's configuration.
type openID OpenIDArgs

func (o *openID) configRefs() []configRef { return clientRefs(o.ClientSecret, o.CA) }

func (o *openID) block(reference func(string) map[string]any) map[string]any {
	block := clientBlock(kube.Fields(o), o.CA, reference)
	claims := OpenIDClaimsArgs{PreferredUsername: []string{"preferred_username"}, Name: []string{"name"}, Email: []string{"email"}}
	block["claims"] = withDefaults(kube.Fields(o.Claims), claims)
	return block
}

// clientBlock adds references to the secret of an OAuth client and to the CA of its server.
func clientBlock(block map[string]any, ca pulumi.StringInput, reference func(string) map[string]any) map[string]any {
	block["clientSecret"] = reference(clientSecretSuffix)
	if ca != nil {
		block["ca"] = reference(caSuffix)
	}
	return block
}

// withDefaults adds the fields of defaults that are not set.
func withDefaults(fields map[string]any, defaults any) map[string]any {
	all := kube.Fields(defaults)
	maps.Copy(all, fields)
	return all
}

type gitHub GitHubArgs

func (g *gitHub) configRefs() []configRef { return clientRefs(g.ClientSecret, g.CA) }

func (g *gitHub) block(reference func(string) map[string]any) map[string]any {
	return clientBlock(kube.Fields(g), g.CA, reference)
}

type gitLab GitLabArgs

func (g *gitLab) configRefs() []configRef { return clientRefs(g.ClientSecret, g.CA) }

func (g *gitLab) block(reference func(string) map[string]any) map[string]any {
	return clientBlock(kube.Fields(g), g.CA, reference)
}

type google GoogleArgs

func (g *google) configRefs() []configRef { return clientRefs(g.ClientSecret, nil) }

func (g *google) block(reference func(string) map[string]any) map[string]any {
	return clientBlock(kube.Fields(g), nil, reference)
}

type ldap LDAPArgs

func (l *ldap) configRefs() []configRef {
	refs := caRefs(l.CA)
	if l.BindPassword != nil {
		refs = append([]configRef{oneText(bindPasswordSuffix, kube.Opaque, bindPasswordKey, l.BindPassword)}, refs...)
	}
	return refs
}

func (l *ldap) block(reference func(string) map[string]any) map[string]any {
	block := kube.Fields(l)
	attributes := LDAPAttributesArgs{ID: []string{"dn"}, PreferredUsername: []string{"uid"}, Name: []string{"cn"}}
	block["attributes"] = withDefaults(kube.Fields(l.Attributes), attributes)
	if l.BindDN != "" {
		block["bindPassword"] = reference(bindPasswordSuffix)
	}
	if l.CA != nil {
		block["ca"] = reference(caSuffix)
	}
	return block
}

func (r *RequestHeaderArgs) configRefs() []configRef { return caRefs(r.ClientCA) }

func (r *RequestHeaderArgs) block(reference func(string) map[string]any) map[string]any {
	block := kube.Fields(r)
	block["ca"] = reference(caSuffix)
	// The API server requires the lists, though they can be empty.
	block["headers"] = kube.AnyList(r.Headers)
	block["preferredUsernameHeaders"] = kube.AnyList(r.PreferredUsernameHeaders)
	block["nameHeaders"] = kube.AnyList(r.NameHeaders)
	block["emailHeaders"] = kube.AnyList(r.EmailHeaders)
	return block
}

func (b *BasicAuthArgs) configRefs() []configRef { return b.Server.configRefs() }

func (b *BasicAuthArgs) block(reference func(string) map[string]any) map[string]any {
	return b.Server.block(reference)
}

func (k *KeystoneArgs) configRefs() []configRef { return k.Server.configRefs() }

func (k *KeystoneArgs) block(reference func(string) map[string]any) map[string]any {
	block := k.Server.block(reference)
	maps.Copy(block, kube.Fields(k))
	return block
}

func (r RemoteServer) configRefs() []configRef {
	refs := caRefs(r.CA)
	if r.ClientCertificate != nil && r.ClientCertificate.SecretName == nil {
		refs = append(refs, configRef{
			name: clientCertificateSuffix, secretType: tlscert.SecretType, texts: tlscert.Texts(*r.ClientCertificate),
		})
	}
	return refs
}

func (r RemoteServer) block(reference func(string) map[string]any) map[string]any {
	block := kube.Fields(r)
	if r.CA != nil {
		block["ca"] = reference(caSuffix)
	}
	if r.ClientCertificate != nil {
		secret := reference(clientCertificateSuffix)
		if r.ClientCertificate.SecretName != nil {
			secret = map[string]any{"name": r.ClientCertificate.SecretName}
		}
		block["tlsClientCert"], block["tlsClientKey"] = secret, secret
	}
	return block
}
