package configuration

import (
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func everyOperator() OperatorArgs {
	return OperatorArgs{
		Package: "cincinnati-operator", Namespace: "openshift-update-service", ClusterMonitoring: true,
		TargetNamespaces: []string{"openshift-update-service"}, Channel: "v1", StartingCSV: "update-service-operator.v5.0.3",
		Approval: "Manual", NodeSelector: map[string]string{"node-role.kubernetes.io/infra": ""},
		Tolerations: []Toleration{{Key: "node-role.kubernetes.io/infra", Operator: "Exists"}},
		Environment: map[string]pulumi.StringInput{"ROLEARN": pulumi.String("arn:aws:iam::123456789012:role/x")},
	}
}

func TestOperatorInAnExistingNamespace(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		operator, err := NewOperator(ctx, "logs", &OperatorArgs{
			Package: "cluster-logging", Namespace: "openshift-operators", CreateNamespace: new(false), SourceNamespace: "catalogs",
		})
		if err == nil {
			ctx.Export("namespace", operator.Namespace)
		}
		return err
	}, clustertest.InCluster)
	assert.Empty(t, rec.OfType("kubernetes:core/v1:Namespace"))
	assert.Empty(t, rec.OfType("kubernetes:operators.coreos.com/v1:OperatorGroup"), "a second one would stop OLM")
	subscription := clustertest.One(t, rec, "kubernetes:operators.coreos.com/v1alpha1:Subscription", "logs-subscription")
	assert.Equal(t, map[string]any{
		"name": "cluster-logging", "source": "redhat-operators", "sourceNamespace": "catalogs",
		"installPlanApproval": "Automatic",
	}, subscription.Inputs["spec"])
	assert.Equal(t, "openshift-operators", rec.Outputs()["namespace"])
}

// installing is an OLM that installs an operator after some requests.
func installing(requests int32, asked *atomic.Int32) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		const folder = "/apis/operators.coreos.com/v1alpha1/namespaces/openshift-logging"
		done := asked.Add(1) > requests
		switch {
		case r.URL.Path == folder+"/subscriptions/loki-operator" && !done:
			_, _ = w.Write([]byte(`{"status": {"state": "UpgradePending"}}`))
		case r.URL.Path == folder+"/subscriptions/loki-operator":
			_, _ = w.Write([]byte(`{"status": {"installedCSV": "loki-operator.v6.2.0"}}`))
		case r.URL.Path == folder+"/clusterserviceversions/loki-operator.v6.2.0":
			_, _ = w.Write([]byte(`{"status": {"phase": "Succeeded"}}`))
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}
}

func TestOperatorWaitsForItsInstallation(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason   string
		requests int32
		want     string
	}{
		"installed": {reason: "objects of its kinds can be created", requests: 3},
		"never": {
			reason:   "an operator that is not installed ends the update",
			requests: 1 << 30,
			want:     "configuration.Operator: operator loki-operator: not done within 50ms",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var asked atomic.Int32
			_, kubeconfig := clustertest.APIServer(t, installing(tt.requests, &asked))
			timeout := time.Minute
			if tt.want != "" {
				timeout = 50 * time.Millisecond
			}
			rec := mocks.New(clustertest.InCluster)
			program := func(ctx *pulumi.Context) error {
				operator, err := NewOperator(ctx, "loki", &OperatorArgs{
					Package: "loki-operator", Namespace: "openshift-logging", Wait: clustertest.Quickly(timeout),
					Kubeconfig: pulumi.ToSecret(pulumi.String(kubeconfig)).(pulumi.StringOutput),
				})
				if err == nil {
					ctx.Export("namespace", operator.Namespace)
				}
				return err
			}
			require.NoError(t, mocks.New(clustertest.InCluster).Preview(program))
			assert.Zero(t, asked.Load(), "a preview makes no calls")
			err := rec.Run(program)
			if tt.want != "" {
				assert.ErrorContains(t, err, tt.want, tt.reason)
				return
			}
			require.NoError(t, err, tt.reason)
			assert.Equal(t, "openshift-logging", rec.Outputs()["namespace"], "it is not secret")
			assert.Equal(t, int32(5), asked.Load(), "three attempts, then the version")
		})
	}
}
