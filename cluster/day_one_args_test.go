package cluster

import (
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
)

type validated interface{ Validate() error }

// badInput is something that a user may write, and what is said to it.
type badInput struct {
	reason string
	args   validated
	// path is what all messages begin with.
	path string
	want []string
}

func (b badInput) check(t *testing.T) {
	t.Helper()
	assert.EqualError(t, b.args.Validate(), b.path+strings.Join(b.want, "\n"+b.path), b.reason)
}

func runBadInputs(t *testing.T, tests map[string]badInput) {
	t.Helper()
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.check(t)
		})
	}
}

func TestBadMachineConfigs(t *testing.T) {
	t.Parallel()
	of := func(change func(*MachineConfigArgs)) *MachineConfigArgs {
		args := MachineConfigArgs{Name: "99-worker-x", Pool: "worker", KernelArguments: []string{"audit=0"}}
		change(&args)
		return &args
	}
	file := func(path string, mode int) *MachineConfigArgs {
		return of(func(a *MachineConfigArgs) {
			a.Files = []MachineConfigFile{{Path: path, Contents: pulumi.String("x"), Mode: mode}}
		})
	}
	unit := func(units ...SystemdUnit) *MachineConfigArgs {
		return of(func(a *MachineConfigArgs) { a.Units = units })
	}
	const at = "cluster.MachineConfigArgs."
	const kept = "is read-only or not kept on RHCOS; files are kept below /etc, /var, /opt, /usr/local, /root, /home, /srv"
	runBadInputs(t, map[string]badInput{
		"nothing":            {"three things are missing", &MachineConfigArgs{}, at, []string{"Name: is required", "Pool: is required", "Files: is empty and so is everything else; a MachineConfig that changes nothing is not needed"}},
		"upper case":         {"names of objects are lower-case", of(func(a *MachineConfigArgs) { a.Name = "99_Worker" }), at, []string{`Name: "99_Worker" is no name of at most 253 lower-case letters, digits, dots and inner hyphens`}},
		"the cluster's name": {"the operator would write over it", of(func(a *MachineConfigArgs) { a.Name = "00-worker" }), at, []string{`Name: "00-worker" begins with 00-, as the cluster's own do; begin with 50- to 99- and the pool, such as 99-infra-chrony`}},
		"rendered":           {"the operator would delete it", of(func(a *MachineConfigArgs) { a.Name = "rendered-worker-1" }), at, []string{`Name: "rendered-worker-1" begins with rendered-, as the cluster's own do; begin with 50- to 99- and the pool, such as 99-infra-chrony`}},
		"the installer's":    {"it is there already", of(func(a *MachineConfigArgs) { a.Name = "99-worker-ssh" }), at, []string{`Name: "99-worker-ssh" is a name that the cluster writes itself; choose another, such as 99-infra-chrony`}},
		"generated":          {"a KubeletConfig makes it", of(func(a *MachineConfigArgs) { a.Name = "99-worker-generated-kubelet" }), at, []string{`Name: "99-worker-generated-kubelet" is a name that the cluster writes itself; choose another, such as 99-infra-chrony`}},
		"read-only path":     {"/usr comes with the image", file("/usr/bin/tool", 0), at, []string{`Files[0].Path: "/usr/bin/tool" ` + kept}},
		"path that is lost":  {"/run is memory", file("/run/x", 0), at, []string{`Files[0].Path: "/run/x" ` + kept}},
		"relative path":      {"ignition says so, too", file("etc/x", 0), at, []string{`Files[0].Path: "etc/x" ` + kept, "ignition: $.storage.files.0.path: path not absolute"}},
		"dotted path":        {"two of a file would not be found out", file("/etc/../etc/x", 0), at, []string{"ignition: $.storage.files.0.path: path is not fully simplified"}},
		"decimal mode":       {"644 is not 0644", file("/etc/x", 0o100000), at, []string{"ignition: $.storage.files.0.mode: illegal file mode"}},
		"no contents":        {"a component that was not made", of(func(a *MachineConfigArgs) { a.Files = []MachineConfigFile{{Path: "/etc/x"}} }), at, []string{`Files[0].Contents: is required; pulumi.String("") makes an empty file`}},
		"a file twice": {"ignition takes one", of(func(a *MachineConfigArgs) {
			a.Files = []MachineConfigFile{{Path: "/etc/x", Contents: pulumi.String("1")}, {Path: "/etc/x", Contents: pulumi.String("2")}}
		}), at, []string{"ignition: $.storage.files.1: duplicate entry defined"}},
		"unit without kind":   {"systemd goes by it", unit(SystemdUnit{Name: "chronyd", Masked: true}), at, []string{"ignition: $.systemd.units.0.name: invalid systemd unit extension"}},
		"broken unit":         {"systemd would not read it", unit(SystemdUnit{Name: "x.service", Contents: "[Service\n"}), at, []string{"ignition: $.systemd.units.0.contents: invalid unit content: unable to find end of section"}},
		"unit twice":          {"ignition takes one", unit(SystemdUnit{Name: "x.service", Masked: true}, SystemdUnit{Name: "x.service", Masked: true}), at, []string{"ignition: $.systemd.units.1: duplicate entry defined"}},
		"dropin without conf": {"systemd would not read it", unit(SystemdUnit{Name: "x.service", Dropins: []SystemdDropin{{Name: "10-x"}}}), at, []string{"ignition: $.systemd.units.0.dropins.0.name: invalid systemd drop-in extension"}},
		"arguments in a row":  {"an entry each", of(func(a *MachineConfigArgs) { a.KernelArguments = []string{"audit=0 quiet"} }), at, []string{`KernelArguments[0]: "audit=0 quiet" holds more than one argument; give each an entry of its own`}},
		"argument twice":      {"a slip", of(func(a *MachineConfigArgs) { a.KernelArguments = []string{"quiet", "quiet", ""} }), at, []string{`KernelArguments[1]: "quiet" is given twice`, "KernelArguments[2]: is required"}},
		"private key":         {"it is not quoted", of(func(a *MachineConfigArgs) { a.SSHKeys = []string{"-----BEGIN OPENSSH PRIVATE KEY-----"} }), at, []string{"SSHKeys[0]: is a private key; give the public one, which stands in the file that ends in .pub"}},
		"key without type":    {"sshd would pass it over", of(func(a *MachineConfigArgs) { a.SSHKeys = []string{"AAAA", "ssh-dss AAAA", "ssh-rsa !"} }), at, []string{"SSHKeys[0]: is no public key, such as `ssh-ed25519 AAAA... name@example.com`", "SSHKeys[1]: is no public key, such as `ssh-ed25519 AAAA... name@example.com`", "SSHKeys[2]: is no public key, such as `ssh-ed25519 AAAA... name@example.com`"}},
		"unknown kernel":      {"RHCOS has three", of(func(a *MachineConfigArgs) { a.KernelType = "rt" }), at, []string{`KernelType: "rt" is none of default, realtime, 64k-pages`}},
	})
}

