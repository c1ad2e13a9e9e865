package ingress_test

import (
	"fmt"

	"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// A public load balancer in front of the routers on infra nodes. Pass its name to nodes.InfraMachineSet.
func ExampleNewRouterLB() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		vpc, err := network.NewVpc(ctx, "demo", &network.VpcArgs{
			CIDR:  "10.0.0.0/16",
			Zones: []string{"us-east-2a", "us-east-2b", "us-east-2c"},
		})
		if err != nil {
			return err
		}
		router, err := ingress.NewRouterLB(ctx, "demo", &ingress.RouterLBArgs{
			InfraID:             "demo-x7k2p",
			Domain:              "demo.example.com",
			Network:             vpc.Network,
			NodeSecurityGroupID: pulumi.String("sg-0123456789abcdef0"),
			PrivateZoneID:       pulumi.String("Z0123456789PRIVATE"),
			PublicZoneID:        pulumi.String("Z0123456789PUBLIC"),
		})
		if err != nil {
			return err
		}
		ctx.Export("routerLoadBalancer", router.LoadBalancerName)
		return nil
	})
}

// Three routers on infra nodes.
func ExampleNewIngressController() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cluster, err := kubernetes.NewProvider(ctx, "cluster", &kubernetes.ProviderArgs{
			ClusterIdentifier:     pulumi.String(ctx.Stack()),
			Kubeconfig:            pulumi.String("install-dir/auth/kubeconfig"),
			EnableServerSideApply: pulumi.Bool(true),
		})
		if err != nil {
			return err
		}
		_, err = ingress.NewIngressController(ctx, "demo", &ingress.IngressControllerArgs{
			Replicas:  new(3),
			Placement: ingress.InfraNodes(),
		}, pulumi.Provider(cluster))
		return err
	})
}

// Routers with a custom certificate. A new one updates its Secret in place.
func ExampleNewIngressController_certificate() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cluster, err := kubernetes.NewProvider(ctx, "cluster", &kubernetes.ProviderArgs{
			ClusterIdentifier:     pulumi.String(ctx.Stack()),
			Kubeconfig:            pulumi.String("install-dir/auth/kubeconfig"),
			EnableServerSideApply: pulumi.Bool(true),
			EnableSecretMutable:   pulumi.Bool(true),
		})
		if err != nil {
			return err
		}
		cfg := config.New(ctx, "")
		_, err = ingress.NewIngressController(ctx, "demo", &ingress.IngressControllerArgs{
			DefaultCertificate: &ingress.TLSCertificate{
				Certificate: pulumi.String(cfg.Require("certificate")),
				PrivateKey:  cfg.RequireSecret("certificateKey"),
			},
		}, pulumi.Provider(cluster))
		return err
	})
}

// A shard for internal routes: its routers listen on different ports of the infra nodes, for an internal load
// balancer.
func ExampleNewIngressController_shard() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cluster, err := kubernetes.NewProvider(ctx, "cluster", &kubernetes.ProviderArgs{
			ClusterIdentifier:     pulumi.String(ctx.Stack()),
			Kubeconfig:            pulumi.String("install-dir/auth/kubeconfig"),
			EnableServerSideApply: pulumi.Bool(true),
		})
		if err != nil {
			return err
		}
		ports := &ingress.RouterPortsArgs{HTTP: 8080, HTTPS: 8443, Health: 11936}
		shard, err := ingress.NewIngressController(ctx, "internal", &ingress.IngressControllerArgs{
			Name:          "internal",
			Domain:        "internal.demo.example.com",
			Placement:     ingress.InfraNodes(),
			Publishing:    &ingress.PublishingArgs{HostNetwork: &ingress.HostNetworkPublishingArgs{Ports: ports}},
			RouteSelector: &ingress.LabelSelector{MatchLabels: map[string]string{"shard": "internal"}},
		}, pulumi.Provider(cluster))
		if err != nil {
			return err
		}
		ctx.Export("shard", shard.Name)
		return nil
	})
}

// Write the file to the install directory after create manifests and before create ignition-configs.
func ExampleInstallManifest() {
	manifest, err := ingress.InstallManifest(
		&ingress.PublishingArgs{HostNetwork: &ingress.HostNetworkPublishingArgs{}},
	)
	if err != nil {
		panic(err)
	}
	fmt.Println(manifest.Path)
	fmt.Print(manifest.Content)
	// Output:
	// manifests/cluster-ingress-default-ingresscontroller.yaml
	// apiVersion: operator.openshift.io/v1
	// kind: IngressController
	// metadata:
	//   name: default
	//   namespace: openshift-ingress-operator
	// spec:
	//   endpointPublishingStrategy:
	//     hostNetwork:
	//       httpPort: 80
	//       httpsPort: 443
	//       protocol: TCP
	//       statsPort: 1936
	//     type: HostNetwork
}

// The console and the login page under names of the company. DNS records point to the routers.
func ExampleNewComponentRoutes() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		provider, err := kubernetes.NewProvider(ctx, "cluster", &kubernetes.ProviderArgs{
			Kubeconfig: pulumi.String("kubeconfig"),
		})
		if err != nil {
			return err
		}
		_, err = ingress.NewComponentRoutes(ctx, "routes", &ingress.ComponentRoutesArgs{
			Console: &ingress.ComponentRoute{
				Hostname:    "console.example.com",
				Certificate: &ingress.TLSCertificate{SecretName: pulumi.String("console-tls")},
			},
			OAuth: &ingress.ComponentRoute{
				Hostname:    "login.example.com",
				Certificate: &ingress.TLSCertificate{SecretName: pulumi.String("login-tls")},
			},
		}, pulumi.Provider(provider))
		return err
	})
}
