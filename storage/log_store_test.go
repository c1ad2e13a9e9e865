package storage_test

import (
	"encoding/json"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// lokiStack is the part of the operator's object that the component may write (grafana/loki
// operator/api/loki/v1/lokistack_types.go). A field that is not here fails the strict decoding.
type lokiStack struct {
	Size             string `json:"size"`
	StorageClassName string `json:"storageClassName"`
	Storage          struct {
		Schemas []struct {
			Version       string `json:"version"`
			EffectiveDate string `json:"effectiveDate"`
		} `json:"schemas"`
		Secret struct {
			Type           string `json:"type"`
			Name           string `json:"name"`
			CredentialMode string `json:"credentialMode"`
		} `json:"secret"`
	} `json:"storage"`
	Limits struct {
		Global struct {
			Retention struct {
				Days int `json:"days"`
			} `json:"retention"`
		} `json:"global"`
	} `json:"limits"`
	Tenants struct {
		Mode string `json:"mode"`
	} `json:"tenants"`
	Template *struct {
		Compactor     *placed `json:"compactor"`
		Distributor   *placed `json:"distributor"`
		Gateway       *placed `json:"gateway"`
		IndexGateway  *placed `json:"indexGateway"`
		Ingester      *placed `json:"ingester"`
		Querier       *placed `json:"querier"`
		QueryFrontend *placed `json:"queryFrontend"`
		Ruler         *placed `json:"ruler"`
	} `json:"template"`
}

// logForwarder is the part of the operator's object that the component may write (openshift/cluster-logging-operator
// api/observability/v1/clusterlogforwarder_types.go and output_types.go).
type logForwarder struct {
	ManagementState string `json:"managementState"`
	ServiceAccount  struct {
		Name string `json:"name"`
	} `json:"serviceAccount"`
	Collector *struct {
		Tolerations []corev1.Toleration `json:"tolerations"`
	} `json:"collector"`
	Outputs []struct {
		Name      string `json:"name"`
		Type      string `json:"type"`
		LokiStack struct {
			Target struct {
				Name      string `json:"name"`
				Namespace string `json:"namespace"`
			} `json:"target"`
			Authentication struct {
				Token struct {
					From string `json:"from"`
				} `json:"token"`
			} `json:"authentication"`
		} `json:"lokiStack"`
		TLS struct {
			CA struct {
				Key           string `json:"key"`
				ConfigMapName string `json:"configMapName"`
			} `json:"ca"`
		} `json:"tls"`
	} `json:"outputs"`
	Pipelines []struct {
		Name       string   `json:"name"`
		InputRefs  []string `json:"inputRefs"`
		OutputRefs []string `json:"outputRefs"`
	} `json:"pipelines"`
}

// uiPlugin is the part of the operator's object that the component may write (rhobs/observability-operator
// pkg/apis/uiplugin/v1alpha1/types.go).
type uiPlugin struct {
	Type    string `json:"type"`
	Logging struct {
		LokiStack struct {
			Name string `json:"name"`
		} `json:"lokiStack"`
	} `json:"logging"`
}

func logStoreArgs(changes ...func(*storage.LogStoreArgs)) *storage.LogStoreArgs {
	args := &storage.LogStoreArgs{
		Bucket: pulumi.String("demo-x7k2p-logs-0"), Region: "us-east-2", StorageClass: "gp3-csi",
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
	a.Credentials = &storage.LogCredentials{AccessKeyID: pulumi.String("AKIA0123456789ABCDEF"), SecretAccessKey: pulumi.String("hidden")}
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

// decodeLogs decodes what the operators read strictly, has the other objects checked as usual, and returns all by kind.
func decodeLogs(t *testing.T, rec *mocks.Recorder) (stack lokiStack, forwarder logForwarder, others map[string]map[string]any) {
	t.Helper()
	created, patched := kubetest.Recorded(t, rec)
	assert.Empty(t, patched, "nothing of it is there before")
	others = map[string]map[string]any{}
	for _, object := range created {
		spec, err := json.Marshal(object["spec"])
		require.NoError(t, err)
		switch object["kind"] {
		case "LokiStack":
			assert.Equal(t, "loki.grafana.com/v1", object["apiVersion"])
			require.NoError(t, yaml.UnmarshalStrict(spec, &stack))
		case "ClusterLogForwarder":
			assert.Equal(t, "observability.openshift.io/v1", object["apiVersion"])
			require.NoError(t, yaml.UnmarshalStrict(spec, &forwarder))
		case "UIPlugin":
			assert.Equal(t, "observability.openshift.io/v1alpha1", object["apiVersion"])
			var plugin uiPlugin
			require.NoError(t, yaml.UnmarshalStrict(spec, &plugin))
			assert.Equal(t, "logging-loki", plugin.Logging.LokiStack.Name)
			others["UIPlugin"] = object
		default:
			kubetest.Check(t, object)
			name := object["metadata"].(map[string]any)["name"].(string)
			others[object["kind"].(string)+" "+name] = object
		}
	}
	return stack, forwarder, others
}

func TestLogStore(t *testing.T) {
	t.Parallel()
	stack, forwarder, others := decodeLogs(t, mockstest.Run(t, logStore(logStoreArgs())))
	assert.Equal(t, "1x.extra-small", stack.Size)
	assert.Equal(t, "gp3-csi", stack.StorageClassName)
	assert.Equal(t, "v13", stack.Storage.Schemas[0].Version)
	assert.Equal(t, "2024-10-01", stack.Storage.Schemas[0].EffectiveDate)
	assert.Equal(t, "token", stack.Storage.Secret.CredentialMode)
	assert.Equal(t, 7, stack.Limits.Global.Retention.Days)
	assert.Equal(t, "openshift-logging", stack.Tenants.Mode)
	assert.Nil(t, stack.Template, "nothing is said about nodes")
	assert.Nil(t, forwarder.Collector)
	assert.Equal(t, []string{"application", "infrastructure"}, forwarder.Pipelines[0].InputRefs)
	assert.Equal(t, stack.Storage.Secret.Name, others["Secret logging-loki-s3"]["metadata"].(map[string]any)["name"])
	assert.Equal(t, map[string]any{"bucketnames": "demo-x7k2p-logs-0", "region": "us-east-2", "role_arn": "arn:aws:iam::123456789012:role/demo-logs"}, others["Secret logging-loki-s3"]["stringData"])
	assert.Contains(t, others, "ServiceAccount "+forwarder.ServiceAccount.Name)
	assert.NotContains(t, others, "UIPlugin")
	assert.Len(t, others, 5, "secret, account, and a binding for writing and for each input")
}

func TestLogStoreOnInfraNodes(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, logStore(logStoreArgs(onInfraNodes, withAccessKey)))
	stack, forwarder, others := decodeLogs(t, rec)
	infra := &placed{
		NodeSelector: map[string]string{"node-role.kubernetes.io/infra": ""},
		Tolerations:  []corev1.Toleration{{Key: "node-role.kubernetes.io/infra", Operator: "Exists", Effect: "NoSchedule"}},
	}
	require.NotNil(t, stack.Template)
	for _, component := range []*placed{
		stack.Template.Compactor, stack.Template.Distributor, stack.Template.Gateway, stack.Template.IndexGateway,
		stack.Template.Ingester, stack.Template.Querier, stack.Template.QueryFrontend, stack.Template.Ruler,
	} {
		assert.Equal(t, infra, component, "every part moves, since a selector moves only its own")
	}
	assert.Equal(t, infra.Tolerations, forwarder.Collector.Tolerations, "infra nodes have logs, too")
	assert.Equal(t, "static", stack.Storage.Secret.CredentialMode)
	assert.Equal(t, map[string]any{
		"bucketnames": "demo-x7k2p-logs-0", "region": "us-east-2", "endpoint": "https://s3.us-east-2.amazonaws.com",
		"access_key_id": "AKIA0123456789ABCDEF", "access_key_secret": "hidden",
	}, others["Secret logging-loki-s3"]["stringData"])
	for _, role := range []string{"logging-collector-logs-writer", "collect-application-logs", "collect-infrastructure-logs", "collect-audit-logs"} {
		assert.Contains(t, others, "ClusterRoleBinding openshift-logging-collector-"+role)
	}
	assert.Contains(t, others, "UIPlugin")
	secret := mockstest.Find(t, rec, "main-logs-bucket").Inputs["stringData"].(map[string]any)
	assert.Equal(t, mocks.Secret{Value: "hidden"}, secret["access_key_secret"], "a key's secret is one in Pulumi's state, too")
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
		"nil": {"all that is missing at once", nil, []string{"Bucket: is required", "Region: is required", "RoleARN: and Credentials are two ways to the bucket; set one of them", "StorageClass: is required"}},
		"both ways": {"one would be used in silence", logStoreArgs(func(a *storage.LogStoreArgs) { a.Credentials = &storage.LogCredentials{} }), []string{
			"RoleARN: and Credentials are two ways to the bucket; set one of them", "Credentials.AccessKeyID: is required", "Credentials.SecretAccessKey: is required"}},
		"several": {"all at once", logStoreArgs(func(a *storage.LogStoreArgs) {
			a.StorageClass, a.Size, a.RetentionDays, a.SchemaDate, a.Inputs = "GP3", "small", -1, "today", []string{"audit", "audit", "events"}
			a.Placement = storage.Placement{Tolerations: []storage.Toleration{{}}}
		}), []string{`StorageClass: "GP3" is no object's name of lower-case letters, digits, dots and hyphens`, `Size: "small" is none of 1x.demo, 1x.pico, 1x.extra-small, 1x.small, 1x.medium`,
			"RetentionDays: -1 is no number of days; it is 1 or more", `SchemaDate: "today" is no day; one looks like 2024-10-01`, "Inputs[1]: audit is given twice",
			`Inputs[2]: "events" is none of application, infrastructure, audit`, "Placement.Tolerations[0].Key: is required, unless Operator is Exists: then all taints are meant"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkRefused(t, tt.args, logStore(tt.args), "storage.LogStoreArgs.", tt.want, tt.reason)
		})
	}
}
