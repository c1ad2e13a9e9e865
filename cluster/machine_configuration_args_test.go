package cluster

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
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
	for i := range maxPolicies + 1 {
		many["/etc/"+string(rune('A'+i))] = []DisruptionAction{{Type: DisruptionNone}}
	}
	const first = ".DisruptionPolicy.Files[/etc/x]"
	testRejections(t, "cluster.MachineConfigurationArgs", map[string]rejection{
		"4.16": {
			reason: "its API server rejects fields of later releases",
			args: &MachineConfigurationArgs{
				OpenShiftVersion: "4.16", BootImages: &BootImagesArgs{Mode: BootImagesNone}, BootImageSkew: &BootImageSkewArgs{},
				DisruptionPolicy: &DisruptionPolicyArgs{SSHKeys: []DisruptionAction{{Type: DisruptionNone}}},
			},
			want: []string{
				".BootImages: requires OpenShift 4.18 or later (the cluster's release is 4.16)",
				".BootImageSkew: requires OpenShift 4.22 or later (the cluster's release is 4.16)",
				".DisruptionPolicy: requires OpenShift 4.17 or later (the cluster's release is 4.16)",
				".BootImages.Mode: requires OpenShift 4.19 or later (the cluster's release is 4.16)",
			},
		},
		"release": {
			reason: "a release has two numbers, and the age of an AMI three",
			args:   &MachineConfigurationArgs{OpenShiftVersion: "4", BootImageSkew: &BootImageSkewArgs{Version: "4.20"}},
			want:   []string{".OpenShiftVersion: format", ".BootImageSkew.Version: format"},
		},
		"no mode": {
			reason: "the API server requires the mode",
			args:   &MachineConfigurationArgs{BootImages: &BootImagesArgs{}},
			want:   []string{".BootImages.Mode: required"},
		},
		"partial without labels": {
			reason: "an empty selector selects all",
			args:   &MachineConfigurationArgs{BootImages: &BootImagesArgs{Mode: BootImagesPartial}},
			want:   []string{".BootImages.MachineSetLabels: required"},
		},
		"labels of all": {
			reason: "labels would be ignored",
			args: &MachineConfigurationArgs{BootImages: &BootImagesArgs{
				Mode: BootImagesAll, MachineSetLabels: map[string]string{"a": "b"},
			}},
			want: []string{".BootImages.MachineSetLabels: needs"},
		},
		"empty policy": {
			reason: "it changes nothing",
			args:   &MachineConfigurationArgs{DisruptionPolicy: &DisruptionPolicyArgs{}},
			want:   []string{".DisruptionPolicy: must set at least one of Files, Units and SSHKeys"},
		},
		"too many": {
			reason: "a limit of the API server",
			args:   &MachineConfigurationArgs{DisruptionPolicy: &DisruptionPolicyArgs{Files: many}},
			want:   []string{".DisruptionPolicy.Files: range"},
		},
		"relative path": {
			reason: "paths are absolute",
			args:   files("etc/x", DisruptionAction{Type: DisruptionNone}),
			want:   []string{".DisruptionPolicy.Files[etc/x]: format"},
		},
		"no actions": {
			reason: "None is an action",
			args:   files("/etc/x"),
			want:   []string{first + ": required"},
		},
		"reboot and more": {
			reason: "a reboot replaces the other actions",
			args:   files("/etc/x", DisruptionAction{Type: DisruptionReboot}, DisruptionAction{Type: DisruptionDrain}),
			want:   []string{first + "[0].Type: Reboot must be the only action"},
		},
		"services": {
			reason: "only a reload and a restart have one",
			args: files("/etc/x", DisruptionAction{Type: DisruptionReload},
				DisruptionAction{Type: DisruptionDrain, Service: "a.service"},
				DisruptionAction{Type: DisruptionRestart, Service: "chronyd"}, DisruptionAction{Type: "Stop"}),
			want: []string{
				first + "[0].Service: required", first + "[1].Service: needs", first + "[2].Service: format",
				first + "[3].Type: one-of",
			},
		},
		"unit": {
			reason: "the name of a unit has its type",
			args: &MachineConfigurationArgs{DisruptionPolicy: &DisruptionPolicyArgs{
				Units: map[string][]DisruptionAction{"chronyd": {{Type: DisruptionNone}}},
			}},
			want: []string{".DisruptionPolicy.Units[chronyd]: format"},
		},
	})
}
