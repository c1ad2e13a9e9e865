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
		"everyone": {
			reason: "without organizations and teams every GitHub user could log in",
			want:   []string{"login.GitHubArgs: required"},
		},
		"organizations and teams": {
			reason: "OpenShift accepts one of them",
			args:   login.GitHubArgs{Organizations: members, Teams: []string{"example/core"}},
			want:   []string{"login.GitHubArgs: exclusive"},
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
		"without TLS": {
			reason: "Insecure is for ldap URLs",
			args:   login.LDAPArgs{URL: "ldap://ldap.example.com", Insecure: true},
		},
		"insecure TLS": {
			reason: "an ldaps URL uses TLS",
			args:   login.LDAPArgs{URL: "ldaps://ldap.example.com", Insecure: true},
			want:   []string{"login.LDAPArgs.Insecure: must not be set with an ldaps:// URL, which is TLS"},
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
