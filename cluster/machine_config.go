package cluster

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// MachineConfig is what the nodes of one pool have on their disks and in their kernel's command line.
//
// The machine config operator rolls a change out over the pool: MaxUnavailable nodes at a time are drained, changed and
// restarted. Only SSH keys and a few files are changed without a restart. A preview warns of what restarts nodes.
// When the component goes, the operator takes back what it put there in the same way.
type MachineConfig struct {
	pulumi.ResourceState

	// Name is the object's name, once it is there. The nodes follow later; the pool's condition Updated tells when.
	Name pulumi.StringOutput `pulumi:"name"`
}

// NewMachineConfig registers a MachineConfig. It takes the cluster's Kubernetes provider by pulumi.Provider. Wrong arguments
// are reported together, as by Validate, before anything is registered.
func NewMachineConfig(ctx *pulumi.Context, name string, args *MachineConfigArgs, opts ...pulumi.ResourceOption) (*MachineConfig, error) {
	if args == nil {
		args = &MachineConfigArgs{}
	}
	if err := args.Validate(); err != nil {
		return nil, err
	}
	object, err := desiredMachineConfig(*args)
	if err != nil {
		return nil, err
	}
	config := &MachineConfig{}
	config.Name, err = component{
		token:  "openshift-aws:cluster:MachineConfig",
		what:   "config",
		self:   config,
		object: object,
	}.register(ctx, name, opts)
	if err != nil {
		return nil, err
	}
	return config, config.warn(ctx, *args)
}

// warn tells, while there is still time to think, what restarts nodes.
func (m *MachineConfig) warn(ctx *pulumi.Context, args MachineConfigArgs) error {
	_, warnings := checkIgnition(args.ignition())
	if what := args.restarting(); ctx.DryRun() && len(what) > 0 {
		warnings = append(warnings, fmt.Sprintf("the nodes of pool %s restart, MaxUnavailable of them at a time, when this comes, goes, or changes in: %s",
			args.Pool, strings.Join(what, ", ")))
	}
	for _, warning := range warnings {
		if err := ctx.Log.Warn("MachineConfig "+args.Name+": "+warning, &pulumi.LogArgs{Resource: m}); err != nil {
			return err
		}
	}
	return nil
}

// Files that are changed without a restart (openshift/machine-config-operator
// pkg/apihelpers/apihelpers.go, the built-in NodeDisruptionPolicy).
var quietFiles = []string{
	"/etc/containers/policy.json",
	"/etc/containers/registries.conf",
	"/etc/machine-config-daemon/no-reboot/containers-gpg.pub",
	"/etc/nmstate/openshift",
	"/etc/pki/ca-trust/source/anchors/openshift-config-user-ca-bundle.crt",
	"/var/lib/kubelet/config.json",
}

// restarting lists what of a MachineConfig restarts nodes unless the cluster's NodeDisruptionPolicy says otherwise.
func (a MachineConfigArgs) restarting() []string {
	var what []string
	for _, file := range a.Files {
		if !slices.Contains(quietFiles, file.Path) {
			what = append(what, "file "+file.Path)
		}
	}
	for _, unit := range a.Units {
		what = append(what, "unit "+unit.Name)
	}
	if len(a.KernelArguments) > 0 {
		what = append(what, "kernel arguments")
	}
	if a.KernelType != "" {
		what = append(what, "kernel type")
	}
	if len(a.Extensions) > 0 {
		what = append(what, "extensions")
	}
	return what
}

func desiredMachineConfig(args MachineConfigArgs) (kube.Object, error) {
	config, err := args.renderedIgnition()
	if err != nil {
		return kube.Object{}, err
	}
	spec := map[string]any{"config": config}
	if len(args.KernelArguments) > 0 {
		spec["kernelArguments"] = texts(args.KernelArguments)
	}
	if len(args.Extensions) > 0 {
		spec["extensions"] = texts(args.Extensions)
	}
	if args.KernelType != "" {
		spec["kernelType"] = args.KernelType
	}
	return kube.Object{
		APIVersion: machineConfigAPI,
		Kind:       "MachineConfig",
		Name:       args.Name,
		Labels:     map[string]string{roleOfMachineConfig: args.Pool},
		Fields:     map[string]any{"spec": spec},
	}, nil
}

// texts is a list as a manifest holds it.
func texts(values []string) []any {
	list := make([]any, len(values))
	for i, value := range values {
		list[i] = value
	}
	return list
}
