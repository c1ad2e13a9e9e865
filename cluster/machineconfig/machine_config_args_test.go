package machineconfig

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestMachineConfigArgsRejected(t *testing.T) {
	t.Parallel()
	of := func(change func(*MachineConfigArgs)) *MachineConfigArgs {
		args := &MachineConfigArgs{Name: "99-worker-x", Pool: "worker", KernelArguments: []string{"audit=0"}}
		return checktest.With(args, change)
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
	checktest.Cases(t, "machineconfig.MachineConfigArgs", map[string]checktest.Case{
		"nothing": {
			Reason: "a config without settings changes nothing",
			Args:   &MachineConfigArgs{Name: "99-x", Pool: "worker"},
			Want:   []string{": must set at least one field other than Name, Pool or OpenShiftVersion"},
		},
		"operator's name": {
			Reason: "the operator would overwrite it",
			Args:   named("00-worker"),
			Want:   []string{`.Name: "00-worker"` + reserved},
		},
		"rendered": {
			Reason: "the operator would delete it",
			Args:   named("rendered-worker-1"),
			Want:   []string{`.Name: "rendered-worker-1"` + reserved},
		},
		"installer's name": {
			Reason: "it exists in every cluster",
			Args:   named("99-worker-ssh"),
			Want:   []string{`.Name: "99-worker-ssh"` + reserved},
		},
		"generated": {
			Reason: "the operator generates it for a KubeletConfig",
			Args:   named("99-worker-generated-kubelet"),
			Want:   []string{`.Name: "99-worker-generated-kubelet"` + reserved},
		},
		"unit as a file": {
			Reason: "the cluster's own unit of the name would make the rendered configuration invalid",
			Args:   file("/etc/systemd/system/kubelet.service", 0),
			Want: []string{".Files[0].Path: must not be a systemd unit or drop-in: set it in Units " +
				`(got "/etc/systemd/system/kubelet.service")`},
		},
		"drop-in as a file": {
			Reason: "as a unit",
			Args:   file("/etc/systemd/system/crio.service.d/20-x.conf", 0),
			Want: []string{".Files[0].Path: must not be a systemd unit or drop-in: set it in Units " +
				`(got "/etc/systemd/system/crio.service.d/20-x.conf")`},
		},
		"path with dots": {
			Reason: "Ignition finds duplicate files by their paths",
			Args:   file("/etc/../etc/x", 0),
			Want:   []string{".Files[0].Path: path is not fully simplified"},
		},
		"mode": {
			Reason: "permissions have three octal digits, 644 is 0o1204, and the operator rejects special bits: the pool is degraded",
			Args: of(func(a *MachineConfigArgs) {
				for i, mode := range []int{0o100000, 0o4755, 0o1777, 644} {
					path := "/etc/" + string(rune('a'+i))
					a.Files = append(a.Files, MachineConfigFile{Path: path, Contents: pulumi.String("x"), Mode: mode})
				}
			}),
			Want: []string{
				".Files[0].Mode: " + mode + "(got 0o100000)", ".Files[1].Mode: " + mode + "(got 0o4755)",
				".Files[2].Mode: " + mode + "(got 0o1777)", ".Files[3].Mode: " + mode + "(got 0o1204)",
			},
		},
		"large file": {
			Reason: "etcd rejects requests of more than 1.5 MiB",
			Args: &MachineConfigArgs{
				Name: "99-worker-x", Pool: "worker",
				Files: []MachineConfigFile{{Path: "/etc/x", Contents: pulumi.String(strings.Repeat("x", 2<<20))}},
			},
			Want: []string{
				".Files[0].Contents: must have at most 1048576 bytes, because a MachineConfig is one object of the cluster " +
					"(has 2097152)",
			},
		},
		"no contents": {
			Reason: "an output of a component that was not created is nil",
			Args:   of(func(a *MachineConfigArgs) { a.Files = []MachineConfigFile{{Path: "/etc/x"}} }),
			Want:   []string{`.Files[0].Contents: is required; pulumi.String("") creates an empty file`},
		},
		"file twice": {
			Reason: "Ignition writes a file once",
			Args: of(func(a *MachineConfigArgs) {
				a.Files = []MachineConfigFile{
					{Path: "/etc/x", Contents: pulumi.String("1")},
					{Path: "/etc/x", Contents: pulumi.String("2")},
				}
			}),
			Want: []string{".Files[1]: duplicate entry defined"},
		},
		"invalid unit": {
			Reason: "systemd could not parse it",
			Args:   unit(SystemdUnit{Name: "x.service", Contents: "[Service\n"}),
			Want:   []string{".Units[0].Contents: invalid unit content: unable to find end of section"},
		},
		"unit twice": {
			Reason: "Ignition writes a unit once",
			Args:   unit(SystemdUnit{Name: "x.service", Masked: true}, SystemdUnit{Name: "x.service", Masked: true}),
			Want:   []string{".Units[1]: duplicate entry defined"},
		},
		"extensions": {
			Reason: "RHCOS has eight extensions",
			Args:   of(func(a *MachineConfigArgs) { a.Extensions = []string{"vim", "usbguard"} }),
			Want:   []string{".Extensions[0]: one-of"},
		},
		"extensions of later releases": {
			Reason: "the release cannot render the pool's configuration",
			Args: of(func(a *MachineConfigArgs) {
				a.OpenShiftVersion, a.Extensions = "4.17", []string{"sysstat", "two-node-ha", "wasm"}
			}),
			Want: []string{
				".Extensions[0]: requires OpenShift 4.18 or later (the cluster's release is 4.17)",
				".Extensions[1]: requires OpenShift 4.19 or later (the cluster's release is 4.17)",
			},
		},
		"extensions of a newer release": {
			Reason: "the library does not know the extensions of later releases",
			Args:   of(func(a *MachineConfigArgs) { a.OpenShiftVersion, a.Extensions = "4.23", []string{"later"} }),
		},
		"realtime headers": {
			Reason: "the operator installs kernel-devel for the default kernel only",
			Args: of(func(a *MachineConfigArgs) {
				a.Extensions, a.KernelType = []string{"kernel-devel"}, "realtime"
			}),
			Want: []string{".KernelType: exclusive"},
		},
		"64k headers": {
			Reason: "the operator installs kernel-devel for the default kernel only",
			Args: of(func(a *MachineConfigArgs) {
				a.Extensions, a.KernelType = []string{"kernel-devel"}, "64k-pages"
			}),
			Want: []string{".KernelType: exclusive"},
		},
		"private key": {
			Reason: "the message does not quote it",
			Args:   of(func(a *MachineConfigArgs) { a.SSHKeys = []string{"-----BEGIN OPENSSH PRIVATE KEY-----"} }),
			Want: []string{
				".SSHKeys[0]: must be a public key, not a private one (for example, the contents of ~/.ssh/id_ed25519.pub)",
			},
		},
		"SSH keys": {
			Reason: "sshd ignores keys without a type, of other types, or with invalid base64",
			Args: of(func(a *MachineConfigArgs) {
				a.SSHKeys = []string{"AAAA", "ssh-dss AAAA", "ssh-rsa !", "ssh-rsa AAAA\r"}
			}),
			Want: []string{
				".SSHKeys[0]: " + publicKey, ".SSHKeys[1]: " + publicKey, ".SSHKeys[2]: " + publicKey,
				".SSHKeys[3]: " + publicKey,
			},
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
