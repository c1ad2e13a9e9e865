package nodes

import (
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

const (
	machineAPI          = "machine.openshift.io/v1beta1"
	machineAPINamespace = "openshift-machine-api"

	labelCluster    = "machine.openshift.io/cluster-api-cluster"
	labelMachineSet = "machine.openshift.io/cluster-api-machineset"
	labelRole       = "machine.openshift.io/cluster-api-machine-role"
	labelType       = "machine.openshift.io/cluster-api-machine-type"

	// machinesGone is how long the deletion of a set waits for its machines, whose pods have to be evicted first.
	machinesGone = "30m"
)

// machineSet is what makes up one MachineSet: the machines of a pool in one zone.
type machineSet struct {
	infraID, pool    string
	region, zone     string
	subnetID         pulumi.StringInput
	replicas         int
	nodeLabels       map[string]string
	taints           []taint
	ami              pulumi.StringInput
	instanceType     string
	capacity         *Capacity
	volume           *RootVolumeArgs
	securityGroupIDs pulumi.StringArrayInput
	instanceProfile  pulumi.StringInput
	loadBalancers    []pulumi.StringInput
	tags             pulumi.StringMap
}

type taint struct {
	key, value, effect string
}

// machineSetName is `<infra>-<pool>-<zone>`, as the installer has it (openshift/installer pkg/asset/machines/aws/machinesets.go).
func machineSetName(infraID, pool, zone string) string {
	return infraID + "-" + pool + "-" + zone
}

// desiredMachineSet is the whole object (openshift/api machine/v1beta1/types_machineset.go). The selector cannot be
// changed later and names the set itself, so that no two sets fight over machines.
func desiredMachineSet(s machineSet) kube.Object {
	name := machineSetName(s.infraID, s.pool, s.zone)
	annotations := map[string]string{kube.PatchForce: "true"}
	maps.Copy(annotations, scaleFromZero(s.instanceType, s.capacity))
	return kube.Object{
		APIVersion:  machineAPI,
		Kind:        "MachineSet",
		Namespace:   machineAPINamespace,
		Name:        name,
		Labels:      map[string]string{labelCluster: s.infraID},
		Annotations: annotations,
		Fields: map[string]any{"spec": map[string]any{
			"replicas": s.replicas,
			"selector": map[string]any{"matchLabels": map[string]string{
				labelCluster:    s.infraID,
				labelMachineSet: name,
			}},
			"template": map[string]any{
				"metadata": map[string]any{"labels": map[string]string{
					labelCluster:    s.infraID,
					labelMachineSet: name,
					labelRole:       s.pool,
					labelType:       s.pool,
				}},
				"spec": map[string]any{
					"metadata":     map[string]any{"labels": s.nodeLabels},
					"taints":       taintList(s.taints),
					"providerSpec": map[string]any{"value": providerSpec(s)},
				},
			},
		}},
	}
}

func taintList(taints []taint) []any {
	list := []any{}
	for _, t := range taints {
		fields := map[string]any{"key": t.key, "effect": t.effect}
		if t.value != "" {
			fields["value"] = t.value
		}
		list = append(list, fields)
	}
	return list
}

// providerSpec is the AWS part of a machine (openshift/api machine/v1beta1/types_awsprovider.go). Everything is named by
// id: the resources of a cluster that brings its own infrastructure have none of the names that filters would look for.
func providerSpec(s machineSet) map[string]any {
	spec := map[string]any{
		"apiVersion":         machineAPI,
		"kind":               "AWSMachineProviderConfig",
		"ami":                reference(s.ami),
		"instanceType":       s.instanceType,
		"deviceIndex":        0,
		"blockDevices":       []any{map[string]any{"ebs": rootVolume(s.volume)}},
		"iamInstanceProfile": reference(s.instanceProfile),
		"securityGroups":     references(s.securityGroupIDs),
		"subnet":             reference(s.subnetID),
		"placement":          map[string]any{"region": s.region, "availabilityZone": s.zone},
		"userDataSecret":     map[string]any{"name": "worker-user-data"},
		"credentialsSecret":  map[string]any{"name": "aws-cloud-credentials"},
		"metadataServiceOptions": map[string]any{
			"authentication": "Required",
		},
	}
	if len(s.loadBalancers) > 0 {
		spec["loadBalancers"] = networkLoadBalancers(s.loadBalancers)
	}
	if len(s.tags) > 0 {
		spec["tags"] = tagList(s.tags)
	}
	return spec
}

// rootVolume has no device name: the Machine API then takes the image's own root device.
func rootVolume(volume *RootVolumeArgs) map[string]any {
	ebs := map[string]any{"encrypted": true, "volumeSize": volume.SizeGiB, "volumeType": volume.Type}
	if volume.IOPS > 0 {
		ebs["iops"] = volume.IOPS
	}
	if volume.ThroughputMiB > 0 {
		ebs["throughputMib"] = volume.ThroughputMiB
	}
	if volume.KMSKeyID != nil {
		// EC2 is handed the id as it is, and takes an ARN there too (openshift/machine-api-provider-aws pkg/actuators/machine/instances.go).
		ebs["kmsKey"] = reference(volume.KMSKeyID)
	}
	return ebs
}

func reference(id pulumi.StringInput) map[string]any {
	return map[string]any{"id": id}
}

// references keeps a list that is written out as one, so that a preview shows its known members.
func references(ids pulumi.StringArrayInput) any {
	if list, ok := ids.(pulumi.StringArray); ok {
		all := make([]any, len(list))
		for i, id := range list {
			all[i] = reference(id)
		}
		return all
	}
	return ids.ToStringArrayOutput().ApplyT(func(known []string) []map[string]string {
		all := make([]map[string]string, len(known))
		for i, id := range known {
			all[i] = map[string]string{"id": id}
		}
		return all
	})
}

func networkLoadBalancers(loadBalancers []pulumi.StringInput) []any {
	list := make([]any, len(loadBalancers))
	for i, name := range loadBalancers {
		list[i] = map[string]any{"name": name, "type": "network"}
	}
	return list
}

func tagList(tags pulumi.StringMap) []any {
	list := []any{}
	for _, key := range slices.Sorted(maps.Keys(tags)) {
		list = append(list, map[string]any{"name": key, "value": tags[key]})
	}
	return list
}
