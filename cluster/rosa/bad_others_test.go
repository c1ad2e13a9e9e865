package cluster

import (
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func rosaBadIDPs() map[string]rosaBad {
	with, kind := rosaTestIDP, rosaTestKind
	id, secret := pulumi.String("id"), pulumi.String("secret")
	return map[string]rosaBad{
		"no kind of provider": {
			reason: "exactly one",
			args:   with(func(a *RosaIdentityProviderArgs) { a.HTPasswd = nil }),
			want:   `cluster.RosaIdentityProviderArgs.HTPasswd: must be set, or GitHub, GitLab, Google, LDAP or OpenID: exactly one of them, not 0`,
		},
		"two kinds of provider": {
			reason: "exactly one",
			args: with(
				func(a *RosaIdentityProviderArgs) { a.GitLab = &RosaGitLabArgs{id, secret, "https://gitlab.com", nil} },
			),
			want: `cluster.RosaIdentityProviderArgs.HTPasswd: must be set, or GitHub, GitLab, Google, LDAP or OpenID: exactly one of them, not 2`,
		},
		"reserved provider": {
			reason: "the rosa command keeps it",
			args:   with(func(a *RosaIdentityProviderArgs) { a.Name = "cluster-admin" }),
			want:   `cluster.RosaIdentityProviderArgs.Name: cluster-admin is the name of the provider that OCM makes for a cluster's Admin`,
		},
		"reserved provider's case": {
			reason: "the rosa command keeps it",
			args:   with(func(a *RosaIdentityProviderArgs) { a.Name = "Cluster-Admin" }),
			want:   `cluster.RosaIdentityProviderArgs.Name: Cluster-Admin is the name of the provider that OCM makes for a cluster's Admin`,
		},
		"provider's name": {
			reason: "no blanks",
			args:   with(func(a *RosaIdentityProviderArgs) { a.Name = "our company" }),
			want:   `cluster.RosaIdentityProviderArgs.Name: "our company" must be letters and digits, with single hyphens and underscores between them`,
		},
		"mapping method": {
			reason: "OpenShift's four",
			args:   with(func(a *RosaIdentityProviderArgs) { a.MappingMethod = "merge" }),
			want:   `cluster.RosaIdentityProviderArgs.MappingMethod: "merge" is none of claim, add, generate, lookup`,
		},
		"user twice": {
			reason: "names are keys",
			args: with(
				func(a *RosaIdentityProviderArgs) { a.HTPasswd.Users = append(a.HTPasswd.Users, a.HTPasswd.Users[0]) },
			),
			want: `cluster.RosaIdentityProviderArgs.HTPasswd.Users[1].Username: "ann" is there twice`,
		},
		"no user": {
			reason: "at least one",
			args:   with(func(a *RosaIdentityProviderArgs) { a.HTPasswd.Users = nil }),
			want:   `cluster.RosaIdentityProviderArgs.HTPasswd.Users: is empty; at least one user is needed`,
		},
		"no password": {
			reason: "of every user",
			args:   with(func(a *RosaIdentityProviderArgs) { a.HTPasswd.Users[0].Password = nil }),
			want:   `cluster.RosaIdentityProviderArgs.HTPasswd.Users[0].Password: is required`,
		},
		"password with umlaut": {
			reason: "ASCII",
			args: with(
				func(a *RosaIdentityProviderArgs) { a.HTPasswd.Users[0].Password = pulumi.String("Schöne-Hölle-12") },
			),
			want: `cluster.RosaIdentityProviderArgs.HTPasswd.Users[0].Password: must have ASCII characters only`,
		},
		"unknown admin": {
			reason: "a misspelt name",
			args:   with(func(a *RosaIdentityProviderArgs) { a.ClusterAdmins = []string{"anne"} }),
			want:   `cluster.RosaIdentityProviderArgs.ClusterAdmins[0]: "anne" is none of HTPasswd's users`,
		},
		"admin twice": {
			reason: "one membership",
			args:   with(func(a *RosaIdentityProviderArgs) { a.DedicatedAdmins = []string{"ann", "ann"} }),
			want:   `cluster.RosaIdentityProviderArgs.DedicatedAdmins[1]: "ann" is there twice`,
		},
		"github for all": {
			reason: "organisations or teams",
			args: kind(
				func(a *RosaIdentityProviderArgs) { a.GitHub = &RosaGitHubArgs{ClientID: id, ClientSecret: secret} },
			),
			want: `cluster.RosaIdentityProviderArgs.GitHub.Organizations: must be set, or Teams: one of the two; else all of GitHub could log in`,
		},
		"github team": {
			reason: "two parts",
			args: kind(func(a *RosaIdentityProviderArgs) {
				a.GitHub = &RosaGitHubArgs{ClientID: id, ClientSecret: secret, Teams: []string{"core"}}
			}),
			want: `cluster.RosaIdentityProviderArgs.GitHub.Teams[0]: "core" is no team; write organization/team`,
		},
		"github host": {
			reason: "Enterprise only",
			args: kind(func(a *RosaIdentityProviderArgs) {
				a.GitHub = &RosaGitHubArgs{
					ClientID:      id,
					ClientSecret:  secret,
					Organizations: []string{"o"},
					Hostname:      "api.github.com",
				}
			}),
			want: `cluster.RosaIdentityProviderArgs.GitHub.Hostname: "api.github.com" is GitHub itself; leave it out`,
		},
		"gitlab": {
			reason: "an address and a client",
			args:   kind(func(a *RosaIdentityProviderArgs) { a.GitLab = &RosaGitLabArgs{URL: "gitlab.com"} }),
			want: "cluster.RosaIdentityProviderArgs.GitLab.ClientID: is required\ncluster.RosaIdentityProviderArgs.GitLab.ClientSecret: is required\n" +
				`cluster.RosaIdentityProviderArgs.GitLab.URL: "gitlab.com" is no address that begins with https://`,
		},
		"google for all": {
			reason: "the provider demands a domain",
			args:   kind(func(a *RosaIdentityProviderArgs) { a.Google = &RosaGoogleArgs{id, secret, ""} }),
			want:   `cluster.RosaIdentityProviderArgs.Google.HostedDomain: is required unless MappingMethod is lookup; else all of Google could log in`,
		},
		"google domain": {
			reason: "no wildcard",
			args: kind(
				func(a *RosaIdentityProviderArgs) { a.Google = &RosaGoogleArgs{id, secret, "*.example.com"} },
			),
			want: `cluster.RosaIdentityProviderArgs.Google.HostedDomain: "*.example.com" is no domain; write one such as example.com`,
		},
		"ldap address": {
			reason: "ldap or ldaps",
			args: kind(
				func(a *RosaIdentityProviderArgs) { a.LDAP = &RosaLDAPArgs{URL: "https://ldap.example.com"} },
			),
			want: `cluster.RosaIdentityProviderArgs.LDAP.URL: "https://ldap.example.com" is no address of a directory; write one such as ldaps://ldap.example.com/ou=users,dc=example,dc=com?uid`,
		},
		"ldap bind": {
			reason: "a name without a password",
			args: kind(func(a *RosaIdentityProviderArgs) {
				a.LDAP = &RosaLDAPArgs{URL: "ldaps://ldap.example.com", BindDN: "cn=x"}
			}),
			want: `cluster.RosaIdentityProviderArgs.LDAP.BindDN: and BindPassword go together; set both or none`,
		},
		"ldap insecure": {
			reason: "TLS by name",
			args: kind(func(a *RosaIdentityProviderArgs) {
				a.LDAP = &RosaLDAPArgs{URL: "ldaps://ldap.example.com", Insecure: true}
			}),
			want: `cluster.RosaIdentityProviderArgs.LDAP.Insecure: is set and URL is ldaps; choose one`,
		},
		"issuer": {
			reason: "OpenID Connect Discovery",
			args: kind(func(a *RosaIdentityProviderArgs) {
				a.OpenID = &RosaOpenIDArgs{
					ClientID:     id,
					ClientSecret: secret,
					Issuer:       "https://sso.example.com?realm=x",
				}
			}),
			want: `cluster.RosaIdentityProviderArgs.OpenID.Issuer: "https://sso.example.com?realm=x" is no address that begins with https:// and has no query and no fragment
cluster.RosaIdentityProviderArgs.OpenID.Claims: are empty; name at least one`,
		},
	}
}

func rosaBadOthers() map[string]rosaBad {
	id := pulumi.String("c1")
	classic := func(c RosaClassicIngressArgs) *RosaIngressArgs { return &RosaIngressArgs{ClusterID: id, Classic: &c} }
	scaler := func(c RosaClassicAutoscalerArgs) *RosaAutoscalerArgs {
		return &RosaAutoscalerArgs{ClusterID: id, Classic: &c}
	}
	return map[string]rosaBad{
		"ingress of nothing": {
			reason: "everything that has no default",
			args:   (*RosaIngressArgs)(nil),
			want: "cluster.RosaIngressArgs.ClusterID: is required\n" +
				"cluster.RosaIngressArgs.HCP: must be set for a hosted control plane, and Classic for a Classic cluster: one of the two",
		},
		"ingress's listening": {
			reason: "internal or external",
			args:   &RosaIngressArgs{ClusterID: id, HCP: &RosaHCPIngressArgs{"private"}},
			want:   `cluster.RosaIngressArgs.HCP.Listening: "private" is none of internal, external`,
		},
		"ingress's load balancer": {
			reason: "OCM's two words",
			args:   classic(RosaClassicIngressArgs{LoadBalancer: "NLB"}),
			want:   `cluster.RosaIngressArgs.Classic.LoadBalancer: "NLB" is none of classic, nlb`,
		},
		"ingress's routes": {
			reason: "three sites, each with a certificate",
			args: classic(
				RosaClassicIngressArgs{
					ComponentRoutes: map[string]RosaComponentRoute{"grafana": {Hostname: "g.example.com"}},
				},
			),
			want: "cluster.RosaIngressArgs.Classic.ComponentRoutes: \"grafana\" is none of console, downloads, oauth\n" +
				"cluster.RosaIngressArgs.Classic.ComponentRoutes[grafana].TLSSecretRef: is required",
		},
		"ingress's project": {
			reason: "a name of Kubernetes's",
			args:   classic(RosaClassicIngressArgs{ExcludedNamespaces: []string{"My_Project"}}),
			want:   `cluster.RosaIngressArgs.Classic.ExcludedNamespaces: "My_Project" is no project's name`,
		},
		"kubelet's pids": {
			reason: "OpenShift's least",
			args:   &RosaKubeletConfigArgs{ClusterID: id, Name: "pids", PodPidsLimit: 4095},
			want:   `cluster.RosaKubeletConfigArgs.PodPidsLimit: 4095 is not between 4096 and 3694303`,
		},
		"kubelet's most pids": {
			reason: "the kernel's most",
			args:   &RosaKubeletConfigArgs{ClusterID: id, Name: "pids", PodPidsLimit: 3694304},
			want:   `cluster.RosaKubeletConfigArgs.PodPidsLimit: 3694304 is not between 4096 and 3694303`,
		},
		"kubelet's name": {
			reason: "pools name it",
			args:   &RosaKubeletConfigArgs{ClusterID: pulumi.String(" "), PodPidsLimit: 4096},
			want:   "cluster.RosaKubeletConfigArgs.ClusterID: is blank; give the ID of the cluster\ncluster.RosaKubeletConfigArgs.Name: is required",
		},
		"tuning": {
			reason: "what JSON cannot hold",
			args:   &RosaTuningConfigArgs{ClusterID: id, Name: "t", Spec: map[string]any{"profile": func() {}}},
			want:   `cluster.RosaTuningConfigArgs.Spec: cannot be written as JSON: json: unsupported type: func()`,
		},
		"autoscaler's range": {
			reason: "upside down",
			args:   scaler(RosaClassicAutoscalerArgs{Cores: &RosaRange{10, 5}}),
			want:   `cluster.RosaAutoscalerArgs.Classic.Cores: 10 to 5 is no range; Min is at least 0 and Max at least Min`,
		},
		"autoscaler's share": {
			reason: "a share",
			args:   scaler(RosaClassicAutoscalerArgs{ScaleDown: &RosaScaleDownArgs{UtilizationThreshold: new(1.1)}}),
			want:   `cluster.RosaAutoscalerArgs.Classic.ScaleDown.UtilizationThreshold: 1.1 is no share between 0 and 1`,
		},
		"autoscaler's time": {
			reason: "not before now",
			args:   &RosaAutoscalerArgs{ClusterID: id, MaxNodeProvisionTime: -time.Minute},
			want:   `cluster.RosaAutoscalerArgs.MaxNodeProvisionTime: -1m0s is no number of whole seconds; write one such as 10 * time.Minute`,
		},
		"autoscaler's log": {
			reason: "a level",
			args:   scaler(RosaClassicAutoscalerArgs{LogVerbosity: new(-1)}),
			want:   `cluster.RosaAutoscalerArgs.Classic.LogVerbosity: -1 is less than 0`,
		},
		"autoscaler's GPU": {
			reason: "of some type",
			args:   scaler(RosaClassicAutoscalerArgs{GPUs: []RosaGPURange{{}}}),
			want:   `cluster.RosaAutoscalerArgs.Classic.GPUs[0].Type: is required`,
		},
	}
}
