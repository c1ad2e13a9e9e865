package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/install"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/openshiftinstall"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// project is the name of the Pulumi project and the namespace of its configuration.
const project = "openshift-classic"

// commands are install, status and uninstall.
var commands = install.Commands{
	Open: openInstallation,
	Flags: map[string]string{
		"sandbox":    "!run in the sandbox, without an AWS account and openshift-install",
		"dir":        "the folder of the sandbox",
		"real-aws":   "!with --sandbox: use the aws plugin and the openshift-install on PATH",
		"kubeconfig": "with --sandbox: the API server for the objects inside the cluster",
	},
}

// openInstallation returns the installation that a file describes. In the sandbox the file is not needed.
func openInstallation(ctx context.Context, o install.Options) (*install.Installation, func(), error) {
	_, inSandbox := o.Flags["sandbox"]
	file, err := install.LoadFile(o.File)
	switch {
	case inSandbox && errors.Is(err, fs.ErrNotExist) && o.File == defaultFile:
		file = sandboxFile()
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, fmt.Errorf("%w; describe the cluster in it (docs/first-cluster.md), or see an installation without an account: "+
			"go run ./examples/classic install --sandbox", err)
	case err != nil:
		return nil, nil, err
	}
	if err := checkFile(file); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", o.File, err)
	}
	account := install.AccountID
	if _, realAWS := o.Flags["real-aws"]; inSandbox && !realAWS {
		account = func(context.Context, string) (string, error) { return sandboxAccount, nil }
	}
	roles := &credentials{file: file, account: func(ctx context.Context) (string, error) { return account(ctx, file.Region) }}
	file.Generate = func(ctx context.Context) (map[string]string, error) { return generatedManifests(ctx, roles) }
	i := &install.Installation{
		Config: &file.Config,
		StackConfig: func(dir *cluster.InstallDir, ami string) (map[string]string, error) {
			settings, err := roles.settings(ctx)
			return stackConfig(file, dir, ami, settings), err
		},
		Account: account,
	}
	if inSandbox {
		done, err := openSandbox(i, o)
		return i, done, err
	}
	i.Stack = install.StackArgs{
		Name:            file.Stack,
		Project:         project,
		Program:         program,
		Backend:         file.Backend,
		SecretsProvider: file.SecretsProvider,
	}.Stack()
	return i, func() {}, nil
}

// checkFile reports what the program needs beyond install.Config, before anything is created.
func checkFile(file *install.File) error {
	err := checkCapabilities(file.DisabledCapabilities())
	if file.Publish != network.Internal && file.Settings["publicZoneId"] == "" {
		err = errors.Join(err, errors.New("settings.publicZoneId: is required unless publish is Internal; it is the ID of the "+
			"public Route 53 zone of the base domain"))
	}
	return err
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

const (
	defaultFile    = "cluster.yaml"
	sandboxAccount = "123456789012"
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
func sandboxFile() *install.File {
	return &install.File{
		Config: install.Config{
			Name:       "demo",
			BaseDomain: "example.com",
			Region:     "us-east-2",
			Zones:      []string{"us-east-2a", "us-east-2b", "us-east-2c"},
			Release:    "4.19",
			PullSecret: `{"auths":{"quay.io":{"auth":"dXNlcjpwYXNzd29yZA=="}}}`,
		},
		Settings: map[string]string{"publicZoneId": sandboxConfig["publicZoneId"]},
	}
}

// openSandbox lets an installation run in the sandbox.
func openSandbox(i *install.Installation, o install.Options) (done func(), err error) {
	_, realAWS := o.Flags["real-aws"]
	stack, err := sandbox.NewStack(sandbox.Options{
		Project:    project,
		Program:    program,
		Dir:        o.Flags["dir"],
		RealAWS:    realAWS,
		Kubeconfig: o.Flags["kubeconfig"],
	}, nil)
	if err != nil {
		return nil, err
	}
	i.Stack = stack
	if realAWS {
		return func() {}, nil
	}
	i.Resources = func(context.Context, string, string) ([]string, error) { return nil, nil }
	if err := os.MkdirAll(stack.Dir(), 0o700); err != nil {
		return nil, err
	}
	if i.Config.OpenShiftInstall, err = openshiftinstall.Link(stack.Dir()); err != nil {
		return nil, err
	}
	if i.Config.Dir == "" {
		i.Config.Dir = filepath.Join(stack.Dir(), i.Config.Name)
	}
	i.Kubeconfig, done, err = sandbox.ServeClusterAPI(stack.Dir())
	return done, err
}
