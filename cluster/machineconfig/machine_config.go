package machineconfig

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
)

// MachineConfig configures files, systemd units, SSH keys and the kernel of the nodes of one pool.
//
// The machine config operator rolls out a change over the pool: it drains, updates and reboots MaxUnavailable nodes at a time.
// Only SSH keys and a few files are updated without a reboot. A preview warns about what reboots nodes. When the component
// is deleted, the operator reverts its changes in the same way.
type MachineConfig struct {
	pulumi.ResourceState

	// Name is the object's name. It resolves when the object exists; the nodes are updated later, see the pool's condition Updated.
	Name pulumi.StringOutput `pulumi:"name"`
}

// NewMachineConfig registers a MachineConfig. It requires a Kubernetes provider (pulumi.Provider).
func NewMachineConfig(ctx *pulumi.Context, name string, args *MachineConfigArgs, opts ...pulumi.ResourceOption) (*MachineConfig, error) {
	return component.Register(ctx, name, args, opts, component.Type[MachineConfigArgs, MachineConfig]{
		Token:     "openshift-aws:machineconfig:MachineConfig",
		InCluster: true,
		Children: func(b *component.Builder[MachineConfigArgs, MachineConfig]) error {
			object, err := desiredMachineConfig(*b.Args)
			if err != nil {
				return err
			}
			if err := kube.RegisterObject(b.Base, &b.Component.Name, "config", object, kube.Create); err != nil {
				return err
			}
			return b.Component.warn(ctx, *b.Args)
		},
	})
}

// warn logs the validator's warnings and, in a preview, what reboots nodes.
func (m *MachineConfig) warn(ctx *pulumi.Context, args MachineConfigArgs) error {
	var warnings []string
	_, found := args.validateIgnition()
	for _, warning := range found {
		warnings = append(warnings, warning.Error())
	}
	if newer := release.Warning(args.OpenShiftVersion); newer != "" {
		warnings = append(warnings, newer)
	}
	if reasons := args.rebooting(); ctx.DryRun() && len(reasons) > 0 {
		warnings = append(warnings, fmt.Sprintf(
			"creating, deleting or changing it reboots the nodes of pool %s, MaxUnavailable at a time, because of: %s",
			args.Pool, strings.Join(reasons, ", ")))
	}
	for _, warning := range warnings {
		if err := ctx.Log.Warn("MachineConfig "+args.Name+": "+warning, &pulumi.LogArgs{Resource: m}); err != nil {
			return err
		}
	}
	return nil
}

// Files that are updated without a reboot, and directories of such files (openshift/machine-config-operator release-4.18
// pkg/apihelpers/apihelpers.go, the built-in NodeDisruptionPolicy).
var (
	filesWithoutReboot = []string{
		"/etc/containers/policy.json", "/etc/containers/registries.conf",
		"/etc/machine-config-daemon/no-reboot/containers-gpg.pub",
		"/etc/pki/ca-trust/source/anchors/openshift-config-user-ca-bundle.crt", "/var/lib/kubelet/config.json",
	}
	directoriesWithoutReboot = []string{"/etc/containers/registries.d", "/etc/crio/policies", "/etc/nmstate/openshift"}
)

// rebooting lists the parts that reboot nodes unless the cluster's NodeDisruptionPolicy says otherwise.
func (a MachineConfigArgs) rebooting() []string {
	var parts []string
	for _, file := range a.Files {
		if !slices.Contains(filesWithoutReboot, file.Path) && !slices.Contains(directoriesWithoutReboot, path.Dir(file.Path)) {
			parts = append(parts, "file "+file.Path)
		}
	}
	for _, unit := range a.Units {
		parts = append(parts, "unit "+unit.Name)
	}
	if len(a.KernelArguments) > 0 {
		parts = append(parts, "kernel arguments")
	}
	if a.KernelType != "" {
		parts = append(parts, "kernel type")
	}
	if len(a.Extensions) > 0 {
		parts = append(parts, "extensions")
	}
	return parts
}

func desiredMachineConfig(args MachineConfigArgs) (kube.Object, error) {
	config, err := args.renderedIgnition()
	if err != nil {
		return kube.Object{}, err
	}
	fields := kube.Fields(args)
	argument.Put(fields, "spec.config", config)
	return kube.Object{
		APIVersion: kube.MachineConfigAPI,
		Kind:       "MachineConfig",
		Name:       args.Name,
		Labels:     map[string]string{machineConfigRoleLabel: args.Pool},
		Fields:     fields,
	}, nil
}