func TestBadKubeletConfigs(t *testing.T) {
	t.Parallel()
	of := func(change func(*KubeletConfigArgs)) *KubeletConfigArgs {
		args := KubeletConfigArgs{Name: "infra", Pool: "infra", MaxPods: new(100)}
		change(&args)
		return &args
	}
	more := func(key string, value any) *KubeletConfigArgs {
		return of(func(a *KubeletConfigArgs) { a.More = map[string]any{key: value} })
	}
	const at = "cluster.KubeletConfigArgs."
	const signals = "is no signal; it is one of memory.available, nodefs.available, nodefs.inodesFree, imagefs.available, imagefs.inodesFree, containerfs.available, containerfs.inodesFree, pid.available, allocatableMemory.available"
	runBadInputs(t, map[string]badInput{
		"nothing":      {"an object for nobody that changes nothing", &KubeletConfigArgs{}, at, []string{"Name: is required", "Pool: is required", "More: is empty and so is everything else; a KubeletConfig that changes nothing is not needed"}},
		"pool's label": {"the pool's name is asked for", of(func(a *KubeletConfigArgs) { a.Pool = "pools.operator/infra" }), at, []string{`Pool: "pools.operator/infra" is no name of at most 63 lower-case letters, digits and inner hyphens`}},
		"no pods":      {"a node for nothing", of(func(a *KubeletConfigArgs) { a.MaxPods = new(0) }), at, []string{"MaxPods: 0 is outside of 1 to 1048576"}},
		"log level":    {"klog has ten", of(func(a *KubeletConfigArgs) { a.LogLevel = new(11) }), at, []string{"LogLevel: 11 is outside of 0 to 10"}},
		"thresholds":   {"the kubelet would not start", of(func(a *KubeletConfigArgs) { a.ImageGCHighThresholdPercent = new(70) }), at, []string{"ImageGCLowThresholdPercent: 80 is not below the high threshold, 70; the kubelet would not start"}},
		"quantity":     {"megabytes are M", of(func(a *KubeletConfigArgs) { a.SystemReserved = map[string]string{"memory": "500MB"} }), at, []string{`SystemReserved[memory]: "500MB" is no quantity, such as 500m, 1Gi or 2`}},
		"resource":     {"the kubelet knows four", of(func(a *KubeletConfigArgs) { a.KubeReserved = map[string]string{"disk": "1Gi"} }), at, []string{`KubeReserved: "disk" is none of cpu, memory, ephemeral-storage, pid`}},
		"reserved twice": {"the operator refuses it", of(func(a *KubeletConfigArgs) {
			a.AutoSizingReserved, a.SystemReserved = new(true), map[string]string{"cpu": "1"}
		}), at, []string{"SystemReserved: is refused together with AutoSizingReserved; leave one out"}},
		"signal":            {"the kubelet would not start", of(func(a *KubeletConfigArgs) { a.EvictionHard = map[string]string{"memory": "ten"} }), at, []string{`EvictionHard[memory]: "memory" ` + signals, `EvictionHard[memory]: "ten" is neither a quantity, such as 200Mi, nor a share, such as 10%`}},
		"no grace":          {"the kubelet would not start", of(func(a *KubeletConfigArgs) { a.EvictionSoft = map[string]string{"memory.available": "1Gi"} }), at, []string{"EvictionSoftGracePeriod: has none for memory.available; every threshold of EvictionSoft needs one"}},
		"grace for nothing": {"a threshold was left out", of(func(a *KubeletConfigArgs) { a.EvictionSoftGracePeriod = map[string]string{"memory.available": "90"} }), at, []string{"EvictionSoftGracePeriod: has one for memory.available, which is not in EvictionSoft", `EvictionSoftGracePeriod[memory.available]: "90" is no duration, such as 1m30s`}},
		"policies": {"the kubelet would not start", of(func(a *KubeletConfigArgs) {
			a.CPUManagerPolicy, a.TopologyManagerPolicy, a.TLSSecurityProfile = "Static", "numa", "Modern"
		}), at, []string{`CPUManagerPolicy: "Static" is none of none, static`, `TopologyManagerPolicy: "numa" is none of none, best-effort, restricted, single-numa-node`, `TLSSecurityProfile: "Modern" is none of Old, Intermediate`}},
		"refused":     {"OpenShift decides it", more("featureGates", map[string]any{}), at, []string{"More[featureGates]: is decided by OpenShift, whose machine config operator refuses it; leave it out"}},
		"swap":        {"OpenShift decides it", more("memorySwap", map[string]any{"swapBehavior": "LimitedSwap"}), at, []string{"More[memorySwap]: swapBehavior is decided by OpenShift, whose machine config operator refuses it; leave it out"}},
		"given twice": {"one would be lost", more("maxPods", 5), at, []string{"More[maxPods]: is given by an argument of its own, too; leave one out"}},
		"static pods": {"the control plane is made of them", more("staticPodPath", "/etc/x"), at, []string{"More[staticPodPath]: cannot be changed: the control plane itself is made of static pods, and other pools take an empty one alone"}},
		"master's static pods": {"the control plane is made of them", of(func(a *KubeletConfigArgs) {
			a.Pool, a.More = "master", map[string]any{"staticPodPath": ""}
		}), at, []string{"More[staticPodPath]: cannot be changed: the control plane itself is made of static pods, and other pools take an empty one alone"}},
		"cgroup maps": {"it is a text", of(func(a *KubeletConfigArgs) {
			a.More = map[string]any{"systemReservedCgroup": map[string]any{}, "systemCgroups": map[string]any{"x": 1}}
		}), at, []string{"More[systemReservedCgroup]: must be the same as systemCgroups"}},
		"cgroups": {"the operator refuses it", more("systemReservedCgroup", "/x.slice"), at, []string{"More[systemReservedCgroup]: must be the same as systemCgroups"}},
	})
}

