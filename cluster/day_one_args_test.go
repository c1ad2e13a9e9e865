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
		"nothing": {
			reason: "three things are missing",
			args:   &MachineConfigArgs{},
			path:   at,
			want: []string{
				"Name: is required",
				"Pool: is required",
				"Files: is empty and so is everything else; a MachineConfig that changes nothing is not needed",
			},
		},
		"upper case": {
			reason: "names of objects are lower-case",
			args:   of(func(a *MachineConfigArgs) { a.Name = "99_Worker" }),
			path:   at,
			want: []string{
				`Name: "99_Worker" is no name of at most 253 lower-case letters, digits, dots and inner hyphens`,
			},
		},
		"the cluster's name": {
			reason: "the operator would write over it",
			args:   of(func(a *MachineConfigArgs) { a.Name = "00-worker" }),
			path:   at,
			want: []string{
				`Name: "00-worker" begins with 00-, as the cluster's own do; begin with 50- to 99- and the pool, such as 99-infra-chrony`,
			},
		},
		"rendered": {
			reason: "the operator would delete it",
			args:   of(func(a *MachineConfigArgs) { a.Name = "rendered-worker-1" }),
			path:   at,
			want: []string{
				`Name: "rendered-worker-1" begins with rendered-, as the cluster's own do; begin with 50- to 99- and the pool, such as 99-infra-chrony`,
			},
		},
		"the installer's": {
			reason: "it is there already",
			args:   of(func(a *MachineConfigArgs) { a.Name = "99-worker-ssh" }),
			path:   at,
			want: []string{
				`Name: "99-worker-ssh" is a name that the cluster writes itself; choose another, such as 99-infra-chrony`,
			},
		},
		"generated": {
			reason: "a KubeletConfig makes it",
			args:   of(func(a *MachineConfigArgs) { a.Name = "99-worker-generated-kubelet" }),
			path:   at,
			want: []string{
				`Name: "99-worker-generated-kubelet" is a name that the cluster writes itself; choose another, such as 99-infra-chrony`,
			},
		},
		"read-only path": {
			reason: "/usr comes with the image",
			args:   file("/usr/bin/tool", 0),
			path:   at,
			want:   []string{`Files[0].Path: "/usr/bin/tool" ` + kept},
		},
		"path that is lost": {
			reason: "/run is memory",
			args:   file("/run/x", 0),
			path:   at,
			want:   []string{`Files[0].Path: "/run/x" ` + kept},
		},
		"relative path": {
			reason: "ignition says so, too",
			args:   file("etc/x", 0),
			path:   at,
			want:   []string{`Files[0].Path: "etc/x" ` + kept, "ignition: $.storage.files.0.path: path not absolute"},
		},
		"dotted path": {
			reason: "two of a file would not be found out",
			args:   file("/etc/../etc/x", 0),
			path:   at,
			want:   []string{"ignition: $.storage.files.0.path: path is not fully simplified"},
		},
		"decimal mode": {
			reason: "644 is not 0644",
			args:   file("/etc/x", 0o100000),
			path:   at,
			want:   []string{"ignition: $.storage.files.0.mode: illegal file mode"},
		},
		"no contents": {
			reason: "a component that was not made",
			args:   of(func(a *MachineConfigArgs) { a.Files = []MachineConfigFile{{Path: "/etc/x"}} }),
			path:   at,
			want:   []string{`Files[0].Contents: is required; pulumi.String("") makes an empty file`},
		},
		"a file twice": {
			reason: "ignition takes one",
			args: of(func(a *MachineConfigArgs) {
				a.Files = []MachineConfigFile{
					{Path: "/etc/x", Contents: pulumi.String("1")},
					{Path: "/etc/x", Contents: pulumi.String("2")},
				}
			}),
			path: at,
			want: []string{"ignition: $.storage.files.1: duplicate entry defined"},
		},
		"unit without kind": {
			reason: "systemd goes by it",
			args:   unit(SystemdUnit{Name: "chronyd", Masked: true}),
			path:   at,
			want:   []string{"ignition: $.systemd.units.0.name: invalid systemd unit extension"},
		},
		"broken unit": {
			reason: "systemd would not read it",
			args:   unit(SystemdUnit{Name: "x.service", Contents: "[Service\n"}),
			path:   at,
			want: []string{
				"ignition: $.systemd.units.0.contents: invalid unit content: unable to find end of section",
			},
		},
		"unit twice": {
			reason: "ignition takes one",
			args:   unit(SystemdUnit{Name: "x.service", Masked: true}, SystemdUnit{Name: "x.service", Masked: true}),
			path:   at,
			want:   []string{"ignition: $.systemd.units.1: duplicate entry defined"},
		},
		"dropin without conf": {
			reason: "systemd would not read it",
			args:   unit(SystemdUnit{Name: "x.service", Dropins: []SystemdDropin{{Name: "10-x"}}}),
			path:   at,
			want:   []string{"ignition: $.systemd.units.0.dropins.0.name: invalid systemd drop-in extension"},
		},
		"arguments in a row": {
			reason: "an entry each",
			args:   of(func(a *MachineConfigArgs) { a.KernelArguments = []string{"audit=0 quiet"} }),
			path:   at,
			want: []string{
				`KernelArguments[0]: "audit=0 quiet" holds more than one argument; give each an entry of its own`,
			},
		},
		"argument twice": {
			reason: "a slip",
			args:   of(func(a *MachineConfigArgs) { a.KernelArguments = []string{"quiet", "quiet", ""} }),
			path:   at,
			want:   []string{`KernelArguments[1]: "quiet" is given twice`, "KernelArguments[2]: is required"},
		},
		"private key": {
			reason: "it is not quoted",
			args:   of(func(a *MachineConfigArgs) { a.SSHKeys = []string{"-----BEGIN OPENSSH PRIVATE KEY-----"} }),
			path:   at,
			want: []string{
				"SSHKeys[0]: is a private key; give the public one, which stands in the file that ends in .pub",
			},
		},
		"key without type": {
			reason: "sshd would pass it over",
			args:   of(func(a *MachineConfigArgs) { a.SSHKeys = []string{"AAAA", "ssh-dss AAAA", "ssh-rsa !"} }),
			path:   at,
			want: []string{
				"SSHKeys[0]: is no public key, such as `ssh-ed25519 AAAA... name@example.com`",
				"SSHKeys[1]: is no public key, such as `ssh-ed25519 AAAA... name@example.com`",
				"SSHKeys[2]: is no public key, such as `ssh-ed25519 AAAA... name@example.com`",
			},
		},
		"unknown kernel": {
			reason: "RHCOS has three",
			args:   of(func(a *MachineConfigArgs) { a.KernelType = "rt" }),
			path:   at,
			want:   []string{`KernelType: "rt" is none of default, realtime, 64k-pages`},
		},
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
		"nothing": {
			reason: "an object for nobody that changes nothing",
			args:   &KubeletConfigArgs{},
			path:   at,
			want: []string{
				"Name: is required",
				"Pool: is required",
				"More: is empty and so is everything else; a KubeletConfig that changes nothing is not needed",
			},
		},
		"pool's label": {
			reason: "the pool's name is asked for",
			args:   of(func(a *KubeletConfigArgs) { a.Pool = "pools.operator/infra" }),
			path:   at,
			want: []string{
				`Pool: "pools.operator/infra" is no name of at most 63 lower-case letters, digits and inner hyphens`,
			},
		},
		"no pods": {
			reason: "a node for nothing",
			args:   of(func(a *KubeletConfigArgs) { a.MaxPods = new(0) }),
			path:   at,
			want:   []string{"MaxPods: 0 is outside of 1 to 1048576"},
		},
		"log level": {
			reason: "klog has ten",
			args:   of(func(a *KubeletConfigArgs) { a.LogLevel = new(11) }),
			path:   at,
			want:   []string{"LogLevel: 11 is outside of 0 to 10"},
		},
		"thresholds": {
			reason: "the kubelet would not start",
			args:   of(func(a *KubeletConfigArgs) { a.ImageGCHighThresholdPercent = new(70) }),
			path:   at,
			want: []string{
				"ImageGCLowThresholdPercent: 80 is not below the high threshold, 70; the kubelet would not start",
			},
		},
		"quantity": {
			reason: "megabytes are M",
			args:   of(func(a *KubeletConfigArgs) { a.SystemReserved = map[string]string{"memory": "500MB"} }),
			path:   at,
			want:   []string{`SystemReserved[memory]: "500MB" is no quantity, such as 500m, 1Gi or 2`},
		},
		"resource": {
			reason: "the kubelet knows four",
			args:   of(func(a *KubeletConfigArgs) { a.KubeReserved = map[string]string{"disk": "1Gi"} }),
			path:   at,
			want:   []string{`KubeReserved: "disk" is none of cpu, memory, ephemeral-storage, pid`},
		},
		"reserved twice": {
			reason: "the operator refuses it",
			args: of(func(a *KubeletConfigArgs) {
				a.AutoSizingReserved, a.SystemReserved = new(true), map[string]string{"cpu": "1"}
			}),
			path: at,
			want: []string{"SystemReserved: is refused together with AutoSizingReserved; leave one out"},
		},
		"signal": {
			reason: "the kubelet would not start",
			args:   of(func(a *KubeletConfigArgs) { a.EvictionHard = map[string]string{"memory": "ten"} }),
			path:   at,
			want: []string{
				`EvictionHard[memory]: "memory" ` + signals,
				`EvictionHard[memory]: "ten" is neither a quantity, such as 200Mi, nor a share, such as 10%`,
			},
		},
		"no grace": {
			reason: "the kubelet would not start",
			args:   of(func(a *KubeletConfigArgs) { a.EvictionSoft = map[string]string{"memory.available": "1Gi"} }),
			path:   at,
			want: []string{
				"EvictionSoftGracePeriod: has none for memory.available; every threshold of EvictionSoft needs one",
			},
		},
		"grace for nothing": {
			reason: "a threshold was left out",
			args: of(
				func(a *KubeletConfigArgs) { a.EvictionSoftGracePeriod = map[string]string{"memory.available": "90"} },
			),
			path: at,
			want: []string{
				"EvictionSoftGracePeriod: has one for memory.available, which is not in EvictionSoft",
				`EvictionSoftGracePeriod[memory.available]: "90" is no duration, such as 1m30s`,
			},
		},
		"policies": {
			reason: "the kubelet would not start",
			args: of(func(a *KubeletConfigArgs) {
				a.CPUManagerPolicy, a.TopologyManagerPolicy, a.TLSSecurityProfile = "Static", "numa", "Modern"
			}),
			path: at,
			want: []string{
				`CPUManagerPolicy: "Static" is none of none, static`,
				`TopologyManagerPolicy: "numa" is none of none, best-effort, restricted, single-numa-node`,
				`TLSSecurityProfile: "Modern" is none of Old, Intermediate`,
			},
		},
		"refused": {
			reason: "OpenShift decides it",
			args:   more("featureGates", map[string]any{}),
			path:   at,
			want: []string{
				"More[featureGates]: is decided by OpenShift, whose machine config operator refuses it; leave it out",
			},
		},
		"swap": {
			reason: "OpenShift decides it",
			args:   more("memorySwap", map[string]any{"swapBehavior": "LimitedSwap"}),
			path:   at,
			want: []string{
				"More[memorySwap]: swapBehavior is decided by OpenShift, whose machine config operator refuses it; leave it out",
			},
		},
		"given twice": {
			reason: "one would be lost",
			args:   more("maxPods", 5),
			path:   at,
			want:   []string{"More[maxPods]: is given by an argument of its own, too; leave one out"},
		},
		"static pods": {
			reason: "the control plane is made of them",
			args:   more("staticPodPath", "/etc/x"),
			path:   at,
			want: []string{
				"More[staticPodPath]: cannot be changed: the control plane itself is made of static pods, and other pools take an empty one alone",
			},
		},
		"master's static pods": {
			reason: "the control plane is made of them",
			args: of(func(a *KubeletConfigArgs) {
				a.Pool, a.More = "master", map[string]any{"staticPodPath": ""}
			}),
			path: at,
			want: []string{
				"More[staticPodPath]: cannot be changed: the control plane itself is made of static pods, and other pools take an empty one alone",
			},
		},
		"cgroup maps": {
			reason: "it is a text",
			args: of(func(a *KubeletConfigArgs) {
				a.More = map[string]any{
					"systemReservedCgroup": map[string]any{},
					"systemCgroups":        map[string]any{"x": 1},
				}
			}),
			path: at,
			want: []string{"More[systemReservedCgroup]: must be the same as systemCgroups"},
		},
		"cgroups": {
			reason: "the operator refuses it",
			args:   more("systemReservedCgroup", "/x.slice"),
			path:   at,
			want:   []string{"More[systemReservedCgroup]: must be the same as systemCgroups"},
		},
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
		"nothing": {
			reason: "three things are missing",
			args:   &ContainerRuntimeConfigArgs{},
			path:   at,
			want: []string{
				"Name: is required",
				"Pool: is required",
				"PidsLimit: is not set and neither is anything else; a ContainerRuntimeConfig that changes nothing is not needed",
			},
		},
		"few processes": {
			reason: "the operator refuses it",
			args:   of(ContainerRuntimeConfigArgs{PidsLimit: new(19)}),
			path:   at,
			want:   []string{"PidsLimit: 19 is less than 20; write -1 for no limit"},
		},
		"log level": {
			reason: "CRI-O has six",
			args:   of(ContainerRuntimeConfigArgs{LogLevel: "trace"}),
			path:   at,
			want:   []string{`LogLevel: "trace" is none of fatal, panic, error, warn, info, debug`},
		},
		"small log": {
			reason: "less than conmon's buffer",
			args:   of(ContainerRuntimeConfigArgs{LogSizeMax: "8191"}),
			path:   at,
			want:   []string{"LogSizeMax: 8191 bytes are less than 8192; write -1 for no limit"},
		},
		"size in megabytes": {
			reason: "the suffix is M or Mi",
			args:   of(ContainerRuntimeConfigArgs{LogSizeMax: "50MB", OverlaySize: "8GB"}),
			path:   at,
			want: []string{
				`LogSizeMax: "50MB" is no quantity, such as 500m, 1Gi or 2`,
				`OverlaySize: "8GB" is no quantity, such as 500m, 1Gi or 2`,
			},
		},
		"runtime": {
			reason: "RHCOS has two",
			args:   of(ContainerRuntimeConfigArgs{DefaultRuntime: "kata"}),
			path:   at,
			want:   []string{`DefaultRuntime: "kata" is none of crun, runc`},
		},
		"idle scheduler": {
			reason: "a patch of nothing",
			args:   &SchedulerArgs{},
			path:   scheduler,
			want:   []string{"MastersSchedulable: is not set and neither is anything else; there is nothing to patch"},
		},
		"profile": {
			reason: "there are three",
			args:   &SchedulerArgs{Profile: "Spread"},
			path:   scheduler,
			want:   []string{`Profile: "Spread" is none of LowNodeUtilization, HighNodeUtilization, NoScoring`},
		},
		"selector": {
			reason: "no node would have it",
			args:   &SchedulerArgs{DefaultNodeSelector: map[string]string{"a b": "c d"}},
			path:   scheduler,
			want: []string{
				`DefaultNodeSelector: key "a b" is no label of Kubernetes, such as node-role.kubernetes.io/infra`,
				`DefaultNodeSelector: the value "c d" of key "a b" is none that a label takes`,
			},
		},
	})
}

