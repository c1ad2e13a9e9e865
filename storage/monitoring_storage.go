package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// MonitoringStorage configures persistent volumes and the placement of the cluster's monitoring, by the ConfigMap
// cluster-monitoring-config in openshift-monitoring and, with UserWorkload, user-workload-monitoring-config in
// openshift-user-workload-monitoring. If the cluster already has them, delete or import them: only one program may manage them.
//
// There are two Prometheus pods with 100 GiB each, and two or three Alertmanager pods, depending on the release, with 10 GiB each. The
// claims and their EBS volumes stay when the component is deleted: docs/destroy.md.
//
// The Kubernetes provider needs `enableConfigMapMutable`. Otherwise Pulumi deletes a ConfigMap and creates it again when its content
// changes, and meanwhile the operator removes volumes and placement (pulumi-kubernetes provider/pkg/provider/diff.go). Without [More],
// the component writes only keys that all releases since 4.16 support; with an unknown key, the operator reports Degraded.
type MonitoringStorage struct {
	pulumi.ResourceState

	// ConfigMapName is the ConfigMap's name. It depends on the ConfigMap.
	ConfigMapName pulumi.StringOutput `pulumi:"configMapName"`
}

// NewMonitoringStorage registers a MonitoringStorage. It requires a Kubernetes provider (pulumi.Provider).
func NewMonitoringStorage(
	ctx *pulumi.Context, name string, args *MonitoringStorageArgs, opts ...pulumi.ResourceOption,
) (*MonitoringStorage, error) {
	return component.Register(ctx, name, args, opts, component.Type[MonitoringStorageArgs, MonitoringStorage]{
		Token:     "openshift-aws:storage:MonitoringStorage",
		InCluster: true,
		Defaults:  (*MonitoringStorageArgs).setDefaults,
		Children: func(b *component.Builder[MonitoringStorageArgs, MonitoringStorage]) error {
			args := b.Args
			var dependencies []pulumi.Resource
			if args.UserWorkload != nil {
				userWorkload, err := kube.Create(b.Ctx, b.Name+"-user-workload-monitoring", desiredUserWorkloadConfigMap(args), b.Parent)
				if err != nil {
					return err
				}
				dependencies = append(dependencies, userWorkload)
			}
			return kube.RegisterObject(b.Base, &b.Component.ConfigMapName, "monitoring", desiredMonitoringConfigMap(args), kube.Create,
				pulumi.DependsOn(dependencies))
		},
	})
}

func desiredMonitoringConfigMap(args *MonitoringStorageArgs) kube.Object {
	return configMap("openshift-monitoring", "cluster-monitoring-config", args.text(monitoringConfig))
}

func desiredUserWorkloadConfigMap(args *MonitoringStorageArgs) kube.Object {
	return configMap("openshift-user-workload-monitoring", "user-workload-monitoring-config", args.text(userWorkloadConfig))
}

// text returns a configuration with the storage class.
func (a *MonitoringStorageArgs) text(config func(args *MonitoringStorageArgs, class string) string) pulumi.StringOutput {
	var class pulumi.StringInput = pulumi.String("")
	if a.StorageClass != nil {
		class = a.StorageClass
	}
	return class.ToStringOutput().ApplyT(func(class string) string { return config(a, class) }).(pulumi.StringOutput)
}

func configMap(namespace, name string, config pulumi.StringInput) kube.Object {
	return kube.Object{
		APIVersion: "v1",
		Kind:       "ConfigMap",
		Namespace:  namespace,
		Name:       name,
		Fields:     map[string]any{"data": map[string]any{"config.yaml": config}},
	}
}