func TestBadContainerRuntimeConfigsAndSchedulers(t *testing.T) {
	t.Parallel()
	of := func(args ContainerRuntimeConfigArgs) *ContainerRuntimeConfigArgs {
		args.Name, args.Pool = "infra", "infra"
		return &args
	}
	const at, scheduler = "cluster.ContainerRuntimeConfigArgs.", "cluster.SchedulerArgs."
	runBadInputs(t, map[string]badInput{
		"nothing":           {"three things are missing", &ContainerRuntimeConfigArgs{}, at, []string{"Name: is required", "Pool: is required", "PidsLimit: is not set and neither is anything else; a ContainerRuntimeConfig that changes nothing is not needed"}},
		"few processes":     {"the operator refuses it", of(ContainerRuntimeConfigArgs{PidsLimit: new(19)}), at, []string{"PidsLimit: 19 is less than 20; write -1 for no limit"}},
		"log level":         {"CRI-O has six", of(ContainerRuntimeConfigArgs{LogLevel: "trace"}), at, []string{`LogLevel: "trace" is none of fatal, panic, error, warn, info, debug`}},
		"small log":         {"less than conmon's buffer", of(ContainerRuntimeConfigArgs{LogSizeMax: "8191"}), at, []string{"LogSizeMax: 8191 bytes are less than 8192; write -1 for no limit"}},
		"size in megabytes": {"the suffix is M or Mi", of(ContainerRuntimeConfigArgs{LogSizeMax: "50MB", OverlaySize: "8GB"}), at, []string{`LogSizeMax: "50MB" is no quantity, such as 500m, 1Gi or 2`, `OverlaySize: "8GB" is no quantity, such as 500m, 1Gi or 2`}},
		"runtime":           {"RHCOS has two", of(ContainerRuntimeConfigArgs{DefaultRuntime: "kata"}), at, []string{`DefaultRuntime: "kata" is none of crun, runc`}},
		"idle scheduler":    {"a patch of nothing", &SchedulerArgs{}, scheduler, []string{"MastersSchedulable: is not set and neither is anything else; there is nothing to patch"}},
		"profile":           {"there are three", &SchedulerArgs{Profile: "Spread"}, scheduler, []string{`Profile: "Spread" is none of LowNodeUtilization, HighNodeUtilization, NoScoring`}},
		"selector":          {"no node would have it", &SchedulerArgs{DefaultNodeSelector: map[string]string{"a b": "c d"}}, scheduler, []string{`DefaultNodeSelector: key "a b" is no label of Kubernetes, such as node-role.kubernetes.io/infra`, `DefaultNodeSelector: the value "c d" of key "a b" is none that a label takes`}},
	})
}

