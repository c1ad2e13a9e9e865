package machineconfig

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
)

// MachineConfigArgs are the arguments of a MachineConfig. At least one field other than Name and Pool must be set. Unless a field
// says otherwise, changes are applied in place and reboot the pool's nodes.
type MachineConfigArgs struct {
	// Name is the object's name, such as 99-infra-chrony. Required. If two machine configs write the same file, that of a custom
	// pool wins over that of worker, and otherwise the alphabetically last one. A change replaces the object.
	Name string `check:"required,format=object-name"`
	// Pool is the name of the MachineConfigPool: master, worker, or a custom pool. A machine config for worker applies to custom
	// pools as well. Required. A change reboots the nodes of both pools.
	Pool string `check:"required,format=pool-name"`
	// Files are written to the nodes. Defaults to none. A change reboots the nodes, except for a few files that the cluster reloads.
	Files []MachineConfigFile
	// Units are systemd units. Defaults to none.
	Units []SystemdUnit
	// KernelArguments are added to the kernel's command line, one argument per element, such as audit=0. Defaults to none.
	KernelArguments []string `kube:"spec.kernelArguments" check:"format=kernel-argument"`
	// SSHKeys are public keys for the user core, each an authorized_keys line, in addition to those of the
	// installation. Defaults to none. A change does not reboot the nodes.
	SSHKeys []string
	// Extensions are RHCOS extensions: ipsec, kerberos, kernel-devel (only with the default KernelType), sandboxed-containers,
	// sysstat (4.18 and later), two-node-ha (4.19 and later), usbguard, wasm (up to 4.21). Defaults to none. A release that does not
	// have an extension cannot render the pool's configuration.
	Extensions []string `kube:"spec.extensions" check:"unique"`
	// OpenShiftVersion is the minor version of the cluster's release, such as 4.18. If it is set, sysstat and two-node-ha are rejected
	// where the release does not have them; if it is newer than the library, unknown [Extensions] are accepted. Defaults to none.
	OpenShiftVersion string `check:"format=minor-version"`
	// KernelType is default, realtime or, on arm64, 64k-pages. Defaults to default.
	KernelType string `kube:"spec.kernelType" check:"default|realtime|64k-pages"`
}

// MachineConfigFile is a file on a node.
type MachineConfigFile struct {
	// Path is absolute, below /etc, /var, /opt, /usr/local, /root, /home or /srv: other directories of RHCOS are read-only or not
	// persistent. It must not be the path of a systemd unit or drop-in, which Units have. Required.
	Path string `check:"required,format=persistent-path"`
	// Contents are the file's text. Required. An empty text creates an empty file. Everyone who can read MachineConfigs in the
	// cluster can read it; a secret is encrypted in Pulumi's state only.
	Contents pulumi.StringInput `check:"required=Validate,empty"`
	// Mode are the file's permissions, such as 0o600, at most 0o777. Defaults to 0o644.
	Mode int
	// User is the owner's name. Defaults to root.
	User string `check:"format=account-name"`
	// Group is the owning group's name. Defaults to root.
	Group string `check:"format=account-name"`
}

// SystemdUnit is a systemd unit on a node.
type SystemdUnit struct {
	// Name is the unit's name with its type: chronyd.service, cleanup.timer. Required.
	Name string `check:"required,format=systemd-unit-file"`
	// Contents are the unit's text. Defaults to RHCOS' unit of that name.
	Contents string
	// Enabled enables or disables the unit. Defaults to RHCOS' setting. It needs an [Install] section.
	Enabled *bool
	// Masked masks the unit, so that nothing can start it.
	Masked bool
	// Dropins override single settings of the unit. Defaults to none.
	Dropins []SystemdDropin
}

// SystemdDropin is a file in a unit's .d directory.
type SystemdDropin struct {
	// Name is the file's name, ending in .conf. Required.
	Name string `check:"required,format=systemd-drop-in"`
	// Contents are the file's text.
	Contents string
}

const (
	machineConfigPath = "machineconfig.MachineConfigArgs"
	defaultFileMode   = 0o644
	kernelDevel       = "kernel-devel"
	unitTypes         = "service|socket|device|mount|automount|swap|target|path|timer|snapshot|slice|scope"
)

var (
	// A kernel argument has spaces between quotes only.
	_ = check.Named("kernel-argument", check.NewFormat("kernel argument", "audit=0", func(text string) bool {
		quoted := false
		return !strings.ContainsFunc(text, func(r rune) bool {
			quoted = quoted != (r == '"')
			return unicode.IsControl(r) || r == ' ' && !quoted
		}) && !quoted
	}))
	// extensions lists the extensions of OpenShift 4.16 to 4.22 (openshift/machine-config-operator pkg/controller/common/helpers.go).
	extensions = []string{"ipsec", "kerberos", kernelDevel, "sandboxed-containers", "sysstat", "two-node-ha", "usbguard", "wasm"}
	// See useradd(8) of RHEL.
	_ = check.Named("account-name", check.Pattern("name of a user or a group", "core", `[a-z_][a-z0-9_-]{0,31}`))
	// Units have the types that Ignition accepts (coreos/ignition v2.24 config/v3_4/types/unit.go), and names as in systemd.unit(5).
	_ = check.Named("systemd-unit-file", check.Pattern("name of a systemd unit with its type", "chronyd.service",
		`[A-Za-z0-9:_.\\@-]{1,240}\.(`+unitTypes+`)`))
	_ = check.Named("systemd-drop-in", check.Pattern("name of a file that ends in .conf", "10-limits.conf", `[^/\x00-\x1f]{1,250}\.conf`))
	// A persistent path is below /etc or /var, or a link into /var.
	_ = check.Named("persistent-path", check.NewFormat("path below "+check.Alternatives(persistentDirectories...), "/etc/chrony.conf", func(text string) bool {
		return slices.ContainsFunc(persistentDirectories, func(dir string) bool { return strings.HasPrefix(text, dir+"/") }) &&
			!strings.ContainsFunc(text, unicode.IsControl)
	}))
	persistentDirectories = []string{"/etc", "/var", "/opt", "/usr/local", "/root", "/home", "/srv"}
	unitPath              = regexp.MustCompile(`^/etc/systemd/system/[^/]+\.(` + unitTypes + `)(\.d/[^/]+\.conf)?$`)
)