func TestBadProxies(t *testing.T) {
	t.Parallel()
	const at = "cluster.ProxyArgs."
	const good = pulumi.String("http://proxy.example.com:3128")
	runBadInputs(t, map[string]badInput{
		"nothing": {
			reason: "a patch of nothing",
			args:   &ProxyArgs{NoProxy: []string{".example.com"}},
			path:   at,
			want: []string{
				"HTTPProxy: is not set and neither are HTTPSProxy and TrustedCA; there is nothing to patch",
			},
		},
		"no scheme": {
			reason: "the password is not quoted",
			args:   &ProxyArgs{HTTPProxy: pulumi.String("user:word@proxy:3128")},
			path:   at,
			want:   []string{"HTTPProxy: is no URL such as http://proxy.example.com:3128"},
		},
		"HTTPS for HTTP": {
			reason: "OpenShift takes http:// alone there",
			args:   &ProxyArgs{HTTPProxy: pulumi.String("https://proxy.example.com:3128")},
			path:   at,
			want:   []string{"HTTPProxy: is no URL such as http://proxy.example.com:3128"},
		},
		"no port": {
			reason: "clients guess differently",
			args:   &ProxyArgs{HTTPSProxy: pulumi.String("http://proxy.example.com")},
			path:   at,
			want:   []string{"HTTPSProxy: names no port; write it out, such as http://proxy.example.com:3128"},
		},
		"wildcard": {
			reason: "a dot stands for it",
			args:   &ProxyArgs{HTTPProxy: good, NoProxy: []string{"*.example.com"}},
			path:   at,
			want: []string{
				`NoProxy: "*.example.com" is no host name, domain such as .example.com, address or range; * stands for everything only alone`,
			},
		},
		"list in a text": {
			reason: "an entry each",
			args:   &ProxyArgs{HTTPProxy: good, NoProxy: []string{"a.example.com,b.example.com"}},
			path:   at,
			want: []string{
				`NoProxy: "a.example.com,b.example.com" is no host name, domain such as .example.com, address or range; * stands for everything only alone`,
			},
		},
		"endpoint": {
			reason: "it is asked for",
			args:   &ProxyArgs{HTTPProxy: good, ReadinessEndpoints: []string{"quay.io"}},
			path:   at,
			want:   []string{`ReadinessEndpoints: "quay.io" is no URL of http or https`},
		},
		"no certificates": {
			reason: "a path in place of the text",
			args:   &ProxyArgs{TrustedCA: pulumi.String("/etc/ca.pem")},
			path:   at,
			want: []string{
				"TrustedCA: holds no certificate; give PEM, which begins with -----BEGIN CERTIFICATE-----",
			},
		},
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
		args := OpenIDArgs{
			Issuer:       "https://sso.example.com",
			ClientID:     pulumi.String("openshift"),
			ClientSecret: pulumi.String("x"),
		}
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
		"nobody": {
			reason: "a list of nothing",
			args:   &IdentityProvidersArgs{},
			path:   all,
			want:   []string{"Providers: is required"},
		},
		"half a second": {
			reason: "the cluster counts seconds",
			args: &IdentityProvidersArgs{
				Providers:                    everyProvider().Providers,
				AccessTokenMaxAge:            time.Second / 2,
				AccessTokenInactivityTimeout: time.Minute,
			},
			path: all,
			want: []string{
				"AccessTokenMaxAge: 500ms is no whole number of seconds",
				"AccessTokenInactivityTimeout: 1m0s is less than 5 minutes, the least that OpenShift takes",
			},
		},
		"no kind": {
			reason: "a name alone",
			args:   of(IdentityProvider{Name: "x"}),
			path:   at,
			want:   []string{"HTPasswd: 0 of HTPasswd, OpenID, LDAP and GitHub are set; set exactly one"},
		},
		"two kinds": {
			reason: "a union",
			args:   of(IdentityProvider{Name: "x", HTPasswd: good, LDAP: &LDAPArgs{}}),
			path:   at,
			want:   []string{"HTPasswd: 2 of HTPasswd, OpenID, LDAP and GitHub are set; set exactly one"},
		},
		"slash": {
			reason: "it is part of a URL",
			args:   of(IdentityProvider{Name: "a/b", HTPasswd: good}),
			path:   at,
			want:   []string{`Name: "a/b" cannot be part of a URL; use letters, digits, spaces and hyphens`},
		},
		"no name": {
			reason: "identities begin with it",
			args:   of(IdentityProvider{HTPasswd: good}),
			path:   at,
			want:   []string{"Name: is required"},
		},
		"alike": {
			reason: "their secrets would have one name",
			args: of(
				IdentityProvider{Name: "Local", HTPasswd: good},
				IdentityProvider{Name: "local", HTPasswd: good},
			),
			path: all + "Providers[1].",
			want: []string{`Name: "local" is too like "Local"; names must differ in their letters and digits`},
		},
		"mapping": {
			reason: "generate is gone",
			args:   of(IdentityProvider{Name: "x", MappingMethod: "generate", HTPasswd: good}),
			path:   at,
			want:   []string{`MappingMethod: "generate" is none of claim, lookup, add`},
		},
		"plain password": {
			reason: "the password is not quoted",
			args:   users("alice:secret"),
			path:   at,
			want: []string{
				"HTPasswd.File: the line of user \"alice\" has no hash that OpenShift reads; `htpasswd -nB alice` makes one",
			},
		},
		"a hash alone": {
			reason: "it is not quoted",
			args:   users("# users\n\n$2y$05$abcdefghijklmnopqrstuuu\n"),
			path:   at,
			want: []string{
				"HTPasswd.File: line 3 is no user and a hash with a colon between them; `htpasswd -nB USER` makes one",
			},
		},
		"nobody's hash": {
			reason: "no user has it",
			args:   users(":$2y$1"),
			path:   at,
			want: []string{
				"HTPasswd.File: line 1 is no user and a hash with a colon between them; `htpasswd -nB USER` makes one",
			},
		},
		"user twice": {
			reason: "one would be lost",
			args:   users("a:$2y$1\na:$2y$2\n"),
			path:   at,
			want:   []string{`HTPasswd.File: user "a" has two lines`},
		},
		"no file": {
			reason: "a component that was not made",
			args:   of(IdentityProvider{Name: "x", HTPasswd: &HTPasswdArgs{}}),
			path:   at,
			want:   []string{"HTPasswd.File: is required"},
		},
		"issuer": {
			reason: "tokens name it exactly",
			args:   openID(func(o *OpenIDArgs) { o.Issuer = "http://sso.example.com?x=1" }),
			path:   at,
			want: []string{
				`OpenID.Issuer: "http://sso.example.com?x=1" is no URL of https without query and fragment`,
			},
		},
		"no client": {
			reason: "it must be registered",
			args:   of(IdentityProvider{Name: "x", OpenID: &OpenIDArgs{}}),
			path:   at,
			want: []string{
				"OpenID.Issuer: is required",
				"OpenID.ClientID: is required",
				"OpenID.ClientSecret: is required",
			},
		},
		"authority": {
			reason: "not PEM",
			args:   openID(func(o *OpenIDArgs) { o.CA = pulumi.String("x") }),
			path:   at,
			want: []string{
				"OpenID.CA: holds no certificate; give PEM, which begins with -----BEGIN CERTIFICATE-----",
			},
		},
		"directory": {
			reason: "it is a URL",
			args:   ldap(LDAPArgs{URL: "ldap.example.com"}),
			path:   at,
			want: []string{
				`LDAP.URL: "ldap.example.com" is no URL such as ldaps://ldap.example.com/ou=people,dc=example,dc=com?uid`,
			},
		},
		"insecure TLS": {
			reason: "one of both",
			args:   ldap(LDAPArgs{URL: "ldaps://x", Insecure: true}),
			path:   at,
			want: []string{
				"LDAP.Insecure: cannot be set with ldaps://, which is TLS; write ldap:// or leave it out",
			},
		},
		"no bind password": {
			reason: "the directory would refuse",
			args:   ldap(LDAPArgs{URL: "ldaps://x", BindDN: "cn=reader"}),
			path:   at,
			want:   []string{"LDAP.BindPassword: is required"},
		},
		"nobody's password": {
			reason: "it would be lost",
			args:   ldap(LDAPArgs{URL: "ldaps://x", BindPassword: pulumi.String("x")}),
			path:   at,
			want:   []string{"LDAP.BindPassword: is given without BindDN, whose password it would be"},
		},
		"everybody at GitHub": {
			reason: "a hundred million",
			args:   gitHub(GitHubArgs{}),
			path:   at,
			want: []string{
				"GitHub.Organizations: is empty and so is Teams, so everybody with an account at GitHub could log in; name those who may",
			},
		},
		"both at GitHub": {
			reason: "OpenShift refuses it",
			args:   gitHub(GitHubArgs{Organizations: []string{"a"}, Teams: []string{"a/b"}}),
			path:   at,
			want:   []string{"GitHub.Teams: cannot be set together with Organizations; leave one out"},
		},
		"team": {
			reason: "of which organization?",
			args:   gitHub(GitHubArgs{Teams: []string{"core"}}),
			path:   at,
			want:   []string{`GitHub.Teams: "core" is no team; write organization/team`},
		},
		"GitHub as a host": {
			reason: "OpenShift refuses it",
			args:   gitHub(GitHubArgs{Organizations: []string{"a"}, Hostname: "github.com"}),
			path:   at,
			want:   []string{`GitHub.Hostname: "github.com" is GitHub itself, which OpenShift wants left out`},
		},
		"GitHub's URL": {
			reason: "a host is asked for",
			args:   gitHub(GitHubArgs{Organizations: []string{"a"}, Hostname: "https://github.example.com"}),
			path:   at,
			want: []string{
				`GitHub.Hostname: "https://github.example.com" is no host name, such as github.example.com`,
			},
		},
		"GitHub's authority": {
			reason: "github.com needs none",
			args:   gitHub(GitHubArgs{Organizations: []string{"a"}, CA: pulumi.String(certificate)}),
			path:   at,
			want:   []string{"GitHub.CA: is for a GitHub Enterprise; set Hostname or leave it out"},
		},
	})
}

