package cluster

import (
	"net/netip"
	"net/url"
	"regexp"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// RosaGitHubArgs let members of GitHub's organisations or teams log in: exactly one of the two is required.
type RosaGitHubArgs struct {
	// ClientID and ClientSecret are those of an OAuth application of GitHub. Required.
	ClientID, ClientSecret pulumi.StringInput
	// Organizations are the organisations whose members may log in.
	Organizations []string
	// Teams are the teams whose members may log in, as organization/team.
	Teams []string
	// Hostname is the host of a GitHub Enterprise server. Default: GitHub itself.
	Hostname string
	// CA are the certificates, in PEM form, that the server's is checked with. Optional, with Hostname.
	CA pulumi.StringInput
}

func (g *RosaGitHubArgs) check(p *check.Problems, path string) {
	rosaCheckClient(p, path, g.ClientID, g.ClientSecret)
	if (len(g.Organizations) == 0) == (len(g.Teams) == 0) {
		p.Addf(path+".Organizations", "must be set, or Teams: one of the two; else all of GitHub could log in")
	}
	for i, team := range g.Teams {
		if organization, name, found := strings.Cut(team, "/"); !found || organization == "" || name == "" || strings.Contains(name, "/") {
			p.Addf(rosaIndex(path+".Teams", i), "%q is no team; write organization/team", team)
		}
	}
	_, notAddress := netip.ParseAddr(g.Hostname)
	switch {
	case g.Hostname == "":
	case g.Hostname == "github.com" || strings.HasSuffix(g.Hostname, ".github.com"):
		p.Addf(path+".Hostname", "%q is GitHub itself; leave it out", g.Hostname)
	case notAddress != nil && !rosaDomain.MatchString(g.Hostname):
		p.Addf(path+".Hostname", "%q is no host's name", g.Hostname)
	}
	rosaCheckCA(p, path, g.CA)
}

func (g *RosaGitHubArgs) inputs() pulumi.Map {
	return pulumi.Map{
		"clientId": g.ClientID, "clientSecret": rosaSecret(g.ClientSecret), "organizations": rosaTexts(g.Organizations),
		"teams": rosaTexts(g.Teams), "hostname": rosaText(g.Hostname), "ca": g.CA,
	}
}

// RosaGitLabArgs let users of GitLab log in.
type RosaGitLabArgs struct {
	// ClientID and ClientSecret are those of an application of GitLab. Required.
	ClientID, ClientSecret pulumi.StringInput
	// URL is the server's address, such as https://gitlab.com. Required.
	URL string
	// CA are the certificates, in PEM form, that the server's is checked with. Optional.
	CA pulumi.StringInput
}

func (g *RosaGitLabArgs) check(p *check.Problems, path string) {
	rosaCheckClient(p, path, g.ClientID, g.ClientSecret)
	if p.Required(path+".URL", g.URL) && !rosaIsHTTPS(g.URL) {
		p.Addf(path+".URL", "%q is no address that begins with https://", g.URL)
	}
	rosaCheckCA(p, path, g.CA)
}

func (g *RosaGitLabArgs) inputs() pulumi.Map {
	return pulumi.Map{
		"clientId": g.ClientID, "clientSecret": rosaSecret(g.ClientSecret), "url": rosaText(g.URL), "ca": g.CA,
	}
}

// RosaGoogleArgs let users of a Google Workspace domain log in.
type RosaGoogleArgs struct {
	// ClientID and ClientSecret are those of an OAuth client of Google. Required.
	ClientID, ClientSecret pulumi.StringInput
	// HostedDomain is the domain whose users may log in. Required, unless the mapping method is RosaMappingLookup.
	HostedDomain string
}

var rosaPublicDomain = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$`)

func (g *RosaGoogleArgs) check(p *check.Problems, path string) {
	rosaCheckClient(p, path, g.ClientID, g.ClientSecret)
	if g.HostedDomain != "" && !rosaPublicDomain.MatchString(g.HostedDomain) {
		p.Addf(path+".HostedDomain", "%q is no domain; write one such as example.com", g.HostedDomain)
	}
}

func (g *RosaGoogleArgs) inputs() pulumi.Map {
	return pulumi.Map{"clientId": g.ClientID, "clientSecret": rosaSecret(g.ClientSecret), "hostedDomain": rosaText(g.HostedDomain)}
}

// RosaLDAPArgs look users up in a directory.
type RosaLDAPArgs struct {
	// URL says where and how to search (RFC 2255), such as ldaps://ldap.example.com/ou=users,dc=example,dc=com?uid. Required.
	URL string
	// BindDN and BindPassword are what the search logs in with. Both or none.
	BindDN       string
	BindPassword pulumi.StringInput
	// Insecure allows a connection without TLS. Default false. It excludes ldaps.
	Insecure bool
	// CA are the certificates, in PEM form, that the server's is checked with. Optional; excludes Insecure.
	CA pulumi.StringInput
	// Attributes say where a user's data are.
	Attributes RosaLDAPAttributes
}

// RosaLDAPAttributes are attributes of the directory's entries; of each list the first that an entry has counts.
type RosaLDAPAttributes struct {
	// ID holds the user's identity. Default dn.
	ID []string
	// Email holds the address. Default mail.
	Email []string
	// FullName holds the name to show. Default cn.
	FullName []string
	// PreferredUsername holds the user's name in the cluster. Default uid.
	PreferredUsername []string
}

func (l *RosaLDAPArgs) check(p *check.Problems, path string) {
	parsed, err := url.Parse(l.URL)
	switch {
	case !p.Required(path+".URL", l.URL):
	case err != nil || parsed.Host == "" || parsed.Scheme != "ldap" && parsed.Scheme != "ldaps":
		p.Addf(path+".URL", "%q is no address of a directory; write one such as ldaps://ldap.example.com/ou=users,dc=example,dc=com?uid", l.URL)
	case l.Insecure && parsed.Scheme == "ldaps":
		p.Addf(path+".Insecure", "is set and URL is ldaps; choose one")
	}
	if (l.BindDN == "") != (l.BindPassword == nil) {
		p.Addf(path+".BindDN", "and BindPassword go together; set both or none")
	}
	if l.Insecure && l.CA != nil {
		p.Addf(path+".CA", "is set and Insecure is too; choose one")
	}
	rosaCheckCA(p, path, l.CA)
}

// inputs always have attributes: the provider demands the object, and fills the lists.
func (l *RosaLDAPArgs) inputs() pulumi.Map {
	attributes := pulumi.Map{}
	for name, list := range map[string][]string{
		"ids": l.Attributes.ID, "emails": l.Attributes.Email, "names": l.Attributes.FullName, "preferredUsernames": l.Attributes.PreferredUsername,
	} {
		if len(list) > 0 {
			attributes[name] = rosaTexts(list)
		}
	}
	return pulumi.Map{
		"url": rosaText(l.URL), "bindDn": rosaText(l.BindDN), "bindPassword": rosaSecret(l.BindPassword), "ca": l.CA,
		"insecure": rosaFlag(l.Insecure), "attributes": attributes,
	}
}

// RosaOpenIDArgs let users of an OpenID Connect issuer log in.
type RosaOpenIDArgs struct {
	// ClientID and ClientSecret are those of a client of the issuer. Required.
	ClientID, ClientSecret pulumi.StringInput
	// Issuer is the issuer's address, https, with no query and no fragment. Required.
	Issuer string
	// Claims say where a user's data are. At least one list is required.
	Claims RosaOpenIDClaims
	// ExtraScopes are asked for beside openid.
	ExtraScopes []string
	// ExtraAuthorizeParameters are added to the request.
	ExtraAuthorizeParameters map[string]string
	// CA are the certificates, in PEM form, that the issuer's is checked with. Optional.
	CA pulumi.StringInput
}

// RosaOpenIDClaims are claims of the issuer's tokens; of each list the first that a token has counts.
type RosaOpenIDClaims struct {
	// Email, Groups, FullName and PreferredUsername hold the address, the groups, the name to show, and the name in the cluster.
	Email, Groups, FullName, PreferredUsername []string
}

func (o *RosaOpenIDArgs) check(p *check.Problems, path string) {
	rosaCheckClient(p, path, o.ClientID, o.ClientSecret)
	if p.Required(path+".Issuer", o.Issuer) && (!rosaIsHTTPS(o.Issuer) || strings.ContainsAny(o.Issuer, "?# ")) {
		p.Addf(path+".Issuer", "%q is no address that begins with https:// and has no query and no fragment", o.Issuer)
	}
	claims := o.Claims
	if len(claims.Email)+len(claims.Groups)+len(claims.FullName)+len(claims.PreferredUsername) == 0 {
		p.Addf(path+".Claims", "are empty; name at least one")
	}
	rosaCheckCA(p, path, o.CA)
}

func (o *RosaOpenIDArgs) inputs() pulumi.Map {
	return pulumi.Map{
		"clientId": o.ClientID, "clientSecret": rosaSecret(o.ClientSecret), "issuer": rosaText(o.Issuer),
		"claims": rosaObject(pulumi.Map{
			"emails": rosaTexts(o.Claims.Email), "groups": rosaTexts(o.Claims.Groups), "names": rosaTexts(o.Claims.FullName),
			"preferredUsernames": rosaTexts(o.Claims.PreferredUsername),
		}),
		"extraScopes": rosaTexts(o.ExtraScopes), "extraAuthorizeParameters": rosaTextMap(o.ExtraAuthorizeParameters), "ca": o.CA,
	}
}