// Validate returns all problems of the arguments, joined; nil if there are none. The Ignition is checked by Ignition's validator.
func (a *MachineConfigArgs) Validate() error {
	p := check.Struct(a)
	a.checkName(&p)
	for i, file := range a.Files {
		file.check(&p, check.Index(machineConfigPath+".Files", i))
	}
	for i, key := range a.SSHKeys {
		checkSSHKey(&p, check.Index(machineConfigPath+".SSHKeys", i), key)
	}
	for i, extension := range a.Extensions {
		at := check.Index(machineConfigPath+".Extensions", i)
		if !release.IsNewer(a.OpenShiftVersion) {
			check.OneOf(&p, at, extension, extensions...)
		}
		release.Sysstat.Check(&p, at, extension == "sysstat", a.OpenShiftVersion)
		release.TwoNodeHA.Check(&p, at, extension == "two-node-ha", a.OpenShiftVersion)
	}
	p.Exclusive(machineConfigPath, "KernelType", a.KernelType != "" && a.KernelType != "default",
		kernelDevel+" in Extensions", slices.Contains(a.Extensions, kernelDevel))
	p.AnyField(machineConfigPath, a, "Name", "Pool", "OpenShiftVersion")
	a.checkIgnition(&p)
	return p.ErrOf(a)
}

// checkIgnition reports what Ignition's validator finds in fields that have no other problem.
func (a *MachineConfigArgs) checkIgnition(p *check.Problems) {
	reported := map[check.Path]bool{}
	for _, problem := range check.Of(p.Err()) {
		reported[problem.Path] = true
	}
	problems, _ := a.validateIgnition()
	for _, problem := range problems {
		if !reported[problem.Path] {
			p.Add(&problem)
		}
	}
}

// contentsLimit is the limit of an object in etcd, 1.5 MiB, for contents that are encoded as base64 (etcd --max-request-bytes; OpenShift keeps
// the default).
const contentsLimit = 1 << 20

func (f MachineConfigFile) check(p *check.Problems, at check.Path) {
	if f.Contents == nil {
		p.Addf(at+".Contents", `is required; pulumi.String("") creates an empty file`)
	}
	if text, _ := check.Text(f.Contents); len(text) > contentsLimit {
		p.Addf(at+".Contents", "must have at most %d bytes, because a MachineConfig is one object of the cluster (has %d)",
			contentsLimit, len(text))
	}
	// Ignition rejects the pool's rendered configuration if a file has the path of a unit that the cluster has too, such as
	// kubelet.service (coreos/ignition v2.24 config/v3_4/types/config.go, Validate).
	if unitPath.MatchString(f.Path) {
		p.Addf(at+".Path", "must not be a systemd unit or drop-in: set it in Units (got %q)", f.Path)
	}
	// openshift/machine-config-operator release-4.16 to release-4.22 pkg/controller/common/helpers.go, validateIgn3FileModes.
	if f.Mode < 0 || f.Mode > 0o777 {
		p.Addf(at+".Mode", "must be between 0 and 0o777, such as 0o644; nodes have no setuid, setgid and sticky bits (got %O)", f.Mode)
	}
}

// checkName rejects the names that the machine config operator generates
// (openshift/machine-config-operator pkg/controller/common/helpers.go).
func (a *MachineConfigArgs) checkName(p *check.Problems) {
	generated := slices.Contains([]string{"99-master-ssh", "99-worker-ssh"}, a.Name) || strings.Contains(a.Name, "-generated-")
	for _, prefix := range []string{"rendered-", "00-", "01-"} {
		generated = generated || strings.HasPrefix(a.Name, prefix)
	}
	if generated {
		p.Addf(machineConfigPath+".Name", "%q is reserved for the cluster; use 50- to 99- and the pool as a prefix (for example, 99-infra-chrony)",
			a.Name)
	}
}

// sshKeyTypes are the types that sshd of RHCOS accepts.
var sshKeyTypes = []string{
	"ssh-rsa", "ssh-ed25519", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521",
	"sk-ssh-ed25519@openssh.com", "sk-ecdsa-sha2-nistp256@openssh.com",
}

// checkSSHKey checks an authorized_keys line. The message does not quote it, because it may be a private key.
func checkSSHKey(p *check.Problems, at check.Path, key string) {
	switch {
	case !p.Required(at, key):
	case strings.Contains(key, "PRIVATE KEY"):
		p.Addf(at, "must be a public key, not a private one (for example, the contents of ~/.ssh/id_ed25519.pub)")
	case !isPublicKey(key):
		p.Addf(at, "must be a public key (for example, `ssh-ed25519 AAAA... name@example.com`)")
	}
}

func isPublicKey(key string) bool {
	fields := strings.Fields(key)
	if len(fields) < 2 || strings.ContainsFunc(key, unicode.IsControl) || !slices.Contains(sshKeyTypes, fields[0]) {
		return false
	}
	_, err := base64.StdEncoding.DecodeString(fields[1])
	return err == nil
}
