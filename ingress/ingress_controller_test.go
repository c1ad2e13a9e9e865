package ingress_test

import (
	"testing"

	"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestIngressControllerAutoDelete: the operator recreates a load balancer only with the annotation.
func TestIngressControllerAutoDelete(t *testing.T) {
	t.Parallel()
	const annotation = "ingress.operator.openshift.io/auto-delete-load-balancer"
	for _, args := range []*ingress.IngressControllerArgs{{}, {Name: "shard", Domain: "a.b"}} {
		for _, autoDelete := range []bool{true, false} {
			args.Publishing = &ingress.PublishingArgs{
				LoadBalancerService: &ingress.LoadBalancerPublishingArgs{AutoDelete: autoDelete},
			}
			rec := mockstest.Run(t, controller(args), withCluster())
			name := "main-ingresscontroller"
			if args.Name == "" {
				name += "-unforced"
			}
			metadata := mockstest.Find(t, rec, name).Inputs["metadata"].(map[string]any)
			annotations, _ := metadata["annotations"].(map[string]any)
			assert.Equal(t, autoDelete, annotations[annotation] != nil, args.Name)
		}
	}
}

// TestIngressControllerGolden: ROSA Classic runs the default routers on infra nodes.
func TestIngressControllerGolden(t *testing.T) {
	t.Parallel()
	program := controller(&ingress.IngressControllerArgs{Replicas: new(3), Placement: ingress.InfraNodes()})
	rec := mockstest.Run(t, program, withCluster())
	golden.Check(t, "testdata/ingress-controller.golden", rec.Golden())
	kubetest.CheckRecorded(t, rec)
	mockstest.PreviewIsTheUpdate(t, program, withCluster())
	shard := &ingress.IngressControllerArgs{
		Name:               "shard",
		Domain:             "a.b",
		DefaultCertificate: routerCertificate("first"),
	}
	mockstest.PreviewIsTheUpdate(t, controller(shard), withCluster())
}

// routerCertificate is a certificate whose values are known after the check of the arguments.
func routerCertificate(text string) *ingress.TLSCertificate {
	return &ingress.TLSCertificate{
		Certificate: pulumi.String(text + " certificate").ToStringOutput(),
		PrivateKey:  pulumi.String(text + " key").ToStringOutput(),
	}
}

// mutable registers the controller with a provider that updates Secrets, as cluster.NewKubernetesProvider's does.
func mutable(args *ingress.IngressControllerArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		provider, err := kubernetes.NewProvider(ctx, "cluster",
			&kubernetes.ProviderArgs{EnableSecretMutable: pulumi.Bool(true)})
		if err != nil {
			return err
		}
		_, err = ingress.NewIngressController(ctx, "main", args, pulumi.Provider(provider))
		return err
	}
}

func TestIngressControllerCertificate(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"default", "shard"} {
		args := func(certificate *ingress.TLSCertificate) *ingress.IngressControllerArgs {
			a := &ingress.IngressControllerArgs{Name: name, Replicas: new(2), DefaultCertificate: certificate}
			if name != "default" {
				a.Domain = "a.b"
			}
			return a
		}
		rec := mockstest.Run(t, controller(args(routerCertificate("first"))), withCluster())
		kubetest.CheckRecorded(t, rec)
		secret := mockstest.Find(t, rec, "main-certificate")
		metadata := secret.Inputs["metadata"].(map[string]any)
		assert.Equal(t, []any{"certificate-" + name, "openshift-ingress"}, []any{metadata["name"], metadata["namespace"]})
		assert.Equal(t, "kubernetes.io/tls", secret.Inputs["type"])
		data := secret.Inputs["data"].(map[string]any)
		assert.IsType(t, mocks.Secret{}, data["tls.key"], "the key is a secret in the state")
		main := mockstest.Find(t, rec, map[string]string{
			"default": "main-ingresscontroller-unforced", "shard": "main-ingresscontroller",
		}[name])
		assert.Equal(t, map[string]any{"name": "certificate-" + name},
			main.Inputs["spec"].(map[string]any)["defaultCertificate"])
		assert.True(t, rec.Graph().Reaches(main.URN, secret.URN), "the operator needs the Secret")

		assert.Equal(t, []string{`update Secret main-certificate: data["tls.crt"], data["tls.key"]`},
			changes(t, mutable(args(routerCertificate("first"))), mutable(args(routerCertificate("second")))),
			"a new certificate replaces nothing")
	}
}

func TestIngressControllerRequiresAProvider(t *testing.T) {
	t.Parallel()
	mockstest.Rejected(t, controller(&ingress.IngressControllerArgs{Replicas: new(2)}), "pulumi.Provider")
}

func TestIngressControllerNameDependsOnTheController(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		first, err := ingress.NewIngressController(ctx, "first",
			&ingress.IngressControllerArgs{Replicas: new(2)})
		if err != nil {
			return err
		}
		_, err = ingress.NewIngressController(ctx, "second", &ingress.IngressControllerArgs{
			Name: "second", Domain: "a.b", DefaultCertificate: &ingress.TLSCertificate{SecretName: first.Name},
		})
		ctx.Export("name", first.Name)
		return err
	}, withCluster())
	assert.Equal(t, "default", rec.Outputs()["name"])
	assert.True(t, rec.Graph().Reaches(mockstest.Find(t, rec, "second-ingresscontroller").URN,
		mockstest.Find(t, rec, "first-ingresscontroller").URN))
}

