package iam_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func hcpVolumeKey(change func(*iam.VolumeKeyArgs)) *iam.VolumeKeyArgs {
	return checktest.With(&iam.VolumeKeyArgs{
		InstallerRoleARN:             text(rolePrefix + "i"),
		SupportRoleARN:               text(rolePrefix + "s"),
		KubeControllerManagerRoleARN: text(rolePrefix + "k"),
		CAPARoleARN:                  text(rolePrefix + "d"),
	}, change)
}

func classicVolumeKey(change func(*iam.VolumeKeyArgs)) *iam.VolumeKeyArgs {
	return checktest.With(&iam.VolumeKeyArgs{
		Product:             iam.Classic,
		InstallerRoleARN:    text(rolePrefix + "i"),
		SupportRoleARN:      text(rolePrefix + "s"),
		WorkerRoleARN:       text(rolePrefix + "w"),
		ControlPlaneRoleARN: pulumi.String(rolePrefix + "c"),
		EBSCSIRoleARN:       text(rolePrefix + "e"),
	}, change)
}

func volumeKey(args *iam.VolumeKeyArgs) pulumi.RunFunc {
	return mockstest.Program(iam.NewVolumeKey, "volumes", args)
}

func unchanged(*iam.VolumeKeyArgs) {}

func TestVolumeKeyArgs(t *testing.T) {
	t.Parallel()
	const notInHCP = "must not be set for hcp, which does not use the role"
	const notInClassic = "must not be set for classic, which does not use the role"
	checktest.Cases(t, "iam.VolumeKeyArgs", map[string]checktest.Case{
		"HCP":     {Reason: "HCP needs four roles", Args: hcpVolumeKey(unchanged)},
		"Classic": {Reason: "Classic needs five roles", Args: classicVolumeKey(unchanged)},
		"output of HCP's account roles": {
			Reason: "AccountRoles.ControlPlaneRoleARN resolves to nil, and one key can encrypt volumes and etcd",
			Args: hcpVolumeKey(func(a *iam.VolumeKeyArgs) {
				a.ControlPlaneRoleARN, a.KMSProviderRoleARN = component.NilString(), text(rolePrefix+"p")
			}),
		},
		"nil": {
			Reason: "roles have no default",
			Args:   (*iam.VolumeKeyArgs)(nil),
			Want: []string{
				".InstallerRoleARN: required", ".SupportRoleARN: required",
				".KubeControllerManagerRoleARN: required", ".CAPARoleARN: required",
			},
		},
		"missing operator": {
			Reason: "the operators of the other product have no role",
			Args: hcpVolumeKey(func(a *iam.VolumeKeyArgs) {
				a.EBSCSIRoleARN = map[iam.Operator]pulumi.StringOutput{}[iam.OperatorEBSCSI]
			}),
			Want: []string{".EBSCSIRoleARN: required"},
		},
		"Classic without its roles": {
			Reason: "instances and the EBS driver of Classic use the key",
			Args: classicVolumeKey(func(a *iam.VolumeKeyArgs) {
				a.WorkerRoleARN, a.ControlPlaneRoleARN, a.EBSCSIRoleARN = nil, nil, nil
			}),
			Want: []string{".WorkerRoleARN: required", ".ControlPlaneRoleARN: required", ".EBSCSIRoleARN: required"},
		},
		"Classic with HCP's operators": {
			Reason: "Classic has no such operators",
			Args: classicVolumeKey(func(a *iam.VolumeKeyArgs) {
				a.KubeControllerManagerRoleARN = text(rolePrefix + "k").ToStringOutput()
				a.CAPARoleARN = text(rolePrefix + "d")
			}),
			Want: []string{".KubeControllerManagerRoleARN: " + notInClassic, ".CAPARoleARN: " + notInClassic},
		},
		"Classic with a key for etcd": {
			Reason: "Classic accepts no key for etcd",
			Args:   classicVolumeKey(func(a *iam.VolumeKeyArgs) { a.KMSProviderRoleARN = text(rolePrefix + "p") }),
			Want:   []string{".KMSProviderRoleARN: " + notInClassic},
		},
		"HCP with roles of instances": {
			Reason: "instances of HCP do not use the key",
			Args: hcpVolumeKey(func(a *iam.VolumeKeyArgs) {
				a.WorkerRoleARN = text(rolePrefix + "w")
				a.ControlPlaneRoleARN = pulumi.String(rolePrefix + "c")
			}),
			Want: []string{".WorkerRoleARN: " + notInHCP, ".ControlPlaneRoleARN: " + notInHCP},
		},
	})
}

