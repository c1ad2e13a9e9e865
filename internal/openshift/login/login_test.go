package login_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/login"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

const id = pulumi.String("id")

func TestCheckGitHub(t *testing.T) {
	t.Parallel()
	members := []string{"example"}
	tests := map[string]struct {
		reason string
		args   login.GitHubArgs
		want   []string
	}{
		"organizations": {reason: "members of organizations can log in", args: login.GitHubArgs{Organizations: members}},
		"server by address": {
			reason: "a GitHub Enterprise server can have an IP address",
			args:   login.GitHubArgs{Teams: []string{"example/core"}, Hostname: "10.1.2.3"},
		},
		"everyone": {
			reason: "without organizations and teams every GitHub user could log in",
			want:   []string{"login.GitHubArgs: required"},
		},
		"organizations and teams": {
			reason: "OpenShift accepts one of them",
			args:   login.GitHubArgs{Organizations: members, Teams: []string{"example/core"}},
			want:   []string{"login.GitHubArgs: exclusive"},
		},
		"CA of github.com": {
			reason: "github.com has a public CA",
			args:   login.GitHubArgs{Organizations: members, CA: pulumi.String("x").ToStringOutput()},
			want:   []string{"login.GitHubArgs.CA: needs"},
		},
		"URL of a server": {
			reason: "a server is named by its host",
			args:   login.GitHubArgs{Organizations: members, Hostname: "https://github.example.com"},
			want:   []string{"login.GitHubArgs.Hostname: format"},
		},
		"github.com": {
			reason: "a host name is for GitHub Enterprise",
			args:   login.GitHubArgs{Organizations: members, Hostname: "github.com"},
			want: []string{
				`login.GitHubArgs.Hostname: must be the host of a GitHub Enterprise server` +
					` (got "github.com"); omit it for github.com`,
			},
		},
		"API of github.com": {
			reason: "a host name is for GitHub Enterprise",
			args:   login.GitHubArgs{Organizations: members, Hostname: "api.github.com"},
			want: []string{
				`login.GitHubArgs.Hostname: must be the host of a GitHub Enterprise server` +
					` (got "api.github.com"); omit it for github.com`,
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.args.ClientID, tt.args.ClientSecret = id, id
			p := check.Struct(&tt.args)
			login.CheckGitHub(&p, "login.GitHubArgs", &tt.args)
			checktest.Equal(t, tt.want, p.Err(), tt.reason)
		})
	}
}

func TestCheckLDAP(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		args   login.LDAPArgs
		want   []string
	}{
		"search": {
			reason: "a search has an attribute, a scope and a filter",
			args:   login.LDAPArgs{URL: "ldaps://ldap.example.com/ou=people?uid?one?(objectClass=person)"},
		},
		"without TLS": {
			reason: "Insecure is for ldap URLs",
			args:   login.LDAPArgs{URL: "ldap://ldap.example.com", Insecure: true},
		},
		"other scheme": {
			reason: "the scheme is ldap or ldaps",
			args:   login.LDAPArgs{URL: "https://ldap.example.com"},
			want:   []string{"login.LDAPArgs.URL: format"},
		},
		"no host": {
			reason: "OpenShift does not search the directory of its own host",
			args:   login.LDAPArgs{URL: "ldaps:///ou=people"},
			want:   []string{"login.LDAPArgs.URL: format"},
		},
		"scope": {
			reason: "RFC 4516 has three scopes",
			args:   login.LDAPArgs{URL: "ldaps://ldap.example.com/ou=people?uid?all"},
			want:   []string{"login.LDAPArgs.URL: format"},
		},
		"insecure TLS": {
			reason: "an ldaps URL uses TLS",
			args:   login.LDAPArgs{URL: "ldaps://ldap.example.com", Insecure: true},
			want:   []string{"login.LDAPArgs.Insecure: must not be set with an ldaps:// URL, which is TLS"},
		},
		"insecure with a CA": {
			reason: "a CA is for TLS",
			args: login.LDAPArgs{
				URL: "ldap://ldap.example.com", Insecure: true, CA: pulumi.String("x").ToStringOutput(),
			},
			want: []string{"login.LDAPArgs.CA: exclusive"},
		},
		"password of no one": {
			reason: "a password belongs to a DN",
			args:   login.LDAPArgs{URL: "ldaps://ldap.example.com", BindPassword: id},
			want:   []string{"login.LDAPArgs.BindPassword: needs"},
		},
		"no password": {
			reason: "a bind needs a name and a password",
			args:   login.LDAPArgs{URL: "ldaps://ldap.example.com", BindDN: "cn=x"},
			want:   []string{"login.LDAPArgs.BindPassword: required"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := check.Struct(&tt.args)
			login.CheckLDAP(&p, "login.LDAPArgs", &tt.args)
			checktest.Equal(t, tt.want, p.Err(), tt.reason)
		})
	}
}

func TestIssuer(t *testing.T) {
	t.Parallel()
	for issuer, want := range map[string][]string{
		"https://sso.example.com":         nil,
		"http://sso.example.com":          {"login.OpenIDArgs.Issuer: format"},
		"https://sso.example.com?realm=x": {"login.OpenIDArgs.Issuer: format"},
		"https://sso.example.com#x":       {"login.OpenIDArgs.Issuer: format"},
		"https://sso.example.com/":        {"login.OpenIDArgs.Issuer: format"},
	} {
		p := check.Struct(&login.OpenIDArgs{ClientID: id, ClientSecret: id, Issuer: issuer})
		checktest.Equal(t, want, p.Err(), "an issuer is an https URL without query, fragment and a slash at the end")
	}
}
