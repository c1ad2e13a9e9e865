package storage

import (
	"cmp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

const (
	// etcdSnapshot runs the script on the node. Files of a backup that was interrupted would be in the next one.
	etcdSnapshot = `rm -rf /host/var/tmp/etcd-backup
chroot /host /usr/local/bin/cluster-backup.sh /var/tmp/etcd-backup
tar -C /host/var/tmp/etcd-backup -cf /backup/etcd.tar .
rm -rf /host/var/tmp/etcd-backup
`
	etcdUpload = `aws s3 cp /backup/etcd.tar "s3://$BUCKET/` + etcdBackupFolder + `/$(date -u +%FT%H%M%SZ).tar"
`
	etcdTokenDir = "/var/run/secrets/aws"
)

// desiredEtcdBackupNamespace returns the namespace, in which pods may be privileged. It overrides the cluster's default node selector: the pod
// runs on the control plane.
func desiredEtcdBackupNamespace() kube.Object {
	return kube.Object{
		APIVersion: "v1", Kind: "Namespace", Name: etcdBackupNamespace,
		Annotations: map[string]string{"openshift.io/node-selector": ""},
		Labels: map[string]string{
			"pod-security.kubernetes.io/enforce":             "privileged",
			"pod-security.kubernetes.io/audit":               "privileged",
			"pod-security.kubernetes.io/warn":                "privileged",
			"security.openshift.io/scc.podSecurityLabelSync": "false",
		},
	}
}

// desiredEtcdBackupBinding allows the job's pods to be privileged: the cluster role of the security context constraint is OpenShift's
// (openshift/cluster-kube-apiserver-operator release-4.20 bindata/bootkube/scc-manifests).
func desiredEtcdBackupBinding() kube.Object {
	const rbac = "rbac.authorization.k8s.io"
	return kube.Object{
		APIVersion: rbac + "/v1", Kind: "RoleBinding", Namespace: etcdBackupNamespace, Name: etcdBackupAccount + "-privileged",
		Fields: map[string]any{
			"roleRef":  map[string]any{"apiGroup": rbac, "kind": "ClusterRole", "name": "system:openshift:scc:privileged"},
			"subjects": []any{map[string]any{"kind": "ServiceAccount", "name": etcdBackupAccount, "namespace": etcdBackupNamespace}},
		},
	}
}

// desiredEtcdBackupJob returns the job. A pod that failed is tried twice again; one that hangs ends after an hour.
func desiredEtcdBackupJob(args *EtcdBackupArgs, roleARN pulumi.StringPtrOutput) kube.Object {
	return kube.Object{
		APIVersion: "batch/v1", Kind: "CronJob", Namespace: etcdBackupNamespace, Name: etcdBackupAccount,
		Fields: map[string]any{"spec": map[string]any{
			"schedule":                args.Schedule,
			"concurrencyPolicy":       "Forbid",
			"startingDeadlineSeconds": 3600,
			"jobTemplate": map[string]any{"spec": map[string]any{
				"backoffLimit":          2,
				"activeDeadlineSeconds": 3600,
				"template":              map[string]any{"spec": etcdBackupPod(args, roleARN)},
			}},
		}},
	}
}

// etcdBackupPod returns the pod: the script asks etcd of its own node, by the host's network.
func etcdBackupPod(args *EtcdBackupArgs, roleARN pulumi.StringPtrOutput) map[string]any {
	upload := map[string]any{
		"name":    "upload",
		"image":   args.UploadImage,
		"command": []string{"/bin/bash", "-ec", etcdUpload},
		"securityContext": map[string]any{
			"allowPrivilegeEscalation": false, "capabilities": map[string]any{"drop": []string{"ALL"}},
		},
	}
	env := []any{map[string]any{"name": "BUCKET", "value": args.BucketName}, map[string]any{"name": "AWS_REGION", "value": args.Region}}
	mounts := []any{map[string]any{"name": "backup", "mountPath": "/backup", "readOnly": true}}
	volumes := []any{
		map[string]any{"name": "host", "hostPath": map[string]any{"path": "/", "type": "Directory"}},
		map[string]any{"name": "backup", "emptyDir": map[string]any{}},
	}
	if args.Role.OIDCProviderARN != nil {
		env = append(env, map[string]any{"name": "AWS_ROLE_ARN", "value": roleARN.Elem()},
			map[string]any{"name": "AWS_WEB_IDENTITY_TOKEN_FILE", "value": etcdTokenDir + "/token"},
			map[string]any{"name": "AWS_STS_REGIONAL_ENDPOINTS", "value": "regional"})
		mounts = append(mounts, map[string]any{"name": "token", "mountPath": etcdTokenDir, "readOnly": true})
		token := map[string]any{"audience": cmp.Or(args.Role.Audience, policy.AudienceSTS), "path": "token", "expirationSeconds": 3600}
		volumes = append(volumes, map[string]any{
			"name": "token", "projected": map[string]any{"sources": []any{map[string]any{"serviceAccountToken": token}}},
		})
	}
	upload["env"], upload["volumeMounts"] = env, mounts
	return map[string]any{
		"serviceAccountName":           etcdBackupAccount,
		"automountServiceAccountToken": false,
		"restartPolicy":                "Never",
		"hostNetwork":                  true,
		"hostPID":                      true,
		"nodeSelector":                 map[string]any{"node-role.kubernetes.io/master": ""},
		"tolerations":                  []any{map[string]any{"key": "node-role.kubernetes.io/master", "operator": "Exists"}},
		"initContainers": []any{map[string]any{
			"name":            "snapshot",
			"image":           args.SnapshotImage,
			"command":         []string{"/bin/bash", "-ec", etcdSnapshot},
			"securityContext": map[string]any{"privileged": true, "runAsUser": 0},
			"volumeMounts": []any{
				map[string]any{"name": "host", "mountPath": "/host"}, map[string]any{"name": "backup", "mountPath": "/backup"},
			},
		}},
		"containers": []any{upload},
		"volumes":    volumes,
	}
}
