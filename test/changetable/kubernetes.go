package changetable

import (
	"maps"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Kubernetes are changes of objects in a cluster.
func Kubernetes() map[string]Row {
	rows := map[string]Row{}
	for _, part := range []map[string]Row{configuration(), workloads(), rolesAndPools()} {
		maps.Copy(rows, part)
	}
	return rows
}

func object(apiVersion, kind, name string, more pulumi.Map) func(*Fixtures) pulumi.Map {
	return with(inputs(pulumi.Map{"apiVersion": text(apiVersion), "kind": text(kind), "metadata": named(name)}), more)
}

// clusterWide is an object without a namespace.
func clusterWide(apiVersion, kind, name string, more pulumi.Map) func(*Fixtures) pulumi.Map {
	return with(object(apiVersion, kind, name, more), pulumi.Map{"metadata": pulumi.Map{"name": text(name)}})
}

func named(name string) pulumi.Map {
	return pulumi.Map{"name": text(name), "namespace": text("default")}
}

func configuration() map[string]Row {
	const configMap, secret = "kubernetes:core/v1:ConfigMap", "kubernetes:core/v1:Secret"
	data := func(value string) pulumi.Map { return pulumi.Map{"data": pulumi.Map{"k": text(value)}} }
	return map[string]Row{
		"config-data": {
			Reason: "the provider has EnableConfigMapMutable", Type: configMap, Inputs: object("v1", "ConfigMap", "changes-data", data("a")),
			Change: inputs(data("b")), Want: "update",
		},
		"config-name": {
			Reason: "a name identifies an object", Type: configMap, Inputs: object("v1", "ConfigMap", "changes-one", data("a")),
			Change: inputs(pulumi.Map{"metadata": named("changes-two")}), Want: "replace",
		},
		"config-namespace": {
			Reason: "an object stays in its namespace", Type: configMap, Inputs: object("v1", "ConfigMap", "changes-space", data("a")),
			Change: inputs(pulumi.Map{"metadata": pulumi.Map{"name": text("changes-space"), "namespace": text("openshift-monitoring")}}),
			Want:   "replace",
		},
		"config-label": {
			Reason: "labels change in place", Type: configMap, Inputs: object("v1", "ConfigMap", "changes-label", data("a")),
			Change: inputs(pulumi.Map{"metadata": pulumi.Map{
				"name": text("changes-label"), "namespace": text("default"), "labels": pulumi.Map{"team": text("core")},
			}}), Want: "update",
		},
		"secret-data": {
			Reason: "the provider has EnableSecretMutable", Type: secret,
			Inputs: object("v1", "Secret", "changes-data", pulumi.Map{"stringData": pulumi.Map{"k": text("a")}}),
			Change: inputs(pulumi.Map{"stringData": pulumi.Map{"k": text("b")}}), Want: "update",
		},
		"secret-type": {
			Reason: "a Secret's type is immutable", Type: secret, Want: "replace",
			Inputs: object("v1", "Secret", "changes-type", pulumi.Map{"type": text("Opaque")}),
			Change: inputs(pulumi.Map{"type": text("example.com/token")}),
		},
		"config-same": {
			Reason: "the same object changes nothing", Type: configMap, Inputs: object("v1", "ConfigMap", "changes-same", data("a")),
			Want: Same,
		},
	}
}

func workloads() map[string]Row {
	const deployment = "kubernetes:apps/v1:Deployment"
	spec := func(image string, labels pulumi.Map) pulumi.Map {
		return pulumi.Map{"spec": pulumi.Map{
			"replicas": pulumi.Int(0), "selector": pulumi.Map{"matchLabels": labels},
			"template": pulumi.Map{
				"metadata": pulumi.Map{"labels": labels},
				"spec":     pulumi.Map{"containers": list(pulumi.Map{"name": text("a"), "image": text(image)})},
			},
		}}
	}
	one, two := pulumi.Map{"app": text("one")}, pulumi.Map{"app": text("two")}
	class := func(iops string) pulumi.Map {
		return pulumi.Map{"provisioner": text("ebs.csi.aws.com"), "parameters": pulumi.Map{"type": text("io2"), "iops": text(iops)}}
	}
	return map[string]Row{
		"deployment-image": {
			Reason: "a Deployment rolls out a new template", Type: deployment, Want: "update",
			Inputs: object("apps/v1", "Deployment", "changes-image", spec("example.com/a:1", one)),
			Change: inputs(spec("example.com/a:2", one)),
		},
		"deployment-selector": {
			Reason: "a Deployment's selector is immutable", Type: deployment, Want: "replace",
			Inputs: object("apps/v1", "Deployment", "changes-selector", spec("example.com/a:1", one)),
			Change: inputs(spec("example.com/a:1", two)),
		},
		"class-parameters": {
			Reason: "a StorageClass's parameters are immutable", Type: "kubernetes:storage.k8s.io/v1:StorageClass", Want: "replace",
			Inputs: clusterWide("storage.k8s.io/v1", "StorageClass", "changes-class", class("1000")),
			Change: inputs(class("2000")),
		},
		"class-expansion": {
			Reason: "expansion can be allowed later", Type: "kubernetes:storage.k8s.io/v1:StorageClass", Want: "update",
			Inputs: clusterWide("storage.k8s.io/v1", "StorageClass", "changes-expansion", class("1000")),
			Change: inputs(pulumi.Map{"allowVolumeExpansion": pulumi.Bool(true)}),
		},
	}
}

func rolesAndPools() map[string]Row {
	role := func(name string) pulumi.Map {
		return pulumi.Map{"roleRef": pulumi.Map{
			"apiGroup": text("rbac.authorization.k8s.io"), "kind": text("ClusterRole"), "name": text(name),
		}}
	}
	pools := func(most int) pulumi.Map {
		return pulumi.Map{"spec": pulumi.Map{
			"maxUnavailable":        pulumi.Int(most),
			"nodeSelector":          pulumi.Map{"matchLabels": pulumi.Map{"node-role.kubernetes.io/changes": text("")}},
			"machineConfigSelector": pulumi.Map{"matchLabels": pulumi.Map{"machineconfiguration.openshift.io/role": text("worker")}},
		}}
	}
	const pool = "kubernetes:machineconfiguration.openshift.io/v1:MachineConfigPool"
	return map[string]Row{
		"binding-role": {
			Reason: "a binding is to one role", Type: "kubernetes:rbac.authorization.k8s.io/v1:RoleBinding", Want: "replace",
			Inputs: object("rbac.authorization.k8s.io/v1", "RoleBinding", "changes-binding", role("view")),
			Change: inputs(role("edit")),
		},
		"pool-unavailable": {
			Reason: "OpenShift's resources change in place", Type: pool, Want: "update",
			Inputs: clusterWide("machineconfiguration.openshift.io/v1", "MachineConfigPool", "changes", pools(1)),
			Change: inputs(pools(2)),
		},
	}
}
