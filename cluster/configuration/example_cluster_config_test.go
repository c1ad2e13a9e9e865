package configuration_test

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
)

// A certificate of a public CA for the API, encryption of etcd, and an audit log of write requests.
func ExampleNewAPIServer() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cfg := config.New(ctx, "")
		_, err := configuration.NewAPIServer(ctx, "api", &configuration.APIServerArgs{
			NamedCertificates: map[string]configuration.TLSCertificate{
				"api.demo.example.com": {
					Certificate: pulumi.String(cfg.Require("apiCertificate")),
					PrivateKey:  cfg.RequireSecret("apiPrivateKey"),
				},
			},
			Encryption:   "aesgcm",
			AuditProfile: "WriteRequestBodies",
		}, inCluster)
		return err
	})
}

// DNS pods run on infra nodes too, and a domain of the company has its own servers.
func ExampleNewDNS() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := configuration.NewDNS(ctx, "dns", &configuration.DNSArgs{
			Tolerations: []configuration.Toleration{{Key: "node-role.kubernetes.io/infra", Operator: "Exists"}},
			Servers: map[string]configuration.DNSServer{
				"corp": {Zones: []string{"corp.example.com"}, Upstreams: []string{"10.1.0.53", "10.2.0.53"}},
			},
		}, inCluster)
		return err
	})
}

func ExampleNewImageMirrors() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := configuration.NewImageMirrors(ctx, "release", &configuration.ImageMirrorsArgs{
			Name: "release",
			Digests: []configuration.ImageMirror{{
				Source:  "quay.io/openshift-release-dev/ocp-release",
				Mirrors: []string{"mirror.example.com:5000/ocp/release-images"},
			}, {
				Source:  "quay.io/openshift-release-dev/ocp-v4.0-art-dev",
				Mirrors: []string{"mirror.example.com:5000/ocp/release"},
			}},
		}, inCluster)
		return err
	})
}

// The CA of a mirror; images come from three registries only.
func ExampleNewImageConfig() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := configuration.NewImageConfig(ctx, "images", &configuration.ImageConfigArgs{
			RegistryCAs: map[string]pulumi.StringInput{
				"mirror.example.com:5000": pulumi.String(config.New(ctx, "").Require("mirrorCA")),
			},
			AllowedRegistries: []string{
				"mirror.example.com:5000", "quay.io", "image-registry.openshift-image-registry.svc:5000",
			},
		}, inCluster)
		return err
	})
}

// A cluster with mirrors of Red Hat's operators only.
func ExampleNewOperatorHub() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := configuration.NewOperatorHub(ctx, "catalogs", &configuration.OperatorHubArgs{
			DisabledSources: []string{
				"redhat-operators", "certified-operators", "community-operators", "redhat-marketplace",
			},
		}, inCluster)
		return err
	})
}

// Users of the company's issuer log in to the console and with oc. First run the command that the preview prints.
func ExampleNewExternalOIDC() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cfg := config.New(ctx, "")
		_, err := configuration.NewExternalOIDC(ctx, "login", &configuration.ExternalOIDCArgs{
			OpenShiftVersion: "4.20",
			ProviderName:     "sso",
			Issuer:           "https://sso.example.com/realms/main",
			Audiences:        []string{"openshift-console", "openshift-cli"},
			UsernameClaim:    "preferred_username",
			UsernamePrefix:   new("sso:"),
			GroupsClaim:      "groups",
			GroupsPrefix:     new("sso:"),
			Console: &configuration.OIDCClientArgs{
				ClientID:     pulumi.String("openshift-console"),
				ClientSecret: cfg.RequireSecret("consoleClientSecret"),
			},
			CLI: &configuration.OIDCClientArgs{ClientID: pulumi.String("openshift-cli")},
		}, inCluster)
		return err
	})
}

func ExampleNewPullSecret() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := configuration.NewPullSecret(ctx, "pull-secret", &configuration.PullSecretArgs{
			DockerConfigJSON: config.New(ctx, "").RequireSecret("pullSecret"),
		}, inCluster)
		return err
	})
}

// The operators that storage.LogStore needs. Its provider has a kubeconfig that resolves after they run.
func ExampleNewOperator() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		kubeconfig := config.New(ctx, "").RequireSecret("kubeconfig")
		loki, err := configuration.NewOperator(ctx, "loki", &configuration.OperatorArgs{
			Package:           "loki-operator",
			Namespace:         "openshift-operators-redhat",
			Channel:           "stable-6.2",
			ClusterMonitoring: true,
			Wait:              &configuration.WaitArgs{},
			Kubeconfig:        kubeconfig,
		}, inCluster)
		if err != nil {
			return err
		}
		logging, err := configuration.NewOperator(ctx, "logging", &configuration.OperatorArgs{
			Package:           "cluster-logging",
			Namespace:         "openshift-logging",
			Channel:           "stable-6.2",
			ClusterMonitoring: true,
			Wait:              &configuration.WaitArgs{},
			Kubeconfig:        kubeconfig,
		}, inCluster)
		if err != nil {
			return err
		}
		after := pulumi.All(kubeconfig, loki.Namespace, logging.Namespace).ApplyT(func(all []any) string {
			return all[0].(string)
		}).(pulumi.StringOutput)
		_, err = cluster.NewKubernetesProvider(ctx, "logs", &cluster.KubernetesProviderArgs{
			ClusterIdentifier: pulumi.String("demo"),
			Kubeconfig:        after,
		})
		return err
	})
}

func ExampleNewUpdateService() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		operator, err := configuration.NewOperator(ctx, "updates", &configuration.OperatorArgs{
			Package:          "cincinnati-operator",
			Namespace:        "openshift-update-service",
			TargetNamespaces: []string{"openshift-update-service"},
			Wait:             &configuration.WaitArgs{},
			Kubeconfig:       config.New(ctx, "").RequireSecret("kubeconfig"),
		}, inCluster)
		if err != nil {
			return err
		}
		_, err = configuration.NewUpdateService(ctx, "updates", &configuration.UpdateServiceArgs{
			Name:           "updates",
			Namespace:      "openshift-update-service",
			After:          operator.Namespace,
			Releases:       "mirror.example.com:5000/ocp/release-images",
			GraphDataImage: pulumi.String("mirror.example.com:5000/ocp/graph-data:latest"),
		}, inCluster)
		return err
	})
}
