package configuration

import (
	"regexp"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/login"
)

// IdentityProvidersArgs are the arguments of IdentityProviders. Changes are applied in place and reboot no node.
type IdentityProvidersArgs struct {
	// Providers are the identity providers in the order of the login page. Required.
	Providers []IdentityProvider `check:"required"`
	// AccessTokenMaxAge is the lifetime of a login, in whole seconds. Defaults to 24 hours.
	AccessTokenMaxAge time.Duration `kube:"spec.tokenConfig.accessTokenMaxAgeSeconds,seconds" check:"0s../1s"`
	// AccessTokenInactivityTimeout ends a login that is not used for this long, at least 5 minutes. Defaults to never.
	AccessTokenInactivityTimeout time.Duration `kube:"spec.tokenConfig.accessTokenInactivityTimeout" check:"5m.."`
	// Templates are your own login pages, such as one with the terms of use. Defaults to OpenShift's pages.
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
	Name string `kube:"name" check:"required"`
	// MappingMethod is how an identity is mapped to a user: claim rejects a user name that another identity has, add joins them,
	// lookup requires an existing user. Defaults to claim.
	MappingMethod string `kube:"mappingMethod" check:"claim|lookup|add"`
	// HTPasswd is a file of users and password hashes.
	HTPasswd *HTPasswdArgs `kube:"htpasswd"`
	// OpenID is an OpenID Connect issuer.
	OpenID *OpenIDArgs `kube:"openID"`
	// LDAP is an LDAP directory.
	LDAP *LDAPArgs `kube:"ldap"`
	// GitHub is github.com or GitHub Enterprise.
	GitHub *GitHubArgs `kube:"github"`
	// GitLab is gitlab.com or another GitLab server.
	GitLab *GitLabArgs `kube:"gitlab"`
	// Google is Google Workspace.
	Google *GoogleArgs `kube:"google"`
	// RequestHeader is a proxy that authenticates users and forwards their names in headers.
	RequestHeader *RequestHeaderArgs `kube:"requestHeader"`
	// BasicAuth is a server that checks user names and passwords (HTTP basic authentication).
	BasicAuth *BasicAuthArgs `kube:"basicAuth"`
	// Keystone is a Keystone v3 server of OpenStack.
	Keystone *KeystoneArgs `kube:"keystone"`
}

// HTPasswdArgs are users in a file.
type HTPasswdArgs struct {
	// File is the text of an htpasswd file, as `htpasswd -B` writes it: one line user:hash per user. Required. Stored in a Secret.
	File pulumi.StringInput `check:"required"`
}

// The identity providers that clusters of ROSA have too. Those of package rosa are the same types.
type (
	// OpenIDArgs are the arguments of an OpenID Connect issuer. Fields: Issuer, ClientID, ClientSecret, Claims, ExtraScopes,
	// ExtraAuthorizeParameters, CA.
	OpenIDArgs = login.OpenIDArgs
	// OpenIDClaimsArgs are the claims of a user's properties. Defaults to preferred_username, name and email. Fields: PreferredUsername, Name,
	// Email, Groups.
	OpenIDClaimsArgs = login.OpenIDClaimsArgs
	// LDAPArgs are the arguments of an LDAP directory. Fields: URL, BindDN, BindPassword, Attributes, CA, Insecure.
	LDAPArgs = login.LDAPArgs
	// LDAPAttributesArgs are the attributes of a user's properties. Defaults to dn, uid and cn. Fields: ID, PreferredUsername,
	// Name, Email.
	LDAPAttributesArgs = login.LDAPAttributesArgs
	// GitHubArgs are the arguments of a GitHub OAuth application. Exactly one of Organizations and Teams must be set. Fields: ClientID, ClientSecret,
	// Organizations, Teams, Hostname, CA.
	GitHubArgs = login.GitHubArgs
	// GitLabArgs are the arguments of a GitLab application. Fields: ClientID, ClientSecret, URL, CA.
	GitLabArgs = login.GitLabArgs
	// GoogleArgs are the arguments of a Google OAuth client. HostedDomain is required unless MappingMethod is lookup. Fields: ClientID,
	// ClientSecret, HostedDomain.
	GoogleArgs = login.GoogleArgs
)

// RequestHeaderArgs are the arguments of an authenticating proxy. At least one of LoginURL and ChallengeURL must be set.
type RequestHeaderArgs struct {
	// LoginURL is the proxy's URL for browsers. ${url} in its query is replaced with the current URL and ${query} with the current
	// query; one of them must be there. Defaults to none.
	LoginURL string `kube:"loginURL,zero" check:"format=login-redirect-url"`
	// ChallengeURL is the proxy's URL for clients that respond to challenges, such as oc, with ${url} or ${query} in its query.
	// Defaults to none.
	ChallengeURL string `kube:"challengeURL,zero" check:"format=login-redirect-url"`
	// ClientCA are PEM certificates of the CA of the proxy's client certificate. Required: otherwise anyone could forge the headers.
	ClientCA pulumi.StringInput `check:"required,certificates"`
	// ClientCommonNames are the common names of client certificates that are accepted. Defaults to all that ClientCA has signed.
	ClientCommonNames []string `kube:"clientCommonNames"`
	// Headers are the headers with the user's identity; the first that is not empty counts. Required.
	Headers []string `check:"required"`
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
	URL string `kube:"url" check:"required,format=https-url"`
	// CA are PEM certificates of the server's CA. Defaults to the system's CAs.
	CA pulumi.StringInput `check:"certificates"`
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
	DomainName string `kube:"domainName" check:"required"`
}

var notSlug = regexp.MustCompile(`[^a-z0-9]+`)

// slug returns the provider's name as a part of an object's name.
func (i IdentityProvider) slug() string {
	return strings.Trim(notSlug.ReplaceAllString(strings.ToLower(i.Name), "-"), "-")
}