func TestBadProxies(t *testing.T) {
	t.Parallel()
	const at = "cluster.ProxyArgs."
	const good = pulumi.String("http://proxy.example.com:3128")
	runBadInputs(t, map[string]badInput{
		"nothing":         {"a patch of nothing", &ProxyArgs{NoProxy: []string{".example.com"}}, at, []string{"HTTPProxy: is not set and neither are HTTPSProxy and TrustedCA; there is nothing to patch"}},
		"no scheme":       {"the password is not quoted", &ProxyArgs{HTTPProxy: pulumi.String("user:word@proxy:3128")}, at, []string{"HTTPProxy: is no URL such as http://proxy.example.com:3128"}},
		"HTTPS for HTTP":  {"OpenShift takes http:// alone there", &ProxyArgs{HTTPProxy: pulumi.String("https://proxy.example.com:3128")}, at, []string{"HTTPProxy: is no URL such as http://proxy.example.com:3128"}},
		"no port":         {"clients guess differently", &ProxyArgs{HTTPSProxy: pulumi.String("http://proxy.example.com")}, at, []string{"HTTPSProxy: names no port; write it out, such as http://proxy.example.com:3128"}},
		"wildcard":        {"a dot stands for it", &ProxyArgs{HTTPProxy: good, NoProxy: []string{"*.example.com"}}, at, []string{`NoProxy: "*.example.com" is no host name, domain such as .example.com, address or range; * stands for everything only alone`}},
		"list in a text":  {"an entry each", &ProxyArgs{HTTPProxy: good, NoProxy: []string{"a.example.com,b.example.com"}}, at, []string{`NoProxy: "a.example.com,b.example.com" is no host name, domain such as .example.com, address or range; * stands for everything only alone`}},
		"endpoint":        {"it is asked for", &ProxyArgs{HTTPProxy: good, ReadinessEndpoints: []string{"quay.io"}}, at, []string{`ReadinessEndpoints: "quay.io" is no URL of http or https`}},
		"no certificates": {"a path in place of the text", &ProxyArgs{TrustedCA: pulumi.String("/etc/ca.pem")}, at, []string{"TrustedCA: holds no certificate; give PEM, which begins with -----BEGIN CERTIFICATE-----"}},
	})
}

