package cluster

import (
	"encoding/base64"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// MachineConfigArgs describe what is put on the nodes of a pool. Something must be: a file, a unit, or another field.
type MachineConfigArgs struct {
	// Name is the object's name, such as 99-infra-chrony. Required. Of two that write the same file the one whose name comes
	// later in the alphabet wins. A change replaces the object.
	Name string
	// Pool is the name of the MachineConfigPool: master, worker, or one of your own. What is for worker is for every
	// pool of your own, too. Required. A change is made in place and restarts both pools' nodes.
	Pool string
	// Files are written when a node is changed. Every change restarts the nodes but for a few files that the cluster reloads.
	Files []MachineConfigFile
	// Units are systemd's. A change restarts the nodes.
	Units []SystemdUnit
	// KernelArguments are added to the kernel's command line, such as audit=0. A change restarts the nodes.
	KernelArguments []string
	// SSHKeys are public keys that may log in as core, in the form of an authorized_keys line. They add to those of the
	// installation. A change does not restart the nodes.
	SSHKeys []string
	// Extensions are packages that RHCOS has at hand, such as usbguard or kerberos. A change restarts the nodes.
	Extensions []string
	// KernelType is default, realtime, or on arm64 64k-pages. Default is default. A change restarts the nodes.
	KernelType string
}

// MachineConfigFile is a file on a node.
type MachineConfigFile struct {
	// Path is absolute, below /etc, /var, /opt, /usr/local, /root, /home or /srv: everything else of RHCOS is read-only or not kept. Required.
	Path string
	// Contents are the file's text. Required; pulumi.String("") makes an empty file. Whoever reads MachineConfigs in the
	// cluster can read it; a secret one is hidden in Pulumi's state.
	Contents pulumi.StringInput
	// Mode is the file's permissions, such as 0o600. Default 0o644.
	Mode int
	// User is the owner's name. Default root.
	User string
	// Group is the owning group's name. Default root.
	Group string
}

// SystemdUnit is a unit of systemd on a node.
type SystemdUnit struct {
	// Name is the unit's, with its kind: chronyd.service, cleanup.timer. Required.
	Name string
	// Contents are the unit's text. Leave it out for a unit that RHCOS has already.
	Contents string
	// Enabled starts the unit with the machine, or keeps it from that. Default is what RHCOS has. It needs an [Install] section.
	Enabled *bool
	// Masked, when true, keeps the unit from being started by anything.
	Masked bool
	// Dropins change single settings of a unit.
	Dropins []SystemdDropin
}

// SystemdDropin is a file in a unit's .d directory.
type SystemdDropin struct {
	// Name is the file's, ending in .conf. Required.
	Name string
	// Contents are the file's text.
	Contents string
}

const (
	machineConfigPath = "cluster.MachineConfigArgs."
	defaultFileMode   = 0o644
)

// Validate returns all problems of the arguments at once, each with its path and what is allowed. It asks ignition's own
// validator too.
func (a *MachineConfigArgs) Validate() error {
	var p check.Problems
	a.checkName(&p)
	checkPoolName(&p, machineConfigPath+"Pool", a.Pool)
	for i, file := range a.Files {
		file.check(&p, fmt.Sprintf("%sFiles[%d].", machineConfigPath, i))
	}
	a.checkKernel(&p)
	for i, key := range a.SSHKeys {
		checkSSHKey(&p, fmt.Sprintf("%sSSHKeys[%d]", machineConfigPath, i), key)
	}
	checkTexts(&p, machineConfigPath+"Extensions", a.Extensions)
	if len(a.Files)+len(a.Units)+len(a.KernelArguments)+len(a.SSHKeys)+len(a.Extensions) == 0 && a.KernelType == "" {
		p.Addf(machineConfigPath+"Files", "is empty and so is everything else; a MachineConfig that changes nothing is not needed")
	}
	problems, _ := checkIgnition(a.ignition())
	for _, problem := range problems {
		p.Addf(machineConfigPath+"ignition", "%s", problem)
	}
	return p.Err()
}

// checkName keeps clear of the names that the machine config operator writes itself
// (openshift/machine-config-operator pkg/controller/common/helpers.go).
func (a *MachineConfigArgs) checkName(p *check.Problems) {
	const at = machineConfigPath + "Name"
	if !checkObjectName(p, at, a.Name) {
		return
	}
	for _, prefix := range []string{"rendered-", "00-", "01-"} {
		if strings.HasPrefix(a.Name, prefix) {
			p.Addf(at, "%q begins with %s, as the cluster's own do; begin with 50- to 99- and the pool, such as 99-infra-chrony", a.Name, prefix)
		}
	}
	generated := slices.Contains([]string{"99-master-ssh", "99-worker-ssh"}, a.Name) || strings.Contains(a.Name, "-generated-")
	if generated {
		p.Addf(at, "%q is a name that the cluster writes itself; choose another, such as 99-infra-chrony", a.Name)
	}
}

// Where files are kept on RHCOS: /etc and /var, and what is a link into /var.
var writable = []string{"/etc", "/var", "/opt", "/usr/local", "/root", "/home", "/srv"}

func (f MachineConfigFile) check(p *check.Problems, at string) {
	if p.Required(at+"Path", f.Path) {
		below := func(dir string) bool { return strings.HasPrefix(f.Path, dir+"/") }
		if !slices.ContainsFunc(writable, below) {
			p.Addf(at+"Path", "%q is read-only or not kept on RHCOS; files are kept below %s", f.Path, strings.Join(writable, ", "))
		}
	}
	if f.Contents == nil {
		p.Addf(at+"Contents", `is required; pulumi.String("") makes an empty file`)
	}
}

func (a *MachineConfigArgs) checkKernel(p *check.Problems) {
	checkTexts(p, machineConfigPath+"KernelArguments", a.KernelArguments)
	for i, argument := range a.KernelArguments {
		if strings.ContainsAny(argument, " \t\n") && !strings.Contains(argument, `"`) {
			p.Addf(fmt.Sprintf("%sKernelArguments[%d]", machineConfigPath, i), "%q holds more than one argument; give each an entry of its own", argument)
		}
	}
	checkOneOf(p, machineConfigPath+"KernelType", a.KernelType, "default", "realtime", "64k-pages")
}

var sshKeyType = regexp.MustCompile(`^(ssh-(rsa|ed25519)|ecdsa-sha2-nistp(256|384|521)|sk-(ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com)$`)

// checkSSHKey notes what sshd would pass over. It does not quote the text: a private key may have been given by mistake.
func checkSSHKey(p *check.Problems, at, key string) {
	const form = "is no public key, such as `ssh-ed25519 AAAA... name@example.com`"
	fields := strings.Fields(key)
	switch {
	case !p.Required(at, key):
	case strings.Contains(key, "PRIVATE KEY"):
		p.Addf(at, "is a private key; give the public one, which stands in the file that ends in .pub")
	case len(fields) < 2 || strings.Contains(key, "\n") || !sshKeyType.MatchString(fields[0]):
		p.Addf(at, form)
	default:
		if _, err := base64.StdEncoding.DecodeString(fields[1]); err != nil {
			p.Addf(at, form)
		}
	}
}

// checkTexts notes empty and repeated entries.
func checkTexts(p *check.Problems, path string, values []string) {
	for i, value := range values {
		at := fmt.Sprintf("%s[%d]", path, i)
		if p.Required(at, value) && slices.Contains(values[:i], value) {
			p.Addf(at, "%q is given twice", value)
		}
	}
}

// checkOneOf notes a value outside of a choice. An empty one is none.
func checkOneOf(p *check.Problems, path, value string, choice ...string) {
	if value != "" && !slices.Contains(choice, value) {
		p.Addf(path, "%q is none of %s", value, strings.Join(choice, ", "))
	}
}
