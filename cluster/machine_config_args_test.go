package cluster

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMachineConfigArgsRejected(t *testing.T) {
	t.Parallel()
	of := func(change func(*MachineConfigArgs)) *MachineConfigArgs {
		args := MachineConfigArgs{Name: "99-worker-x", Pool: "worker", KernelArguments: []string{"audit=0"}}
		change(&args)
		return &args
	}
	named := func(name string) *MachineConfigArgs { return of(func(a *MachineConfigArgs) { a.Name = name }) }
	file := func(path string, mode int) *MachineConfigArgs {
		return of(func(a *MachineConfigArgs) {
			a.Files = []MachineConfigFile{{Path: path, Contents: pulumi.String("x"), Mode: mode}}
		})
	}
	unit := func(units ...SystemdUnit) *MachineConfigArgs {
		return of(func(a *MachineConfigArgs) { a.Units = units })
	}
	const reserved = " is reserved for the cluster; use 50- to 99- and the pool as a prefix (for example, 99-infra-chrony)"
	const mode = "must be between 0 and 0o777, such as 0o644; nodes have no setuid, setgid and sticky bits "
	const publicKey = "must be a public key (for example, `ssh-ed25519 AAAA... name@example.com`)"
	testRejections(t, "cluster.MachineConfigArgs", map[string]rejection{
		"nothing": {
			reason: "a config without settings changes nothing",
			args:   &MachineConfigArgs{},
			want:   []string{".Name: required", ".Pool: required", ": must set at least one field other than Name and Pool"},
		},
		"upper case": {reason: "names of objects are lower-case", args: named("99_Worker"), want: []string{".Name: format"}},
		"operator's name": {
			reason: "the operator would overwrite it",
			args:   named("00-worker"),
			want:   []string{`.Name: "00-worker"` + reserved},
		},
		"rendered": {
			reason: "the operator would delete it",
			args:   named("rendered-worker-1"),
			want:   []string{`.Name: "rendered-worker-1"` + reserved},
		},
		"installer's name": {
			reason: "it exists in every cluster",
			args:   named("99-worker-ssh"),
			want:   []string{`.Name: "99-worker-ssh"` + reserved},
		},
		"generated": {
			reason: "the operator generates it for a KubeletConfig",
			args:   named("99-worker-generated-kubelet"),
			want:   []string{`.Name: "99-worker-generated-kubelet"` + reserved},
		},
		"read-only path": {
			reason: "/usr is a part of the image", args: file("/usr/bin/tool", 0), want: []string{".Files[0].Path: format"},
		},
		"volatile path": {reason: "/run is in memory", args: file("/run/x", 0), want: []string{".Files[0].Path: format"}},
		"relative path": {
			reason: "Ignition rejects it as well",
			args:   file("etc/x", 0),
			want:   []string{".Files[0].Path: format", ".ignition: $.storage.files.0.path: path not absolute"},
		},
		"path with dots": {
			reason: "Ignition finds duplicate files by their paths",
			args:   file("/etc/../etc/x", 0),
			want:   []string{".ignition: $.storage.files.0.path: path is not fully simplified"},
		},
		"mode": {
			reason: "permissions have three octal digits",
			args:   file("/etc/x", 0o100000),
			want: []string{
				".Files[0].Mode: " + mode + "(got 0o100000)", ".ignition: $.storage.files.0.mode: illegal file mode",
			},
		},
		"owner": {
			reason: "Ignition fails where a file's owner does not exist",
			args: &MachineConfigArgs{
				Name: "99-worker-x", Pool: "worker",
				Files: []MachineConfigFile{{Path: "/etc/x", Contents: pulumi.String(""), User: "no such user", Group: "1:2"}},
			},
			want: []string{".Files[0].User: format", ".Files[0].Group: format"},
		},
		"large file": {
			reason: "etcd rejects requests of more than 1.5 MiB",
			args: &MachineConfigArgs{
				Name: "99-worker-x", Pool: "worker",
				Files: []MachineConfigFile{{Path: "/etc/x", Contents: pulumi.String(strings.Repeat("x", 2<<20))}},
			},
			want: []string{
				".Files[0].Contents: must have at most 1048576 bytes, because a MachineConfig is one object of the cluster " +
					"(has 2097152)",
			},
		},
		"setuid": {
			reason: "the operator rejects special bits, and the pool is degraded",
			args:   file("/usr/local/bin/x", 0o4755),
			want:   []string{".Files[0].Mode: " + mode + "(got 0o4755)"},
		},
		"sticky": {
			reason: "the operator rejects special bits, and the pool is degraded",
			args:   file("/var/x", 0o1777),
			want:   []string{".Files[0].Mode: " + mode + "(got 0o1777)"},
		},
		"decimal mode": {
			reason: "644 is 0o1204",
			args:   file("/etc/x", 644),
			want:   []string{".Files[0].Mode: " + mode + "(got 0o1204)"},
		},
		"path with a line break": {
			reason: "no tool would find the file", args: file("/etc/x\n", 0), want: []string{".Files[0].Path: format"},
		},
		"no contents": {
			reason: "an output of a component that was not created is nil",
			args:   of(func(a *MachineConfigArgs) { a.Files = []MachineConfigFile{{Path: "/etc/x"}} }),
			want:   []string{`.Files[0].Contents: is required; pulumi.String("") creates an empty file`},
		},
		"file twice": {
			reason: "Ignition writes a file once",
			args: of(func(a *MachineConfigArgs) {
				a.Files = []MachineConfigFile{
					{Path: "/etc/x", Contents: pulumi.String("1")},
					{Path: "/etc/x", Contents: pulumi.String("2")},
				}
			}),
			want: []string{".ignition: $.storage.files.1: duplicate entry defined"},
		},
		"unit without type": {
			reason: "the extension is the unit's type",
			args:   unit(SystemdUnit{Name: "chronyd", Masked: true}),
			want:   []string{".ignition: $.systemd.units.0.name: invalid systemd unit extension"},
		},
		"invalid unit": {
			reason: "systemd could not parse it",
			args:   unit(SystemdUnit{Name: "x.service", Contents: "[Service\n"}),
			want: []string{
				".ignition: $.systemd.units.0.contents: invalid unit content: unable to find end of section",
			},
		},
		"unit twice": {
			reason: "Ignition writes a unit once",
			args:   unit(SystemdUnit{Name: "x.service", Masked: true}, SystemdUnit{Name: "x.service", Masked: true}),
			want:   []string{".ignition: $.systemd.units.1: duplicate entry defined"},
		},
		"drop-in without .conf": {
			reason: "systemd ignores other extensions",
			args:   unit(SystemdUnit{Name: "x.service", Dropins: []SystemdDropin{{Name: "10-x"}}}),
			want:   []string{".ignition: $.systemd.units.0.dropins.0.name: invalid systemd drop-in extension"},
		},
		"kernel arguments": {
			reason: "each argument is an element, once",
			args: of(func(a *MachineConfigArgs) {
				a.KernelArguments = []string{"audit=0 quiet", "quiet", "quiet", ""}
			}),
			want: []string{
				".KernelArguments[0]: format", ".KernelArguments[3]: required", ".KernelArguments[2]: duplicate",
			},
		},
		"kernel arguments in one": {
			reason: "spaces and line breaks end an argument, except for spaces between quotes",
			args: of(func(a *MachineConfigArgs) {
				a.KernelArguments = []string{`a="x" init=/bin/sh`, "a=\"b\nc\"", "a\x00b", `a="b`}
			}),
			want: []string{
				".KernelArguments[0]: format", ".KernelArguments[1]: format", ".KernelArguments[2]: format",
				".KernelArguments[3]: format",
			},
		},
		"extensions": {
			reason: "RHCOS has eight extensions, each once",
			args: of(func(a *MachineConfigArgs) {
				a.Extensions = []string{"vim", "", "usbguard", "usbguard"}
			}),
			want: []string{".Extensions[0]: one-of", ".Extensions[1]: required", ".Extensions[3]: duplicate"},
		},
		"realtime headers": {
			reason: "the operator installs kernel-devel for the default kernel only",
			args: of(func(a *MachineConfigArgs) {
				a.Extensions, a.KernelType = []string{"kernel-devel"}, "realtime"
			}),
			want: []string{".KernelType: exclusive"},
		},
		"64k headers": {
			reason: "the operator installs kernel-devel for the default kernel only",
			args: of(func(a *MachineConfigArgs) {
				a.Extensions, a.KernelType = []string{"kernel-devel"}, "64k-pages"
			}),
			want: []string{".KernelType: exclusive"},
		},
		"private key": {
			reason: "the message does not quote it",
			args:   of(func(a *MachineConfigArgs) { a.SSHKeys = []string{"-----BEGIN OPENSSH PRIVATE KEY-----"} }),
			want: []string{
				".SSHKeys[0]: must be a public key, not a private one (for example, the contents of ~/.ssh/id_ed25519.pub)",
			},
		},
		"SSH keys": {
			reason: "sshd ignores keys without a type, of other types, or with invalid base64",
			args: of(func(a *MachineConfigArgs) {
				a.SSHKeys = []string{"AAAA", "ssh-dss AAAA", "ssh-rsa !", "ssh-rsa AAAA\r"}
			}),
			want: []string{
				".SSHKeys[0]: " + publicKey, ".SSHKeys[1]: " + publicKey, ".SSHKeys[2]: " + publicKey,
				".SSHKeys[3]: " + publicKey,
			},
		},
		"kernel type": {
			reason: "RHCOS has three kernels",
			args:   of(func(a *MachineConfigArgs) { a.KernelType = "rt" }),
			want:   []string{".KernelType: one-of"},
		},
	})
}

