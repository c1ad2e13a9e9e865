package machineconfig

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
)

func everyMachineConfiguration() MachineConfigurationArgs {
	return MachineConfigurationArgs{
		OpenShiftVersion: "4.22",
		BootImages: &BootImagesArgs{
			Mode: BootImagesPartial, MachineSetLabels: map[string]string{"example.com/managed": "true"},
		},
		BootImageSkew: &BootImageSkewArgs{Version: "4.20.3"},
		DisruptionPolicy: &DisruptionPolicyArgs{
			Files: map[string][]DisruptionAction{
				"/etc/chrony.conf": {{Type: DisruptionRestart, Service: "chronyd.service"}},
				"/etc/audit":       {{Type: DisruptionDrain}, {Type: DisruptionReload, Service: "auditd.service"}},
			},
			Units:   map[string][]DisruptionAction{"cleanup.timer": {{Type: DisruptionDaemonReload}}},
			SSHKeys: []DisruptionAction{{Type: DisruptionNone}},
		},
	}
}

func TestBootImagesWithoutSkewEnforcement(t *testing.T) {
	t.Parallel()
	args := MachineConfigurationArgs{
		BootImages: &BootImagesArgs{Mode: BootImagesNone}, BootImageSkew: &BootImageSkewArgs{},
	}
	require.NoError(t, args.Validate())
	object := desiredMachineConfiguration(args)
	spec := object.Fields["spec"].(map[string]any)
	assert.Equal(t, map[string]any{"mode": "None"}, spec["bootImageSkewEnforcement"], "no version is not checked")
	kubetest.CheckPatch(t, kubetest.Manifest(t, object))
}

func TestMachineConfigurationArgsRejected(t *testing.T) {
	t.Parallel()
	files := func(path string, actions ...DisruptionAction) *MachineConfigurationArgs {
		return &MachineConfigurationArgs{
			DisruptionPolicy: &DisruptionPolicyArgs{Files: map[string][]DisruptionAction{path: actions}},
		}
	}
	many := map[string][]DisruptionAction{}
	for i := range 51 {
		many["/etc/"+string(rune('A'+i))] = []DisruptionAction{{Type: DisruptionNone}}
	}
	const first = ".DisruptionPolicy.Files[/etc/x]"
	checktest.Cases(t, "machineconfig.MachineConfigurationArgs", map[string]checktest.Case{
		"4.16": {
			Reason: "its API server rejects fields of later releases",
			Args: &MachineConfigurationArgs{
				OpenShiftVersion: "4.16", BootImages: &BootImagesArgs{Mode: BootImagesNone}, BootImageSkew: &BootImageSkewArgs{},
				DisruptionPolicy: &DisruptionPolicyArgs{SSHKeys: []DisruptionAction{{Type: DisruptionNone}}},
			},
			Want: []string{
				".BootImages: requires OpenShift 4.18 or later (the cluster's release is 4.16)",
				".BootImageSkew: requires OpenShift 4.22 or later (the cluster's release is 4.16)",
				".DisruptionPolicy: requires OpenShift 4.17 or later (the cluster's release is 4.16)",
				".BootImages.Mode: requires OpenShift 4.19 or later (the cluster's release is 4.16)",
			},
		},
		"partial without labels": {
			Reason: "an empty selector selects all",
			Args:   &MachineConfigurationArgs{BootImages: &BootImagesArgs{Mode: BootImagesPartial}},
			Want:   []string{".BootImages.MachineSetLabels: required"},
		},
		"labels of all": {
			Reason: "labels would be ignored",
			Args: &MachineConfigurationArgs{BootImages: &BootImagesArgs{
				Mode: BootImagesAll, MachineSetLabels: map[string]string{"a": "b"},
			}},
			Want: []string{".BootImages.MachineSetLabels: needs"},
		},
		"empty policy": {
			Reason: "it changes nothing",
			Args:   &MachineConfigurationArgs{DisruptionPolicy: &DisruptionPolicyArgs{}},
			Want:   []string{".DisruptionPolicy: must set at least one field"},
		},
		"no actions": {
			Reason: "None is an action",
			Args:   files("/etc/x"),
			Want:   []string{first + ": required"},
		},
		"reboot and more": {
			Reason: "a reboot replaces the other actions",
			Args:   files("/etc/x", DisruptionAction{Type: DisruptionReboot}, DisruptionAction{Type: DisruptionDrain}),
			Want:   []string{first + "[0].Type: Reboot must be the only action"},
		},
		"services": {
			Reason: "only a reload and a restart have one",
			Args: files("/etc/x", DisruptionAction{Type: DisruptionReload},
				DisruptionAction{Type: DisruptionDrain, Service: "a.service"}),
			Want: []string{first + "[0].Service: required", first + "[1].Service: needs"},
		},
	})
}
