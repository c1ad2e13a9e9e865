package installer

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/install"
	"github.com/openshift-aws/pulumi-openshift-aws/commands"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/projectfile"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/stage"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// Program is a Pulumi program that registers a self-managed cluster with the settings of blueprint.SelfManagedConfig.
type Program struct {
	// Project is the name in Pulumi.yaml. Required.
	Project string
	// Run is the program. Defaults to that of Pulumi.yaml in the working directory, in any language.
	Run pulumi.RunFunc
	// SandboxSettings are settings of a cluster in the sandbox that has no description.
	SandboxSettings map[string]string
	// Check is called with the path of the description before install changes anything in an account, and its error ends install. Defaults
	// to none.
	Check func(ctx context.Context, description string) error
	// Flags adds flags to those of the commands. Defaults to none.
	Flags func(*flag.FlagSet)
}

// Commands returns install, status, machine, restore, rotate, uninstall and manifests, for commands.Main.
func (p Program) Commands() []commands.Command {
	o := &sandboxOptions{Program: p}
	installation := install.Commands{
		Open: func(ctx context.Context, command install.Options) (*install.Installation, func(), error) {
			return openInstallation(ctx, command, o)
		},
		Flags: o.flags,
	}
	return []commands.Command{
		{Name: "install", Description: "create the cluster, or continue an installation", Run: installation.Main},
		{Name: "status", Description: "print where the cluster is", Run: installation.Main},
		{Name: "machine", Description: "replace a control-plane machine, or continue a replacement", Run: installation.Main},
		{Name: "restore", Description: "restore etcd on a control-plane machine, or continue a restoration", Run: installation.Main},
		{Name: "rotate", Description: "rotate a key of the cluster, or continue a rotation", Run: installation.Main},
		{Name: "uninstall", Description: "delete the cluster, or continue a deletion", Run: installation.Main},
		{Name: "manifests", Description: "write the manifests that openshift-install does not create", Run: manifestsMain},
	}
}

// sandboxOptions are the flags of a command in the sandbox.
type sandboxOptions struct {
	Program

	sandbox, realAWS, withoutRehearsal bool
	dir, kubeconfig                    string
}

func (o *sandboxOptions) flags(flags *flag.FlagSet) {
	flags.BoolVar(&o.sandbox, "sandbox", false, "run in the sandbox, without an AWS account and openshift-install")
	flags.StringVar(&o.dir, "dir", "", "the `FOLDER` of the sandbox")
	flags.BoolVar(&o.realAWS, "real-aws", false, "with --sandbox: use the aws plugin and the openshift-install on PATH")
	flags.BoolVar(&o.withoutRehearsal, "without-rehearsal", false, "do not preview both stages in a sandbox before anything is created")
	flags.StringVar(&o.kubeconfig, "kubeconfig", "", "with --sandbox: the `FILE` of the API server for the objects inside the cluster")
	if o.Flags != nil {
		o.Flags(flags)
	}
}

