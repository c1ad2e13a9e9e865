package rosa

import (
	"net/netip"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// GitHubArgs let members of GitHub organizations or teams log in. Either Organizations or Teams is required.
type GitHubArgs struct {
	// ClientID and ClientSecret are those of a GitHub OAuth application. Required.
	ClientID, ClientSecret pulumi.StringInput
	// Organizations are the organizations whose members can log in.
	Organizations []string
	// Teams are the teams whose members can log in, as organization/team.
	Teams []string
	// Hostname is the host of a GitHub Enterprise server. Defaults to github.com.
	Hostname string
	// CA are the certificates in PEM format that verify the server's. Defaults to the system's.
	CA pulumi.StringInput
}

var host = check.NewFormat("host name", "github.example.com", func(text string) bool {
	_, err := netip.ParseAddr(text)
	return err == nil || check.DNSSubdomain.Match(text)
})

func (g *GitHubArgs) check(p *check.Problems, path string) {
	checkClient(p, path, g.ClientID, g.ClientSecret, g.CA)
	p.ExactlyOne(path, check.Choice{Field: "Organizations", Set: len(g.Organizations) > 0}, check.Choice{Field: "Teams", Set: len(g.Teams) > 0})
	p.Formats(path+".Teams", g.Teams, check.GitHubTeam)
	p.Format(path+".Hostname", g.Hostname, host)
	if g.Hostname == "github.com" || strings.HasSuffix(g.Hostname, ".github.com") {
		p.Addf(path+".Hostname", "must be the host of a GitHub Enterprise server (got %q); omit it for github.com", g.Hostname)
	}
}

func (g *GitHubArgs) inputs() pulumi.Map {
	return pulumi.Map{
		"clientId": g.ClientID, "clientSecret": secret(g.ClientSecret), "organizations": texts(g.Organizations),
		"teams": texts(g.Teams), "hostname": text(g.Hostname), "ca": g.CA,
	}
}

// GitLabArgs let GitLab users log in.
type GitLabArgs struct {
	// ClientID and ClientSecret are those of a GitLab application. Required.
	ClientID, ClientSecret pulumi.StringInput
	// URL is the https URL of the server, such as https://gitlab.com. Required.
	URL string
	// CA are the certificates in PEM format that verify the server's. Defaults to the system's.
	CA pulumi.StringInput
}

func (g *GitLabArgs) check(p *check.Problems, path string) {
	checkClient(p, path, g.ClientID, g.ClientSecret, g.CA)
	p.RequiredFormat(path+".URL", g.URL, check.HTTPSURL.WithExample("https://gitlab.com"))
}

func (g *GitLabArgs) inputs() pulumi.Map {
	return pulumi.Map{"clientId": g.ClientID, "clientSecret": secret(g.ClientSecret), "url": text(g.URL), "ca": g.CA}
}

// GoogleArgs let users of a Google Workspace domain log in.
type GoogleArgs struct {
	// ClientID and ClientSecret are those of a Google OAuth client. Required.
	ClientID, ClientSecret pulumi.StringInput
	// HostedDomain is the domain whose users can log in. Required unless the mapping method is MappingLookup.
	HostedDomain string
}

func (g *GoogleArgs) check(p *check.Problems, path string) {
	checkClient(p, path, g.ClientID, g.ClientSecret, nil)
	p.Format(path+".HostedDomain", g.HostedDomain, check.Domain)
}

func (g *GoogleArgs) inputs() pulumi.Map {
	return pulumi.Map{"clientId": g.ClientID, "clientSecret": secret(g.ClientSecret), "hostedDomain": text(g.HostedDomain)}
}

// LDAPArgs let users of an LDAP directory log in.
type LDAPArgs struct {
	// URL is the server and the search (RFC 2255), such as ldaps://ldap.example.com/ou=users,dc=example,dc=com?uid. Required.
	URL string
	// BindDN and BindPassword are the credentials for the search; both or neither are set. Default to an anonymous search.
	BindDN       string
	BindPassword pulumi.StringInput
	// Insecure connects without TLS. Excludes ldaps URLs and CA. Defaults to false.
	Insecure bool
	// CA are the certificates in PEM format that verify the server's. Defaults to the system's.
	CA pulumi.StringInput
	// Attributes are the attributes of users. Defaults to those of LDAPAttributesArgs.
	Attributes *LDAPAttributesArgs
}

// LDAPAttributesArgs are attributes of the directory's entries; the first of each list that an entry has is used.
type LDAPAttributesArgs struct {
	// ID are attributes with the identity. Defaults to dn.
	ID []string
	// Email are attributes with the email address. Defaults to mail.
	Email []string
	// FullName are attributes with the display name. Defaults to cn.
	FullName []string
	// PreferredUsername are attributes with the preferred user name. Defaults to uid.
	PreferredUsername []string
}

var ldapURL = check.URL("ldap", "ldaps").WithExample("ldaps://ldap.example.com/ou=users,dc=example,dc=com?uid")

func (l *LDAPArgs) check(p *check.Problems, path string) {
	p.RequiredFormat(path+".URL", l.URL, ldapURL)
	if l.Insecure && strings.HasPrefix(l.URL, "ldaps:") {
		p.Addf(path+".Insecure", "must not be set together with an ldaps URL")
	}
	if (l.BindDN == "") != (l.BindPassword == nil) {
		p.Addf(path+".BindDN", "must be set together with BindPassword")
	}
	p.Exclusive(path, "CA", l.CA != nil, "Insecure", l.Insecure)
	checkCA(p, path, l.CA)
}

// inputs always have attributes: the provider requires the object, and applies the defaults of its lists.
func (l *LDAPArgs) inputs() pulumi.Map {
	attributes := valueOf(l.Attributes)
	return pulumi.Map{
		"url": text(l.URL), "bindDn": text(l.BindDN), "bindPassword": secret(l.BindPassword), "ca": l.CA, "insecure": flag(l.Insecure),
		"attributes": withoutNil(pulumi.Map{
			"ids": texts(attributes.ID), "emails": texts(attributes.Email), "names": texts(attributes.FullName),
			"preferredUsernames": texts(attributes.PreferredUsername),
		}),
	}
}

// OpenIDArgs let users of an OpenID Connect issuer log in.
type OpenIDArgs struct {
	// ClientID and ClientSecret are those of a client of the issuer. Required.
	ClientID, ClientSecret pulumi.StringInput
	// Issuer is the https URL of the issuer, without a query and a fragment. Required.
	Issuer string
	// Claims are the claims of users. At least one list is required.
	Claims *OpenIDClaimsArgs
	// ExtraScopes are requested in addition to openid. Defaults to none.
	ExtraScopes []string
	// ExtraAuthorizeParameters are added to the authorization request. Defaults to none.
	ExtraAuthorizeParameters map[string]string
	// CA are the certificates in PEM format that verify the issuer's. Defaults to the system's.
	CA pulumi.StringInput
}

// OpenIDClaimsArgs are claims of the issuer's tokens; the first of each list that a token has is used.
type OpenIDClaimsArgs struct {
	// Email, Groups, FullName and PreferredUsername are claims with the email address, the groups, the display name and the preferred user
	// name. Default to none.
	Email, Groups, FullName, PreferredUsername []string
}

func (o *OpenIDArgs) check(p *check.Problems, path string) {
	checkClient(p, path, o.ClientID, o.ClientSecret, o.CA)
	if p.RequiredFormat(path+".Issuer", o.Issuer, check.HTTPSURL) && strings.ContainsAny(o.Issuer, "?#") {
		p.Addf(path+".Issuer", "must not have a query or a fragment (got %q)", o.Issuer)
	}
	claims := valueOf(o.Claims)
	if len(claims.Email)+len(claims.Groups)+len(claims.FullName)+len(claims.PreferredUsername) == 0 {
		p.Addf(path+".Claims", "must set at least one list of claims")
	}
}

func (o *OpenIDArgs) inputs() pulumi.Map {
	claims := valueOf(o.Claims)
	return pulumi.Map{
		"clientId": o.ClientID, "clientSecret": secret(o.ClientSecret), "issuer": text(o.Issuer), "ca": o.CA,
		"claims": object(pulumi.Map{
			"emails": texts(claims.Email), "groups": texts(claims.Groups), "names": texts(claims.FullName),
			"preferredUsernames": texts(claims.PreferredUsername),
		}),
		"extraScopes": texts(o.ExtraScopes), "extraAuthorizeParameters": textMap(o.ExtraAuthorizeParameters),
	}
}

// checkClient checks an OAuth client and the certificates of its server.
func checkClient(p *check.Problems, path string, id, clientSecret, ca pulumi.StringInput) {
	p.Required(path+".ClientID", id)
	p.Required(path+".ClientSecret", clientSecret)
	checkCA(p, path, ca)
}

func checkCA(p *check.Problems, path string, ca pulumi.StringInput) {
	if bundle, known := check.Text(ca); known {
		checkCertificates(p, path+".CA", bundle)
	}
}
