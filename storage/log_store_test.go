package storage_test

import (
	"encoding/base64"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

type fields = map[string]any

func logStoreArgs(changes ...func(*storage.LogStoreArgs)) *storage.LogStoreArgs {
	return checktest.With(&storage.LogStoreArgs{
		Bucket:       pulumi.String("demo-x7k2p-logs-0"),
		StorageClass: pulumi.String("gp3-csi"),
		RoleARN:      pulumi.String("arn:aws:iam::123456789012:role/demo-logs"),
	}, changes...)
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
	return mockstest.Exporting(storage.NewLogStore, "main", args,
		func(store *storage.LogStore) pulumi.Map { return pulumi.Map{"name": store.Name} })
}

// logObjects returns the created objects by kind and name. They pass the API server's validation.
func logObjects(t *testing.T, args *storage.LogStoreArgs) map[string]fields {
	t.Helper()
	rec := run(t, logStore(args))
	kubetest.CheckRecorded(t, rec)
	created, patched := kubetest.Recorded(t, rec)
	assert.Empty(t, patched, "the cluster has none of the objects")
	objects := map[string]fields{}
	for _, object := range created {
		objects[object["kind"].(string)+" "+object["metadata"].(fields)["name"].(string)] = object
	}
	return objects
}

// inSecret returns texts as the data of a Secret.
func inSecret(texts map[string]string) fields {
	data := fields{}
	for key, text := range texts {
		data[key] = base64.StdEncoding.EncodeToString([]byte(text))
	}
	return data
}

func bindings(objects map[string]fields) (roles []string) {
	for _, role := range []string{
		"logging-collector-logs-writer", "collect-application-logs", "collect-infrastructure-logs",
		"collect-audit-logs",
	} {
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
		"bucketnames": "demo-x7k2p-logs-0",
		"region":      "us-east-2",
		"role_arn":    "arn:aws:iam::123456789012:role/demo-logs",
	}), objects["Secret logging-loki-s3"]["data"])
	assert.Equal(t, fields{
		"size": "1x.pico", "storageClassName": "gp3-csi", "tenants": fields{"mode": "openshift-logging"},
		"storage": fields{
			"schemas": []any{fields{"version": "v13", "effectiveDate": "2024-10-01"}},
			"secret":  fields{"type": "s3", "name": "logging-loki-s3", "credentialMode": "token"},
		},
		"limits": fields{"global": fields{"retention": fields{"days": int64(7)}}},
	}, objects["LokiStack logging-loki"]["spec"],
		"without Placement, there is no template; the default size fits on three r5.xlarge infra nodes")
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
	assert.Equal(t,
		[]string{"logging-collector-logs-writer", "collect-application-logs", "collect-infrastructure-logs"},
		bindings(objects))
	assert.Len(t, objects, 7, "without Console, there is no plugin")
}

func TestLogStoreOnInfraNodes(t *testing.T) {
	t.Parallel()
	objects := logObjects(t, logStoreArgs(onInfraNodes, withAccessKey))
	infra := fields{
		"nodeSelector": fields{"node-role.kubernetes.io/infra": ""},
		"tolerations": []any{
			fields{"key": "node-role.kubernetes.io/infra", "operator": "Exists"},
		},
	}
	stack := objects["LokiStack logging-loki"]["spec"].(fields)
	assert.Equal(t, fields{
		"compactor": infra, "distributor": infra, "gateway": infra, "indexGateway": infra,
		"ingester": infra, "querier": infra, "queryFrontend": infra, "ruler": infra,
	}, stack["template"], "a node selector applies to one component")
	assert.Equal(t, "static", stack["storage"].(fields)["secret"].(fields)["credentialMode"])
	collector := objects["ClusterLogForwarder collector"]["spec"].(fields)["collector"]
	assert.Equal(t, fields{"tolerations": infra["tolerations"]}, collector,
		"collectors run on all nodes, including infra nodes")
	assert.Equal(t, inSecret(map[string]string{
		"bucketnames": "demo-x7k2p-logs-0", "region": "us-east-2", "endpoint": "https://s3.us-east-2.amazonaws.com",
		"access_key_id": "AKIA0123456789ABCDEF", "access_key_secret": "hidden",
	}), objects["Secret logging-loki-s3"]["data"])
	assert.Equal(t, []string{
		"logging-collector-logs-writer", "collect-application-logs", "collect-infrastructure-logs",
		"collect-audit-logs",
	}, bindings(objects))
	assert.Equal(t, fields{
		"type": "Logging", "logging": fields{"lokiStack": fields{"name": "logging-loki"}}, "deployment": infra,
	}, objects["UIPlugin logging"]["spec"])
}

// TestLogStoreAccessKeyIsSecret: Pulumi's state contains the access key encrypted.
func TestLogStoreAccessKeyIsSecret(t *testing.T) {
	t.Parallel()
	rec := run(t, logStore(logStoreArgs(withAccessKey)))
	data := mockstest.Find(t, rec, "main-logs-bucket").Inputs["data"].(fields)
	assert.IsType(t, mocks.Secret{}, data["access_key_secret"])
}

func TestLogStoreInChina(t *testing.T) {
	t.Parallel()
	objects := logObjects(t, logStoreArgs(withAccessKey, func(a *storage.LogStoreArgs) { a.Region = "cn-north-1" }))
	endpoint := objects["Secret logging-loki-s3"]["data"].(fields)["endpoint"]
	assert.Equal(t, inSecret(map[string]string{"e": "https://s3.cn-north-1.amazonaws.com.cn"})["e"], endpoint)
}

// TestLogStoreOrder: the collectors need Loki, its bucket and their permissions.
func TestLogStoreOrder(t *testing.T) {
	t.Parallel()
	rec := run(t, logStore(logStoreArgs(onInfraNodes)))
	assert.Equal(t, "logging-loki", rec.Outputs()["name"])
	forwarder := mockstest.Find(t, rec, "main-logs-collector").URN
	for _, dependency := range []string{
		"main-logs-loki", "main-logs-bucket", "main-logs-collector-account", "main-logs-collector-collect-audit-logs",
	} {
		assert.True(t, rec.Graph().Reaches(forwarder, mockstest.Find(t, rec, dependency).URN), dependency)
	}
}

// TestLogStoreRejectsABucketWithoutWriter: the role of a LogBucket without Writer resolves to nil.
func TestLogStoreRejectsABucketWithoutWriter(t *testing.T) {
	t.Parallel()
	err := mocks.New(withCluster()).Run(func(ctx *pulumi.Context) error {
		bucket, err := storage.NewLogBucket(ctx, "main", &storage.LogBucketArgs{InfraID: "demo-x7k2p"})
		if err != nil {
			return err
		}
		args := logStoreArgs(func(a *storage.LogStoreArgs) { a.RoleARN = bucket.WriterRoleARN })
		return logStore(args)(ctx)
	})
	assert.ErrorContains(t, err, "storage.LogStoreArgs.RoleARN: must not resolve to nil; set Writer on the LogBucket")
}
