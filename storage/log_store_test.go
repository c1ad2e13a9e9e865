package storage_test

import (
	"encoding/base64"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

type fields = map[string]any

func logStoreArgs(changes ...func(*storage.LogStoreArgs)) *storage.LogStoreArgs {
	args := &storage.LogStoreArgs{
		Bucket: pulumi.String("demo-x7k2p-logs-0"), Region: "us-east-2", StorageClass: pulumi.String("gp3-csi"),
		RoleARN: pulumi.String("arn:aws:iam::123456789012:role/demo-logs"),
	}
	for _, change := range changes {
		change(args)
	}
	return args
}

func onInfraNodes(a *storage.LogStoreArgs) {
	a.Placement, a.Console, a.Inputs = storage.InfraNodes(), true, []string{"application", "infrastructure", "audit"}
}

func withAccessKey(a *storage.LogStoreArgs) {
	a.RoleARN = nil
	a.Credentials = &storage.LogCredentialsArgs{
		AccessKeyID:     pulumi.String("AKIA0123456789ABCDEF"),
		SecretAccessKey: pulumi.String("hidden"),
	}
}

func logStore(args *storage.LogStoreArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		store, err := storage.NewLogStore(ctx, "main", args)
		if err != nil {
			return err
		}
		ctx.Export("name", store.Name)
		return nil
	}
}

// logObjects returns what is made, by kind and name, after the API server's checks.
func logObjects(t *testing.T, args *storage.LogStoreArgs) map[string]fields {
	t.Helper()
	rec := mockstest.Run(t, logStore(args))
	kubetest.CheckRecorded(t, rec)
	created, patched := kubetest.Recorded(t, rec)
	assert.Empty(t, patched, "nothing of it is there before")
	objects := map[string]fields{}
	for _, object := range created {
		objects[object["kind"].(string)+" "+object["metadata"].(fields)["name"].(string)] = object
	}
	return objects
}

// inSecret is how a Secret holds texts.
func inSecret(texts map[string]string) fields {
	data := fields{}
	for key, text := range texts {
		data[key] = base64.StdEncoding.EncodeToString([]byte(text))
	}
	return data
}

func bindings(objects map[string]fields) (roles []string) {
	for _, role := range []string{"logging-collector-logs-writer", "collect-application-logs", "collect-infrastructure-logs", "collect-audit-logs"} {
		if objects["ClusterRoleBinding openshift-logging-collector-"+role] != nil {
			roles = append(roles, role)
		}
	}
	return roles
}

func TestLogStore(t *testing.T) {
	t.Parallel()
	objects := logObjects(t, logStoreArgs())
	assert.Equal(t, inSecret(map[string]string{
		"bucketnames": "demo-x7k2p-logs-0", "region": "us-east-2", "role_arn": "arn:aws:iam::123456789012:role/demo-logs",
	}), objects["Secret logging-loki-s3"]["data"])
	assert.Equal(t, fields{
		"size": "1x.extra-small", "storageClassName": "gp3-csi", "tenants": fields{"mode": "openshift-logging"},
		"storage": fields{
			"schemas": []any{fields{"version": "v13", "effectiveDate": "2024-10-01"}},
			"secret":  fields{"type": "s3", "name": "logging-loki-s3", "credentialMode": "token"},
		},
		"limits": fields{"global": fields{"retention": fields{"days": int64(7)}}},
	}, objects["LokiStack logging-loki"]["spec"], "nothing is said about nodes")
	assert.Equal(t, fields{
		"managementState": "Managed",
		"serviceAccount":  fields{"name": "collector"},
		"outputs": []any{fields{
			"name": "lokistack", "type": "lokiStack",
			"lokiStack": fields{
				"target":         fields{"name": "logging-loki", "namespace": "openshift-logging"},
				"authentication": fields{"token": fields{"from": "serviceAccount"}},
			},
			"tls": fields{"ca": fields{"key": "service-ca.crt", "configMapName": "openshift-service-ca.crt"}},
		}},
		"pipelines": []any{
			fields{
				"name":       "to-lokistack",
				"inputRefs":  []any{"application", "infrastructure"},
				"outputRefs": []any{"lokistack"},
			},
		},
	}, objects["ClusterLogForwarder collector"]["spec"])
	assert.Contains(t, objects, "ServiceAccount collector")
	assert.Equal(
		t,
		[]string{"logging-collector-logs-writer", "collect-application-logs", "collect-infrastructure-logs"},
		bindings(objects),
	)
	assert.Len(t, objects, 7, "and nothing in the console")
}

