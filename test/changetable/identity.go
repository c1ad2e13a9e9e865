package changetable

import (
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// readBucket is a policy that allows to read one bucket.
func readBucket(name string) pulumi.String {
	return text(`{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"s3:GetObject","Resource":"arn:aws:s3:::` + name + `/*"}]}`)
}

func identities() map[string]Row {
	role := inputs(pulumi.Map{"assumeRolePolicy": text(trustEC2)})
	return map[string]Row{
		"role-trust": {
			Reason: "UpdateAssumeRolePolicy changes it", Type: roleType, Inputs: role, Want: "update",
			Change: inputs(pulumi.Map{"assumeRolePolicy": text(strings.Replace(trustEC2, "ec2.amazonaws.com", "ecs.amazonaws.com", 1))}),
		},
		"role-spaces": {
			Reason: "policies are compared as JSON; inputs that differ only in spaces are an update without effect for the bridge",
			Type:   roleType, Inputs: role, Want: "update", InLab: Same,
			LabReason: "the provider compares policies as JSON; the fake compares texts",
			Change:    inputs(pulumi.Map{"assumeRolePolicy": text(strings.ReplaceAll(trustEC2, ",", ", "))}),
		},
		"role-path": {
			Reason: "a path is part of the ARN", Type: roleType, Inputs: role, Want: "replace",
			Change: inputs(pulumi.Map{"path": text("/openshift/")}),
		},
		"role-name": {
			Reason: "the SDK replaces a role of another name", Type: roleType, Want: "replace",
			Inputs: inputs(pulumi.Map{"assumeRolePolicy": text(trustEC2), "name": text("changes-one")}),
			Change: inputs(pulumi.Map{"name": text("changes-two")}),
			Dependents: map[string]Dependent{"policy": {
				Type: "aws:iam/rolePolicy:RolePolicy", Want: "replace",
				Inputs: func(_ *Fixtures, used *Resource) pulumi.Map {
					return pulumi.Map{"role": used.Name, "policy": readBucket("one")}
				},
			}},
		},
		"role-session": {
			Reason: "UpdateRole changes it", Type: roleType, Inputs: role, Want: "update",
			Change: inputs(pulumi.Map{"maxSessionDuration": pulumi.Int(7200)}),
		},
		"role-policy": {
			Reason: "PutRolePolicy overwrites it", Type: "aws:iam/rolePolicy:RolePolicy", Want: "update",
			Inputs: func(w *Fixtures) pulumi.Map { return pulumi.Map{"role": w.Role.Name, "policy": readBucket("one")} },
			Change: inputs(pulumi.Map{"policy": readBucket("two")}),
		},
		"policy-document": {
			Reason: "a policy gets a new version", Type: "aws:iam/policy:Policy", Want: "update",
			Inputs: inputs(pulumi.Map{"policy": readBucket("one")}), Change: inputs(pulumi.Map{"policy": readBucket("two")}),
		},
		"policy-description": {
			Reason: "IAM has no call that changes it", Type: "aws:iam/policy:Policy", Want: "replace",
			Inputs: inputs(pulumi.Map{"policy": readBucket("one")}), Change: inputs(pulumi.Map{"description": text("reads")}),
		},
		"profile-role": {
			Reason: "a profile's role is removed and added", Type: "aws:iam/instanceProfile:InstanceProfile", Want: "update",
			Inputs: inputs(pulumi.Map{"path": text("/")}),
			Change: func(w *Fixtures) pulumi.Map { return pulumi.Map{"role": w.Role.Name} },
		},
	}
}

func services() map[string]Row {
	record := func(name string) func(*Fixtures) pulumi.Map {
		return func(w *Fixtures) pulumi.Map {
			return pulumi.Map{
				"zoneId": w.Zone.ID(), "name": text(name + ".changes.example.com"), "type": text("A"),
				"ttl": pulumi.Int(60), "records": list(text("192.0.2.1")),
			}
		}
	}
	return map[string]Row{
		"record-address": {
			Reason: "UPSERT changes records", Type: recordType, Inputs: record("api"), Want: "update",
			Change: inputs(pulumi.Map{"records": list(text("192.0.2.2"))}),
		},
		"record-name": {
			Reason: "the name identifies a record", Type: recordType, Inputs: record("one"), Want: "replace",
			Change: inputs(pulumi.Map{"name": text("two.changes.example.com")}),
		},
		"zone-comment": {
			Reason: "UpdateHostedZoneComment changes it", Type: "aws:route53/zone:Zone", Want: "update",
			Inputs: inputs(pulumi.Map{"name": text("a.changes.example.com"), "comment": text("one")}),
			Change: inputs(pulumi.Map{"comment": text("two")}),
		},
		"zone-name": {
			Reason: "a zone is its domain's", Type: "aws:route53/zone:Zone", Want: "replace",
			Inputs: inputs(pulumi.Map{"name": text("b.changes.example.com")}),
			Change: inputs(pulumi.Map{"name": text("c.changes.example.com")}),
		},
		"bucket-tags": {
			Reason: "tags change in place", Type: "aws:s3/bucketV2:BucketV2", Want: "update",
			Inputs: inputs(pulumi.Map{"forceDestroy": pulumi.Bool(true)}),
			Change: inputs(pulumi.Map{"tags": pulumi.Map{"team": text("core")}}),
		},
		"bucket-name": {
			Reason: "a bucket keeps its name", Type: "aws:s3/bucketV2:BucketV2", Want: "replace",
			Inputs: inputs(pulumi.Map{"bucket": text("changes-table-one")}),
			Change: inputs(pulumi.Map{"bucket": text("changes-table-two")}),
		},
		"key-rotation": {
			Reason: "EnableKeyRotation changes it", Type: keyType, Want: "update",
			Inputs: inputs(pulumi.Map{"description": text("etcd"), "deletionWindowInDays": pulumi.Int(7)}),
			Change: inputs(pulumi.Map{"enableKeyRotation": pulumi.Bool(true)}),
		},
		"key-usage": {
			Reason: "a key is for one use", Type: keyType, Want: "replace",
			Inputs: inputs(pulumi.Map{"description": text("etcd"), "deletionWindowInDays": pulumi.Int(7)}),
			Change: inputs(pulumi.Map{"keyUsage": text("SIGN_VERIFY"), "customerMasterKeySpec": text("RSA_2048")}),
		},
		"queue-retention": {
			Reason: "SetQueueAttributes changes it", Type: queueType, Want: "update",
			Inputs: inputs(pulumi.Map{"messageRetentionSeconds": pulumi.Int(300)}),
			Change: inputs(pulumi.Map{"messageRetentionSeconds": pulumi.Int(600)}),
		},
		"queue-name": {
			Reason: "the name is part of the URL", Type: queueType, Want: "replace",
			Inputs: inputs(pulumi.Map{"name": text("changes-one")}), Change: inputs(pulumi.Map{"name": text("changes-two")}),
		},
	}
}
