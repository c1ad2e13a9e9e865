package ingress_test

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// A public load balancer in front of the routers on infra nodes. nodes.InfraMachineSet takes its name.
func ExampleNewRouterLB() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		router, err := ingress.NewRouterLB(ctx, "demo", &ingress.RouterLBArgs{
			InfraID: "demo-x7k2p",
			Domain:  "demo.example.com",
			VpcID:   pulumi.String("vpc-0123456789abcdef0"),
			Subnets: []network.Subnet{
				{ID: pulumi.String("subnet-0123456789abcdef0"), Zone: "us-east-2a", CIDR: "10.0.16.0/22"},
				{ID: pulumi.String("subnet-0fedcba9876543210"), Zone: "us-east-2b", CIDR: "10.0.48.0/22"},
			},
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
		_, err := ingress.NewIngressController(ctx, "demo", &ingress.IngressControllerArgs{
			Replicas:  pulumi.Int(3),
			Placement: ingress.InfraNodes(),
		})
		return err
	})
}

// A shard for internal routes: routers on ports of their own on the infra nodes, behind an internal load balancer.
func ExampleNewIngressController_shard() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		ports := ingress.RouterPorts{HTTP: 8080, HTTPS: 8443, Health: 11936}
		shard, err := ingress.NewIngressController(ctx, "internal", &ingress.IngressControllerArgs{
			Name:          "internal",
			Domain:        "internal.demo.example.com",
			Placement:     ingress.InfraNodes(),
			Publishing:    &ingress.Publishing{HostNetwork: &ingress.HostNetworkPublishing{Ports: ports}},
			RouteSelector: &ingress.LabelSelector{MatchLabels: map[string]string{"shard": "internal"}},
		})
		if err != nil {
			return err
		}
		ctx.Export("shard", shard.Name)
		return nil
	})
}

// The file goes into the directory of openshift-install, after create manifests and before create ignition-configs.
func ExampleInstallManifest() {
	manifest, err := ingress.InstallManifest(ingress.Publishing{HostNetwork: &ingress.HostNetworkPublishing{}})
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