// openInstallation returns the installation that a file describes. In the sandbox the file is not needed.
func openInstallation(ctx context.Context, command install.Options, o *sandboxOptions) (*install.Installation, func(), error) {
	if o.sandbox && slices.Contains([]string{"machine", "restore", "rotate"}, command.Command) {
		return nil, nil, fmt.Errorf("%s needs a cluster: the one of the sandbox has no etcd and no kubelets", command.Command)
	}
	file, err := install.LoadFile(command.File)
	switch {
	case o.sandbox && errors.Is(err, fs.ErrNotExist) && command.File == defaultFile:
		file = sandboxFile(o.SandboxSettings)
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, fmt.Errorf("%w; describe the cluster in it (docs/first-cluster.md), or see an installation without an account: "+
			"install --sandbox", err)
	case err != nil:
		return nil, nil, err
	}
	if err := checkFile(o.Project, file); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", command.File, err)
	}
	if o.Run == nil && command.Command == "install" {
		if err := checkProject(o.Project, file); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", command.File, err)
		}
	}
	if o.Check != nil && command.Command == "install" && !o.sandbox {
		if err := o.Check(ctx, command.File); err != nil {
			return nil, nil, err
		}
	}
	account := install.AccountID
	if o.sandbox && !o.realAWS {
		account = func(context.Context, string) (string, error) { return sandboxAccount, nil }
	}
	roles := &credentials{file: file, account: func(ctx context.Context) (string, error) { return account(ctx, file.Region) }}
	file.Generate = func(ctx context.Context) (map[string]string, error) { return generatedManifests(ctx, roles) }
	i := &install.Installation{
		Config: &file.Config,
		StackConfig: func(dir *cluster.InstallDir, ami string) (map[string]string, error) {
			settings, err := roles.settings(ctx)
			config := stackConfig(file, dir, ami, settings)
			if o.sandbox && !o.realAWS && config[allowedAccounts] == "" {
				config[allowedAccounts] = "[]" // ARNs in the description are of a real account.
			}
			return config, err
		},
		Account: account,
	}
	// A rehearsal of a program that is not this one would write its settings into the project's folder.
	if !o.withoutRehearsal && !o.realAWS && o.Run != nil {
		i.Rehearsal = o.rehearsal
	}
	if o.sandbox {
		done, err := openSandbox(ctx, i, o)
		return i, done, err
	}
	i.Stack = install.StackArgs{
		Name:            file.Stack,
		Project:         o.Project,
		Program:         o.Run,
		Backend:         file.Backend,
		SecretsProvider: file.SecretsProvider,
	}.Stack()
	return i, func() {}, nil
}

// checkFile reports what the program needs beyond install.Config, before anything is created.
func checkFile(project string, file *install.File) error {
	err := projectfile.Check(project, file.Settings)
	if err != nil {
		err = fmt.Errorf("settings: %w", err)
	}
	if slices.Contains(file.DisabledCapabilities(), "MachineAPI") {
		err = errors.Join(err, errors.New(
			"capabilities: the capability MachineAPI must not be disabled: workers and infra machines are machine sets"))
	}
	if file.Publish != network.Internal && file.Settings["publicZoneId"] == "" {
		err = errors.Join(err, errors.New("settings.publicZoneId: is required unless publish is Internal; it is the ID of the "+
			"public Route 53 zone of the base domain"))
	}
	if vpc, machines := file.Settings["vpcCidr"], cmp.Or(file.Networks.MachineCIDR, defaultMachineCIDR); vpc != "" && vpc != machines {
		err = errors.Join(err, fmt.Errorf("settings.vpcCidr: %s is not the range of the machines, %s: set networks.machineCidr instead, which "+
			"is the VPC's range too", vpc, machines))
	}
	for _, setting := range []string{"controlPlaneInstanceType", "infraInstanceType", "workerInstanceType"} {
		if file.Architecture == "arm64" && file.Settings[setting] == "" {
			err = errors.Join(err, fmt.Errorf("settings.%s: is required with architecture arm64 (for example, m6g.xlarge)", setting))
		}
	}
	return err
}

// checkProject reports settings that install sets and a program in another language than Go does not read: without the roles of the
// operators, for example, the cluster would never be complete.
func checkProject(project string, file *install.File) error {
	var roles map[string]string
	if c := (&credentials{file: file}); c.enabled() {
		roles = c.settingsIn("")
		delete(roles, "openshiftVersion") // In YAML the setting 4.20 is the number 4.2: the program has the text.
	}
	set := slices.Collect(maps.Keys(stackConfig(file, &cluster.InstallDir{}, "", roles)))
	missing := projectfile.Undeclared(project, append(set, "stage"))
	if len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("the program does not read what install sets for it: declare %s below config in Pulumi.yaml, and pass them to "+
		"SelfManaged, as the program does that `openshift-aws new` writes", strings.Join(missing, ", "))
}

// generatedManifests returns the manifests that the program needs: the credentials of the operators, and the publishing strategy of
// the routers, which ingress.RouterLB requires and a running cluster cannot change.
func generatedManifests(ctx context.Context, roles *credentials) (map[string]string, error) {
	files, err := roles.generate(ctx)
	if err != nil {
		return nil, err
	}
	routers, err := ingress.InstallManifest(&ingress.PublishingArgs{HostNetwork: &ingress.HostNetworkPublishingArgs{}})
	if err != nil {
		return nil, err
	}
	if files == nil {
		files = map[string]string{}
	}
	files[routers.Path] = routers.Content
	return files, nil
}