func TestBadUpgrades(t *testing.T) {
	t.Parallel()
	const at = "cluster.UpgradeArgs."
	runBadInputs(t, map[string]badInput{
		"nothing": {
			reason: "a patch of nothing",
			args:   &UpgradeArgs{},
			path:   at,
			want:   []string{"Version: is not set and neither are Channel and Image; there is nothing to patch"},
		},
		"channel's form": {
			reason: "a slip",
			args:   &UpgradeArgs{Channel: "4.18-stable"},
			path:   at,
			want: []string{
				`Channel: "4.18-stable" is no channel; it is stable-, fast-, candidate- or eus- and a minor version, such as stable-4.18`,
			},
		},
		"nightly": {
			reason: "not for clusters",
			args:   &UpgradeArgs{Channel: "nightly-4.18"},
			path:   at,
			want: []string{
				`Channel: "nightly-4.18" is no channel; it is stable-, fast-, candidate- or eus- and a minor version, such as stable-4.18`,
			},
		},
		"odd eus": {
			reason: "even minors alone",
			args:   &UpgradeArgs{Channel: "eus-4.17"},
			path:   at,
			want: []string{
				`Channel: "eus-4.17" is no channel; extended update support is for even minor versions alone`,
			},
		},
		"version's form": {
			reason: "a release is meant",
			args:   &UpgradeArgs{Version: "4.18"},
			path:   at,
			want:   []string{`Version: "4.18" is no version, such as 4.18.12`},
		},
		"another channel": {
			reason: "the cluster would not see it",
			args:   &UpgradeArgs{Channel: "stable-4.17", Version: "4.18.2"},
			path:   at,
			want:   []string{"Version: 4.18.2 is not in channel stable-4.17, whose newest are of 4.17"},
		},
		"tag": {
			reason: "it could become another",
			args:   &UpgradeArgs{Image: "quay.io/x/ocp-release:4.18.12"},
			path:   at,
			want: []string{
				`Image: "quay.io/x/ocp-release:4.18.12" does not name an image by digest, such as quay.io/openshift-release-dev/ocp-release@sha256:...; a tag could become another release`,
			},
		},
		"forced version": {
			reason: "not unchecked",
			args:   &UpgradeArgs{Version: "4.18.12", Force: true},
			path:   at,
			want:   []string{"Force: needs Image: only what was named by its digest should be taken unchecked"},
		},
		"image of all": {
			reason: "the API excludes it",
			args:   &UpgradeArgs{Version: "4.18.12", Image: digest, Multi: true},
			path:   at,
			want:   []string{"Multi: needs Version and excludes Image"},
		},
		"paused master": {
			reason: "it would never end",
			args: &UpgradeArgs{
				Version: "4.18.12",
				PausedPools: map[string]pulumi.StringInput{
					"master": pulumi.String("master"),
					"worker": pulumi.String("infra"),
					"x":      nil,
				},
			},
			path: at,
			want: []string{
				"PausedPools[master]: master cannot be paused: an upgrade is not completed without it",
				`PausedPools[worker]: "infra" is the name of another pool`,
				"PausedPools[x]: is required",
			},
		},
		"wait for nothing": {
			reason: "a channel upgrades nothing",
			args:   &UpgradeArgs{Channel: "fast-4.18", Wait: &WaitArgs{Timeout: -1}},
			path:   at,
			want: []string{
				"Wait.Timeout: -1ns is in the past; leave it out for the default",
				"Kubeconfig: is required",
				"Wait: has nothing to wait for; set Version or Image",
			},
		},
	})
}

func TestGitHubEnterpriseIsLegal(t *testing.T) {
	t.Parallel()
	assert.NoError(t, (&IdentityProvidersArgs{Providers: []IdentityProvider{{Name: "github", GitHub: &GitHubArgs{
		ClientID: pulumi.String("x"), ClientSecret: pulumi.String("x"), Teams: []string{"a/b"}, Hostname: "github.example.com", CA: pulumi.String(certificate),
	}}}}).Validate())
}
