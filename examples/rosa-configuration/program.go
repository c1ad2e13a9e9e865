package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// program configures the cluster. It leaves alone what ROSA's operators manage: the routers' nodes, scope and certificate, and the
// registry's bucket.
func program(ctx *pulumi.Context) error {
	s, err := loadSettings(ctx)
	if err != nil {
		return err
	}
	provider, err := cluster.NewKubernetesProvider(ctx, "cluster", &cluster.KubernetesProviderArgs{
		// A new kubeconfig, whose token replaces an expired one, does not replace the objects.
		ClusterIdentifier: pulumi.String(s.clusterID),
		Kubeconfig:        s.kubeconfig,
	})
	if err != nil {
		return err
	}
	inCluster := pulumi.Provider(provider)
	if _, err := ingress.NewIngressController(ctx, "router", &ingress.IngressControllerArgs{
		Replicas: &s.routers,
	}, inCluster); err != nil {
		return err
	}
	if _, err := storage.NewImageRegistry(ctx, "registry", &storage.ImageRegistryArgs{
		Replicas: &s.registryReplicas,
	}, inCluster); err != nil {
		return err
	}
	if s.volumeKeyARN == "" {
		return nil
	}
	_, err = storage.NewStorageClass(ctx, "encrypted", &storage.StorageClassArgs{
		KMSKeyARN: pulumi.String(s.volumeKeyARN),
	}, inCluster)
	return err
}
