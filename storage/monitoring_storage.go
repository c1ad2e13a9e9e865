package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// MonitoringStorage gives the cluster's monitoring persistent volumes and its place. It makes the ConfigMap
// cluster-monitoring-config in openshift-monitoring, which has one writer: if the cluster has it already, delete or import it.
//
// Each Prometheus and each Alertmanager gets a volume of its own: two Prometheus of 100 GiB, and as many Alertmanagers of
// 10 GiB as the release runs (2 or 3). The claims and their EBS volumes stay when the component goes: before a cluster is
// destroyed, delete the claims (oc delete pvc --all -n openshift-monitoring), or the volumes by the cluster's tag afterwards.
//
// The operator reads the ConfigMap strictly: with a key that it does not know it keeps its old configuration and
// reports Degraded. This component writes only keys that every release since 4.16 knows
// (openshift/cluster-monitoring-operator pkg/manifests/types.go).
type MonitoringStorage struct {
	pulumi.ResourceState

	// ConfigMapName is the ConfigMap's name, once it is there.
	ConfigMapName pulumi.StringOutput `pulumi:"configMapName"`
}

// NewMonitoringStorage registers a MonitoringStorage. It takes the cluster's Kubernetes provider by pulumi.Provider.
// Wrong arguments are reported together, as by Validate, before anything is registered.
func NewMonitoringStorage(ctx *pulumi.Context, name string, args *MonitoringStorageArgs, opts ...pulumi.ResourceOption) (*MonitoringStorage, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	object := desiredMonitoringConfigMap(args.withDefaults())
	component := &MonitoringStorage{}
	if err := ctx.RegisterComponentResource("openshift-aws:storage:MonitoringStorage", name, component, opts...); err != nil {
		return nil, err
	}
	configMap, err := kube.Create(ctx, name+"-monitoring", object, pulumi.Parent(component))
	if err != nil {
		return nil, err
	}
	component.ConfigMapName = pulumi.OutputWithDependencies(ctx.Context(), pulumi.String(object.Name).ToStringOutput(), configMap).(pulumi.StringOutput)
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"configMapName": component.ConfigMapName})
}

func desiredMonitoringConfigMap(args MonitoringStorageArgs) kube.Object {
	return kube.Object{
		APIVersion: "v1",
		Kind:       "ConfigMap",
		Namespace:  "openshift-monitoring",
		Name:       "cluster-monitoring-config",
		Fields:     map[string]any{"data": map[string]any{"config.yaml": monitoringConfig(args)}},
	}
}
