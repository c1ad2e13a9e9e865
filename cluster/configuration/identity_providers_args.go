package configuration

import (
	"regexp"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// IdentityProvidersArgs are the arguments of IdentityProviders. Changes are applied in place and reboot no node.
type IdentityProvidersArgs struct {
	// Providers are the identity providers in the order of the login page. Required.
	Providers []IdentityProvider
	// AccessTokenMaxAge is the lifetime of a login, in whole seconds. Defaults to 24 hours.
	AccessTokenMaxAge time.Duration
	// AccessTokenInactivityTimeout ends a login that is not used for this long, at least 5 minutes. Defaults to never.
	AccessTokenInactivityTimeout time.Duration
	// Templates are pages of your own for logging in, such as one with the terms of use. Defaults to OpenShift's pages.
	Templates *LoginTemplatesArgs
}

// LoginTemplatesArgs are HTML pages for logging in, as Go templates: edit those that `oc adm create-login-template`,
// `create-provider-selection-template` and `create-error-template` print. At least one must be set. A page that is not a valid template
// has no effect, and OpenShift's page is shown. Stored in a Secret.
type LoginTemplatesArgs struct {
	// Login is the page with user name and password, of HTPasswd, LDAP, BasicAuth and Keystone. Defaults to OpenShift's page.
	Login pulumi.StringInput
	// ProviderSelection is the page on which users choose one of several providers. Defaults to OpenShift's page.
	ProviderSelection pulumi.StringInput
	// Error is the page of a login that failed. Defaults to OpenShift's page.
	Error pulumi.StringInput
}

// IdentityProvider is one way to log in. Exactly one of its kinds, HTPasswd to Keystone, must be set.
type IdentityProvider struct {
	// Name is shown on the login page and is the prefix of users' identities. Required. Must be unique. A change creates other
	// identities: with the mapping method claim, users who have logged in before are rejected.
	Name string
	// MappingMethod is how an identity is mapped to a user: claim rejects a user name that another identity has, add joins them,
	// lookup requires an existing user. Defaults to claim.
	MappingMethod string
	// HTPasswd is a file of users and password hashes.
	HTPasswd *HTPasswdArgs
	// OpenID is an OpenID Connect issuer.
	OpenID *OpenIDArgs
	// LDAP is an LDAP directory.
	LDAP *LDAPArgs
	// GitHub is github.com or GitHub Enterprise.
	GitHub *GitHubArgs
	// GitLab is gitlab.com or another GitLab server.
	GitLab *GitLabArgs
	// Google is Google Workspace.
	Google *GoogleArgs
	// RequestHeader is a proxy that authenticates users and forwards their names in headers.
	RequestHeader *RequestHeaderArgs
	// BasicAuth is a server that checks user names and passwords (HTTP basic authentication).
	BasicAuth *BasicAuthArgs
	// Keystone is a Keystone v3 server of OpenStack.
	Keystone *KeystoneArgs
}

// HTPasswdArgs are users in a file.
type HTPasswdArgs struct {
	// File is the text of an htpasswd file, as `htpasswd -B` writes it: one line user:hash per user. Required. Stored in a Secret.
	File pulumi.StringInput
}

// OpenIDArgs are the arguments of an OpenID Connect issuer.
type OpenIDArgs struct {
	// Issuer is the issuer's https URL, without query and fragment. Required.
	Issuer string
	// ClientID is the ID of the client that is registered at the issuer. Required. Register the redirect URL
	// https://oauth-openshift.apps.<domain>/oauth2callback/<Name>.
	ClientID pulumi.StringInput
	// ClientSecret is the client's secret. Required. Stored in a Secret.
	ClientSecret pulumi.StringInput
	// CA are PEM certificates of the issuer's CA. Defaults to the system's CAs.
	CA pulumi.StringInput
	// ExtraScopes are requested in addition to openid. Defaults to none.
	ExtraScopes []string
	// ExtraAuthorizeParameters are parameters of the authorization request. Defaults to none.
	ExtraAuthorizeParameters map[string]string
	// Claims are the claims of a user's properties. Defaults to the defaults of its fields.
	Claims *OpenIDClaimsArgs
}

// OpenIDClaimsArgs are the claims of a user's properties. The first claim of a list that is not empty is used.
type OpenIDClaimsArgs struct {
	// PreferredUsername are the claims of the user name. Defaults to preferred_username.
	PreferredUsername []string
	// Name are the claims of the full name. Defaults to name.
	Name []string
	// Email are the claims of the mail address. Defaults to email.
	Email []string
	// Groups are the claims of the user's groups. Defaults to none.
	Groups []string
}

// withDefaults returns a copy with defaults applied.
func (c *OpenIDClaimsArgs) withDefaults() OpenIDClaimsArgs {
	var filled OpenIDClaimsArgs
	if c != nil {
		filled = *c
	}
	filled.PreferredUsername = listOrDefault(filled.PreferredUsername, "preferred_username")
	filled.Name = listOrDefault(filled.Name, "name")
	filled.Email = listOrDefault(filled.Email, "email")
	return filled
}

// LDAPArgs are the arguments of an LDAP directory.
type LDAPArgs struct {
	// URL is the search: ldaps://host[:port]/basedn?attribute?scope?filter. Required.
	URL string
	// BindDN is the DN that searches the directory. Defaults to an anonymous search.
	BindDN string
	// BindPassword is the password of BindDN. Required with BindDN. Stored in a Secret.
	BindPassword pulumi.StringInput
	// CA are PEM certificates of the directory's CA. Defaults to the system's CAs.
	CA pulumi.StringInput
	// Insecure sends passwords without TLS; it needs an ldap:// URL. Without it, ldap:// is upgraded to TLS.
	Insecure bool
	// Attributes are the attributes of a user's properties. Defaults to the defaults of its fields.
	Attributes *LDAPAttributesArgs
}

// LDAPAttributesArgs are the attributes of a user's properties. The first attribute of a list that is not empty is used.
type LDAPAttributesArgs struct {
	// ID are the attributes that identify a user. Defaults to dn.
	ID []string
	// PreferredUsername are the attributes of the user name. Defaults to uid.
	PreferredUsername []string
	// Name are the attributes of the full name. Defaults to cn.
	Name []string
	// Email are the attributes of the mail address. Defaults to none.
	Email []string
}

// withDefaults returns a copy with defaults applied.
func (l *LDAPAttributesArgs) withDefaults() LDAPAttributesArgs {
	var filled LDAPAttributesArgs
	if l != nil {
		filled = *l
	}
	filled.ID = listOrDefault(filled.ID, "dn")
	filled.PreferredUsername = listOrDefault(filled.PreferredUsername, "uid")
	filled.Name = listOrDefault(filled.Name, "cn")
	return filled
}

// GitHubArgs are the arguments of a GitHub OAuth application. Exactly one of Organizations and Teams must be set: without either,
// everyone with a GitHub account could log in.
type GitHubArgs struct {
	// ClientID is the application's client ID. Required.
	ClientID pulumi.StringInput
	// ClientSecret is the application's client secret. Required. Stored in a Secret.
	ClientSecret pulumi.StringInput
	// Organizations are the organizations whose members can log in.
	Organizations []string
	// Teams are the teams whose members can log in, as organization/team.
	Teams []string
	// Hostname is the host name of a GitHub Enterprise server. Defaults to github.com.
	Hostname string
	// CA are PEM certificates of the CA of Hostname. Defaults to the system's CAs.
	CA pulumi.StringInput
}

// GitLabArgs are the arguments of a GitLab application.
type GitLabArgs struct {
	// URL is the server's https URL. Required.
	URL string
	// ClientID is the application's ID. Required.
	ClientID pulumi.StringInput
	// ClientSecret is the application's secret. Required. Stored in a Secret.
	ClientSecret pulumi.StringInput
	// CA are PEM certificates of the server's CA. Defaults to the system's CAs.
	CA pulumi.StringInput
}

// GoogleArgs are the arguments of a Google OAuth client.
type GoogleArgs struct {
	// ClientID is the client's ID. Required.
	ClientID pulumi.StringInput
	// ClientSecret is the client's secret. Required. Stored in a Secret.
	ClientSecret pulumi.StringInput
	// HostedDomain is the Google Workspace domain whose users can log in. Required unless MappingMethod is lookup: without it, everyone
	// with a Google account could log in.
	HostedDomain string
}

// RequestHeaderArgs are the arguments of an authenticating proxy. At least one of LoginURL and ChallengeURL must be set.
type RequestHeaderArgs struct {
	// LoginURL is the proxy's URL for browsers. ${url} in its query is replaced with the current URL and ${query} with the current
	// query; one of them must be there. Defaults to none.
	LoginURL string
	// ChallengeURL is the proxy's URL for clients that respond to challenges, such as oc, with ${url} or ${query} in its query.
	// Defaults to none.
	ChallengeURL string
	// ClientCA are PEM certificates of the CA of the proxy's client certificate. Required: otherwise anyone could forge the headers.
	ClientCA pulumi.StringInput
	// ClientCommonNames are the common names of client certificates that are accepted. Defaults to all that ClientCA has signed.
	ClientCommonNames []string
	// Headers are the headers with the user's identity; the first that is not empty counts. Required.
	Headers []string
	// PreferredUsernameHeaders are the headers with the user name. Defaults to the identity.
	PreferredUsernameHeaders []string
	// NameHeaders are the headers with the full name. Defaults to none.
	NameHeaders []string
	// EmailHeaders are the headers with the mail address. Defaults to none.
	EmailHeaders []string
}

// RemoteServer is a server that checks user names and passwords.
type RemoteServer struct {
	// URL is the server's https URL. Required.
	URL string
	// CA are PEM certificates of the server's CA. Defaults to the system's CAs.
	CA pulumi.StringInput
	// ClientCertificate authenticates the cluster to the server. Defaults to none.
	ClientCertificate *TLSCertificate
}

// BasicAuthArgs are the arguments of a server with HTTP basic authentication.
type BasicAuthArgs struct {
	// Server is the server. Required.
	Server RemoteServer
}

// KeystoneArgs are the arguments of a Keystone v3 server.
type KeystoneArgs struct {
	// Server is the Keystone server. Required.
	Server RemoteServer
	// DomainName is the Keystone domain of the users. Required.
	DomainName string
}

var notSlug = regexp.MustCompile(`[^a-z0-9]+`)

// slug returns the provider's name as a part of an object's name.
func (i IdentityProvider) slug() string {
	return strings.Trim(notSlug.ReplaceAllString(strings.ToLower(i.Name), "-"), "-")
}

func listOrDefault(values []string, otherwise string) []string {
	if len(values) == 0 {
		return []string{otherwise}
	}
	return values
}
