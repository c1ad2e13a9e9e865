package ingress_test

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
)

func TestIngressController(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason  string
		args    *ingress.IngressControllerArgs
		created bool
		spec    map[string]any
	}{
		"default": {"ROSA Classic's routers", &ingress.IngressControllerArgs{Replicas: pulumi.Int(3), Placement: ingress.InfraNodes()}, false, map[string]any{
			"replicas": int64(3),
			"nodePlacement": map[string]any{
				"nodeSelector": map[string]any{"matchLabels": map[string]any{"node-role.kubernetes.io/infra": ""}},
				"tolerations":  []any{map[string]any{"key": "node-role.kubernetes.io/infra", "operator": "Exists", "effect": "NoSchedule"}},
			},
		}},
		"replicas": {"what is not given stays the cluster's", &ingress.IngressControllerArgs{Name: "default", Replicas: pulumi.Int(2)}, false, map[string]any{
			"replicas": int64(2),
		}},
		"none": {"a cluster may go without routes for a while", &ingress.IngressControllerArgs{Replicas: pulumi.Int(0)}, false, map[string]any{
			"replicas": int64(0),
		}},
		"unknown": {"a count may come from elsewhere", &ingress.IngressControllerArgs{Replicas: pulumi.Int(4).ToIntOutput()}, false, map[string]any{
			"replicas": int64(4),
		}},
		"selector alone": {"nodes without a taint need no toleration", &ingress.IngressControllerArgs{Placement: ingress.Placement{NodeSelector: map[string]string{"tier": "edge"}}}, false, map[string]any{
			"nodePlacement": map[string]any{"nodeSelector": map[string]any{"matchLabels": map[string]any{"tier": "edge"}}},
		}},
		"tolerations alone": {"workers may be tainted", &ingress.IngressControllerArgs{Placement: ingress.Placement{Tolerations: []ingress.Toleration{{Operator: "Exists"}}}}, false, map[string]any{
			"nodePlacement": map[string]any{"tolerations": []any{map[string]any{"operator": "Exists"}}},
		}},
		"further": {"the cluster has none of that name", &ingress.IngressControllerArgs{Name: "internal", Domain: "internal.demo.example.com"}, true, map[string]any{
			"domain": "internal.demo.example.com",
		}},
		"longest name": {"47 characters", &ingress.IngressControllerArgs{Name: strings.Repeat("a", 47), Domain: "a.b"}, true, map[string]any{
			"domain": "a.b",
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := run(t, controller(tt.args))
			kubetest.CheckRecorded(t, rec)
			created, patched := kubetest.Recorded(t, rec)
			objects, others := patched, created
			if tt.created {
				objects, others = created, patched
			}
			require.Len(t, objects, 1, tt.reason)
			assert.Empty(t, others, tt.reason)
			assert.Equal(t, tt.spec, objects[0]["spec"], tt.reason)
		})
	}
}

func TestIngressControllerGolden(t *testing.T) {
	t.Parallel()
	args := &ingress.IngressControllerArgs{Replicas: pulumi.Int(3), Placement: ingress.InfraNodes()}
	golden.Check(t, "testdata/ingress-controller.golden", run(t, controller(args)).Golden())
	checkPreviewIsTheUpdate(t, controller(args))
}

func TestIngressControllerNameWaits(t *testing.T) {
	t.Parallel()
	rec := run(t, func(ctx *pulumi.Context) error {
		first, err := ingress.NewIngressController(ctx, "first", &ingress.IngressControllerArgs{Replicas: pulumi.Int(2)})
		if err != nil {
			return err
		}
		_, err = ingress.NewIngressController(ctx, "second", &ingress.IngressControllerArgs{
			Name: "second", Domain: "a.b", Replicas: first.Name.ApplyT(func(string) int { return 1 }).(pulumi.IntOutput),
		})
		ctx.Export("name", first.Name)
		return err
	})
	assert.Equal(t, "default", rec.Outputs()["name"])
	assert.True(t, rec.Graph().Reaches(find(t, rec, "second-ingresscontroller").URN, find(t, rec, "first-ingresscontroller").URN))
}

func TestIngressControllerArgsThatAreRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		args   *ingress.IngressControllerArgs
		want   []string
	}{
		"nil":       {"a patch of nothing", nil, []string{`Name: "default" exists in every cluster and nothing is set for it; set Replicas or Placement`}},
		"name":      {"no dots: services are named after it", &ingress.IngressControllerArgs{Name: "a.b", Domain: "a.b"}, []string{`Name: "a.b" is no name of at most 47 lower-case letters, digits and inner hyphens`}},
		"long name": {"48 characters", &ingress.IngressControllerArgs{Name: strings.Repeat("a", 48), Domain: "a.b"}, []string{`Name: "` + strings.Repeat("a", 48) + `" is no name of at most 47 lower-case letters, digits and inner hyphens`}},
		"no domain": {"it would claim the default one's", &ingress.IngressControllerArgs{Name: "internal"}, []string{"Domain: is required"}},
		"domain":    {"a wildcard is the operator's to add", &ingress.IngressControllerArgs{Name: "internal", Domain: "*.example.com"}, []string{`Domain: "*.example.com" is no domain of at most 246 lower-case characters, such as internal.demo.example.com`}},
		"default domain": {"it is fixed at installation", &ingress.IngressControllerArgs{Domain: "a.b", Replicas: pulumi.Int(1)}, []string{
			`Domain: "a.b" cannot be set for default after installation; it is spec.domain of Ingress/cluster in the manifests of openshift-install, or make a controller of another name`}},
		"several": {"all at once", &ingress.IngressControllerArgs{
			Replicas:  pulumi.Int(-1),
			Placement: ingress.Placement{NodeSelector: map[string]string{"a b": ""}, Tolerations: []ingress.Toleration{{Key: "a", Effect: "Never"}}},
		}, []string{
			"Replicas: -1 is no number of routers; it is 0 or more",
			`Placement.NodeSelector: key "a b" is no label's; one looks like node-role.kubernetes.io/infra`,
			`Placement.Tolerations[0].Effect: "Never" is none of NoSchedule, PreferNoSchedule, NoExecute`,
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := "ingress.IngressControllerArgs." + strings.Join(tt.want, "\ningress.IngressControllerArgs.")
			assert.EqualError(t, tt.args.Validate(), all, tt.reason)
			checkRefused(t, controller(tt.args), all, tt.reason)
		})
	}
}

func TestInstallManifest(t *testing.T) {
	t.Parallel()
	manifest := ingress.InstallManifest()
	assert.Equal(t, "manifests/cluster-ingress-default-ingresscontroller.yaml", manifest.Path)
	object := map[string]any{}
	require.NoError(t, yaml.UnmarshalStrict([]byte(manifest.Content), &object))
	kubetest.Check(t, object)
	assert.Equal(t, map[string]any{
		"apiVersion": "operator.openshift.io/v1",
		"kind":       "IngressController",
		"metadata":   map[string]any{"name": "default", "namespace": "openshift-ingress-operator"},
		"spec":       map[string]any{"endpointPublishingStrategy": map[string]any{"type": "HostNetwork"}},
	}, object)
}