// FuzzMachineConfigArgs checks any file, unit, kernel argument and key: without a problem, it is rendered as Ignition.
func FuzzMachineConfigArgs(f *testing.F) {
	f.Add("/etc/chrony.conf", 0o644, "a.service", "[Unit]\nDescription=a\n", "audit=0", "ssh-ed25519 AAAA a")
	f.Add("/etc/../x", -1, "a", "[Unit", `a="b c"`, "-----BEGIN PRIVATE KEY-----")
	f.Add("/var/\xff", 0o1777, "../a.timer", "=\n[", `"`, "ssh-rsa \x00")
	f.Fuzz(func(t *testing.T, path string, mode int, unit, contents, argument, key string) {
		args := MachineConfigArgs{
			Name: "99-worker-x", Pool: "worker", KernelArguments: []string{argument}, SSHKeys: []string{key},
			Files: []MachineConfigFile{{Path: path, Contents: pulumi.String(contents), Mode: mode}},
			Units: []SystemdUnit{{Name: unit, Contents: contents, Dropins: []SystemdDropin{{Name: unit, Contents: contents}}}},
		}
		if args.Validate() != nil {
			return
		}
		config, err := args.renderedIgnition()
		require.NoError(t, err)
		assert.Contains(t, config, "storage")
	})
}