// TestIngressControllerReplacement: the operator rejects changes of the domain and the strategy, and the name is in
// use until the old controller is deleted.
//
// ReplaceOnChanges compares one field, so the strategy is written even where it is the operator's default: adding a
// strategy to a controller without one would not be a change of its type.
func TestIngressControllerReplacement(t *testing.T) {
	t.Parallel()
	options := func(args *ingress.IngressControllerArgs) mocks.Options {
		return mockstest.Find(t, mockstest.Run(t, controller(args), withCluster()), "main-ingresscontroller").Options
	}
	shard := options(&ingress.IngressControllerArgs{Name: "shard", Domain: "a.b"})
	assert.Equal(t, []string{"spec.domain", "spec.endpointPublishingStrategy.type"}, shard.ReplaceOnChanges)
	assert.True(t, shard.DeleteBeforeReplace)
	patch := options(&ingress.IngressControllerArgs{Replicas: new(2)})
	assert.Empty(t, patch.ReplaceOnChanges, "the default controller must not be deleted")
}

// TestIngressControllerOptions: options of the default controller and of others are set and unset in place.
func TestIngressControllerOptions(t *testing.T) {
	t.Parallel()
	options := map[string]func(*ingress.IngressControllerArgs){
		"nodePlacement": func(a *ingress.IngressControllerArgs) { a.Placement = ingress.InfraNodes() },
		"routeSelector": func(a *ingress.IngressControllerArgs) {
			a.RouteSelector = &ingress.LabelSelector{MatchLabels: map[string]string{"a": "b"}}
		},
		"namespaceSelector": func(a *ingress.IngressControllerArgs) {
			a.NamespaceSelector = &ingress.LabelSelector{MatchLabels: map[string]string{"a": "b"}}
		},
		"tlsSecurityProfile": func(a *ingress.IngressControllerArgs) {
			a.TLSProfile = &ingress.TLSProfileArgs{Type: "Modern"}
		},
		"defaultCertificate": func(a *ingress.IngressControllerArgs) {
			a.DefaultCertificate = &ingress.TLSCertificate{SecretName: pulumi.String("apps")}
		},
		"routeAdmission": func(a *ingress.IngressControllerArgs) {
			a.RouteAdmission = &ingress.RouteAdmissionArgs{Wildcards: true}
		},
		"httpHeaders": func(a *ingress.IngressControllerArgs) {
			a.HTTPHeaders = &ingress.HTTPHeadersArgs{Forwarded: "Never"}
		},
		"logging": func(a *ingress.IngressControllerArgs) { a.AccessLogging = &ingress.AccessLoggingArgs{} },
	}
	bases := map[string]ingress.IngressControllerArgs{
		"update IngressControllerPatch main-ingresscontroller-unforced": {Tuning: &ingress.TuningArgs{ThreadCount: 8}},
		"update IngressController main-ingresscontroller":               {Name: "shard", Domain: "a.b", Replicas: new(2)},
	}
	for op, base := range bases {
		for field, option := range options {
			with := base
			option(&with)
			want := []string{op + ": spec." + field}
			assert.Equal(t, want, changes(t, controller(&base), controller(&with)), field)
			assert.Equal(t, want, changes(t, controller(&with), controller(&base)), field)
		}
	}
}

// TestIngressControllerReplacedOnlyByDomainAndStrategy: the settings of a strategy are changed in place.
func TestIngressControllerReplacedOnlyByDomainAndStrategy(t *testing.T) {
	t.Parallel()
	shard := func(domain string, publishing *ingress.PublishingArgs) pulumi.RunFunc {
		return controller(&ingress.IngressControllerArgs{Name: "shard", Domain: domain, Publishing: publishing})
	}
	service := func(loadBalancer ingress.LoadBalancerPublishingArgs) *ingress.PublishingArgs {
		return &ingress.PublishingArgs{LoadBalancerService: &loadBalancer}
	}
	before := shard("a.b", nil)
	assert.Equal(t, []string{"replace IngressController main-ingresscontroller: spec.domain"},
		changes(t, before, shard("c.d", nil)))
	assert.Equal(t, []string{"replace IngressController main-ingresscontroller: spec.endpointPublishingStrategy.type"},
		changes(t, before, shard("a.b", &ingress.PublishingArgs{Private: &ingress.PrivatePublishingArgs{}})))
	assert.Equal(t, []string{
		"update IngressController main-ingresscontroller: " +
			`metadata.annotations["ingress.operator.openshift.io/auto-delete-load-balancer"], ` +
			"spec.endpointPublishingStrategy.loadBalancer.scope",
	}, changes(t, before,
		shard("a.b", service(ingress.LoadBalancerPublishingArgs{Scope: network.Internal, AutoDelete: true}))))
}
