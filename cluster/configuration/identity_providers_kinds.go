package configuration

import (
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tlscert"
)

func (h *HTPasswdArgs) configRefs() []configRef {
	return []configRef{oneText(htpasswdSuffix, kube.Opaque, htpasswdKey, h.File)}
}

func (h *HTPasswdArgs) block(reference func(string) map[string]any) map[string]any {
	return map[string]any{"fileData": reference(htpasswdSuffix)}
}

func (o *OpenIDArgs) configRefs() []configRef { return clientRefs(o.ClientSecret, o.CA) }

func (o *OpenIDArgs) block(reference func(string) map[string]any) map[string]any {
	claims := o.Claims.withDefaults()
	block := map[string]any{
		"clientID":     o.ClientID,
		"clientSecret": reference(clientSecretSuffix),
		"issuer":       o.Issuer,
		"claims": nonEmptyLists(map[string][]string{
			"preferredUsername": claims.PreferredUsername,
			"name":              claims.Name,
			"email":             claims.Email,
			"groups":            claims.Groups,
		}),
	}
	if len(o.ExtraScopes) > 0 {
		block["extraScopes"] = kube.AnyList(o.ExtraScopes)
	}
	if len(o.ExtraAuthorizeParameters) > 0 {
		block["extraAuthorizeParameters"] = kube.AnyMap(o.ExtraAuthorizeParameters)
	}
	if o.CA != nil {
		block["ca"] = reference(caSuffix)
	}
	return block
}

func (g *GitHubArgs) configRefs() []configRef { return clientRefs(g.ClientSecret, g.CA) }

func (g *GitHubArgs) block(reference func(string) map[string]any) map[string]any {
	block := nonEmptyLists(map[string][]string{"organizations": g.Organizations, "teams": g.Teams})
	block["clientID"] = g.ClientID
	block["clientSecret"] = reference(clientSecretSuffix)
	if g.Hostname != "" {
		block["hostname"] = g.Hostname
	}
	if g.CA != nil {
		block["ca"] = reference(caSuffix)
	}
	return block
}

func (g *GitLabArgs) configRefs() []configRef { return clientRefs(g.ClientSecret, g.CA) }

func (g *GitLabArgs) block(reference func(string) map[string]any) map[string]any {
	block := map[string]any{"clientID": g.ClientID, "clientSecret": reference(clientSecretSuffix), "url": g.URL}
	if g.CA != nil {
		block["ca"] = reference(caSuffix)
	}
	return block
}

func (g *GoogleArgs) configRefs() []configRef { return clientRefs(g.ClientSecret, nil) }

func (g *GoogleArgs) block(reference func(string) map[string]any) map[string]any {
	return map[string]any{
		"clientID": g.ClientID, "clientSecret": reference(clientSecretSuffix), "hostedDomain": g.HostedDomain,
	}
}

func (l *LDAPArgs) configRefs() []configRef {
	refs := caRefs(l.CA)
	if l.BindPassword != nil {
		refs = append([]configRef{oneText(bindPasswordSuffix, kube.Opaque, bindPasswordKey, l.BindPassword)}, refs...)
	}
	return refs
}

func (l *LDAPArgs) block(reference func(string) map[string]any) map[string]any {
	attributes := l.Attributes.withDefaults()
	block := map[string]any{
		"url":      l.URL,
		"insecure": l.Insecure,
		"attributes": nonEmptyLists(map[string][]string{
			"id":                attributes.ID,
			"preferredUsername": attributes.PreferredUsername,
			"name":              attributes.Name,
			"email":             attributes.Email,
		}),
	}
	if l.BindDN != "" {
		block["bindDN"] = l.BindDN
		block["bindPassword"] = reference(bindPasswordSuffix)
	}
	if l.CA != nil {
		block["ca"] = reference(caSuffix)
	}
	return block
}

func (r *RequestHeaderArgs) configRefs() []configRef { return caRefs(r.ClientCA) }

func (r *RequestHeaderArgs) block(reference func(string) map[string]any) map[string]any {
	block := nonEmptyLists(map[string][]string{"clientCommonNames": r.ClientCommonNames})
	block["ca"] = reference(caSuffix)
	block["loginURL"], block["challengeURL"] = r.LoginURL, r.ChallengeURL
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
	block["domainName"] = k.DomainName
	return block
}

func (r RemoteServer) configRefs() []configRef {
	refs := caRefs(r.CA)
	if r.ClientCertificate != nil && r.ClientCertificate.SecretName == nil {
		refs = append(refs, configRef{
			name: clientCertificateSuffix, secretType: tlscert.SecretType, texts: r.ClientCertificate.Texts(),
		})
	}
	return refs
}

func (r RemoteServer) block(reference func(string) map[string]any) map[string]any {
	block := map[string]any{"url": r.URL}
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
