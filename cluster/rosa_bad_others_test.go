package cluster

import (
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func rosaBadIDPs() map[string]rosaBad {
	with, kind := rosaTestIDP, rosaTestKind
	id, secret := pulumi.String("id"), pulumi.String("secret")
	return map[string]rosaBad{
		"no kind of provider": {"exactly one", with(func(a *RosaIdentityProviderArgs) { a.HTPasswd = nil }),
			`cluster.RosaIdentityProviderArgs.HTPasswd: must be set, or GitHub, GitLab, Google, LDAP or OpenID: exactly one of them, not 0`},
		"two kinds of provider": {"exactly one", with(func(a *RosaIdentityProviderArgs) { a.GitLab = &RosaGitLabArgs{id, secret, "https://gitlab.com", nil} }),
			`cluster.RosaIdentityProviderArgs.HTPasswd: must be set, or GitHub, GitLab, Google, LDAP or OpenID: exactly one of them, not 2`},
		"reserved provider": {"the rosa command keeps it", with(func(a *RosaIdentityProviderArgs) { a.Name = "cluster-admin" }),
			`cluster.RosaIdentityProviderArgs.Name: cluster-admin is the name of the provider that OCM makes for a cluster's Admin`},
		"reserved provider's case": {"the rosa command keeps it", with(func(a *RosaIdentityProviderArgs) { a.Name = "Cluster-Admin" }),
			`cluster.RosaIdentityProviderArgs.Name: Cluster-Admin is the name of the provider that OCM makes for a cluster's Admin`},
		"provider's name": {"no blanks", with(func(a *RosaIdentityProviderArgs) { a.Name = "our company" }),
			`cluster.RosaIdentityProviderArgs.Name: "our company" must be letters and digits, with single hyphens and underscores between them`},
		"mapping method": {"OpenShift's four", with(func(a *RosaIdentityProviderArgs) { a.MappingMethod = "merge" }),
			`cluster.RosaIdentityProviderArgs.MappingMethod: "merge" is none of claim, add, generate, lookup`},
		"user twice": {"names are keys", with(func(a *RosaIdentityProviderArgs) { a.HTPasswd.Users = append(a.HTPasswd.Users, a.HTPasswd.Users[0]) }),
			`cluster.RosaIdentityProviderArgs.HTPasswd.Users[1].Username: "ann" is there twice`},
		"no user":     {"at least one", with(func(a *RosaIdentityProviderArgs) { a.HTPasswd.Users = nil }), `cluster.RosaIdentityProviderArgs.HTPasswd.Users: is empty; at least one user is needed`},
		"no password": {"of every user", with(func(a *RosaIdentityProviderArgs) { a.HTPasswd.Users[0].Password = nil }), `cluster.RosaIdentityProviderArgs.HTPasswd.Users[0].Password: is required`},
		"password with umlaut": {"ASCII", with(func(a *RosaIdentityProviderArgs) { a.HTPasswd.Users[0].Password = pulumi.String("Schöne-Hölle-12") }),
			`cluster.RosaIdentityProviderArgs.HTPasswd.Users[0].Password: must have ASCII characters only`},
		"unknown admin": {"a misspelt name", with(func(a *RosaIdentityProviderArgs) { a.ClusterAdmins = []string{"anne"} }),
			`cluster.RosaIdentityProviderArgs.ClusterAdmins[0]: "anne" is none of HTPasswd's users`},
		"admin twice": {"one membership", with(func(a *RosaIdentityProviderArgs) { a.DedicatedAdmins = []string{"ann", "ann"} }),
			`cluster.RosaIdentityProviderArgs.DedicatedAdmins[1]: "ann" is there twice`},
		"github for all": {"organisations or teams", kind(func(a *RosaIdentityProviderArgs) { a.GitHub = &RosaGitHubArgs{ClientID: id, ClientSecret: secret} }),
			`cluster.RosaIdentityProviderArgs.GitHub.Organizations: must be set, or Teams: one of the two; else all of GitHub could log in`},
		"github team": {"two parts", kind(func(a *RosaIdentityProviderArgs) {
			a.GitHub = &RosaGitHubArgs{ClientID: id, ClientSecret: secret, Teams: []string{"core"}}
		}),
			`cluster.RosaIdentityProviderArgs.GitHub.Teams[0]: "core" is no team; write organization/team`},
		"github host": {"Enterprise only", kind(func(a *RosaIdentityProviderArgs) {
			a.GitHub = &RosaGitHubArgs{ClientID: id, ClientSecret: secret, Organizations: []string{"o"}, Hostname: "api.github.com"}
		}), `cluster.RosaIdentityProviderArgs.GitHub.Hostname: "api.github.com" is GitHub itself; leave it out`},
		"gitlab": {"an address and a client", kind(func(a *RosaIdentityProviderArgs) { a.GitLab = &RosaGitLabArgs{URL: "gitlab.com"} }),
			"cluster.RosaIdentityProviderArgs.GitLab.ClientID: is required\ncluster.RosaIdentityProviderArgs.GitLab.ClientSecret: is required\n" +
				`cluster.RosaIdentityProviderArgs.GitLab.URL: "gitlab.com" is no address that begins with https://`},
		"google for all": {"the provider demands a domain", kind(func(a *RosaIdentityProviderArgs) { a.Google = &RosaGoogleArgs{id, secret, ""} }),
			`cluster.RosaIdentityProviderArgs.Google.HostedDomain: is required unless MappingMethod is lookup; else all of Google could log in`},
		"google domain": {"no wildcard", kind(func(a *RosaIdentityProviderArgs) { a.Google = &RosaGoogleArgs{id, secret, "*.example.com"} }),
			`cluster.RosaIdentityProviderArgs.Google.HostedDomain: "*.example.com" is no domain; write one such as example.com`},
		"ldap address": {"ldap or ldaps", kind(func(a *RosaIdentityProviderArgs) { a.LDAP = &RosaLDAPArgs{URL: "https://ldap.example.com"} }),
			`cluster.RosaIdentityProviderArgs.LDAP.URL: "https://ldap.example.com" is no address of a directory; write one such as ldaps://ldap.example.com/ou=users,dc=example,dc=com?uid`},
		"ldap bind": {"a name without a password", kind(func(a *RosaIdentityProviderArgs) {
			a.LDAP = &RosaLDAPArgs{URL: "ldaps://ldap.example.com", BindDN: "cn=x"}
		}),
			`cluster.RosaIdentityProviderArgs.LDAP.BindDN: and BindPassword go together; set both or none`},
		"ldap insecure": {"TLS by name", kind(func(a *RosaIdentityProviderArgs) {
			a.LDAP = &RosaLDAPArgs{URL: "ldaps://ldap.example.com", Insecure: true}
		}),
			`cluster.RosaIdentityProviderArgs.LDAP.Insecure: is set and URL is ldaps; choose one`},
		"issuer": {"OpenID Connect Discovery", kind(func(a *RosaIdentityProviderArgs) {
			a.OpenID = &RosaOpenIDArgs{ClientID: id, ClientSecret: secret, Issuer: "https://sso.example.com?realm=x"}
		}), `cluster.RosaIdentityProviderArgs.OpenID.Issuer: "https://sso.example.com?realm=x" is no address that begins with https:// and has no query and no fragment
cluster.RosaIdentityProviderArgs.OpenID.Claims: are empty; name at least one`},
	}
}

func rosaBadOthers() map[string]rosaBad {
	id := pulumi.String("c1")
	classic := func(c RosaClassicIngressArgs) *RosaIngressArgs { return &RosaIngressArgs{ClusterID: id, Classic: &c} }
	scaler := func(c RosaClassicAutoscalerArgs) *RosaAutoscalerArgs {
		return &RosaAutoscalerArgs{ClusterID: id, Classic: &c}
	}
	return map[string]rosaBad{
		"ingress of nothing": {"everything that has no default", (*RosaIngressArgs)(nil), "cluster.RosaIngressArgs.ClusterID: is required\n" +
			"cluster.RosaIngressArgs.HCP: must be set for a hosted control plane, and Classic for a Classic cluster: one of the two"},
		"ingress's listening": {"internal or external", &RosaIngressArgs{ClusterID: id, HCP: &RosaHCPIngressArgs{"private"}},
			`cluster.RosaIngressArgs.HCP.Listening: "private" is none of internal, external`},
		"ingress's load balancer": {"OCM's two words", classic(RosaClassicIngressArgs{LoadBalancer: "NLB"}), `cluster.RosaIngressArgs.Classic.LoadBalancer: "NLB" is none of classic, nlb`},
		"ingress's routes": {"three sites, each with a certificate", classic(RosaClassicIngressArgs{ComponentRoutes: map[string]RosaComponentRoute{"grafana": {Hostname: "g.example.com"}}}),
			"cluster.RosaIngressArgs.Classic.ComponentRoutes: \"grafana\" is none of console, downloads, oauth\n" +
				"cluster.RosaIngressArgs.Classic.ComponentRoutes[grafana].TLSSecretRef: is required"},
		"ingress's project": {"a name of Kubernetes's", classic(RosaClassicIngressArgs{ExcludedNamespaces: []string{"My_Project"}}), `cluster.RosaIngressArgs.Classic.ExcludedNamespaces: "My_Project" is no project's name`},
		"kubelet's pids": {"OpenShift's least", &RosaKubeletConfigArgs{ClusterID: id, Name: "pids", PodPidsLimit: 4095},
			`cluster.RosaKubeletConfigArgs.PodPidsLimit: 4095 is not between 4096 and 3694303`},
		"kubelet's most pids": {"the kernel's most", &RosaKubeletConfigArgs{ClusterID: id, Name: "pids", PodPidsLimit: 3694304},
			`cluster.RosaKubeletConfigArgs.PodPidsLimit: 3694304 is not between 4096 and 3694303`},
		"kubelet's name": {"pools name it", &RosaKubeletConfigArgs{ClusterID: pulumi.String(" "), PodPidsLimit: 4096},
			"cluster.RosaKubeletConfigArgs.ClusterID: is blank; give the ID of the cluster\ncluster.RosaKubeletConfigArgs.Name: is required"},
		"tuning": {"what JSON cannot hold", &RosaTuningConfigArgs{ClusterID: id, Name: "t", Spec: map[string]any{"profile": func() {}}},
			`cluster.RosaTuningConfigArgs.Spec: cannot be written as JSON: json: unsupported type: func()`},
		"autoscaler's range": {"upside down", scaler(RosaClassicAutoscalerArgs{Cores: &RosaRange{10, 5}}),
			`cluster.RosaAutoscalerArgs.Classic.Cores: 10 to 5 is no range; Min is at least 0 and Max at least Min`},
		"autoscaler's share": {"a share", scaler(RosaClassicAutoscalerArgs{ScaleDown: &RosaScaleDownArgs{UtilizationThreshold: new(1.1)}}),
			`cluster.RosaAutoscalerArgs.Classic.ScaleDown.UtilizationThreshold: 1.1 is no share between 0 and 1`},
		"autoscaler's time": {"not before now", &RosaAutoscalerArgs{ClusterID: id, MaxNodeProvisionTime: -time.Minute},
			`cluster.RosaAutoscalerArgs.MaxNodeProvisionTime: -1m0s is no number of whole seconds; write one such as 10 * time.Minute`},
		"autoscaler's log": {"a level", scaler(RosaClassicAutoscalerArgs{LogVerbosity: new(-1)}), `cluster.RosaAutoscalerArgs.Classic.LogVerbosity: -1 is less than 0`},
		"autoscaler's GPU": {"of some type", scaler(RosaClassicAutoscalerArgs{GPUs: []RosaGPURange{{}}}), `cluster.RosaAutoscalerArgs.Classic.GPUs[0].Type: is required`},
	}
}