func TestBadIdentityProviders(t *testing.T) {
	t.Parallel()
	of := func(providers ...IdentityProvider) *IdentityProvidersArgs {
		return &IdentityProvidersArgs{Providers: providers}
	}
	users := func(file string) *IdentityProvidersArgs {
		return of(IdentityProvider{Name: "local", HTPasswd: &HTPasswdArgs{File: pulumi.String(file)}})
	}
	openID := func(change func(*OpenIDArgs)) *IdentityProvidersArgs {
		args := OpenIDArgs{Issuer: "https://sso.example.com", ClientID: pulumi.String("openshift"), ClientSecret: pulumi.String("x")}
		change(&args)
		return of(IdentityProvider{Name: "sso", OpenID: &args})
	}
	ldap := func(args LDAPArgs) *IdentityProvidersArgs { return of(IdentityProvider{Name: "ldap", LDAP: &args}) }
	gitHub := func(args GitHubArgs) *IdentityProvidersArgs {
		args.ClientID, args.ClientSecret = pulumi.String("x"), pulumi.String("x")
		return of(IdentityProvider{Name: "github", GitHub: &args})
	}
	good := &HTPasswdArgs{File: pulumi.String(htpasswdFile)}
	const all = "cluster.IdentityProvidersArgs."
	const at = all + "Providers[0]."
	runBadInputs(t, map[string]badInput{
		"nobody":              {"a list of nothing", &IdentityProvidersArgs{}, all, []string{"Providers: is required"}},
		"half a second":       {"the cluster counts seconds", &IdentityProvidersArgs{Providers: everyProvider().Providers, AccessTokenMaxAge: time.Second / 2, AccessTokenInactivityTimeout: time.Minute}, all, []string{"AccessTokenMaxAge: 500ms is no whole number of seconds", "AccessTokenInactivityTimeout: 1m0s is less than 5 minutes, the least that OpenShift takes"}},
		"no kind":             {"a name alone", of(IdentityProvider{Name: "x"}), at, []string{"HTPasswd: 0 of HTPasswd, OpenID, LDAP and GitHub are set; set exactly one"}},
		"two kinds":           {"a union", of(IdentityProvider{Name: "x", HTPasswd: good, LDAP: &LDAPArgs{}}), at, []string{"HTPasswd: 2 of HTPasswd, OpenID, LDAP and GitHub are set; set exactly one"}},
		"slash":               {"it is part of a URL", of(IdentityProvider{Name: "a/b", HTPasswd: good}), at, []string{`Name: "a/b" cannot be part of a URL; use letters, digits, spaces and hyphens`}},
		"no name":             {"identities begin with it", of(IdentityProvider{HTPasswd: good}), at, []string{"Name: is required"}},
		"alike":               {"their secrets would have one name", of(IdentityProvider{Name: "Local", HTPasswd: good}, IdentityProvider{Name: "local", HTPasswd: good}), all + "Providers[1].", []string{`Name: "local" is too like "Local"; names must differ in their letters and digits`}},
		"mapping":             {"generate is gone", of(IdentityProvider{Name: "x", MappingMethod: "generate", HTPasswd: good}), at, []string{`MappingMethod: "generate" is none of claim, lookup, add`}},
		"plain password":      {"the password is not quoted", users("alice:secret"), at, []string{"HTPasswd.File: the line of user \"alice\" has no hash that OpenShift reads; `htpasswd -nB alice` makes one"}},
		"a hash alone":        {"it is not quoted", users("# users\n\n$2y$05$abcdefghijklmnopqrstuuu\n"), at, []string{"HTPasswd.File: line 3 is no user and a hash with a colon between them; `htpasswd -nB USER` makes one"}},
		"nobody's hash":       {"no user has it", users(":$2y$1"), at, []string{"HTPasswd.File: line 1 is no user and a hash with a colon between them; `htpasswd -nB USER` makes one"}},
		"user twice":          {"one would be lost", users("a:$2y$1\na:$2y$2\n"), at, []string{`HTPasswd.File: user "a" has two lines`}},
		"no file":             {"a component that was not made", of(IdentityProvider{Name: "x", HTPasswd: &HTPasswdArgs{}}), at, []string{"HTPasswd.File: is required"}},
		"issuer":              {"tokens name it exactly", openID(func(o *OpenIDArgs) { o.Issuer = "http://sso.example.com?x=1" }), at, []string{`OpenID.Issuer: "http://sso.example.com?x=1" is no URL of https without query and fragment`}},
		"no client":           {"it must be registered", of(IdentityProvider{Name: "x", OpenID: &OpenIDArgs{}}), at, []string{"OpenID.Issuer: is required", "OpenID.ClientID: is required", "OpenID.ClientSecret: is required"}},
		"authority":           {"not PEM", openID(func(o *OpenIDArgs) { o.CA = pulumi.String("x") }), at, []string{"OpenID.CA: holds no certificate; give PEM, which begins with -----BEGIN CERTIFICATE-----"}},
		"directory":           {"it is a URL", ldap(LDAPArgs{URL: "ldap.example.com"}), at, []string{`LDAP.URL: "ldap.example.com" is no URL such as ldaps://ldap.example.com/ou=people,dc=example,dc=com?uid`}},
		"insecure TLS":        {"one of both", ldap(LDAPArgs{URL: "ldaps://x", Insecure: true}), at, []string{"LDAP.Insecure: cannot be set with ldaps://, which is TLS; write ldap:// or leave it out"}},
		"no bind password":    {"the directory would refuse", ldap(LDAPArgs{URL: "ldaps://x", BindDN: "cn=reader"}), at, []string{"LDAP.BindPassword: is required"}},
		"nobody's password":   {"it would be lost", ldap(LDAPArgs{URL: "ldaps://x", BindPassword: pulumi.String("x")}), at, []string{"LDAP.BindPassword: is given without BindDN, whose password it would be"}},
		"everybody at GitHub": {"a hundred million", gitHub(GitHubArgs{}), at, []string{"GitHub.Organizations: is empty and so is Teams, so everybody with an account at GitHub could log in; name those who may"}},
		"both at GitHub":      {"OpenShift refuses it", gitHub(GitHubArgs{Organizations: []string{"a"}, Teams: []string{"a/b"}}), at, []string{"GitHub.Teams: cannot be set together with Organizations; leave one out"}},
		"team":                {"of which organization?", gitHub(GitHubArgs{Teams: []string{"core"}}), at, []string{`GitHub.Teams: "core" is no team; write organization/team`}},
		"GitHub as a host":    {"OpenShift refuses it", gitHub(GitHubArgs{Organizations: []string{"a"}, Hostname: "github.com"}), at, []string{`GitHub.Hostname: "github.com" is GitHub itself, which OpenShift wants left out`}},
		"GitHub's URL":        {"a host is asked for", gitHub(GitHubArgs{Organizations: []string{"a"}, Hostname: "https://github.example.com"}), at, []string{`GitHub.Hostname: "https://github.example.com" is no host name, such as github.example.com`}},
		"GitHub's authority":  {"github.com needs none", gitHub(GitHubArgs{Organizations: []string{"a"}, CA: pulumi.String(certificate)}), at, []string{"GitHub.CA: is for a GitHub Enterprise; set Hostname or leave it out"}},
	})
}