func TestLogStoreOnInfraNodes(t *testing.T) {
	t.Parallel()
	objects := logObjects(t, logStoreArgs(onInfraNodes, withAccessKey))
	infra := fields{
		"nodeSelector": fields{"node-role.kubernetes.io/infra": ""},
		"tolerations": []any{
			fields{"key": "node-role.kubernetes.io/infra", "operator": "Exists", "effect": "NoSchedule"},
		},
	}
	stack := objects["LokiStack logging-loki"]["spec"].(fields)
	assert.Equal(t, fields{
		"compactor": infra, "distributor": infra, "gateway": infra, "indexGateway": infra,
		"ingester": infra, "querier": infra, "queryFrontend": infra, "ruler": infra,
	}, stack["template"], "every part moves, since a selector moves only its own")
	assert.Equal(t, "static", stack["storage"].(fields)["secret"].(fields)["credentialMode"])
	collector := objects["ClusterLogForwarder collector"]["spec"].(fields)["collector"]
	assert.Equal(
		t,
		fields{"tolerations": infra["tolerations"]},
		collector,
		"infra nodes have logs, and so have the others",
	)
	assert.Equal(t, inSecret(map[string]string{
		"bucketnames": "demo-x7k2p-logs-0", "region": "us-east-2", "endpoint": "https://s3.us-east-2.amazonaws.com",
		"access_key_id": "AKIA0123456789ABCDEF", "access_key_secret": "hidden",
	}), objects["Secret logging-loki-s3"]["data"])
	assert.Equal(
		t,
		[]string{
			"logging-collector-logs-writer",
			"collect-application-logs",
			"collect-infrastructure-logs",
			"collect-audit-logs",
		},
		bindings(objects),
	)
	assert.Equal(t, fields{
		"type": "Logging", "logging": fields{"lokiStack": fields{"name": "logging-loki"}}, "deployment": infra,
	}, objects["UIPlugin logging"]["spec"])
}

// TestLogStoreKeepsTheKeySecret in Pulumi's state, too.
func TestLogStoreKeepsTheKeySecret(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, logStore(logStoreArgs(withAccessKey)))
	data := mockstest.Find(t, rec, "main-logs-bucket").Inputs["data"].(fields)
	assert.IsType(t, mocks.Secret{}, data["access_key_secret"])
}

func TestLogStoreInChina(t *testing.T) {
	t.Parallel()
	objects := logObjects(t, logStoreArgs(withAccessKey, func(a *storage.LogStoreArgs) { a.Region = "cn-north-1" }))
	endpoint := objects["Secret logging-loki-s3"]["data"].(fields)["endpoint"]
	assert.Equal(t, inSecret(map[string]string{"e": "https://s3.cn-north-1.amazonaws.com.cn"})["e"], endpoint)
}

func TestLogStoreGolden(t *testing.T) {
	t.Parallel()
	program := logStore(logStoreArgs(onInfraNodes))
	rec := mockstest.Run(t, program)
	golden.Check(t, "testdata/log-store.golden", rec.Golden())
	assert.Equal(t, "logging-loki", rec.Outputs()["name"])
	mockstest.PreviewIsTheUpdate(t, program)
	forwarder := mockstest.Find(t, rec, "main-logs-collector").URN
	for _, needed := range []string{"main-logs-loki", "main-logs-bucket", "main-logs-collector-account", "main-logs-collector-collect-audit-logs"} {
		assert.True(t, rec.Graph().Reaches(forwarder, mockstest.Find(t, rec, needed).URN), needed)
	}
}

func TestLogStoreArgsThatAreRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		args   *storage.LogStoreArgs
		want   []string
	}{
		"nil": {
			reason: "all that is missing at once",
			want: []string{
				"Bucket: is required",
				"Region: is required",
				"RoleARN: and Credentials are two ways to the bucket; set one of them",
				"StorageClass: is required",
			},
		},
		"both ways": {
			reason: "one would be used in silence",
			args:   logStoreArgs(func(a *storage.LogStoreArgs) { a.Credentials = &storage.LogCredentialsArgs{} }),
			want: []string{
				"RoleARN: and Credentials are two ways to the bucket; set one of them", "Credentials.AccessKeyID: is required", "Credentials.SecretAccessKey: is required"},
		},
		"to come": {
			reason: "logs of today would have no schema",
			args:   logStoreArgs(func(a *storage.LogStoreArgs) { a.SchemaDate = "2924-10-01" }),
			want:   []string{`SchemaDate: 2924-10-01 is to come; Loki needs a schema for the logs of today`},
		},
		"several": {
			reason: "all at once",
			args: logStoreArgs(func(a *storage.LogStoreArgs) {
				a.StorageClass, a.Size, a.RetentionDays, a.SchemaDate, a.Inputs = pulumi.String(
					"GP3",
				), "small", -1, "today", []string{
					"audit",
					"audit",
					"events",
				}
				a.Placement = storage.Placement{Tolerations: []storage.Toleration{{}}}
			}),
			want: []string{
				`StorageClass: "GP3" is no storage class's name; one looks like gp3-csi`,
				`Size: "small" is none of 1x.demo, 1x.pico, 1x.extra-small, 1x.small, 1x.medium`,
				"RetentionDays: -1 is no number of days; it is 1 or more",
				`SchemaDate: "today" is no day; one looks like 2024-10-01`,
				"Inputs[1]: audit is given twice",
				`Inputs[2]: "events" is none of application, infrastructure, audit`,
				"Placement.Tolerations[0].Key: is required, unless Operator is Exists: then all taints are meant",
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkRefused(t, tt.args, logStore(tt.args), "storage.LogStoreArgs.", tt.want, tt.reason)
		})
	}
}