// Red Hat's documentation of Classic gives all five roles the same permissions.
func TestVolumeKeyOfClassic(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, volumeKey(classicVolumeKey(unchanged)))
	statement := statementsIn("arn:aws:iam::123456789012:")
	want := []policy.Statement{statement("AccountAdministration", "root", "kms:*")}
	for _, user := range [][2]string{
		{"Installer", "role/i"},
		{"Support", "role/s"},
		{"Worker", "role/w"},
		{"ControlPlane", "role/c"},
		{"EBSCSI", "role/e"},
	} {
		want = append(want, statement(user[0], user[1],
			"kms:Encrypt", "kms:Decrypt", "kms:ReEncrypt*", "kms:GenerateDataKey*", "kms:DescribeKey"),
			grantsOf(statement, user[0], user[1], "kms:CreateGrant", "kms:RevokeGrant", "kms:ListGrants"))
	}
	assertDocument(t, policy.New(want...), mockstest.Find(t, rec, "volumes-key").Inputs["policy"])
}

func TestVolumeKeyWithAControlPlaneRoleThatIsKnownLater(t *testing.T) {
	t.Parallel()
	late := func(role pulumi.StringPtrInput) func(*iam.VolumeKeyArgs) {
		return func(a *iam.VolumeKeyArgs) { a.ControlPlaneRoleARN = role.ToStringPtrOutput() }
	}
	tests := map[string]struct {
		reason string
		args   *iam.VolumeKeyArgs
		want   string
	}{
		"HCP without": {
			reason: "AccountRoles of HCP have no such role",
			args:   hcpVolumeKey(late(component.NilString())),
		},
		"Classic": {
			reason: "Classic uses the role when it is known",
			args:   classicVolumeKey(late(pulumi.String(rolePrefix + "c"))),
		},
		"HCP with": {
			reason: "instances of HCP do not use the key",
			args:   hcpVolumeKey(late(pulumi.String(rolePrefix + "c"))),
			want:   "iam.VolumeKeyArgs.ControlPlaneRoleARN: must not be set for hcp, which does not use the role",
		},
		"Classic without": {
			reason: "account roles of HCP have no control-plane role",
			args:   classicVolumeKey(late(component.NilString())),
			want:   "iam.VolumeKeyArgs.ControlPlaneRoleARN: is required",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := mocks.New().Run(volumeKey(tt.args))
			if tt.want == "" {
				assert.NoError(t, err, tt.reason)
				return
			}
			assert.ErrorContains(t, err, tt.want, tt.reason)
		})
	}
}

func TestVolumeKeyProperties(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, keys("us-east-2", false))
	volumes := mockstest.Find(t, rec, "volumes-key")
	assert.Equal(t, taggedWith("red-hat", "true", "team", "core"), volumes.Inputs["tags"],
		"the AWS managed policies of ROSA require red-hat: true")
	assert.Equal(t, 7.0, volumes.Inputs["deletionWindowInDays"])
	assert.Len(t, document(t, volumes.Inputs["policy"]).Statement, 7,
		"without persistent volumes their driver may not use the key")
	assert.Equal(t, map[string]any{"name": "alias/demo/volumes", "targetKeyId": volumes.Outputs["keyId"]},
		mockstest.Find(t, rec, "volumes-alias").Inputs)
}

// TestKeyForVolumesAndEtcd: with the role of the KMS provider, the key has the statements of an EtcdKey too.
func TestKeyForVolumesAndEtcd(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, volumeKey(hcpVolumeKey(func(a *iam.VolumeKeyArgs) { a.KMSProviderRoleARN = text(rolePrefix + "p") })))
	both := document(t, mockstest.Find(t, rec, "volumes-key").Inputs["policy"]).Statement
	etcd := mockstest.Run(t, mockstest.Program(iam.NewEtcdKey, "etcd", &iam.EtcdKeyArgs{
		InstallerRoleARN: text(rolePrefix + "i"), KubeControllerManagerRoleARN: text(rolePrefix + "k"),
		KMSProviderRoleARN: text(rolePrefix + "p"),
	}))
	for _, statement := range document(t, mockstest.Find(t, etcd, "etcd-key").Inputs["policy"]).Statement {
		assert.Contains(t, both, statement)
	}
}