// defaultMachineCIDR is the range of the machines that cluster.NetworkArgs defaults to.
var defaultMachineCIDR = (&cluster.NetworkArgs{}).WithDefaults().MachineCIDR

const (
	defaultFile    = "cluster.yaml"
	sandboxAccount = "123456789012"
	// allowedAccounts is the setting with the accounts in which the AWS provider works.
	allowedAccounts = "aws:allowedAccountIds"
)

// stackConfig returns the settings of the program. The file's settings override them.
func stackConfig(file *install.File, dir *cluster.InstallDir, ami string, roles map[string]string) map[string]string {
	config := map[string]string{
		"aws:region": file.Region,
		"installDir": dir.Path,
		"zones":      strings.Join(file.Zones, ","),
		"ami":        ami,
	}
	if file.Publish != "" {
		config["publish"] = string(file.Publish)
	}
	if file.Networks.MachineCIDR != "" {
		config["vpcCidr"] = file.Networks.MachineCIDR
	}
	if disabled := file.DisabledCapabilities(); len(disabled) > 0 {
		config["disabledCapabilities"] = strings.Join(disabled, ",")
	}
	maps.Copy(config, roles)
	maps.Copy(config, file.Settings)
	return config
}

// sandboxFile describes a cluster in the sandbox. Its pull secret is not valid anywhere.
func sandboxFile(settings map[string]string) *install.File {
	return &install.File{
		Config: install.Config{
			Name:       "demo",
			BaseDomain: "example.com",
			Region:     "us-east-2",
			Zones:      []string{"us-east-2a", "us-east-2b", "us-east-2c"},
			Release:    "4.19",
			PullSecret: `{"auths":{"quay.io":{"auth":"dXNlcjpwYXNzd29yZA=="}}}`,
		},
		Settings: settings,
	}
}

// openSandbox lets an installation run in the sandbox.
func openSandbox(ctx context.Context, i *install.Installation, o *sandboxOptions) (done func(), err error) {
	box, err := automation.OpenSandbox(ctx, automation.SandboxOptions{
		Project: o.Project, Dir: o.dir, RealAWS: o.realAWS, Kubeconfig: o.kubeconfig,
		Installer: !o.realAWS, Release: i.Config.Release,
	})
	if err != nil {
		return nil, err
	}
	workspace := box.Options()
	if o.Run == nil {
		workspace = box.ProjectOptions(".")
	}
	i.Stack = install.StackArgs{Name: "sandbox", Project: o.Project, Program: o.Run, Workspace: workspace}.Stack()
	// A description shows the directory of the real cluster.
	i.Config.Dir = filepath.Join(box.Dir, i.Config.Name)
	if o.realAWS {
		return box.Stop, nil
	}
	i.Resources = func(context.Context, string, string) ([]string, error) { return nil, nil }
	i.Note = "This is a sandbox in " + box.Dir + ": nothing is created in AWS."
	i.Config.OpenShiftInstall, i.Kubeconfig = box.OpenShiftInstall, box.Kubeconfig
	return box.Stop, nil
}

// rehearsal opens a stack of the program in a sandbox that is deleted at the end, where a control plane needs no bootstrap machine.
func (o *sandboxOptions) rehearsal(ctx context.Context) (stack install.Stack, end func(), err error) {
	dir, err := os.MkdirTemp("", "rehearsal")
	if err != nil {
		return nil, nil, err
	}
	box, err := automation.OpenSandbox(ctx, automation.SandboxOptions{Project: o.Project, Dir: dir, Unchecked: true})
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%w. With --without-rehearsal the stages are not previewed there", err), os.RemoveAll(dir))
	}
	restore := os.Getenv(stage.WithoutBootstrapVariable)
	_ = os.Setenv(stage.WithoutBootstrapVariable, "true")
	stack = install.StackArgs{Name: "rehearsal", Project: o.Project, Program: o.Run, Workspace: box.Options()}.Stack()
	return stack, func() {
		_ = os.Setenv(stage.WithoutBootstrapVariable, restore)
		box.Stop()
		_ = os.RemoveAll(dir)
	}, nil
}
