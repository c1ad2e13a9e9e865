package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// program configures the cluster. It leaves alone what ROSA's operators manage: the routers' nodes, scope and certificate, and the
// registry's bucket.
func program(ctx *pulumi.Context) error {
	cfg, routers, registryReplicas := config.New(ctx, ""), 3, 2
	for key, number := range map[string]*int{"routers": &routers, "registryReplicas": &registryReplicas} {
		if cfg.Get(key) != "" {
			cfg.RequireObject(key, number)
		}
	}
	existing, err := blueprint.LoadExistingCluster(ctx)
	if err != nil {
		return err
	}
	provider, err := cluster.NewKubernetesProvider(ctx, "cluster", &cluster.KubernetesProviderArgs{
		// A new kubeconfig, whose token replaces an expired one, does not replace the objects.
		ClusterIdentifier: pulumi.String(existing.ClusterID()),
		Kubeconfig:        existing.Kubeconfig(),
	})
	if err != nil {
		return err
	}
	inCluster := pulumi.Provider(provider)
	if _, err := ingress.NewIngressController(ctx, "router", &ingress.IngressControllerArgs{Replicas: &routers}, inCluster); err != nil {
		return err
	}
	if _, err := storage.NewImageRegistry(ctx, "registry", &storage.ImageRegistryArgs{Replicas: &registryReplicas}, inCluster); err != nil {
		return err
	}
	key := existing.VolumeKeyARN()
	if key == nil {
		return nil
	}
	_, err = storage.NewStorageClass(ctx, "encrypted", &storage.StorageClassArgs{KMSKeyARN: key}, inCluster)
	return err
}
