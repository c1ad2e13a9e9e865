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
// With UserWorkload there is a second one, user-workload-monitoring-config in openshift-user-workload-monitoring. It is made
// before the operator is told to monitor users' projects, because the operator makes it when it is missing. Where users'
// projects are monitored already, delete or import it, too.
//
// Give the Kubernetes provider EnableConfigMapMutable. Without it Pulumi deletes a ConfigMap and makes it anew whenever its
// content changes, and in between the operator takes away volumes and place (pulumi-kubernetes provider/pkg/provider/diff.go).
//
// The operator reads the ConfigMaps strictly: with a key that it does not know it keeps its old configuration and
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
	filled := args.withDefaults()
	object := desiredMonitoringConfigMap(filled)
	component := &MonitoringStorage{}
	if err := ctx.RegisterComponentResource("openshift-aws:storage:MonitoringStorage", name, component, opts...); err != nil {
		return nil, err
	}
	parent := pulumi.Parent(component)
	var before []pulumi.Resource
	if filled.UserWorkload != nil {
		users, err := kube.Create(ctx, name+"-user-workload-monitoring", desiredUserWorkloadConfigMap(filled), parent)
		if err != nil {
			return nil, err
		}
		before = append(before, users)
	}
	made, err := kube.Create(ctx, name+"-monitoring", object, parent, pulumi.DependsOn(before))
	if err != nil {
		return nil, err
	}
	component.ConfigMapName = pulumi.OutputWithDependencies(ctx.Context(), pulumi.String(object.Name).ToStringOutput(), made).(pulumi.StringOutput)
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"configMapName": component.ConfigMapName})
}

func desiredMonitoringConfigMap(args MonitoringStorageArgs) kube.Object {
	return configMap("openshift-monitoring", "cluster-monitoring-config", args.text(monitoringConfig))
}

func desiredUserWorkloadConfigMap(args MonitoringStorageArgs) kube.Object {
	return configMap("openshift-user-workload-monitoring", "user-workload-monitoring-config", args.text(userWorkloadConfig))
}

// text is a configuration, of which the storage class is part.
func (a MonitoringStorageArgs) text(config func(args MonitoringStorageArgs, class string) string) pulumi.StringOutput {
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
