package machineconfig

import (
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// MachineConfiguration configures the machine config operator: whether it updates the AMI of machine sets, and what a change of nodes'
// configuration does to the nodes. It patches the MachineConfiguration object that every cluster has. Deleting the component releases
// the fields, and the operator's defaults apply.
type MachineConfiguration struct {
	pulumi.ResourceState

	// Name is the object's name, cluster. It resolves when the object is patched.
	Name pulumi.StringOutput `pulumi:"name"`
}

// NewMachineConfiguration registers a MachineConfiguration. It requires a Kubernetes provider (pulumi.Provider).
func NewMachineConfiguration(
	ctx *pulumi.Context, name string, args *MachineConfigurationArgs, opts ...pulumi.ResourceOption,
) (*MachineConfiguration, error) {
	return component.Register(ctx, name, args, opts, component.Type[MachineConfigurationArgs, MachineConfiguration]{
		Token:     "openshift-aws:machineconfig:MachineConfiguration",
		InCluster: true,
		Children: func(b *component.Builder[MachineConfigurationArgs, MachineConfiguration]) error {
			return kube.RegisterObject(b.Base, &b.Component.Name, "machineconfiguration", desiredMachineConfiguration(*b.Args), kube.Patch)
		},
	})
}

func desiredMachineConfiguration(args MachineConfigurationArgs) kube.Object {
	spec := map[string]any{}
	if args.BootImages != nil {
		spec["managedBootImages"] = map[string]any{"machineManagers": []any{map[string]any{
			"resource": "machinesets", "apiGroup": "machine.openshift.io", "selection": kube.Fields(args.BootImages),
		}}}
	}
	if args.BootImageSkew != nil {
		spec["bootImageSkewEnforcement"] = args.BootImageSkew.fields()
	}
	if args.DisruptionPolicy != nil {
		spec["nodeDisruptionPolicy"] = args.DisruptionPolicy.fields()
	}
	return kube.Object{
		APIVersion: kube.OperatorAPI, Kind: "MachineConfiguration", Name: kube.ClusterObject, Fields: map[string]any{"spec": spec},
	}
}

func (b *BootImageSkewArgs) fields() map[string]any {
	if b.Version == "" {
		return map[string]any{"mode": "None"}
	}
	return map[string]any{"mode": "Manual", "manual": map[string]any{"mode": "OCPVersion", "ocpVersion": b.Version}}
}

func (d *DisruptionPolicyArgs) fields() map[string]any {
	fields := map[string]any{}
	if len(d.Files) > 0 {
		fields["files"] = policies("path", d.Files)
	}
	if len(d.Units) > 0 {
		fields["units"] = policies("name", d.Units)
	}
	if len(d.SSHKeys) > 0 {
		fields["sshkey"] = map[string]any{"actions": actions(d.SSHKeys)}
	}
	return fields
}

// policies returns the actions by key, sorted by key.
func policies(field string, byKey map[string][]DisruptionAction) []any {
	var list []any
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		list = append(list, map[string]any{field: key, "actions": actions(byKey[key])})
	}
	return list
}

func actions(list []DisruptionAction) []any {
	fields := make([]any, len(list))
	for i, action := range list {
		entry := map[string]any{"type": action.Type}
		switch action.Type {
		case DisruptionReload:
			entry["reload"] = map[string]any{"serviceName": action.Service}
		case DisruptionRestart:
			entry["restart"] = map[string]any{"serviceName": action.Service}
		}
		fields[i] = entry
	}
	return fields
}