func TestBadUpgrades(t *testing.T) {
	t.Parallel()
	const at = "cluster.UpgradeArgs."
	runBadInputs(t, map[string]badInput{
		"nothing":          {"a patch of nothing", &UpgradeArgs{}, at, []string{"Version: is not set and neither are Channel and Image; there is nothing to patch"}},
		"channel's form":   {"a slip", &UpgradeArgs{Channel: "4.18-stable"}, at, []string{`Channel: "4.18-stable" is no channel; it is stable-, fast-, candidate- or eus- and a minor version, such as stable-4.18`}},
		"nightly":          {"not for clusters", &UpgradeArgs{Channel: "nightly-4.18"}, at, []string{`Channel: "nightly-4.18" is no channel; it is stable-, fast-, candidate- or eus- and a minor version, such as stable-4.18`}},
		"odd eus":          {"even minors alone", &UpgradeArgs{Channel: "eus-4.17"}, at, []string{`Channel: "eus-4.17" is no channel; extended update support is for even minor versions alone`}},
		"version's form":   {"a release is meant", &UpgradeArgs{Version: "4.18"}, at, []string{`Version: "4.18" is no version, such as 4.18.12`}},
		"another channel":  {"the cluster would not see it", &UpgradeArgs{Channel: "stable-4.17", Version: "4.18.2"}, at, []string{"Version: 4.18.2 is not in channel stable-4.17, whose newest are of 4.17"}},
		"tag":              {"it could become another", &UpgradeArgs{Image: "quay.io/x/ocp-release:4.18.12"}, at, []string{`Image: "quay.io/x/ocp-release:4.18.12" does not name an image by digest, such as quay.io/openshift-release-dev/ocp-release@sha256:...; a tag could become another release`}},
		"forced version":   {"not unchecked", &UpgradeArgs{Version: "4.18.12", Force: true}, at, []string{"Force: needs Image: only what was named by its digest should be taken unchecked"}},
		"image of all":     {"the API excludes it", &UpgradeArgs{Version: "4.18.12", Image: digest, Multi: true}, at, []string{"Multi: needs Version and excludes Image"}},
		"paused master":    {"it would never end", &UpgradeArgs{Version: "4.18.12", PausedPools: map[string]pulumi.StringInput{"master": pulumi.String("master"), "worker": pulumi.String("infra"), "x": nil}}, at, []string{"PausedPools[master]: master cannot be paused: an upgrade is not completed without it", `PausedPools[worker]: "infra" is the name of another pool`, "PausedPools[x]: is required"}},
		"wait for nothing": {"a channel upgrades nothing", &UpgradeArgs{Channel: "fast-4.18", Wait: &WaitArgs{Timeout: -1}}, at, []string{"Wait.Timeout: -1ns is in the past; leave it out for the default", "Kubeconfig: is required", "Wait: has nothing to wait for; set Version or Image"}},
	})
}

func TestGitHubEnterpriseIsLegal(t *testing.T) {
	t.Parallel()
	assert.NoError(t, (&IdentityProvidersArgs{Providers: []IdentityProvider{{Name: "github", GitHub: &GitHubArgs{
		ClientID: pulumi.String("x"), ClientSecret: pulumi.String("x"), Teams: []string{"a/b"}, Hostname: "github.example.com", CA: pulumi.String(certificate),
	}}}}).Validate())
}
